"""Where a view lies in a buffer that runs backwards along an axis, or repeats its elements: `x[::-1]`, `broadcast_to`.

An array of the notebook may lie so, and its strides show in what NumPy makes of it: which view is a copy, which flags
it has. A plan is made for the same elements running forwards, each of them once.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import jax.numpy as jnp

from jaxlab.tracing.arrays.plans import OVERLAP, Elements, Layout, Slices, Stacked, plan
from jaxlab.tracing.untraceable import Untraceable


@dataclass(frozen=True, slots=True)
class Forwards:
    """A view by way of the buffer's elements running forwards, each of them once.

    Attributes:
      backwards: The buffer's axes that run backwards.
      once: The index that takes each of the buffer's elements once.
      way: How the view reads and writes what that gives; None when it is the whole of it.
      shape: The view's, in which elements may be repeated.
    """

    backwards: tuple[int, ...]
    once: tuple[int | slice, ...]
    way: Slices | Stacked | Elements | None
    shape: tuple[int, ...]

    def read(self, value: Any) -> Any:
        """The view's part of the buffer's contents."""
        lying = jnp.flip(value, self.backwards)[self.once]
        return jnp.broadcast_to(lying if self.way is None else self.way.read(lying), self.shape)

    def write(self, value: Any, new: Any) -> Any:
        """The buffer's contents with the view's part replaced.

        Raises:
          Untraceable: Elements are repeated.
        """
        if 0 in self.once:
            raise Untraceable(OVERLAP)
        lying = jnp.flip(value, self.backwards)
        written = jnp.reshape(new, lying.shape) if self.way is None else self.way.write(lying, new)
        return jnp.flip(written, self.backwards)


def plan_in_any(view: Layout, base: Layout) -> Forwards | Slices | Stacked | Elements | None:
    """How the view reads and writes a buffer that lies in any way; None when it is the whole of it."""
    steps = zip(base[1], base[2], strict=True)
    is_forwards = all(stride > 0 or length == 1 for length, stride in steps)
    return plan(view, base) if view == base or is_forwards or 0 in base[1] else _forwards(view, base)


@lru_cache(maxsize=4096)
def _forwards(view: Layout, base: Layout) -> Forwards:
    _, lengths, strides = base
    axes = range(len(lengths))
    backwards = tuple(axis for axis in axes if lengths[axis] > 1 and strides[axis] < 0)
    kept = [axis for axis in axes if lengths[axis] == 1 or strides[axis]]
    first = sum(strides[axis] * (lengths[axis] - 1) for axis in backwards)
    lying = (0, tuple(lengths[axis] for axis in kept), tuple(abs(strides[axis]) for axis in kept))
    seen = tuple(length if stride else min(length, 1) for length, stride in zip(*view[1:], strict=True))
    once = tuple(slice(None) if axis in kept else 0 for axis in axes)
    return Forwards(backwards, once, plan((view[0] - first, seen, view[2]), lying), view[1])
