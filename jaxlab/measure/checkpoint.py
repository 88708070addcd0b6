"""The state that a cell runs from, saved so that the notebook can be put back to it: in place, every object itself.

A copy of the namespace would have to copy functions, classes and closures too, and programs that were compiled for
the notebook's own objects would not fit it. Put back in place, aliases and views stay what they are.
"""

from dataclasses import dataclass
from typing import Any

from jaxlab.measure.reach import Held
from jaxlab.tracing.commit import interrupts_deferred


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Contents of everything that a cell can change, at one time.

    Attributes:
      held: The objects.
      saved: Their contents, one entry each.
    """

    held: tuple[Held, ...]
    saved: tuple[Any, ...]

    @classmethod
    def take(cls, held: tuple[Held, ...]) -> "Checkpoint":
        """Saves the contents of `held` as they are now; array memory is copied."""
        return cls(held, tuple(entry.holder.save(entry.owner) for entry in held))

    def restore(self) -> None:
        """Puts everything back; Ctrl-C waits until it is done."""
        with interrupts_deferred():
            for entry, saved in zip(self.held, self.saved, strict=True):
                entry.holder.restore(entry.owner, saved)

    def part(self, indices: frozenset[int]) -> "Checkpoint":
        """The checkpoint of some of the objects alone, by index into `held`."""
        kept = sorted(indices)
        return Checkpoint(tuple(self.held[index] for index in kept), tuple(self.saved[index] for index in kept))
