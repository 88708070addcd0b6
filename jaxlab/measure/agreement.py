"""Whether two runs of a cell left the same: every name, every change in place, and the cell's value."""

from collections import deque
from dataclasses import dataclass, field
from types import FunctionType, ModuleType
from typing import Any

import jax
import numpy as np

from jaxlab.cell.parse import Cell
from jaxlab.measure.checkpoint import Checkpoint, has_changed, identical, is_inexact, rebound
from jaxlab.measure.holders import ATTRIBUTES, DRAWING, NAMES, holders_of
from jaxlab.measure.numbers import Pair, distance, host, is_numeric
from jaxlab.measure.rules import STRICT, Rules
from jaxlab.measure.scale import VALUE_LABEL, Scales
from jaxlab.model.comparison import TOLERANCES
from jaxlab.tracing.log.guards import describe

_WRITTEN_BY_PYTHON = frozenset(
    "__warningregistry__ __annotations__ __annotate__ __conditional_annotations__ __annotations_cache__".split()
)
"""Names that no one assigns to: a warning leaves the first one where plain Python gives it; jit has none to give."""
_EXACT = (int, bool, str, bytes, type(None), type(Ellipsis), slice, range, np.dtype)


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing that differs between two runs.

    Attributes:
      label: What a person calls it: `y`, `params['w']`.
      reason: One clause: "is float32[3], not float64[3]".
    """

    label: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How two runs compare.

    Attributes:
      differences: What differs; empty if they agree.
      compared: How many names and objects changed in either run, the cell's value included.
      max_abs_error: Largest absolute difference between numbers of one place; None where shapes or types differ.
      tolerance: Largest relative tolerance that was applied.
    """

    differences: tuple[Difference, ...]
    compared: int
    max_abs_error: float | None
    tolerance: float

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
    """

    state: Checkpoint
    value: Any


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
    walk = _Walk({id(held.owner) for held in before.held}, rules)
    changed = 0
    states = zip(before.held, before.saved, baseline.state.saved, other.state.saved, strict=True)
    for held, was, mine, its in states:
        changed += _count_changes(held.holder, was, mine, its)
        walk.contents(held.label, held.holder, mine, its)
    walk.value(VALUE_LABEL, baseline.value, other.value)
    differences, error, tolerance = _judged(walk, Scales(cell, before, baseline.state))
    return Agreement(
        differences=differences,
        compared=changed + (baseline.value is not None),
        max_abs_error=error,
        tolerance=tolerance,
    )


@dataclass(slots=True)
class _Walk:
    """Walks two results side by side; finds what differs in kind, and the numbers that are left to compare."""

    owners: set[int]
    rules: Rules
    differences: list[Difference] = field(default_factory=list)
    numbers: list[Pair] = field(default_factory=list)
    seen: dict[tuple[int, int], Any] = field(default_factory=dict)

    def differs(self, label: str, reason: str) -> None:
        self.differences.append(Difference(label=label, reason=reason))

    def contents(self, label: str, holder: Any, mine: Any, its: Any) -> None:
        """Contents that a holder saved."""
        if holder is DRAWING:
            if has_changed(mine, its):
                self.differs(label, "is at another place")
        elif isinstance(mine, dict):
            if holder is NAMES:
                mine, its = self.compared(mine), self.compared(its)
            prefix = "" if holder is NAMES else f"{label}." if holder is ATTRIBUTES else None
            self.mapping(mine, its, lambda key: f"{label}[{key!r}]" if prefix is None else f"{prefix}{key}")
        else:
            self.value(label, mine, its)

    def compared(self, names: dict[str, Any]) -> dict[str, Any]:
        """The names that the rules do not leave out, nor Python itself has written."""
        wanted = self.rules.names
        return {
            name: value
            for name, value in names.items()
            if name not in _WRITTEN_BY_PYTHON and (wanted is None or name in wanted)
        }

    def mapping(self, mine: dict, its: dict, label: Any) -> None:
        for key in [*mine, *(key for key in its if key not in mine)]:
            if key not in its or key not in mine:
                self.differs(label(key), "is missing" if key in mine else "should not be there")
            else:
                self.value(label(key), mine[key], its[key])

    def value(self, label: str, mine: Any, its: Any) -> None:
        if (id(mine), id(its)) in self.seen:
            return
        self.seen[id(mine), id(its)] = (mine, its)
        if mine is its:  # what it holds is compared where that could be changed
            return
        if (self.rules.has_own_types or self.rules.bits) and _is_number_like(mine) and _is_number_like(its):
            self.arrays(label, _as_wide_as(mine, host(its)), host(its))
        elif not _same_type(mine, its):
            self.differs(label, f"is {_a(its)}, not {_a(mine)}")
        elif id(mine) in self.owners:
            self.differs(label, "is another object")
        elif is_numeric(mine):
            self.arrays(label, host(mine), host(its))
        elif isinstance(mine, _EXACT):
            if mine != its:
                self.differs(label, f"is {describe(its)}, not {describe(mine)}")
        else:
            self.inside(label, mine, its)

    def arrays(self, label: str, mine: np.ndarray, its: np.ndarray) -> None:
        if self.rules.bits is not None and _is_narrower(its.dtype, mine.dtype, self.rules.bits):
            its = its.astype(mine.dtype)  # the error is that against all digits of the baseline
        if (mine.dtype, mine.shape) != (its.dtype, its.shape):
            self.differs(label, f"is {describe(its)}, not {describe(mine)}")
        elif mine.dtype.hasobject and not mine.dtype.names:
            for place, (one, two) in enumerate(zip(mine.flat, its.flat, strict=True)):
                self.value(f"{label}.flat[{place}]", one, two)
        else:
            self.numbers.append(Pair(label, mine, its))

    def inside(self, label: str, mine: Any, its: Any) -> None:
        if isinstance(mine, (list, tuple, deque)):
            if len(mine) != len(its):
                self.differs(label, f"has {len(its)} elements, not {len(mine)}")
            for place, (one, two) in enumerate(zip(mine, its, strict=False)):
                self.value(f"{label}[{place}]", one, two)
        elif isinstance(mine, dict):
            self.mapping(mine, its, lambda key: f"{label}[{key!r}]")
            if not self.rules.has_own_types and list(mine) != list(its) and mine.keys() == its.keys():
                self.differs(label, "has its keys in another order")
        elif isinstance(mine, (set, frozenset)):
            if mine != its:
                self.differs(label, "has other elements")
        elif isinstance(mine, (FunctionType, type, ModuleType)):
            if _identity(mine) != _identity(its):
                self.differs(label, "is another function, class or module")
        else:
            for holder in holders_of(mine):
                self.contents(label, holder, holder.save(mine), holder.save(its))


def _judged(walk: _Walk, scales: Scales) -> tuple[tuple[Difference, ...], float | None, float]:
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


def _count_changes(holder: Any, was: Any, mine: Any, its: Any) -> int:
    """How many names or elements of a mapping changed in either run; for other things whether they did."""
    if holder is DRAWING:
        return 0
    if holder is NAMES:
        return len((rebound(was, mine) | rebound(was, its)) - _WRITTEN_BY_PYTHON)
    return int(has_changed(was, mine) or has_changed(was, its))


def _same_type(mine: Any, its: Any) -> bool:
    if isinstance(mine, jax.Array):
        return isinstance(its, jax.Array)
    # A class that the cell defines is a new one in each run.
    return type(mine) is type(its) or _identity(type(mine)) == _identity(type(its))


def _identity(value: Any) -> tuple[str, ...]:
    return (getattr(value, "__module__", None) or "", getattr(value, "__qualname__", value.__name__))


def _is_number_like(value: Any) -> bool:
    return is_numeric(value) or isinstance(value, (bool, int))


def _as_wide_as(value: Any, other: np.ndarray) -> np.ndarray:
    """`value` as an array; Python's numbers have no width, so they take that of a number of the same kind."""
    array = host(value)
    is_pythons = type(value) in (bool, int, float, complex)
    return array.astype(other.dtype) if is_pythons and array.dtype.kind == other.dtype.kind else array


def _is_narrower(dtype: np.dtype, wide: np.dtype, bits: int) -> bool:
    """Whether `dtype` is what `wide` is in numbers of `bits` bits."""
    size = bits // 8 * (2 if dtype.kind == "c" else 1)
    return dtype.kind == wide.kind and dtype.itemsize == size < wide.itemsize


def _a(value: Any) -> str:
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"
