"""The traps that published comparisons fall into, each laid on purpose, each caught."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import pytest

from jaxlab import pipeline
from jaxlab.measure import compare, machine
from jaxlab.measure.backends import Ran, registry
from jaxlab.measure.backends.jit import Compiled
from jaxlab.measure.comparing import compare_compiled
from jaxlab.model.measuring import Measuring
from jaxlab.model.report import Report
from jaxlab.model.timing import ComparisonRow
from jaxlab.views.comparison import compared
from tests.unit.measure.clock import FakeClock
from tests.unit.measure.notebook import cell, notebook
from tests.views.samples import MATMUL

SETUP = "x = np.arange(1.0, 5.0)"


@dataclass
class Rival:
    """A backend that does what a test tells it to.

    Attributes:
      act: Runs the cell; takes the notebook's namespace, gives the cell's value.
    """

    namespace: dict
    act: Callable[[dict], object]
    name: str = "rival"
    compiles: bool = True

    def run(self) -> Ran:
        return Ran(self.act(self.namespace))

    def steady(self) -> Callable[[], object]:
        return partial(self.act, self.namespace)

    def transfer_s(self) -> None: ...

    def peak_bytes(self) -> None: ...

    def unranked_because(self) -> str:
        return ""


@pytest.fixture
def against(monkeypatch) -> Callable[..., Report]:
    """Compares a cell with a rival, on a fake clock that plain Python does not move."""
    monkeypatch.setitem(registry.OWN, "rival", "none")
    make = registry.make

    def run(text: str, act: Callable[[dict], object], clock: FakeClock, setup: str = SETUP, **measuring) -> Report:
        def made(subject):
            return Rival(subject.namespace, act) if subject.choice.base == "rival" else make(subject)

        monkeypatch.setattr(registry, "make", made)
        plan = Measuring(**{"backends": ("rival",), "repeats": 5, "budget_s": 1e6, **measuring})
        namespace = notebook(setup)
        task = compare.Task(cell(text), namespace, lambda *_: Ran(None), plan, clock=clock)
        return compare_compiled(task, lambda: Report(magic="compare", source=task.cell.source))[1]

    return run


def rival_row(report: Report) -> ComparisonRow:
    return report.comparison.rows[1]


def test_missing_synchronisation(against):
    clock = FakeClock()

    class Pending:
        def block_until_ready(self):
            clock.sleep(3.0)
            return self

    def act(namespace):
        namespace["y"] = namespace["x"] * 2
        return Pending()

    report = against("y = x * 2", act, clock)
    assert rival_row(report).samples_s == (3.0,) * 5


def test_compile_time_in_the_samples(against):
    clock, calls = FakeClock(), []

    def act(namespace):
        clock.sleep(0.01 if calls else 9.0)
        calls.append(1)
        namespace["y"] = namespace["x"] * 2

    row = rival_row(against("y = x * 2", act, clock))
    assert row.first_call_s == 9.0
    assert row.samples_s == pytest.approx((0.01,) * 5)


def test_different_precision(against):
    def act(namespace):
        namespace["y"] = (namespace["x"] * 2).astype(np.float32)

    report = against("y = x * 2", act, FakeClock())
    assert rival_row(report).agrees is False
    assert "JL402  In rival, `y` is float32[4], not float64[4]." in map(str, report.diagnostics)


def test_what_was_to_be_32_bits_and_is_not_has_no_rank():
    wide = Compiled(lambda: Ran(None, details=lambda: MATMUL), name="jit-x32", bits=32)
    wide.run()
    assert wide.unranked_because() == "it computed in 64 bits all the same"


def test_32_bits_are_a_row_of_their_own():
    measuring = Measuring(backends=("jit", "jit-x32"), repeats=2)
    setup = "x = np.linspace(0.0, 1.0, 100)"
    jit, narrow = pipeline.compare("y = np.sin(x)", notebook(setup), measuring=measuring).report.comparison.rows[1:]
    assert (jit.bits, narrow.bits) == (None, 32)
    assert narrow.is_ranked == (narrow.max_abs_error > 1e-9)  # ranked only if it was 32 bits indeed
    assert jit.max_abs_error < 1e-12


def test_different_result(against):
    def act(namespace):
        namespace["y"] = namespace["x"] * 2.001

    report = against("y = x * 2", act, FakeClock())
    assert report.comparison.speedup(rival_row(report)) is None
    assert compared(report.comparison) == "the results of rival are not those of numpy, so the two are not ranked"
    assert "JL402  In rival, `y` differs by up to 4.0e-03 in 4 of 4 places." in map(str, report.diagnostics)


def test_an_in_place_cell_on_its_own_output(against):
    seen = []

    def act(namespace):
        seen.append(namespace["x"].tolist())
        namespace["x"] *= 2

    assert rival_row(against("x *= 2", act, FakeClock())).agrees
    assert len(seen) > 5
    assert all(values == [1.0, 2.0, 3.0, 4.0] for values in seen)


def test_a_cache_by_the_identity_of_inputs(against):
    clock, known = FakeClock(), {}

    def act(namespace):
        x = namespace["x"]
        if known.get(id(x)) is not x:
            clock.sleep(0.5)
            known.clear()
            known[id(x)] = x
        clock.sleep(1e-4)
        namespace["y"] = x * 2

    assert rival_row(against("y = x * 2", act, clock)).samples_s == pytest.approx((0.5,) * 5, rel=1e-3)


def test_a_program_folded_to_a_constant():
    comparison = pipeline.compare(
        "y = np.sin(np.arange(1000.0)).sum()", notebook(), measuring=Measuring(repeats=2)
    ).report.comparison
    assert comparison.speedup(comparison.rows[1]) is None
    assert compared(comparison) == (
        "jit is not ranked: all of it is constant and was computed while compiling, so its time says nothing"
    )


def test_random_draws_are_no_constant():
    comparison = pipeline.compare(
        "y = np.random.rand(1000) * 2", notebook(), measuring=Measuring(repeats=2)
    ).report.comparison
    assert comparison.rows[1].is_ranked


@pytest.mark.skipif(machine.usage() is None, reason="the system does not tell who is busy")
def test_a_busy_neighbour():
    neighbour = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        report = pipeline.compare(
            "y = np.sort(x)", notebook("x = np.random.rand(200_000)"), measuring=Measuring(repeats=40, budget_s=1.0)
        ).report
    finally:
        neighbour.kill()
        neighbour.wait()
    assert report.comparison.others_busy > 0.5
    assert any(finding.code == "JL404" for finding in report.diagnostics)


def test_a_rival_that_raises_is_a_row_that_says_so(against):
    def act(namespace):
        raise NotImplementedError("no `sort` here\nmore")

    report = against("y = x * 2", act, FakeClock())
    assert rival_row(report).note == "it raised NotImplementedError: no `sort` here"
    assert compared(report.comparison).startswith(
        "rival could not run: it raised NotImplementedError: no `sort` here; "
    )
