"""Casts and broadcasts as NumPy makes them, over JAX values."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import Array, known, traced
from jaxlab.tracing.arrays.kinds import is_array
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Untraceable

SUPPORTED_KINDS = "biufc"
_LIMIT = {8: 2.0**7, 16: 2.0**15, 32: 2.0**31, 64: 2.0**63}


def check_dtype(dtype: np.dtype) -> None:
    """Refuses dtypes that XLA does not have.

    Raises:
      Untraceable: For strings, objects, dates, structures, and floats beyond 64 bits.
    """
    if dtype.kind not in SUPPORTED_KINDS or dtype.itemsize > (16 if dtype.kind == "c" else 8) or not dtype.isnative:
        raise Untraceable(f"arrays of dtype {dtype} can't be compiled")


def cast(value: Any, dtype: np.dtype) -> Any:
    """`value` (NumPy or JAX) in `dtype`, as `astype` casts; NumPy values stay NumPy values."""
    if value.dtype == dtype:
        return value
    if isinstance(value, (np.ndarray, np.generic)):
        return value.astype(dtype)
    check_dtype(dtype)
    if value.dtype.kind == "c" and dtype.kind not in "cb":
        raise Untraceable("a complex array is cast to a real dtype, which NumPy warns of")
    if value.dtype.kind == "f" and dtype.kind in "iu":
        return _truncated(value, dtype)
    if dtype.kind == "b":
        return value != 0
    return jax.lax.convert_element_type(value, dtype)


def _truncated(value: Any, dtype: np.dtype) -> Any:
    """Floats to integers; what lies outside the integers' range is left to NumPy, which differs by machine."""
    limit = _LIMIT[dtype.itemsize * 8] * (2.0 if dtype.kind == "u" else 1.0)
    lowest = -1.0 if dtype.kind == "u" else -limit - (1.0 if dtype.itemsize < 8 else 0.0)
    above = value >= lowest if dtype.itemsize == 8 and dtype.kind == "i" else value > lowest
    current().require(jnp.all(above & (value < limit)))
    return jax.lax.convert_element_type(value, dtype)


def literal(number: Any, dtype: np.dtype) -> np.ndarray:
    """A Python number in `dtype`.

    Raises:
      OverflowError: NumPy's own: an integer does not fit.
      TypeError: NumPy's own: a complex number has no real value.
    """
    if dtype.kind in "iuf" and isinstance(number, complex):
        np.zeros(1, dtype)[0] = number
    if dtype.kind in "iu" and isinstance(number, int):
        return np.array(number, dtype)
    return np.asarray(number).astype(dtype)


def surely_fits(thing: Any, dtype: np.dtype) -> bool:
    """Whether an operand has a value of `dtype`, as far as tracing knows; in question for Python integers alone."""
    if dtype.kind not in "iu" or dtype.itemsize == 8:
        return True
    if is_array(thing):
        return thing.python is not int
    return type(thing) is not int or bool(np.iinfo(dtype).min <= thing <= np.iinfo(dtype).max)


def require_fit(thing: Array, dtype: np.dtype) -> None:
    """Before a cast to `dtype`: a Python integer has to fit, or NumPy raises. Elsewhere a cast wraps around."""
    if not surely_fits(thing, dtype):
        value, limits = jnp.asarray(thing.read()), np.iinfo(dtype)
        current().require(jnp.all((value >= int(limits.min)) & (value <= int(limits.max))))


def as_array(thing: Any) -> Array:
    """What NumPy's `asarray` would give, as a stand-in."""
    if is_array(thing):
        return thing
    if isinstance(thing, jax.Array):
        made = traced(thing)
        made.shadow.flags.writeable = False  # NumPy sees JAX's own memory
        return made
    if isinstance(thing, (list, tuple)):
        return from_sequence(thing)
    values = np.asarray(thing)
    check_dtype(values.dtype)
    return known(values)


def from_sequence(items: Any, dtype: Any = None) -> Array:
    """What `numpy.array` makes of nested sequences with arrays and numbers in them.

    NumPy says dtype and shape: it is asked about the same nest with placeholders.
    """
    placeholders = np.array(_placeholders(items), dtype=dtype)
    check_dtype(placeholders.dtype)
    if not _any_traced(items):
        return known(np.array(_plain(items), dtype=dtype))
    with numpy_scope():  # without it, JAX would take the sequence's own numbers for 32 bits
        return traced(_stacked(items, placeholders.dtype))


def _placeholders(thing: Any) -> Any:
    if isinstance(thing, jax.Array) and not is_array(thing):
        return np.zeros(thing.shape, thing.dtype)
    if is_array(thing):
        if thing.python is not None:
            return thing.python(0)
        empty = np.zeros(thing.shape, thing.dtype)
        return empty[()] if thing.is_scalar else empty
    if isinstance(thing, (list, tuple)):
        return [_placeholders(item) for item in thing]
    return thing


def _any_traced(thing: Any) -> bool:
    if is_array(thing):
        return not thing.is_known
    if isinstance(thing, (list, tuple)):
        return any(map(_any_traced, thing))
    return isinstance(thing, jax.Array)


def _plain(thing: Any) -> Any:
    if is_array(thing):
        return thing.read()
    return [_plain(item) for item in thing] if isinstance(thing, (list, tuple)) else thing


def _stacked(thing: Any, dtype: np.dtype) -> Any:
    if isinstance(thing, (list, tuple)):
        return jnp.stack([_stacked(item, dtype) for item in thing])
    if is_array(thing):
        require_fit(thing, dtype)
    value = thing.read() if is_array(thing) else thing
    value = value if hasattr(value, "dtype") else literal(value, dtype)
    return jnp.asarray(cast(value, dtype))
