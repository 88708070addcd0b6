"""`scipy.special` by JAX: what is the same there, and what follows from it without losing digits."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

_J = jax.scipy.special

_SAME = (
    "erf erfc gammaln expit logit log_ndtr ndtr ndtri xlogy xlog1py entr betaln i0 i0e i1 i1e rel_entr kl_div "
    "gamma factorial multigammaln zeta polygamma betainc gammainc gammaincc logsumexp softmax log_softmax"
)
"""Functions that both have under one name."""


def _erfinv(y: Any) -> Any:
    """In the tails by the normal quantile of what is left to 1, which is exact there."""
    tail = (1 - jnp.abs(y)) / 2
    far = jnp.abs(y) > 0.5
    quantile = -_J.ndtri(jnp.where(far, tail, 0.25)) * np.sqrt(0.5)
    return jnp.where(far, jnp.copysign(quantile, y), _J.erfinv(jnp.where(far, 0.0, y)))


def _erfcinv(y: Any) -> Any:
    far = y < 0.5
    return jnp.where(far, -_J.ndtri(jnp.where(far, y, 0.5) / 2) * np.sqrt(0.5), _erfinv(1 - jnp.where(far, 0.5, y)))


_ROOT, _ROOT_REST = 1.4616321449683622, 9.549995429965697e-17
"""The positive root of the digamma function, and what it lacks in 64 bits."""
_NEAR = 0.3
"""Distance from the root within which its series has 64 bits after 27 terms."""


def _digamma(x: Any) -> Any:
    """Around its root by its Taylor series there, whose terms do not cancel."""
    import scipy.special

    places = np.arange(1, 28)
    terms = np.where(places % 2, 1.0, -1.0) * scipy.special.zeta(places + 1, _ROOT)
    off = (x - _ROOT) - _ROOT_REST
    is_near = jnp.abs(off) < _NEAR
    step = jnp.where(is_near, off, 0.0)
    series = step * jnp.polyval(jnp.asarray(terms[::-1].copy()), step)
    return jnp.where(is_near, series, _J.digamma(jnp.where(is_near, 2.0, x)))


def _beta(a: Any, b: Any) -> Any:
    """For positive arguments; the others SciPy computes itself."""
    return jnp.where((a > 0) & (b > 0), jnp.exp(_J.betaln(a, b)), jnp.nan)


def _log_expit(x: Any) -> Any:
    return -jnp.logaddexp(0.0, -x)


def _boxcox(x: Any, lmbda: Any) -> Any:
    safe = jnp.where(lmbda == 0, 1.0, lmbda)
    return jnp.where(lmbda == 0, jnp.log(x), jnp.expm1(lmbda * jnp.log(x)) / safe)


def _huber(delta: Any, r: Any) -> Any:
    small = jnp.abs(r) <= delta
    return jnp.where(delta < 0, jnp.inf, jnp.where(small, 0.5 * r * r, delta * (jnp.abs(r) - 0.5 * delta)))


_OWN: dict[str, Callable[..., Any]] = {
    "psi": _digamma,
    "erfinv": _erfinv,
    "erfcinv": _erfcinv,
    "beta": _beta,
    "log_expit": _log_expit,
    "boxcox": _boxcox,
    "huber": _huber,
    "cbrt": jnp.cbrt,
    "exp2": jnp.exp2,
    "expm1": jnp.expm1,
    "log1p": jnp.log1p,
}
"""Functions that JAX has under another name, or that need care."""


@lru_cache(maxsize=1)
def table() -> dict[Any, Callable[..., Any]]:
    """What computes each function, by SciPy's function itself."""
    import scipy.special

    same = {name: getattr(_J, name) for name in _SAME.split() if hasattr(_J, name)}
    return {getattr(scipy.special, name): function for name, function in (same | _OWN).items()}
