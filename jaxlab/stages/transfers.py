"""Values between the notebook and the device, with one copy at most, and never an alias that a later write can change.

**In.** The CPU device computes on NumPy's memory as it is where that is aligned and without gaps; else on a copy in
memory that is. A run waits for the device before it ends, so no write of the notebook can reach what is computed on.

**Out.** A result is copied into memory of NumPy's, so that it owns its data and can be resized, as any array that NumPy
makes. What XLA had computed into is used again by the next run, which saves more than the copy costs (`spares.py`).
New contents of an array of the notebook are copied once, into that array. The largest results alone, which might not
fit twice, stay where XLA put them: they own no data.
"""

from collections.abc import Sequence
from typing import Any

import jax
import numpy as np

from jaxlab.stages.devices import default_device
from jaxlab.stages.spares import ALIGNMENT, KEPT_BYTES, Borrowed
from jaxlab.tracing.arrays.order import address_of, as_it_lies, from_memory_order
from jaxlab.tracing.effects.writes import Slot

STAGED_BYTES = 2**17
"""Bytes from which on an array that is not aligned is copied here; JAX takes longer, but for small ones less."""

ADOPTED_BYTES = 2**28
"""Bytes beyond which a result takes over XLA's memory instead of being copied out of it."""


def to_device(values: list[Any], device: Any = None, borrowed: Borrowed | None = None) -> list[Any]:
    """Arguments as the device takes them; synchronises. The CPU device takes small arrays of NumPy's as they are.

    Args:
      values: NumPy arrays, numbers and JAX arrays, of any shape; JAX arrays stay where they are.
      device: Where NumPy values go; None for JAX's default device.
      borrowed: Where memory for copies comes from.
    """
    hosted = [index for index, value in enumerate(values) if not isinstance(value, jax.Array)]
    if not hosted:
        return values
    borrowed = Borrowed() if borrowed is None else borrowed
    moved = [_as_xla_takes_it(as_given(values[index]), device, borrowed) for index in hosted]
    # What is small goes as it is: to move it beforehand takes longer. Of what is large JAX could keep a copy.
    is_small = sum(value.nbytes for value in moved) < KEPT_BYTES
    if not is_small or device is not None or default_device().platform != "cpu":
        moved = jax.block_until_ready(jax.device_put(moved, device))
    arguments = list(values)
    for index, value in zip(hosted, moved, strict=True):
        arguments[index] = value
    return arguments


def as_given(value: Any) -> Any:
    """A value as a program takes it: an array with its axes in memory order, a Python number as a NumPy scalar.

    The dtype of a number is decided by NumPy's rules, not by JAX's weak types.
    """
    if type(value) is np.ndarray:
        return as_it_lies(value)
    return np.asarray(value)[()] if type(value) in (int, float, complex, bool) else value


def _as_xla_takes_it(value: Any, device: Any, borrowed: Borrowed) -> Any:
    if value.nbytes < STAGED_BYTES or _is_ready(value) or (device or default_device()).platform != "cpu":
        return value
    staged = borrowed.staging(value)
    np.copyto(staged, value)
    return staged


def _is_ready(array: np.ndarray) -> bool:
    return array.flags.c_contiguous and address_of(array) % ALIGNMENT == 0


def to_notebook(
    outputs: list[Any], slots: Sequence[Slot], arguments: list[Any], borrowed: Borrowed | None = None
) -> list[Any]:
    """Results that nothing else holds: writeable NumPy arrays, and JAX arrays where the notebook gets these.

    What a slot says is copied is XLA's memory itself, to be copied before `borrowed` is given back.

    Args:
      outputs: What the program gave, ready.
      slots: What becomes of each.
      arguments: What the program took; an output in the memory of one of them is copied.
      borrowed: What is told of memory that can be used again.
    """
    borrowed = Borrowed() if borrowed is None else borrowed
    taken: set[int | None] = {_address(argument) for argument in arguments} - {None}
    results = []
    for place, (output, slot) in enumerate(zip(outputs, slots, strict=True)):
        address = _address(output)
        is_shared = address in taken
        taken |= {address} - {None}
        is_adopted = address is not None and output.nbytes > ADOPTED_BYTES and not slot.is_copied
        if slot.as_jax:
            results.append(jax.numpy.array(output, copy=True) if is_shared else output)
            continue
        seen = _seen(output, None if is_shared else address, slot)
        results.append(seen if slot.is_copied or (is_adopted and not is_shared) else np.array(seen))
        if output.ndim and not (is_shared or is_adopted):
            borrowed.outputs[place] = output
    return results


def _seen(output: Any, address: int | None, slot: Slot) -> np.ndarray:
    """An output's memory as NumPy sees it; `address` is None where it is not the output's alone, or not the CPU's."""
    # `np.asarray` would keep JAX from donating the output.
    seen = np.asarray(output if address is None else _Memory(output, address))
    return from_memory_order(seen, slot.order)


class _Memory:
    """A JAX array's memory as NumPy sees it, writeable; the array lives as long as its memory is in use."""

    def __init__(self, array: Any, address: int) -> None:
        self.array = array
        self.__array_interface__ = {
            "shape": array.shape,
            "typestr": np.dtype(array.dtype).str,
            "data": (address, False),
            "version": 3,
        }


def _address(array: Any) -> int | None:
    """Where an array of one CPU device has its elements; None for anything else, and for arrays without elements."""
    if type(array) is np.ndarray:
        return address_of(array) if array.size else None
    if not isinstance(array, jax.Array) or not array.size or array.dtype.kind not in "biufc":
        return None
    devices = array.devices()
    if len(devices) != 1 or next(iter(devices)).platform != "cpu":
        return None
    return array.unsafe_buffer_pointer()
