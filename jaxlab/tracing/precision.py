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


def for_jax(value: Any, python: type | None = None) -> Any:
    """A NumPy value as JAX takes it under the user's flag; a Python number keeps its weak type."""
    narrow = None if current().user_x64 else _NARROWED.get(value.dtype.name)
    if python in (float, int, complex):
        return weakly_typed(value, np.dtype(narrow or value.dtype))
    return value if narrow is None else jax.lax.convert_element_type(value, narrow)
