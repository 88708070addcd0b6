"""A comparison in words: no more than its samples bear out."""

from dataclasses import replace

import pytest

from jaxlab.model.comparison import Comparison
from jaxlab.model.sweep import Sweep, SweepPoint
from jaxlab.model.timing import ComparisonRow
from jaxlab.views.comparison import compared
from jaxlab.views.comparison_tables import comparison_table, measured_table, sweep_table
from jaxlab.views.text import render_summary
from tests.views.samples import COMPARED, MATMUL

NUMPY = ComparisonRow(backend="numpy", samples_s=(0.010,), agrees=True, max_abs_error=0.0)
STEADY = ComparisonRow(backend="numpy", samples_s=(0.0100, 0.0101, 0.0099) * 5, agrees=True, max_abs_error=0.0)
FAST = ComparisonRow(
    backend="jit",
    samples_s=(0.0020, 0.0021, 0.0019) * 5,
    first_call_s=0.162,
    transfer_s=0.0004,
    agrees=True,
    max_abs_error=2e-15,
)


def said(row: ComparisonRow, baseline: ComparisonRow = NUMPY) -> str:
    return compared(Comparison(rows=(baseline, row), tolerance=1e-9))


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (
            {"samples_s": (0.002,), "agrees": True},
            "jit is 5× faster than numpy (too few samples to say how certain), 2 ms against 10 ms, same results",
        ),
        (
            {"samples_s": (0.03,), "agrees": True},
            "jit is 3× slower than numpy (too few samples to say how certain), 30 ms against 10 ms, same results",
        ),
        (
            {"samples_s": (0.0101,), "agrees": True},
            "no difference seen between jit and numpy (too few samples to say how certain), 10 ms against 10 ms, same results",
        ),
        (
            {"samples_s": (0.002,), "agrees": False},
            "the results of jit are not those of numpy, so the two are not ranked",
        ),
        (
            {"samples_s": (0.002,), "agrees": True, "is_ranked": False, "note": "all of it is constant"},
            "jit is not ranked: all of it is constant",
        ),
        (
            {"note": "not installed"},
            "jit could not run: not installed; numpy takes 10 ms a call (1 sample of 1 call)",
        ),
        (
            {"samples_s": (0.002,), "agrees": True, "bits": 32, "max_abs_error": 1e-7},
            "jit, in 32 bits, is 5× faster than numpy (too few samples to say how certain), 2 ms against 10 ms, same results within 0.0001, relative",
        ),
    ],
)
def test_a_comparison_claims_no_more_than_its_rows(row, sentence):
    assert said(ComparisonRow(backend="jit", **row)) == sentence


def test_the_whole_sentence():
    assert said(FAST, STEADY) == (
        "jit is 5× faster than numpy (95 %: 4.8–5.3×), 2 ms against 10 ms, "
        "its first call took 0.16 s, paid back after 20 calls, same results within 1e-09, relative"
    )


def test_an_interval_around_one_is_no_difference():
    wide = replace(FAST, samples_s=(0.008, 0.012, 0.009, 0.011) * 4)
    sentence = said(wide, STEADY)
    assert sentence.startswith("no difference seen between jit and numpy (95 %: 0.")
    assert "paid back" not in sentence


def test_a_slower_row_has_its_interval_the_right_way_round():
    slow = replace(FAST, samples_s=(0.030, 0.031, 0.029) * 5, first_call_s=None, max_abs_error=0.0)
    assert said(slow, STEADY) == "jit is 3× slower than numpy (95 %: 2.9–3.1×), 30 ms against 10 ms, same results"


def test_what_is_certain_and_next_to_nothing_is_hardly_a_difference():
    steady = replace(STEADY, samples_s=(0.01,) * 15)
    close = replace(steady, backend="jit", samples_s=(0.01 / 1.004,) * 15)
    assert (
        said(close, steady) == "hardly a difference between jit and numpy (95 %: 1×), 10 ms against 10 ms, same results"
    )
    near = replace(close, samples_s=(0.01 / 1.04,) * 15)
    assert said(near, steady) == "jit is 1.04× faster than numpy (95 %: 1.04×), 9.6 ms against 10 ms, same results"


def test_an_interrupt_is_said():
    comparison = Comparison(rows=(NUMPY, replace(NUMPY, backend="jit")), tolerance=1e-9, is_interrupted=True)
    assert compared(comparison).endswith("; interrupted, so this rests on what had been measured by then")


def test_variants_are_named():
    loop = replace(STEADY, variant="loop")
    assert said(replace(FAST, variant="by hand"), loop).startswith("by hand (jit) is 5× faster than loop (numpy) ")


def test_the_table_has_every_figure():
    table = comparison_table(Comparison(rows=(STEADY, FAST), tolerance=1e-9))
    assert dict(zip(table.columns[:8], table.rows[1], strict=False)) == {
        "backend": "jit",
        "steady state": "2 ms",
        "95 %": "4.8–5.3×",
        "transfer in it": "400 µs",
        "first call": "0.16 s",
        "against numpy": "5× faster",
        "paid back after": "20 calls",
    }


def test_long_names_do_not_push_columns_out_of_sight_and_stand_whole_below():
    name = "a loop over all of the rows of a matrix, one after the other, as it was written at first"
    comparison = Comparison(rows=(replace(STEADY, variant=name), FAST), tolerance=1e-9)
    table = comparison_table(comparison)
    assert table.columns[5] == "against a loop over…irst (numpy)"
    assert table.rows[0][0] == "a loop over…irst (numpy)"
    assert measured_table(comparison).rows[0][0] == f"{name} (numpy)"


def test_how_it_was_measured():
    narrow = replace(FAST, backend="jit-x32", bits=32)
    comparison = Comparison(rows=(STEADY, FAST, narrow), tolerance=1e-6, threads={"XLA": 2}, others_busy=0.04)
    assert measured_table(comparison).rows == (
        ("numpy", "15 samples of 1 call"),
        ("jit", "15 samples of 1 call"),
        ("jit-x32", "15 samples of 1 call"),
        ("XLA threads", "2"),
        ("CPUs that others kept busy", "0.0"),
        ("jit agrees within", "1e-06 of each number, and 2.2e-13 of the largest that it was computed from"),
        ("jit-x32 agrees within", "0.0001 of each number, and 1.2e-04 of the largest that it was computed from"),
    )


def test_what_was_compared_with_nothing_has_no_tolerance():
    assert "agrees within" not in str(measured_table(Comparison(rows=(STEADY,), tolerance=1e-6)))


def test_a_comparison_prints_as_one_line_a_backend():
    missing = ComparisonRow(backend="numba", note="numba is not installed: `%pip install numba`")
    assert repr(Comparison(rows=(STEADY, FAST, missing), tolerance=1e-9)) == (
        "numpy  10 ms a call (95 %: 9.9–10 ms; 15 samples of 1 call), baseline\n"
        "jit    2 ms a call (95 %: 1.9–2.1 ms; 15 samples of 1 call), 5× faster (95 %: 4.8–5.3×), same results within 1e-09, relative\n"
        "numba  numba is not installed: `%pip install numba`"
    )


def swept(note: str = "", samples: int = 6) -> Comparison:
    def row(backend: str, median_s: float) -> ComparisonRow:
        return ComparisonRow(backend=backend, samples_s=(median_s,) * samples, agrees=True)

    points = tuple(
        SweepPoint(size=size, rows=(row("numpy", 1e-6 * size), row("jit", 1e-4))) for size in (10, 100, 10_000)
    )
    return Comparison(rows=(NUMPY,), tolerance=1e-9, sweep=Sweep(name="n", points=points, rebuilt=("x",), note=note))


ALONE = "numpy takes 10 ms a call (1 sample of 1 call)"


def test_what_has_no_rival_says_what_it_takes():
    assert compared(Comparison(rows=(NUMPY,), tolerance=1e-9)) == ALONE
    assert compared(Comparison(rows=(STEADY,), tolerance=1e-9)) == (
        "numpy takes 10 ms a call (95 %: 9.9–10 ms; 15 samples of 1 call)"
    )
    assert compared(Comparison(rows=(replace(NUMPY, samples_s=()),), tolerance=1e-9)) == "numpy was not measured"


def test_a_sweep_says_who_leads_from_where_and_why_it_ended():
    assert compared(swept()) == f"{ALONE}; jit is the faster one from n = 100 on"
    assert compared(swept("at n = 100,000 it raised MemoryError")) == (
        f"{ALONE}; jit is the faster one from n = 100 on; at n = 100,000 it raised MemoryError"
    )


def test_a_sweep_of_too_few_samples_names_no_leader():
    assert compared(swept(samples=5)) == f"{ALONE}; too few samples at the largest size to say whether jit leads there"


def test_an_interrupt_of_a_sweep_is_said_once():
    interrupted = replace(swept("interrupted"), is_interrupted=True)
    assert compared(interrupted) == (
        f"{ALONE}; jit is the faster one from n = 100 on; interrupted, so this rests on what had been measured by then"
    )


def test_few_samples_pay_nothing_back():
    few = replace(FAST, samples_s=(0.002,) * 5)
    assert "paid back" not in said(few, STEADY)
    assert "paid back" in said(replace(few, samples_s=(0.002,) * 6), STEADY)


def test_a_sweep_is_a_table_by_size():
    table = sweep_table(swept("interrupted"))
    assert table.title == "By n (x made anew): interrupted"
    assert table.columns == ("n", "numpy", "jit")
    assert table.rows == (
        ("10", "10 µs", "100 µs"),
        ("100", "100 µs", "100 µs"),
        ("10,000", "10 ms", "100 µs"),
        ("grows as", "n^1.0", "n^0.0"),
    )
    assert sweep_table(Comparison(rows=(NUMPY,), tolerance=1e-9)) is None


def test_a_report_prints_as_its_summary_and_its_rows():
    assert repr(COMPARED).splitlines()[1:] == repr(COMPARED.comparison).splitlines()
    assert repr(MATMUL) == render_summary(MATMUL)
