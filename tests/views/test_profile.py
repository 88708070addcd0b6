"""Device times as tables."""

from dataclasses import replace

from jaxlab.model.profile import OpTime, Profile
from jaxlab.views.profile import hottest, line_table, operation_table, share
from jaxlab.views.text import render_summary
from tests.views.samples import MATMUL, MATMUL_SEGMENT

NAMES = [line.text.split()[0].lstrip("%") for line in MATMUL_SEGMENT.listings["hlo"].lines if line.stacks]


def test_without_a_profile_there_are_no_tables():
    assert line_table(MATMUL) is None
    assert operation_table(MATMUL) is None


def profiled(*ops: OpTime):
    return replace(MATMUL, segments=(replace(MATMUL_SEGMENT, profile=Profile(runs=5, ops=ops)),))


def test_instructions_longest_first_with_their_share():
    table = operation_table(
        profiled(
            OpTime(name="quick", launches=10, total_ns=1_000, own_ns=1_000),
            OpTime(name="slow", launches=1, total_ns=2_500_000, own_ns=2_499_000),
        )
    )
    assert table.rows == (("slow", "1", "2.5 ms", "100 %"), ("quick", "10", "1 µs", "<1 %"))


def test_many_instructions_are_summed_up():
    ops = [OpTime(name=f"op.{i}", launches=1, total_ns=100, own_ns=100) for i in range(14)]
    assert operation_table(profiled(*ops)).rows[-1] == ("4 others", "", "400 ns", "29 %")


def test_lines_of_the_cell():
    table = line_table(profiled(OpTime(name=NAMES[-1], launches=1, total_ns=4_000, own_ns=4_000)))
    assert table.columns == ("line", "", "in a run", "of the whole")
    assert [(row[0], row[2]) for row in table.rows] == [("5", "4 µs")]


def test_the_summary_names_the_line_that_takes_most():
    ops = [OpTime(name=name, launches=1, total_ns=ns, own_ns=ns) for name, ns in (("sum", 3_000), ("dot", 1_000))]
    assert " · 4 µs on the device, 75 % of it line 5 · " in render_summary(profiled(*ops))
    assert "on the device" not in render_summary(MATMUL)


def test_times_of_what_no_line_made():
    assert hottest(profiled(OpTime(name="copy", launches=1, total_ns=9, own_ns=9))) == "9 ns on the device"


def test_a_share_of_nothing_is_nothing():
    assert share(0, 0) == ""
