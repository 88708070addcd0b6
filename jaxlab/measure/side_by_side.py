"""Two results side by side: what differs in kind, the numbers that are left to compare, and what can't be compared."""

from collections import deque
from dataclasses import dataclass, field
from types import FunctionType, ModuleType
from typing import Any

import jax
import numpy as np

from jaxlab.cell.functions import is_same_code
from jaxlab.measure.checkpoint import has_changed
from jaxlab.measure.holders import ATTRIBUTES, CELL, DRAWING, NAMES, holders_of
from jaxlab.measure.likeness import equal
from jaxlab.measure.numbers import Pair, host, is_numeric
from jaxlab.measure.reach import fixed_parts
from jaxlab.measure.rules import Rules
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


@dataclass(slots=True)
class Walk:
    """Walks two results side by side.

    Attributes:
      owners: Identities of what the cell found: where it is to be, nothing equal will do.
      rules: What counts as the same.
      differences: What differs in kind.
      numbers: Numbers that are left to compare.
      uncompared: What nothing tells the sameness of.
      seen: Pairs that have been walked.
    """

    owners: set[int]
    rules: Rules
    differences: list[Difference] = field(default_factory=list)
    numbers: list[Pair] = field(default_factory=list)
    uncompared: list[Difference] = field(default_factory=list)
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
        """The names that count."""
        return {name: value for name, value in names.items() if self.counts(name)}

    def counts(self, name: str) -> bool:
        """Whether the rules do not leave it out, nor Python itself has written it."""
        return name not in _WRITTEN_BY_PYTHON and (self.rules.names is None or name in self.rules.names)

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
        elif isinstance(mine, np.ma.MaskedArray):
            self.masked(label, mine, its)
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

    def masked(self, label: str, mine: Any, its: Any) -> None:
        """What stands under a mask is no result."""
        self.arrays(f"{label}.mask", np.ma.getmaskarray(mine), np.ma.getmaskarray(its))
        zero = np.zeros((), mine.dtype)[()]
        self.arrays(label, mine.filled(zero), its.filled(zero))

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
            elif isinstance(mine, FunctionType):
                self.function(label, mine, its)
        elif not (is_equal := equal(mine, its)):
            self.unequal(label, mine, its, is_certain=is_equal is False)

    def function(self, label: str, mine: FunctionType, its: FunctionType) -> None:
        """Functions of one name: the same if they have the same code, and hold the same."""
        if not is_same_code(mine.__code__, its.__code__):
            self.unclear(label, "two functions")
            return
        for name, one, two in zip(
            mine.__code__.co_freevars, mine.__closure__ or (), its.__closure__ or (), strict=True
        ):
            self.value(f"{label}: {name}", *(CELL.save(cell) for cell in (one, two)))
        self.value(f"{label}'s defaults", mine.__defaults__, its.__defaults__)

    def unequal(self, label: str, mine: Any, its: Any, *, is_certain: bool) -> None:
        """What its type does not call equal: by its parts, where it has any."""
        parts, its_parts = list(fixed_parts(mine)), list(fixed_parts(its))
        holders = holders_of(mine)
        if getattr(mine, "__name__", None) != getattr(its, "__name__", None):
            self.differs(label, f"is {describe(its)}, not {describe(mine)}")
        elif hasattr(type(mine), "__array__"):
            self.arrays(label, np.asarray(mine), np.asarray(its))
        elif parts or holders:
            for (suffix, one), (_, two) in zip(parts, its_parts, strict=False):
                self.value(label + suffix, one, two)
            for holder in holders:
                self.contents(label, holder, holder.save(mine), holder.save(its))
        elif is_certain:
            self.differs(label, f"is {_short(its)}, not {_short(mine)}")
        else:
            self.unclear(label, f"two values of type `{type(mine).__name__}`")

    def unclear(self, label: str, what: str) -> None:
        self.uncompared.append(Difference(label=label, reason=what))


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


def _short(value: Any) -> str:
    """As `print` shows it, where that is shorter."""
    return min(describe(value), str(value), key=len)


def _a(value: Any) -> str:
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"
