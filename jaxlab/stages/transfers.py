"""Values between the notebook and the device, without a copy where none is needed.

The CPU device can compute on NumPy's own memory where that is aligned, and its outputs can become NumPy arrays as they
are. A run waits for the device before it ends, so no write of the notebook can reach memory that is being computed on;
and an output that turns out to be an input's memory is copied.
"""

from typing import Any

import jax
import numpy as np

ADOPTED_BYTES = 2**20
"""Bytes from which on a result takes over XLA's memory; a smaller one is copied, and owns its data as NumPy's do."""


def to_device(values: list[Any], device: Any = None) -> list[Any]:
    """Arguments on the device; synchronises.

    Args:
      values: NumPy arrays, numbers and JAX arrays, of any shape; JAX arrays stay where they are.
      device: Where NumPy values go; None for JAX's default device.
    """
    hosted = [index for index, value in enumerate(values) if not isinstance(value, jax.Array)]
    if not hosted:
        return values
    moved = jax.device_put([strong(values[index]) for index in hosted], device)
    arguments = list(values)
    for index, value in zip(hosted, jax.block_until_ready(moved), strict=True):
        arguments[index] = value
    return arguments


def strong(value: Any) -> Any:
    """A Python number as a NumPy scalar: its dtype is decided by NumPy's rules, not by JAX's weak types."""
    if type(value) in (int, float, complex, bool):
        return np.asarray(value)[()]
    return value


def to_notebook(outputs: list[Any], as_jax: tuple[bool, ...], arguments: list[Any]) -> list[Any]:
    """Results that nothing else holds: writeable NumPy arrays, and JAX arrays where the notebook gets these.

    Args:
      outputs: What the program gave, ready.
      as_jax: For each output, whether it stays a JAX array.
      arguments: What the program took; an output in the memory of one of them is copied.
    """
    taken = {_address(argument) for argument in arguments} - {None}
    results = []
    for output, stays in zip(outputs, as_jax, strict=True):
        address = _address(output)
        shared = address in taken
        taken.add(address)
        results.append(_as_jax(output, shared) if stays else _as_numpy(output, address, shared))
    return results


def _as_jax(output: Any, shared: bool) -> Any:
    return jax.numpy.array(output, copy=True) if shared else output


def _as_numpy(output: Any, address: int | None, shared: bool) -> np.ndarray:
    if shared or address is None or output.nbytes < ADOPTED_BYTES:
        return np.array(output)
    return np.asarray(_Adopted(output, address))


class _Adopted:
    """A JAX array's memory as NumPy may take it over; the array lives as long as its memory is in use."""

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
    if not isinstance(array, jax.Array) or not array.size or array.dtype.kind not in "biufc":
        return None
    devices = array.devices()
    if len(devices) != 1 or next(iter(devices)).platform != "cpu":
        return None
    return array.unsafe_buffer_pointer()
