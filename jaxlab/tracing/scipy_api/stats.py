"""`scipy.stats`: densities and probabilities of the commonest distributions, by SciPy's own formulas."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

_J = jax.scipy.special
_ROOT = float(np.sqrt(2 * np.pi))
_HALF_LOG = float(np.log(2 * np.pi) / 2)

_Standard = Callable[[Any], Any]


def _inside(x: Any, low: float, high: float, value: Any, outside: Any) -> Any:
    """`value` where x lies in the support, `outside` elsewhere; NaN where x is."""
    made = jnp.where((x >= low) & (x <= high), value, outside)
    return jnp.where(jnp.isnan(x), jnp.nan, made)


def _normal(kind: str) -> _Standard:
    return {
        "pdf": lambda x: jnp.exp(-(x**2) / 2.0) / _ROOT,
        "logpdf": lambda x: -(x**2) / 2.0 - _HALF_LOG,
        "cdf": _J.ndtr,
        "logcdf": _J.log_ndtr,
        "sf": lambda x: _J.ndtr(-x),
        "logsf": lambda x: _J.log_ndtr(-x),
        "ppf": _J.ndtri,
        "isf": lambda q: -_J.ndtri(q),
    }[kind]


def _exponential(kind: str) -> _Standard:
    return {
        "pdf": lambda x: _inside(x, 0, np.inf, jnp.exp(-x), 0.0),
        "logpdf": lambda x: _inside(x, 0, np.inf, -x, -jnp.inf),
        "cdf": lambda x: _inside(x, 0, np.inf, -jnp.expm1(-x), 0.0),
        "sf": lambda x: _inside(x, 0, np.inf, jnp.exp(-x), 1.0),
        "ppf": lambda q: jnp.where((q >= 0) & (q <= 1), -jnp.log1p(-q), jnp.nan),
    }[kind]


def _uniform(kind: str) -> _Standard:
    return {
        "pdf": lambda x: _inside(x, 0, 1, jnp.ones_like(x), 0.0),
        "logpdf": lambda x: _inside(x, 0, 1, jnp.zeros_like(x), -jnp.inf),
        "cdf": lambda x: jnp.where(jnp.isnan(x), jnp.nan, jnp.clip(x, 0.0, 1.0)),
        "sf": lambda x: jnp.where(jnp.isnan(x), jnp.nan, 1.0 - jnp.clip(x, 0.0, 1.0)),
    }[kind]


_KINDS = {
    "norm": ("pdf logpdf cdf logcdf sf logsf ppf isf", _normal),
    "expon": ("pdf logpdf cdf sf ppf", _exponential),
    "uniform": ("pdf logpdf cdf sf", _uniform),
}


def _placed(kind: str, standard: _Standard) -> Callable[..., Any]:
    """With place and scale; NaN for a scale that is not positive."""

    def compute(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
        value = standard(x) * scale + loc if kind in ("ppf", "isf") else standard((x - loc) / scale)
        value = value / scale if kind == "pdf" else value - jnp.log(scale) if kind == "logpdf" else value
        return jnp.where(jnp.asarray(scale) > 0, value, jnp.nan)

    return compute


@lru_cache(maxsize=1)
def methods() -> dict[tuple[type, str], Callable[..., Any]]:
    """What computes each method, by the distribution's class and the method's name."""
    import scipy.stats

    return {
        (type(getattr(scipy.stats, name)), kind): _placed(kind, family(kind))
        for name, (kinds, family) in _KINDS.items()
        for kind in kinds.split()
    }


def _zscore(a: Any, axis: Any = 0, ddof: int = 0, nan_policy: str = "propagate") -> Any:
    mean, std = jnp.mean(a, axis=axis, keepdims=True), jnp.std(a, axis=axis, ddof=ddof, keepdims=True)
    return (a - mean) / jnp.where(_is_constant(a, axis), jnp.nan, std)


def _is_constant(a: Any, axis: Any) -> Any:
    first = a.reshape(-1)[0] if axis is None else jax.lax.index_in_dim(a, 0, axis % a.ndim, keepdims=True)
    return jnp.all(a == first, axis=axis, keepdims=True)


def _sem(a: Any, axis: Any = 0, ddof: int = 1, nan_policy: str = "propagate") -> Any:
    count = a.size if axis is None else a.shape[axis]
    return jnp.std(a, axis=axis, ddof=ddof) / np.sqrt(count)


@lru_cache(maxsize=1)
def table() -> dict[Any, Callable[..., Any]]:
    """What computes each function, by SciPy's function itself."""
    import scipy.stats

    return {scipy.stats.zscore: _zscore, scipy.stats.sem: _sem}
