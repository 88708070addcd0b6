"""`scipy.integrate`: the rules for samples."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import jax.numpy as jnp

from jaxlab.tracing.untraceable import Untraceable


def _trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: int = -1) -> Any:
    return jnp.trapezoid(y, x, dx, axis)


def _cumulative_trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: int = -1, initial: Any = None) -> Any:
    if x is not None and jnp.ndim(x) != 1:
        raise Untraceable("`scipy.integrate.cumulative_trapezoid` with these arguments")
    values = jnp.moveaxis(y, axis, -1)
    widths = dx if x is None else jnp.diff(x)
    sums = jnp.cumsum(widths * (values[..., 1:] + values[..., :-1]) / 2.0, axis=-1)
    if initial is not None:
        sums = jnp.concatenate([jnp.full_like(sums[..., :1], initial), sums], axis=-1)
    return jnp.moveaxis(sums, -1, axis)


@lru_cache(maxsize=1)
def table() -> dict[Any, Callable[..., Any]]:
    """What computes each function, by SciPy's function itself."""
    import scipy.integrate

    return {
        scipy.integrate.trapezoid: _trapezoid,
        scipy.integrate.cumulative_trapezoid: _cumulative_trapezoid,
    }
