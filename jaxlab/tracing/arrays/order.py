"""How an array lies in memory: where, and in which order its axes follow one another; arrays seen in that order.

XLA's arrays lie in C's order. An array that lies otherwise goes to it, and comes from it, with its axes in memory
order, so that nothing has to be moved. In between, the shadow of a stand-in has the strides that NumPy would give.
"""

from typing import Any

import numpy as np

Order = tuple[int, ...] | None
"""Axes from the slowest to the fastest in memory; None where that is C's order."""

_SAMPLE = 2
"""Elements of each axis from which an order shows."""


def memory_order(array: np.ndarray) -> Order:
    """The order of an array's axes, as its strides tell it."""
    if array.flags.c_contiguous:
        return None
    return _order(sorted(range(array.ndim), key=lambda axis: -abs(array.strides[axis])))


def order_named(name: str | None, array: np.ndarray) -> Order:
    """The order that NumPy's `order="C"`, "F", "A" or "K" means for `array`.

    Raises:
      ValueError: There is no such order.
    """
    if name in (None, "K", "k"):
        return memory_order(array)
    if name in ("A", "a"):
        name = "F" if array.flags.fnc else "C"
    if name not in ("C", "c", "F", "f"):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got '{name}')")
    return None if name in ("C", "c") else _order(range(array.ndim)[::-1])


def order_kept(*operands: np.ndarray) -> Order:
    """The order of what NumPy computes element by element from arrays; none of their elements counts."""
    if all(operand.flags.c_contiguous for operand in operands):
        return None
    samples = [operand[(slice(_SAMPLE),) * operand.ndim] for operand in operands]
    access = [["readonly"]] * len(samples) + [["writeonly", "allocate"]]
    with np.nditer([*samples, None], ["zerosize_ok"], access, [None] * len(samples) + [np.dtype(bool)]) as iterator:
        return memory_order(iterator.operands[-1])


def in_memory_order(array: Any, order: Order) -> Any:
    """A NumPy or JAX array with its axes in memory order."""
    return array if order is None else array.transpose(order)


def as_it_lies(array: np.ndarray) -> np.ndarray:
    """An array seen with its axes in the order in which they lie in memory; contiguous if its elements lie together."""
    return in_memory_order(array, memory_order(array))


def from_memory_order(array: Any, order: Order) -> Any:
    """A NumPy or JAX array whose axes are in memory order, with its axes in their own."""
    return array if order is None else array.transpose(tuple(map(int, np.argsort(order))))


def empty_in_order(shape: tuple[int, ...], dtype: np.dtype, order: Order) -> np.ndarray:
    """A new array that lies in memory so, and owns it."""
    if order is None:
        return np.empty(shape, dtype)
    like = from_memory_order(np.empty([min(shape[axis], _SAMPLE) for axis in order], bool), order)
    return np.empty_like(like, dtype, shape=shape)


def address_of(array: np.ndarray) -> int:
    """Where in memory an array's first element lies."""
    return array.__array_interface__["data"][0]


def offset_of(view: np.ndarray, base: np.ndarray) -> int:
    """Bytes from the first element of `base` to that of a view of its memory."""
    return address_of(view) - address_of(base)


def _order(axes: Any) -> Order:
    order = tuple(axes)
    return None if order == tuple(range(len(order))) else order
