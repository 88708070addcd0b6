"""The largest number that a result was computed from: rounding errors grow with it, where much of it cancels."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

import numpy as np

from jaxlab.cell.ownership import is_user_function
from jaxlab.cell.parse import Cell
from jaxlab.measure.checkpoint import Checkpoint
from jaxlab.measure.holders import ARRAY, CELL, NAMES, holders_of, is_own_module
from jaxlab.measure.numbers import host, is_numeric, largest
from jaxlab.measure.origins import VALUE, origins_of, origins_of_the_rest
from jaxlab.measure.reach import fixed_parts, names_mentioned

VALUE_LABEL = "its value"
MOST_OBJECTS = 100_000
"""Objects that are looked through for numbers: more would take seconds."""
_ROOT = re.compile(r"\w+")


@dataclass(slots=True)
class Scales:
    """How large the numbers are that results of a cell were computed from.

    Attributes:
      cell: The cell; None where its code is unknown, and each result has its own scale alone.
      before: The state that it began at.
      after: The state that it left.
    """

    cell: Cell | None
    before: Checkpoint
    after: Checkpoint
    _known: dict[str, float] = field(default_factory=dict)

    def of(self, label: str) -> float:
        """The largest number that what `label` names was computed from; 0 where that was none."""
        name = VALUE if label.startswith(VALUE_LABEL) else _root(label)
        if name not in self._known:
            self._known[name] = self._found(name)
        return self._known[name]

    def _found(self, name: str) -> float:
        origins = origins_of(self.cell).get(name) or origins_of_the_rest(self.cell)
        codes = [statement.plain for statement in self.cell.statements] if self.cell is not None else []
        mentioned = frozenset(found for code in codes for found in names_mentioned(code))
        start, end = (_Contents(state, mentioned) for state in (self.before, self.after))
        sizes = [*map(start.largest, origins.at_start), *map(end.largest, origins.at_end)]
        return max(sizes, default=0.0)


class _Contents:
    """What names held at one time; of modules, those that the cell mentions."""

    def __init__(self, state: Checkpoint, mentioned: frozenset[str]) -> None:
        pairs = list(zip(state.held, state.saved, strict=True))
        self.saved = {(id(held.owner), type(held.holder)): saved for held, saved in pairs}
        self.names: dict[str, Any] = next((saved for held, saved in pairs if held.holder is NAMES), {})
        self.mentioned = mentioned

    def largest(self, name: str) -> float:
        """The largest number in what the name holds, and in what its functions read."""
        todo, most = [self.names.get(name)], 0.0
        seen: dict[int, Any] = {}  # alive, so that no other object gets its identity
        while todo and len(seen) < MOST_OBJECTS:
            value = todo.pop()
            if id(value) in seen:
                continue
            seen[id(value)] = value
            if is_numeric(value):
                numbers = self.numbers(value)
                most = max(most, largest(numbers))
                todo += list(numbers.flat) if numbers.dtype.hasobject and not numbers.dtype.names else []
            else:
                todo += self.parts(value)
        return most

    def numbers(self, value: Any) -> np.ndarray:
        kept = self.saved.get((id(value), type(ARRAY)))
        return host(value) if kept is None else kept

    def parts(self, value: Any) -> Iterator[Any]:
        if is_own_module(value):
            found = self.saved.get((id(vars(value)), type(NAMES)), {})
            yield from (found.get(name) for name in self.mentioned)
        for holder in holders_of(value):
            saved = self.saved.get((id(value), type(holder)))
            saved = holder.save(value) if saved is None else saved
            yield from saved.values() if isinstance(saved, dict) else saved if isinstance(saved, (list, set)) else ()
        yield from (part for _, part in fixed_parts(value))
        if isinstance(value, FunctionType) and is_user_function(value):
            found = self.saved.get((id(value.__globals__), type(NAMES)), {})
            yield from (found.get(name) for name in names_mentioned(value.__code__))
            yield from (CELL.save(cell) for cell in value.__closure__ or ())


def _root(label: str) -> str:
    found = _ROOT.match(label)
    return found[0] if found else label
