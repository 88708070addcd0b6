"""Whether a second run of a cell would find what the first one found."""

import dis
from collections.abc import Iterator
from types import CodeType, FunctionType

from jaxlab.cell.names import names_of
from jaxlab.cell.parse import Cell
from jaxlab.measure.checkpoint import Checkpoint, has_changed, rebound
from jaxlab.measure.holders import NAMES


def needs_reset(cell: Cell, before: Checkpoint, afters: tuple[Checkpoint, ...]) -> frozenset[int]:
    """Indices of the objects that have to be put back before the cell runs again; none for most cells.

    A name that the cell binds before it reads it, and that no function reads, makes no difference to its next run.
    """
    own = names_of(cell.body)
    codes = [held.owner.__code__ for held in before.held if isinstance(held.owner, FunctionType)]
    needed = own.may_read | own.deletes | {name for code in codes for name in _names_needed(code)}
    return frozenset(
        index
        for after in afters
        for index, (held, was, now) in enumerate(zip(before.held, before.saved, after.saved, strict=True))
        if (rebound(was, now) & needed if held.holder is NAMES else has_changed(was, now))
    )


def _names_needed(code: CodeType) -> Iterator[str]:
    """Global names that code reads or deletes, nested code included."""
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_NAME", "LOAD_GLOBAL", "DELETE_NAME", "DELETE_GLOBAL"):
            yield step.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_needed(constant)
