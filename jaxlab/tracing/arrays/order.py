"""In which order an array's axes follow one another in memory, and arrays seen in that order.

XLA's arrays lie in C's order. An array that lies otherwise goes to it, and comes from it, with its axes in memory
order, so that nothing has to be moved.
"""

from typing import Any

import numpy as np

Order = tuple[int, ...] | None
"""Axes from the slowest to the fastest in memory; None where that is C's order."""


def memory_order(array: np.ndarray) -> Order:
    """The order of an array's axes, as its strides tell it."""
    if array.flags.c_contiguous:
        return None
    order = tuple(sorted(range(array.ndim), key=lambda axis: -abs(array.strides[axis])))
    return None if order == tuple(range(array.ndim)) else order


def in_memory_order(array: Any, order: Order) -> Any:
    """A NumPy or JAX array with its axes in memory order."""
    return array if order is None else array.transpose(order)


def from_memory_order(array: Any, order: Order) -> Any:
    """A NumPy or JAX array whose axes are in memory order, with its axes in their own."""
    return array if order is None else array.transpose(tuple(map(int, np.argsort(order))))
