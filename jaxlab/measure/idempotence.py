"""Whether a second run of a cell would find what the first one found."""

from types import FunctionType

from jaxlab.cell.parse import Cell, names_loaded
from jaxlab.measure.checkpoint import Checkpoint, has_changed, rebound
from jaxlab.measure.holders import NAMES
from jaxlab.measure.reach import names_mentioned


def needs_reset(cell: Cell, before: Checkpoint, afters: tuple[Checkpoint, ...]) -> frozenset[int]:
    """Indices of the objects that have to be put back before the cell runs again; none for most cells.

    A name that the cell binds and neither it nor a function that it reaches reads makes no difference to its next run.
    """
    loaded = {name for statement in cell.statements for name in names_loaded(statement.node)}
    for held in before.held:
        if isinstance(held.owner, FunctionType):
            loaded.update(names_mentioned(held.owner.__code__))
    return frozenset(
        index
        for after in afters
        for index, (held, was, now) in enumerate(zip(before.held, before.saved, after.saved, strict=True))
        if (rebound(was, now) & loaded if held.holder is NAMES else has_changed(was, now))
    )
