"""The programs that were built, found again by code and guards; bounded, so that old ones go."""

from collections import OrderedDict, defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from jaxlab.stages.program import Program
from jaxlab.stages.unfit import Unfit
from jaxlab.tracing.log.reads import Mismatch, resolve
from jaxlab.tracing.trace import PathKey, ScalarPolicy

Entry = Program | Unfit

_MOST_CELLS = 256
_MOST_VARIANTS = 8


@dataclass(slots=True)
class Piece:
    """What is known of the statements that begin at one place of one cell in one namespace.

    Attributes:
      entries: Programs and breaks, the one used last in front.
      pinned: Numbers that must be constants.
      loosened: Numbers that are inputs since they have caused a compilation.
      shared: Arrays that are parts of one input.
    """

    entries: list[Entry] = field(default_factory=list)
    pinned: set[PathKey] = field(default_factory=set)
    loosened: set[PathKey] = field(default_factory=set)
    shared: set[PathKey] = field(default_factory=set)

    def policy(self, base: ScalarPolicy) -> ScalarPolicy:
        """The policy for the next trace."""
        return replace(
            base,
            pinned=frozenset(self.pinned),
            loosened=frozenset(self.loosened - self.pinned),
            shared=frozenset(self.shared),
        )

    def add(self, entry: Entry) -> None:
        """Keeps an entry; the one unused for longest goes if there are too many."""
        self.entries.insert(0, entry)
        del self.entries[_MOST_VARIANTS:]


@dataclass(frozen=True, slots=True)
class Found:
    """The outcome of looking for an entry.

    Attributes:
      entry: The one that fits; None if none does.
      values: The notebook's values for its reads.
      mismatch: Why the entry used last does not fit; None if there was none.
    """

    entry: Entry | None
    values: list[Any]
    mismatch: Mismatch | None = None


class Programs:
    """The pieces of a session's cells; the cell that has not run for longest goes if there are too many."""

    def __init__(self) -> None:
        self._cells: OrderedDict[Hashable, dict[Hashable, Piece]] = OrderedDict()

    def of(self, cell: Hashable) -> dict[Hashable, Piece]:
        """The pieces of a cell, by their places in it: one is made where it is asked for."""
        pieces = self._cells.setdefault(cell, defaultdict(Piece))
        self._cells.move_to_end(cell)
        while len(self._cells) > _MOST_CELLS:
            self._cells.popitem(last=False)
        return pieces


def find(piece: Piece) -> Found:
    """The entry whose guards hold now."""
    first: Mismatch | None = None
    for position, entry in enumerate(piece.entries):
        values = resolve(entry.reads)
        if isinstance(values, Mismatch):
            first = first or values
        elif isinstance(entry, Unfit) or (_is_apart(entry, values) and _are_of_their_classes(entry, values)):
            piece.entries.insert(0, piece.entries.pop(position))
            return Found(entry, values)
    return Found(None, [], first)


def loosen(piece: Piece, found: Found) -> None:
    """Makes inputs of the numbers whose change is why nothing fits, if they may be."""
    if found.mismatch is None:
        return
    for entry in piece.entries:
        if isinstance(entry, Program) and found.mismatch.read in entry.reads:
            piece.loosened.add(entry.keys[entry.reads.index(found.mismatch.read)])
            return


def _is_apart(program: Program, values: list[Any]) -> bool:
    """Whether objects that were separate still are, and written arrays share memory with no other."""
    if len({id(values[index]) for index in program.object_reads}) != program.distinct:
        return False
    return not any(
        np.may_share_memory(values[write.read], values[index])
        for write in program.effects.arrays
        for index in program.array_reads
        if values[index] is not values[write.read] and program.owners.get(index) != write.read
    )


def _are_of_their_classes(program: Program, values: list[Any]) -> bool:
    """Whether no object is of a class that another one has taken the place of, so that it is its object no longer."""
    replaced = {guard.value for index, guard in program.classes if values[index] is not guard.value}
    if not replaced:
        return True
    things = (values[index] for index in (*program.object_reads, *(index for index, _ in program.classes)))
    return all(replaced.isdisjoint((thing if isinstance(thing, type) else type(thing)).__mro__) for thing in things)
