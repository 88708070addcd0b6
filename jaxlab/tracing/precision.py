"""NumPy code computes in 64 bits, JAX code by the user's own flag: the two scopes, and what crosses between them."""

from contextlib import AbstractContextManager
from typing import Any

import jax
import numpy as np

from jaxlab.tracing._compat import weakly_typed, x64
from jaxlab.tracing.trace import current

_NARROWED = {"float64": np.float32, "complex128": np.complex64, "int64": np.int32, "uint64": np.uint32}


def numpy_scope() -> AbstractContextManager[None]:
    """64 bits, whatever the user's flag."""
    return x64(True)


def jax_scope() -> AbstractContextManager[None]:
    """The user's own flag."""
    return x64(current().user_x64)


def narrowed(dtype: np.dtype) -> np.dtype:
    """The dtype in which NumPy code computes: under `--x32`, floats of 64 bits have 32."""
    if current().is_narrow and dtype.kind in "fc":
        return np.dtype(_NARROWED.get(dtype.name, dtype))
    return dtype


def in_precision(value: Any) -> Any:
    """A NumPy or JAX value in the dtype in which NumPy code computes."""
    dtype = narrowed(value.dtype)
    if dtype == value.dtype:
        return value
    return value.astype(dtype) if isinstance(value, np.ndarray) else jax.lax.convert_element_type(value, dtype)


def for_jax(value: Any, python: type | None = None) -> Any:
    """A NumPy value as JAX takes it under the user's flag; a Python number keeps its weak type."""
    narrow = None if current().user_x64 else _NARROWED.get(value.dtype.name)
    if python in (float, int, complex):
        return weakly_typed(value, np.dtype(narrow or value.dtype))
    return value if narrow is None else jax.lax.convert_element_type(value, narrow)
