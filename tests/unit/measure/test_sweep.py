"""Sweeps: inputs made anew at each size, and what is said where they can't be."""

import numpy as np
import pytest

from jaxlab import pipeline
from jaxlab.measure.sweeping import sweep
from jaxlab.model.measuring import Measuring, Sizes
from jaxlab.model.timing import ComparisonRow
from tests.unit.measure.clock import FakeClock
from tests.unit.measure.notebook import notebook

SIZES = Sizes(name="n", values=(8, 64))
SETUP = "n = 16\nx = np.arange(float(n))\nscale = 2.0\ndef f(a):\n    return a * scale + n"


def swept(text: str, namespace: dict, **more):
    measuring = Measuring(sizes=SIZES, repeats=2, budget_s=20.0, **more)
    return pipeline.compare(text, namespace, measuring=measuring, history=(SETUP,)).report


def test_inputs_are_made_anew_at_each_size_and_the_notebook_keeps_its_own():
    namespace = notebook(SETUP)
    namespace["seen"] = []
    report = swept("y = f(x).sum()", namespace)
    found = report.comparison.sweep
    assert [point.size for point in found.points] == [8, 64]
    assert found.rebuilt == ("f", "x")
    assert [row.backend for row in found.points[1].rows] == ["numpy", "jit"]
    assert all(row.agrees for point in found.points for row in point.rows)
    assert namespace["n"] == 16
    assert namespace["x"].shape == (16,)
    assert namespace["y"] == pytest.approx(np.sum(np.arange(16.0) * 2 + 16))


def test_a_setup_that_is_given_is_what_runs():
    report = swept("y = x.sum()", notebook(SETUP), setup="x = np.ones(2 * n)")
    assert report.comparison.sweep.rebuilt == ("x",)
    assert len(report.comparison.sweep.points) == 2


@pytest.mark.parametrize(
    ("text", "setup"), [("y = x.sum()", "x[:] = n"), ("y = np.ones(n)", "pass"), ("y = f(1.0)", "def f(a): return n")]
)
def test_a_setup_that_touches_what_the_cell_reads_is_one(text, setup):
    assert swept(text, notebook(SETUP), setup=setup).comparison.sweep is not None


@pytest.mark.parametrize(
    ("text", "setup", "reason"),
    [
        ("y = scale * 3", "", "nothing that the cell reads was made from `n` in the cells that have run"),
        (
            "y = x.sum()",
            "z = np.ones(n)",
            "the cell reads nothing that `--setup` makes, `z`; it reads `x`",
        ),
        (
            "y = 1.0",
            "1 + 1",
            "the cell reads nothing that `--setup` makes; it reads no value of the notebook",
        ),
        ("y = x.sum()", "import os; x = np.ones(n)", "what makes the inputs can't run again, as it uses `os`"),
    ],
)
def test_why_there_is_no_sweep(text, setup, reason):
    report = swept(text, notebook(SETUP), setup=setup)
    assert report.comparison.sweep is None
    assert f"JL406  The cell was not run at other sizes: {reason}." in map(str, report.diagnostics)


class Contest:
    is_interrupted = False

    def __init__(self, run_s: float = 0.0) -> None:
        self.rows = (ComparisonRow(backend="numpy", samples_s=(run_s,)),)


def run(compare_at, limit_s: float = 100.0):
    clock = FakeClock()
    values = Sizes(name="n", values=(10, 100, 1000))
    return sweep(
        values, ("x",), lambda size: compare_at(clock, size), limit_s=limit_s, clock=clock, on_progress=lambda _: None
    )


def test_a_size_that_would_take_too_long_is_left_out():
    def compare_at(clock, size):
        clock.sleep(1.0)
        return Contest(run_s=size / 1000)

    found = run(compare_at, limit_s=7.0)
    assert [point.size for point in found.points] == [10, 100]
    assert found.note == "larger sizes than 100 would have taken more than the 7 s that there were"


def test_an_error_at_a_size_keeps_the_smaller_ones():
    def compare_at(clock, size):
        if size > 50:
            raise MemoryError("too large")
        return Contest()

    found = run(compare_at)
    assert [point.size for point in found.points] == [10]
    assert found.note == "at n = 100 it raised MemoryError: too large"
