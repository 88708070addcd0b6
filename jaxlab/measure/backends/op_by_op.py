"""The cell with `jax.numpy` and without `jit`: each operation is dispatched by itself, in NumPy's precision."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlab.measure.backends import Backend, Subject
from jaxlab.measure.backends.libraries import Library, library_backend
from jaxlab.measure.backends.transplant import Transplant
from jaxlab.tracing._compat import x64


def _give(value: Any) -> Any:
    return np.asarray(value)[()] if isinstance(value, jax.Array) else value


def _slope(loss: Any, places: tuple[int, ...]) -> Any:
    return jax.value_and_grad(Transplant("jax.numpy").function(loss), argnums=places)


LIBRARY = Library(
    build=lambda function: Transplant("jax.numpy").function(function),
    take=jnp.asarray,
    give=_give,
    scope=lambda: x64(True),
    slope=_slope,
)


def make(subject: Subject) -> Backend:
    """JAX as it is written by hand: `np` becomes `jnp`, nothing else changes."""
    return library_backend(subject, LIBRARY)
