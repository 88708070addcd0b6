"""A cell by several backends on the same inputs: results first, then times.

The cell runs plainly once, for real: its prints, its warnings and what it leaves are what the person gets. Everything
is measured in between, each run silent and from where that one began; then the notebook is put back to what it left.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import Any

from jaxlab.cell.parse import Cell
from jaxlab.measure.agreement import After, Agreement, agreement
from jaxlab.measure.backends import Backend, Ran
from jaxlab.measure.checkpoint import Checkpoint
from jaxlab.measure.idempotence import needs_reset
from jaxlab.measure.reach import Obstacle, reach
from jaxlab.measure.silence import silence
from jaxlab.measure.steady import Clock, Rival, interleaved
from jaxlab.model.timing import ComparisonRow

REPEATS = 30
BUDGET_S = 2.0
"""Seconds of samples that each backend may take."""
SLOW_S = 10.0
"""A plain run longer than this is not repeated: it is its own only sample."""


class NotRepeatable(Exception):
    """The cell must not run more than once.

    Attributes:
      obstacles: Why.
    """

    def __init__(self, obstacles: tuple[Obstacle, ...]) -> None:
        super().__init__(obstacles)
        self.obstacles = obstacles


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What a comparison found.

    Attributes:
      value: The value of the plain run.
      rows: One a backend, the baseline first.
      agreements: How each rival's results compare with the baseline's; None for one that could not run.
    """

    value: Any
    rows: tuple[ComparisonRow, ...]
    agreements: tuple[Agreement | None, ...]


def compare(
    cell: Cell,
    namespace: dict[str, Any],
    baseline: Backend,
    rivals: tuple[Backend, ...],
    *,
    repeats: int = REPEATS,
    budget_s: float = BUDGET_S,
    clock: Clock = perf_counter,
) -> Compared:
    """Runs the cell by every backend, many times; leaves in `namespace` what one plain run leaves. Synchronises.

    Args:
      cell: The cell.
      namespace: The globals it runs in.
      baseline: Plain NumPy; its one loud run comes first.
      rivals: The others.
      repeats: Samples of each, at most.
      budget_s: Seconds of samples of each, at most; a slower one gives one sample.
      clock: Seconds, monotonic.

    Raises:
      NotRepeatable: The cell acts on the outside; nothing has run.
      Exception: Whatever the plain run raises; the notebook is then as that run left it.
    """
    scope = reach(cell, namespace)
    if scope.obstacles:
        raise NotRepeatable(scope.obstacles)
    before = Checkpoint.take(scope.held)
    start = clock()
    value = baseline.run().value
    plain_s = clock() - start
    after = Checkpoint.take(scope.held)
    with after.at_the_end():
        tried = [_tried(rival, before, After(after, value), clock) for rival in rivals]
        changes = needs_reset(cell, before, (after, *(one.after for one in tried if one.after)))
        reset = before.part(changes).restore if changes else None
        before.restore()
        rows = _timed_rows(baseline, rivals, tried, reset, plain_s, repeats=repeats, budget_s=budget_s, clock=clock)
        before.restore()
        rows[0] = _with_peak(rows[0], baseline, plain_s)
    return Compared(value=value, rows=tuple(rows), agreements=tuple(one.agreement for one in tried))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tried:
    """A rival's first runs.

    Attributes:
      row: What is known of it before it is timed.
      agreement: How its results compare; None if it raised.
      after: What it left; None if it raised.
    """

    row: ComparisonRow
    agreement: Agreement | None = None
    after: Checkpoint | None = None


def _tried(rival: Backend, before: Checkpoint, baseline: After, clock: Clock) -> _Tried:
    """Runs a rival until it compiles nothing more; compares what its first run left."""
    try:
        before.restore()
        with silence():
            start = clock()
            first = rival.run()
            first_s = clock() - start
        after = Checkpoint.take(before.held)
        found = agreement(before, baseline, After(after, first.value))
        again = _warm_up(rival, before)
    except Exception as error:
        return _Tried(row=ComparisonRow(backend=rival.name, note=f"it raised {_named(error)}"))
    row = ComparisonRow(
        backend=rival.name,
        first_call_s=first_s + first.earlier_s if rival.compiles else None,
        peak_bytes=rival.peak_bytes(),
        agrees=found.agrees,
        max_abs_error=found.max_abs_error,
        note="it compiles anew at every run, so it has no steady state" if again.compiled else "",
    )
    return _Tried(row=row, agreement=found, after=after)


def _warm_up(rival: Backend, before: Checkpoint) -> Ran:
    for _ in range(3):  # a number whose change caused a compilation is an input from the next one on
        before.restore()
        with silence():
            ran = rival.run()
        if not ran.compiled:
            break
    return ran


def _timed_rows(
    baseline: Backend,
    rivals: tuple[Backend, ...],
    tried: list[_Tried],
    reset: Callable[[], None] | None,
    plain_s: float,
    *,
    repeats: int,
    budget_s: float,
    clock: Clock,
) -> list[ComparisonRow]:
    rows = [ComparisonRow(backend=baseline.name, agrees=True, max_abs_error=0.0), *(one.row for one in tried)]
    backends = (baseline, *rivals)
    slow = plain_s > SLOW_S
    fit = [place for place, row in enumerate(rows) if not row.note and not (slow and place == 0)]
    runs = [Rival(partial(_value, backends[place]), reset) for place in fit]
    try:
        with silence():
            timings = interleaved(runs, repeats=repeats, budget_s=budget_s, clock=clock)
    except Exception as error:  # the cell itself went well: only its figures are lost
        return [replace(row, note=row.note or f"a later run raised {_named(error)}") for row in rows]
    for place, timing in zip(fit, timings, strict=True):
        rows[place] = replace(rows[place], samples_s=timing.samples_s)
    if slow:
        rows[0] = replace(rows[0], samples_s=(plain_s,), note=f"over {SLOW_S:.0f} s a run, so it ran once")
    return rows


def _value(backend: Backend) -> Any:
    return backend.run().value


def _with_peak(row: ComparisonRow, backend: Backend, plain_s: float) -> ComparisonRow:
    """With the memory of one more run; counting it is slow, so a run over a second goes without."""
    if plain_s > SLOW_S / 10:
        return row
    with silence():
        return replace(row, peak_bytes=backend.peak_bytes())


def _named(error: BaseException) -> str:
    text = str(error).strip().split("\n")[0]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
