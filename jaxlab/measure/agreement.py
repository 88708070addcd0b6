"""Whether two runs of a cell left the same: every name, every change in place, and the cell's value."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from jaxlab.cell.parse import Cell
from jaxlab.measure import printed
from jaxlab.measure.checkpoint import Checkpoint, has_changed, identical, is_inexact, rebound
from jaxlab.measure.holders import DRAWING, NAMES
from jaxlab.measure.numbers import distance
from jaxlab.measure.rules import STRICT, Rules
from jaxlab.measure.scale import VALUE_LABEL, Scales
from jaxlab.measure.side_by_side import Difference, Walk
from jaxlab.model.comparison import TOLERANCES

PRINTED_LABEL = "what it prints"


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How two runs compare.

    Attributes:
      differences: What differs; empty if they agree.
      compared: How many names and objects changed in either run; the cell's value and what it printed are one each.
      max_abs_error: Largest absolute difference between numbers of one place; None where shapes or types differ.
      tolerance: Largest relative tolerance that was applied.
      uncompared: What nothing tells the sameness of: its `reason` says what it is.
    """

    differences: tuple[Difference, ...]
    compared: int
    max_abs_error: float | None
    tolerance: float
    uncompared: tuple[Difference, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether nothing differs."""
        return not self.differences


@dataclass(frozen=True, slots=True)
class After:
    """What a run left.

    Attributes:
      state: Everything that it could change.
      value: The cell's value.
      printed: What it printed; None where nobody listened.
    """

    state: Checkpoint
    value: Any
    printed: str | None = None


def agreement(
    before: Checkpoint, baseline: After, other: After, rules: Rules = STRICT, cell: Cell | None = None
) -> Agreement:
    """Compares what two runs left that began at `before`; called while the notebook is as one of them left it.

    Floating-point numbers agree within `TOLERANCES`, relative to the baseline's, plus `ROUNDING_STEPS` epsilons of the
    largest number in the same array or among those that it was computed from; NaN agrees with NaN. All else must be
    equal: types, dtypes, shapes, integers.

    Args:
      before: The state that both began at.
      baseline: What the one left.
      other: What the other left.
      rules: What counts as the same.
      cell: The code of the baseline, which tells what each result was computed from.
    """
    walk = Walk({id(held.owner) for held in before.held}, rules)
    changed = 0
    states = zip(before.held, before.saved, baseline.state.saved, other.state.saved, strict=True)
    for held, was, mine, its in states:
        changed += _count_changes(walk, held.holder, was, mine, its)
        walk.contents(held.label, held.holder, mine, its)
    walk.value(VALUE_LABEL, baseline.value, other.value)
    changed += _compare_prints(walk, baseline.printed, other.printed)
    differences, error, tolerance = _judged(walk, Scales(cell, before, baseline.state))
    return Agreement(
        differences=differences,
        compared=changed + (baseline.value is not None or other.value is not None),
        max_abs_error=error,
        tolerance=tolerance,
        uncompared=tuple(walk.uncompared),
    )


def _compare_prints(walk: Walk, mine: str | None, its: str | None) -> int:
    """Compares what was printed, where both were listened to; gives how many texts there were to compare: 0 or 1.

    A library's function may print while it is compiled alone.
    """
    if mine is None or its is None or walk.rules.has_own_types:
        return 0
    if reason := printed.difference(mine, its, walk.rules.tolerance(np.dtype(np.float64))):
        walk.differs(PRINTED_LABEL, reason)
    return int(bool(mine or its))


def _judged(walk: Walk, scales: Scales) -> tuple[tuple[Difference, ...], float | None, float]:
    differences = list(walk.differences)
    error = 0.0
    for pair in walk.numbers:
        if identical(pair.mine, pair.its):
            continue
        away, reason = distance(pair, scales.of(pair.label), walk.rules)
        error = max(error, away)
        if reason:
            differences.append(Difference(label=pair.label, reason=reason))
    inexact = [walk.rules.tolerance(pair.mine.dtype) for pair in walk.numbers if is_inexact(pair.mine.dtype)]
    # Where a shape or a type differs there is no number to give: the largest of the rest would mislead.
    return tuple(differences), None if walk.differences else error, max(inexact, default=min(TOLERANCES.values()))


def _count_changes(walk: Walk, holder: Any, was: Any, mine: Any, its: Any) -> int:
    """How many names or elements of a mapping changed in either run; for other things whether they did."""
    if holder is DRAWING:
        return 0
    if holder is NAMES:
        return sum(map(walk.counts, rebound(was, mine) | rebound(was, its)))
    return int(has_changed(was, mine) or has_changed(was, its))
