"""Where JAX's versions differ, and what tracing needs of its private parts."""

from contextlib import AbstractContextManager
from typing import Any

import jax
import jax.experimental
from jax._src.array import ArrayImpl
from jax._src.lax import lax as _lax


def x64(enabled: bool) -> AbstractContextManager[Any]:
    """In this thread and scope, 64-bit types exist (`enabled`) or don't."""
    if hasattr(jax, "enable_x64"):
        return jax.enable_x64(enabled)
    return jax.experimental.enable_x64(enabled)  # type: ignore[attr-defined, unused-ignore]


def x64_enabled() -> bool:
    """Whether 64-bit types exist in this thread."""
    return bool(jax.config.read("jax_enable_x64"))


def weakly_typed(value: Any, dtype: Any) -> Any:
    """`value` as a JAX scalar of `dtype` that gives way to the dtype of what it meets, as a Python number does."""
    return _lax._convert_element_type(value, dtype, weak_type=True)


ARRAY_OF_JAX = ArrayImpl
"""The type of JAX's arrays; to ask an array for it would start JAX's devices."""
