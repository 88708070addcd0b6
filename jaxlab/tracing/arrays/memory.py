"""Buffers: memory that arrays share.

NumPy itself computes the views: every stand-in carries a shadow, a real array with the stand-in's shape, dtype and
strides. A view operation runs on the shadow; the result's address and strides say which part of the buffer it is.
The shadow of a buffer whose contents are known holds them; that of a traced buffer is never read.
"""

import weakref
from itertools import count
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Untraceable

_births = count()


class Buffer:
    """Memory that arrays share.

    Attributes:
      shadow: The array that owns the memory; it holds the contents while they are known.
      owner: A weak reference to the array that is the whole of it; None before there is one.
      born: Its number among all buffers, in the order in which they are made.
      version: Counts writes, so that the end of a trace can tell which inputs were written.
      scalar_reads: Read-log indices of the scalar inputs that the contents depend on, if they depend on scalar
        inputs alone; None once an array takes part.
    """

    __slots__ = ("__weakref__", "_traced", "born", "owner", "scalar_reads", "shadow", "version")

    def __init__(
        self, shadow: np.ndarray, traced: Any = None, scalar_reads: frozenset[int] | None = frozenset()
    ) -> None:
        self.shadow = shadow
        self.born = next(_births)
        self.owner: weakref.ref | None = None
        self.version = 0
        self.scalar_reads = scalar_reads
        self._traced = traced

    owns_memory = True
    """False where the memory is a part of another buffer's."""

    @property
    def is_known(self) -> bool:
        """Whether the contents are NumPy values, known while tracing."""
        return self._traced is None

    @property
    def traced(self) -> Any:
        """The contents as a JAX value; known contents become constants of the program."""
        return constant_of(self.shadow) if self._traced is None else self._traced

    def replace(self, traced: Any) -> None:
        """Writes the whole buffer."""
        self._check_mappings()
        self._traced = traced
        self.version += 1
        self.scalar_reads = None

    def mark_written(self) -> None:
        """Notes that the known contents were written in place."""
        self._check_mappings()
        self.version += 1

    def _check_mappings(self) -> None:
        if any(mapping.is_outside(self) for mapping in current().mappings):
            raise Untraceable("a function that is called for every element writes an array outside of it")


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


def constant_of(value: Any) -> Any:
    """A NumPy array or a number as a JAX value of its own dtype.

    JAX remembers for an object which constant it became, in 64 bits as here, and would take that one wherever the
    notebook uses the array later; so it is shown another object.
    """
    return jnp.asarray(value.view() if isinstance(value, np.ndarray) else value)


def shadow_like(array: np.ndarray) -> np.ndarray:
    """An array of the same shape, dtype, strides and writeability, whose contents mean nothing."""
    reach = [stride * (length - 1) for stride, length in zip(array.strides, array.shape, strict=True) if length]
    memory = np.empty(sum(map(abs, reach)) + array.itemsize, np.uint8)
    first = -sum(end for end in reach if end < 0)
    shadow = np.ndarray(array.shape, array.dtype, memory, first, array.strides)
    shadow.flags.writeable = array.flags.writeable
    return shadow
