"""The state that a cell runs from, saved so that the notebook can be put back to it: in place, every object itself.

A copy of the namespace would have to copy functions, classes and closures too, and programs that were compiled for
the notebook's own objects would not fit it. Put back in place, aliases and views stay what they are.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.measure.holders import ARRAY
from jaxlab.measure.reach import Held
from jaxlab.tracing.effects.commit import interrupts_deferred


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

    def now(self) -> "Checkpoint":
        """The contents of the same objects as they are now; memory of arrays that have not changed is shared."""
        pairs = zip(self.held, self.saved, strict=True)
        return Checkpoint(self.held, tuple(_saved(entry, was) for entry, was in pairs))

    def restore(self) -> None:
        """Puts everything back; Ctrl-C waits until it is done."""
        with interrupts_deferred():
            for entry, saved in zip(self.held, self.saved, strict=True):
                entry.holder.restore(entry.owner, saved)

    @contextmanager
    def at_the_end(self) -> Iterator[None]:
        """Whatever happens in this scope, everything is put back at its end."""
        try:
            yield
        finally:
            self.restore()

    def names(self, namespace: dict[str, Any]) -> frozenset[str]:
        """Names that were bound in a namespace."""
        pairs = zip(self.held, self.saved, strict=True)
        return frozenset(next((saved for held, saved in pairs if held.owner is namespace), ()))

    def part(self, indices: frozenset[int]) -> "Checkpoint":
        """The checkpoint of some of the objects alone, by index into `held`."""
        kept = sorted(indices)
        return Checkpoint(tuple(self.held[index] for index in kept), tuple(self.saved[index] for index in kept))


def has_changed(was: Any, now: Any) -> bool:
    """Whether saved contents differ: arrays and states by value, elements by identity."""
    if was is now:
        return False
    if isinstance(was, np.ndarray):
        return not identical(was, now)
    if isinstance(was, dict):
        return was.keys() != now.keys() or any(has_changed(was[key], now[key]) for key in was)
    if type(was) is tuple and set(map(type, was)) == {int}:  # the state of `random`, 625 of them
        return was != now
    if isinstance(was, (list, tuple)):
        return len(was) != len(now) or any(map(has_changed, was, now))
    return not (isinstance(was, (int, str, set, float)) and was == now)


def rebound(was: dict[str, Any], now: dict[str, Any]) -> set[str]:
    """Names that are bound, deleted or bound to another object."""
    missing = object()
    return {name for name in was.keys() | now.keys() if was.get(name, missing) is not now.get(name, missing)}


def identical(mine: np.ndarray, its: np.ndarray) -> bool:
    """Whether two arrays have one dtype, one shape and equal elements; NaN equals NaN."""
    if mine is its:
        return True
    if (mine.shape, mine.dtype) != (its.shape, its.dtype):
        return False
    if np.array_equal(mine, its):  # several times as fast as where NaN counts
        return True
    return is_inexact(mine.dtype) and bool(np.array_equal(mine, its, equal_nan=True))


def _saved(entry: Held, was: Any) -> Any:
    is_same = entry.holder is ARRAY and _same_bits(entry.owner, was)
    return was if is_same else entry.holder.save(entry.owner)


def _same_bits(array: np.ndarray, saved: np.ndarray) -> bool:
    """Whether two arrays hold the same memory, byte for byte; False where that can't be told fast."""
    if (array.shape, array.dtype) != (saved.shape, saved.dtype) or array.dtype.hasobject:
        return False
    if not (array.flags.c_contiguous and saved.flags.c_contiguous):
        return False
    word = np.uint64 if array.nbytes % 8 == 0 else np.uint8
    mine, its = (one.view(np.ndarray).reshape(-1).view(np.uint8).view(word) for one in (array, saved))
    return bool(np.array_equal(mine, its))


def is_inexact(dtype: np.dtype) -> bool:
    """Whether the numbers of a dtype are rounded."""
    return jnp.issubdtype(dtype, jnp.inexact)
