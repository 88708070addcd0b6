"""Whether a second run of a cell would find what the first one found."""

import dis
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import CodeType, FunctionType

from jaxlab.cell.names import names_of
from jaxlab.cell.parse import Cell
from jaxlab.measure.checkpoint import Checkpoint, has_changed, rebound
from jaxlab.measure.holders import NAMES


@dataclass(frozen=True, slots=True)
class Changes:
    """What runs have changed.

    Attributes:
      names: By index of a namespace: names that were bound, deleted or bound to something else.
      objects: Indices of everything else that has other contents than before.
    """

    names: Mapping[int, set[str]]
    objects: frozenset[int]

    @classmethod
    def between(cls, before: Checkpoint, afters: tuple[Checkpoint, ...]) -> "Changes":
        """What differs from `before` after any of the runs."""
        names: dict[int, set[str]] = {}
        objects = set()
        for index, (held, was) in enumerate(zip(before.held, before.saved, strict=True)):
            states = (after.saved[index] for after in afters)
            if held.holder is NAMES:
                names[index] = {name for now in states for name in rebound(was, now)}
            elif any(has_changed(was, now) for now in states):
                objects.add(index)
        return cls(names, frozenset(objects))


def needs_reset(cell: Cell, before: Checkpoint, changes: Changes) -> frozenset[int]:
    """Indices of the objects that have to be put back before the cell runs again; none for most cells.

    A name that the cell binds before it reads it, and that no function reads, makes no difference to its next run.
    """
    own = names_of(cell.body)
    codes = [held.owner.__code__ for held in before.held if isinstance(held.owner, FunctionType)]
    needed = own.may_read | own.deletes | {name for code in codes for name in _names_needed(code)}
    return changes.objects | {index for index, names in changes.names.items() if names & needed}


def _names_needed(code: CodeType) -> Iterator[str]:
    """Global names that code reads or deletes, nested code included."""
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_NAME", "LOAD_GLOBAL", "DELETE_NAME", "DELETE_GLOBAL"):
            yield step.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_needed(constant)
