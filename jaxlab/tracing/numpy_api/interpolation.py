"""`np.interp` as NumPy computes it: exact at the points, and on the lines between them with slopes."""

from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.numpy_api.same_functions import compute
from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Untraceable


def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> Any:
    """`np.interp` of real values; the points must be in order at run time."""
    return compute(np.interp, _interpolated, (x, xp, fp, left, right, period), {})


def _interpolated(x: Any, xp: Any, fp: Any, left: Any, right: Any, period: Any) -> Any:
    x, xp, fp = (jnp.asarray(part) for part in (x, xp, fp))
    if fp.dtype.kind == "c":
        raise Untraceable("`np.interp` of complex values")
    if period is not None:
        x, xp, fp = _around(x, xp, fp, abs(period))
        left = right = None
    current().require(jnp.all(xp[1:] >= xp[:-1]) & ~jnp.any(jnp.isnan(xp)))
    values = _on_lines(x, xp, fp) if xp.size > 1 else jnp.broadcast_to(fp[0], x.shape)
    values = jnp.where(x < xp[0], fp[0] if left is None else left, values)
    values = jnp.where(x > xp[-1], fp[-1] if right is None else right, values)
    return jnp.where(jnp.isnan(x), x, values) if xp.size > 1 else values


def _around(x: Any, xp: Any, fp: Any, period: Any) -> tuple[Any, Any, Any]:
    """The points within one period, with one more on each side; no two of them may be at one place."""
    current().require(period != 0)
    x, xp = jnp.remainder(x, period), jnp.remainder(xp, period)
    order = jnp.argsort(xp)
    xp, fp = xp[order], fp[order]
    current().require(jnp.all(xp[1:] != xp[:-1]))
    xp = jnp.concatenate([xp[-1:] - period, xp, xp[:1] + period])
    return x, xp, jnp.concatenate([fp[-1:], fp, fp[:1]])


def _on_lines(x: Any, xp: Any, fp: Any) -> Any:
    """From the point before, or from the one after where that is not a number; NumPy tries them so."""
    place = jnp.clip(jnp.searchsorted(xp, x, side="right") - 1, 0, xp.size - 1)
    after = jnp.minimum(place + 1, xp.size - 1)
    low, high = fp[place], fp[after]
    slope = (high - low) / (xp[after] - xp[place])
    value = slope * (x - xp[place]) + low
    value = jnp.where(jnp.isnan(value), slope * (x - xp[after]) + high, value)
    value = jnp.where(jnp.isnan(value) & (low == high), low, value)
    return jnp.where((xp[place] == x) | (place == xp.size - 1), low, value)
