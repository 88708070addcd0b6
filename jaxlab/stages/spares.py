"""Memory that one run after another uses: mapping it anew takes longer than most programs compute.

The C library gives 32 MiB and more back to the system as soon as they are freed. The next allocation is mapped page by
page while it is first written, which for 100 MB takes eight times as long as `x * 2 + 1` itself. So what large results
lay in is kept, and handed to the next run, which computes into it: XLA takes the memory of a *donated* argument for an
output of the same dtype and shape.
"""

from collections.abc import Hashable, Iterator
from typing import Any

import jax
import numpy as np

from jaxlab.tracing.arrays.order import address_of

LARGE_BYTES = 2**25
"""Bytes, in one array or several, from which on freed memory is not used again by itself."""

KEPT_BYTES = 2**20
"""Bytes of the smallest array whose memory is kept."""

MOST_KEPT_BYTES = 2**29
"""Bytes of spare memory that are kept while nothing runs."""

ALIGNMENT = 64
"""XLA's CPU device computes on NumPy's memory as it is if its address is a multiple of this."""


class Spares:
    """Memory that is in nobody's hands, by what it fits; what has waited longest goes first.

    Args:
      most_bytes: What is kept at most.
    """

    def __init__(self, most_bytes: int = MOST_KEPT_BYTES) -> None:
        self._most_bytes = most_bytes
        self._kept: list[tuple[Hashable, Any]] = []
        self._wanted: set[Hashable] = set()

    @property
    def nbytes(self) -> int:
        """Bytes that are kept."""
        return sum(memory.nbytes for _, memory in self._kept)

    def __iter__(self) -> Iterator[Any]:
        """What is kept: arrays of NumPy's, and of JAX's."""
        return (memory for _, memory in tuple(self._kept))

    def take(self, fits: Hashable) -> Any | None:
        """Memory that was given for `fits`, no longer kept here; None if there is none."""
        self._wanted.add(fits)
        for place in reversed(range(len(self._kept))):
            if self._kept[place][0] == fits:
                return self._kept.pop(place)[1]
        return None

    def give(self, fits: Hashable, memory: Any) -> None:
        """Keeps memory that nobody will read or write any more, if it is wanted; what is small the C library keeps."""
        if memory.nbytes < KEPT_BYTES or fits not in self._wanted:
            return
        self._kept.append((fits, memory))
        while self.nbytes > self._most_bytes:
            del self._kept[0]

    def clear(self) -> None:
        """Lets all of it go."""
        self._kept.clear()


SPARES = Spares()


class Borrowed:
    """What one run has of the spare memory. A run that fails or is interrupted may still be using it: it keeps it.

    Attributes:
      outputs: By its number each output of XLA's that is no array of the notebook's.

    Args:
      spares: Where memory comes from, and goes back to.
    """

    def __init__(self, spares: Spares = SPARES) -> None:
        self._spares = spares
        self._held: list[tuple[Hashable, Any]] = []
        self.outputs: dict[int, jax.Array] = {}

    def staging(self, like: np.ndarray) -> np.ndarray:
        """Aligned memory of NumPy's for the contents of `like`, in C's order; back at the end of the run."""
        memory = self._spares.take(like.nbytes)
        if memory is None:
            memory = aligned_bytes(like.nbytes)
        self._held.append((like.nbytes, memory))
        return memory.view(like.dtype).reshape(like.shape)

    def for_outputs(self, avals: tuple[jax.ShapeDtypeStruct, ...], device: Any) -> list[Any]:
        """Arguments to donate, one an output: spare memory where there is some."""
        return [self._for_output(aval, device) for aval in avals]

    def _for_output(self, aval: jax.ShapeDtypeStruct, device: Any) -> Any:
        spare = self._spares.take((aval.shape, aval.dtype, device))
        if spare is not None:
            return spare
        # NumPy's memory can't be donated: XLA then allocates. This here is never touched, so it is only reserved.
        untouched = aligned_bytes(aval.size * aval.dtype.itemsize)
        return jax.device_put(untouched.view(aval.dtype).reshape(aval.shape), device)

    def give_back(self) -> None:
        """Ends the run, which has copied what it was given; what it has computed is in `outputs`."""
        while self._held:
            self._spares.give(*self._held.pop())


def fits_output(output: jax.Array) -> Hashable:
    """What the memory of an output fits."""
    return (output.shape, output.dtype, *output.devices())


def aligned_bytes(count: int) -> np.ndarray:
    """New memory as XLA's CPU device takes it, not yet touched."""
    memory = np.empty(count + ALIGNMENT, np.uint8)
    start = -address_of(memory) % ALIGNMENT
    return memory[start : start + count]
