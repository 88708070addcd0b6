"""Buffers, and how a view reads and writes its part of one.

NumPy itself computes the views: every stand-in carries a shadow, a real array with the stand-in's shape, dtype and
strides. A view operation runs on the shadow; the result's address and strides say which part of the buffer it is.
The shadow of a buffer whose contents are known holds them; that of a traced buffer is never read.
"""

import weakref
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.untraceable import Untraceable

Layout = tuple[int, tuple[int, ...], tuple[int, ...]]
"""Offset from the buffer's first element, shape and strides; offset and strides in elements."""


class Buffer:
    """Memory that arrays share.

    Attributes:
      shadow: The array that owns the memory; it holds the contents while they are known.
      owner: A weak reference to the array that is the whole of it; None before there is one.
      version: Counts writes, so that the end of a trace can tell which inputs were written.
      scalar_reads: Read-log indices of the scalar inputs that the contents depend on, if they depend on scalar
        inputs alone; None once an array takes part.
    """

    __slots__ = ("__weakref__", "_detached", "_traced", "owner", "scalar_reads", "shadow", "version")

    def __init__(
        self, shadow: np.ndarray, traced: Any = None, scalar_reads: frozenset[int] | None = frozenset()
    ) -> None:
        self.shadow = shadow
        self.owner: weakref.ref | None = None
        self.version = 0
        self.scalar_reads = scalar_reads
        self._traced = traced
        self._detached: list[weakref.ref] = []

    @property
    def is_known(self) -> bool:
        """Whether the contents are NumPy values, known while tracing."""
        return self._traced is None

    @property
    def traced(self) -> Any:
        """The contents as a JAX value; known contents become constants of the program."""
        return jnp.asarray(self.shadow) if self._traced is None else self._traced

    def replace(self, traced: Any) -> None:
        """Writes the whole buffer."""
        if any(ref() is not None for ref in self._detached):
            raise Untraceable("an array is written while a row of it, chosen by a traced index, is still in use")
        if self.is_known and not self.shadow.flags.c_contiguous:
            raise Untraceable("an array in Fortran's order is written")  # results come back in C's order
        self._traced = traced
        self.version += 1
        self.scalar_reads = None

    def mark_written(self) -> None:
        """Notes that the known contents were written in place."""
        self.version += 1

    def detach(self, copy: object) -> None:
        """Remembers a copy that NumPy would have made a view: no write may come while it lives."""
        self._detached.append(weakref.ref(copy))


class InputBuffer(Buffer):
    """An array of the notebook; it becomes an input of the program when it is first used."""

    __slots__ = ("_supply",)

    def __init__(self, shadow: np.ndarray, supply: Any, scalar_reads: frozenset[int] | None = None) -> None:
        super().__init__(shadow, None, scalar_reads)
        self._supply = supply

    @property
    def is_known(self) -> bool:
        """Never: a value that can change between two runs is not baked in."""
        return False

    @property
    def traced(self) -> Any:
        """The contents as a JAX value."""
        if self._traced is None:
            self._traced = self._supply()
        return self._traced


def layout_of(shadow: np.ndarray, base: np.ndarray) -> Layout:
    """Where `shadow` lies in `base`, which owns its memory."""
    unit = base.itemsize
    offset = shadow.__array_interface__["data"][0] - base.__array_interface__["data"][0]
    return offset // unit, shadow.shape, tuple(stride // unit for stride in shadow.strides)


@dataclass(frozen=True, slots=True)
class Slices:
    """A view that basic slices of the buffer (seen in `seen_as` shape), transposed and reshaped, express."""

    seen_as: tuple[int, ...]
    index: tuple[int | slice, ...]
    axes: tuple[int, ...]
    shape: tuple[int, ...]

    def read(self, value: Any) -> Any:
        """The view's part of the buffer's contents."""
        part = value.reshape(self.seen_as)[self.index]
        return part.transpose(self.axes).reshape(self.shape)

    def write(self, value: Any, new: Any) -> Any:
        """The buffer's contents with the view's part replaced."""
        back = tuple(np.argsort(self.axes))
        kept = tuple(length for length in self.shape if length != 1)
        part = new.reshape(kept).transpose(back)
        return value.reshape(self.seen_as).at[self.index].set(part).reshape(value.shape)


@dataclass(frozen=True, slots=True)
class Elements:
    """A view that only a list of element numbers expresses."""

    numbers: Any

    def read(self, value: Any) -> Any:
        """The view's part of the buffer's contents."""
        return value.reshape(-1)[self.numbers]

    def write(self, value: Any, new: Any) -> Any:
        """The buffer's contents with the view's part replaced."""
        return value.reshape(-1).at[self.numbers].set(new).reshape(value.shape)


def plan(view: Layout, base: Layout) -> Slices | Elements | None:
    """How the view reads and writes; None when it is the whole buffer."""
    if view == base:
        return None
    return _plan(view, base)


@lru_cache(maxsize=4096)
def _plan(view: Layout, base: Layout) -> Slices | Elements:
    _, shape, strides = base
    found = _slices(view, shape, strides)
    if found is None and strides == _contiguous(shape):
        found = _slices(view, (prod(shape),), (1,))
    return found if found is not None else Elements(_numbers(view, shape, strides))


def _contiguous(shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(prod(shape[axis + 1 :]) for axis in range(len(shape)))


def _slices(view: Layout, shape: tuple[int, ...], strides: tuple[int, ...]) -> Slices | None:
    """Each axis of the view as a slice of one axis of the buffer, or None."""
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
    return Slices(shape, index, tuple(int(i) for i in np.argsort(order)), view[1])


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


def shadow_like(array: np.ndarray) -> np.ndarray:
    """An array of the same shape, dtype, strides and writeability, whose contents mean nothing."""
    steps = zip(array.strides, array.shape, strict=True)
    if any(stride < 0 or (stride == 0 and length > 1) for stride, length in steps):
        shadow = np.empty(array.shape, array.dtype)
    else:
        extent = sum(stride * (length - 1) for stride, length in zip(array.strides, array.shape, strict=True) if length)
        memory = np.empty(extent + array.itemsize, np.uint8)
        shadow = np.ndarray(array.shape, array.dtype, memory, strides=array.strides)
    shadow.flags.writeable = array.flags.writeable
    return shadow
