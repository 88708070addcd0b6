"""Where a view lies in its buffer, and how it reads and writes its part of it: by slices, or by numbers of elements."""

from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.order import offset_of
from jaxlab.tracing.untraceable import Untraceable

Layout = tuple[int, tuple[int, ...], tuple[int, ...]]
"""Offset from the buffer's first element, shape and strides; offset and strides in elements."""

_MOST_STACKED = 64
"""Slices up to which overlapping windows are read as slices side by side."""
_MOST_LISTED = 4096
"""Elements up to which their numbers are listed in the program; those of more are computed by it."""


def layout_of(shadow: np.ndarray, base: np.ndarray) -> Layout:
    """Where `shadow` lies in `base`, which owns its memory."""
    unit = base.itemsize
    return offset_of(shadow, base) // unit, shadow.shape, tuple(stride // unit for stride in shadow.strides)


@dataclass(frozen=True, slots=True)
class Slices:
    """A view that basic slices of the buffer, transposed and reshaped, express.

    Attributes:
      memory: The buffer's axes as they lie in memory, from the longest stride to the shortest.
      seen_as: The shape in which the buffer, so transposed, is sliced.
      index: The slices.
      axes: How what they give is transposed.
      shape: The view's.
    """

    memory: tuple[int, ...]
    seen_as: tuple[int, ...]
    index: tuple[int | slice, ...]
    axes: tuple[int, ...]
    shape: tuple[int, ...]

    def read(self, value: Any) -> Any:
        """The view's part of the buffer's contents."""
        part = value.transpose(self.memory).reshape(self.seen_as)[self.index]
        return part.transpose(self.axes).reshape(self.shape)

    def write(self, value: Any, new: Any) -> Any:
        """The buffer's contents with the view's part replaced."""
        lying = value.transpose(self.memory)
        kept = tuple(length for length in self.shape if length != 1)
        part = new.reshape(kept).transpose(_inverse(self.axes))
        written = lying.reshape(self.seen_as).at[self.index].set(part)
        return written.reshape(lying.shape).transpose(_inverse(self.memory))


def _inverse(axes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(int(axis) for axis in np.argsort(axes))


@dataclass(frozen=True, slots=True)
class Stacked:
    """Overlapping windows as slices side by side, which XLA fuses with what is done along them; never written."""

    parts: tuple["Slices | Stacked", ...]
    axis: int

    def read(self, value: Any) -> Any:
        """The view's part of the buffer's contents."""
        return jnp.stack([part.read(value) for part in self.parts], self.axis)

    def write(self, value: Any, new: Any) -> Any:
        """Refuses.

        Raises:
          Untraceable: Always.
        """
        raise Untraceable(OVERLAP)


OVERLAP = "a view is written whose elements share memory with one another"


@dataclass(frozen=True, slots=True)
class Elements:
    """A view that only numbers of elements express.

    Attributes:
      view: Its layout.
      shape, strides: Those of the buffer.
    """

    view: Layout
    shape: tuple[int, ...]
    strides: tuple[int, ...]

    def read(self, value: Any) -> Any:
        """The view's part of the buffer's contents."""
        return value.reshape(-1)[self._numbers()]

    def write(self, value: Any, new: Any) -> Any:
        """The buffer's contents with the view's part replaced.

        Raises:
          Untraceable: An element occurs more than once, so that which of the new values it gets is NumPy's secret.
        """
        if _overlaps(self.view):
            raise Untraceable(OVERLAP)
        return value.reshape(-1).at[self._numbers()].set(new).reshape(value.shape)

    def _numbers(self) -> Any:
        if prod(self.view[1]) <= _MOST_LISTED or self.strides != _contiguous(self.shape):
            return _numbers(self.view, self.shape, self.strides)
        offset, shape, strides = self.view
        steps = (jax.lax.broadcasted_iota(np.dtype(np.int64), shape, axis) * s for axis, s in enumerate(strides))
        return sum(steps, start=np.int64(offset))


def _overlaps(view: Layout) -> bool:
    """Whether elements of a view may coincide: a step is no longer than what the shorter steps cover."""
    extent = 0
    for stride, length in sorted(zip(map(abs, view[2]), view[1], strict=True)):
        if length > 1 and stride <= extent:
            return True
        extent += stride * (length - 1)
    return False


def plan(view: Layout, base: Layout) -> "Slices | Stacked | Elements | None":
    """How the view reads and writes; None when it is the whole buffer."""
    if view == base:
        return None
    return _plan(view, base)


@lru_cache(maxsize=4096)
def _plan(view: Layout, base: Layout) -> "Slices | Stacked | Elements":
    _, shape, strides = base
    return _sliced(view, shape, strides) or _stacked(view, base, _MOST_STACKED) or Elements(view, shape, strides)


def _sliced(view: Layout, shape: tuple[int, ...], strides: tuple[int, ...]) -> "Slices | None":
    memory = tuple(sorted(range(len(shape)), key=lambda axis: -strides[axis]))
    lying = tuple(shape[axis] for axis in memory), tuple(strides[axis] for axis in memory)
    found = _slices(view, *lying, memory)
    if found is None and lying[1] == _contiguous(lying[0]):
        found = _slices(view, (prod(shape),), (1,), memory)
    return found


def _stacked(view: Layout, base: Layout, most: int) -> "Slices | Stacked | None":
    """One slice for each place along the shortest axis, and so on; None if that would take more than `most`."""
    offset, lengths, steps = view
    found = _sliced(view, base[1], base[2])
    longer = [axis for axis, length in enumerate(lengths) if length > 1]
    if found is not None or not longer or not _overlaps(view):
        return found
    axis = min(longer, key=lambda axis: lengths[axis])
    if lengths[axis] > most:
        return None
    rest = (lengths[:axis] + lengths[axis + 1 :], steps[:axis] + steps[axis + 1 :])
    starts = (offset + steps[axis] * place for place in range(lengths[axis]))
    parts = [_stacked((start, *rest), base, most // lengths[axis]) for start in starts]
    return Stacked(tuple(part for part in parts if part is not None), axis) if None not in parts else None


def _contiguous(shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(prod(shape[axis + 1 :]) for axis in range(len(shape)))


def _slices(view: Layout, shape: tuple[int, ...], strides: tuple[int, ...], memory: tuple[int, ...]) -> Slices | None:
    """Each axis of the view as a slice of one axis of the buffer, transposed by `memory`; None if it is none."""
    if 0 in view[1]:
        return None
    starts = _coordinates(view[0], shape, strides)
    if starts is None:
        return None
    taken: dict[int, tuple[int, slice]] = {}
    for axis, (length, stride) in enumerate(zip(view[1], view[2], strict=True)):
        if length == 1:
            continue
        match = _axis_for(length, stride, starts, shape, strides, taken)
        if match is None:
            return None
        taken[match[0]] = (axis, match[1])
    index = tuple(taken[axis][1] if axis in taken else starts[axis] for axis in range(len(shape)))
    order = [taken[axis][0] for axis in sorted(taken)]
    return Slices(memory, shape, index, _inverse(tuple(order)), view[1])


def _coordinates(offset: int, shape: tuple[int, ...], strides: tuple[int, ...]) -> list[int] | None:
    """The element at `offset` as one index an axis."""
    starts = [0] * len(shape)
    for axis in sorted(range(len(shape)), key=lambda axis: -abs(strides[axis])):
        if shape[axis] > 1 and strides[axis] > 0:
            starts[axis], offset = divmod(offset, strides[axis])
            if starts[axis] >= shape[axis]:
                return None
    return starts if offset == 0 else None


def _axis_for(length, stride, starts, shape, strides, taken) -> tuple[int, slice] | None:
    for axis, step in enumerate(strides):
        if axis in taken or shape[axis] == 1 or step <= 0 or stride == 0 or stride % step:
            continue
        last = starts[axis] + (length - 1) * (stride // step)
        if 0 <= last < shape[axis]:
            stop = last + (1 if stride > 0 else -1)
            return axis, slice(starts[axis], stop if stop >= 0 else None, stride // step)
    return None


def _numbers(view: Layout, shape: tuple[int, ...], strides: tuple[int, ...]) -> np.ndarray:
    """For each element of the view its number in the buffer, counted in C order."""
    places = np.zeros(shape, dtype=np.int64)
    for axis, stride in enumerate(strides):
        places += (np.arange(shape[axis]) * stride).reshape([-1 if a == axis else 1 for a in range(len(shape))])
    wanted = np.full(view[1], view[0], dtype=np.int64)
    for axis, (length, stride) in enumerate(zip(view[1], view[2], strict=True)):
        wanted += (np.arange(length) * stride).reshape([-1 if a == axis else 1 for a in range(len(view[1]))])
    order = np.argsort(places.reshape(-1))
    return order[np.searchsorted(places.reshape(-1)[order], wanted)]
