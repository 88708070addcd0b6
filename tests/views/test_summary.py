"""The one line under a cell."""

from dataclasses import replace

from jaxlab.model.placement import Argument, Aval
from jaxlab.views.text import render_summary
from tests.views.samples import BROKEN, COMPARED, CONSTANT, MATMUL, MATMUL_SEGMENT, PLAIN, PLOT, WRITE

SIGNATURE = "jit  a float64[500,500] -> b float64[500,500], Out float64"


def test_everything_compiled():
    assert render_summary(MATMUL) == f"{SIGNATURE} · compiled in 0.21 s · ran in 2.1 ms · 64-bit · cpu:0"


def test_transfers_are_named_when_they_are_over_a_fifth_of_the_run():
    assert "ran in 10 ms, 2.1 ms of it transfers" in render_summary(replace(MATMUL, run_s=0.01, transfer_s=0.0021))
    assert "ran in 10 ms · " in render_summary(replace(MATMUL, run_s=0.01, transfer_s=0.002))


def test_an_explored_cell_was_not_run():
    assert " · not run · " in render_summary(replace(MATMUL, magic="explore", run_s=None))


def test_a_comparison_without_the_compiled_cell_tells_of_no_compiling_and_no_run():
    report = replace(COMPARED, segments=(), run_s=None, trace_s=0.0, lower_s=0.0, compile_s=0.0)
    assert render_summary(report).startswith("compare  jit is 3.4× faster than numpy")


def test_compiled_before():
    assert "compiled before, in 0.21 s" in render_summary(replace(MATMUL, reused=True))


def test_compiled_again_says_why():
    summary = render_summary(replace(MATMUL, recompiled_because="`n` went from 100 to 200"))
    assert "compiled again in 0.21 s: `n` went from 100 to 200" in summary


def test_breaks_are_counted_if_they_hold_array_work():
    assert "1 break on line 4: `np.linalg.lstsq` is not covered yet · JL412" in render_summary(BROKEN)
    twice = replace(BROKEN, breaks=(PLOT, WRITE, WRITE))
    assert "2 breaks, the first on line 4: `np.linalg.lstsq` is not covered yet" in render_summary(twice)


def test_everything_plain():
    assert render_summary(PLAIN) == (
        "jit  ran as plain Python · ran in 2.1 ms · cpu:0 · line 4: `np.linalg.lstsq` is not covered yet"
    )


def test_everything_plain_without_array_work_names_the_reason_too():
    assert render_summary(replace(PLAIN, breaks=(PLOT,))) == (
        "jit  ran as plain Python, line 3: matplotlib needs the numbers themselves · ran in 2.1 ms · cpu:0"
    )


def test_what_was_explored_did_not_run_plainly():
    assert render_summary(replace(PLAIN, magic="explore", run_s=None)) == (
        "explore  would run as plain Python · not run · cpu:0 · line 4: `np.linalg.lstsq` is not covered yet"
    )


def test_constants_beside_a_plain_line_are_no_break_between_compiled_pieces():
    assert "· line 4: `np.linalg.lstsq` is not covered yet" in render_summary(replace(CONSTANT, breaks=(WRITE,)))


def test_everything_constant():
    assert render_summary(CONSTANT) == (
        "jit  nothing to compile: no line computes with an array from outside the cell · ran in 4 µs · cpu:0"
    )


def test_a_container_of_arrays_is_one_name():
    leaf = Argument(name="", aval=Aval(dtype="float32", shape=(3,)), bytes=12)
    params = tuple(replace(leaf, name=f"params['w'][{i}]") for i in range(48))
    report = replace(MATMUL, segments=(replace(MATMUL_SEGMENT, inputs=(*params, replace(leaf, name="x"))),))
    assert render_summary(report).startswith("jit  params (48 arrays), x float32[3] -> ")
    assert "32 and 64-bit" in render_summary(report)


def test_one_array_of_a_container_has_its_whole_name():
    leaf = replace(MATMUL_SEGMENT.inputs[0], name="walker.x")
    report = replace(MATMUL, segments=(replace(MATMUL_SEGMENT, inputs=(leaf,), outputs=()),))
    assert render_summary(report).startswith("jit  walker.x float64[500,500] -> no array · ")


def test_many_inputs_are_counted():
    leaf = MATMUL_SEGMENT.inputs[0]
    inputs = tuple(replace(leaf, name=name) for name in "abcdef")
    report = replace(MATMUL, segments=(replace(MATMUL_SEGMENT, inputs=inputs),))
    assert "d float64[500,500] and 2 more -> b" in render_summary(report)
