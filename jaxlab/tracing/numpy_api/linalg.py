"""`numpy.linalg` over JAX values: where NumPy raises for a singular matrix, the results are void at run time."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.kinds import contents, is_traced
from jaxlab.tracing.numpy_api.error_state import evaluated
from jaxlab.tracing.trace import current


def _finite(results: Any, inputs: Any) -> Any:
    """True unless the results are not finite although the inputs are."""
    fine = [jnp.all(jnp.isfinite(leaf)) for leaf in jax.tree.leaves(results)]
    given = [jnp.all(jnp.isfinite(leaf)) for leaf in jax.tree.leaves(inputs)]
    return jnp.all(jnp.stack(fine)) | ~jnp.all(jnp.stack(given))


def _linear(function: Any, computes: Callable[..., Any], *, raises: bool, **fixed: Any) -> Callable[..., Any]:
    """A handler that computes by `computes`; `raises`: NumPy raises where the result would not be finite."""

    def checked(*args: Any, **options: Any) -> Any:
        results = computes(*args, **options, **fixed)
        if raises:
            current().require(_finite(results, [arg for arg in args if hasattr(arg, "dtype")]))
        return results

    def handler(*args: Any, **options: Any) -> Any:
        from jaxlab.tracing.numpy_api.functions import compute, wrap_known

        if not is_traced((*args, *options.values())):
            return wrap_known(evaluated(function, *contents(args), **contents(options)))
        return compute(function, checked, args, options)

    return handler


def _pivots(matrix: Any) -> Any:
    """Whether an LU factorisation meets no zero pivot: NumPy's test of singularity."""
    factors, _, _ = jax.lax.linalg.lu(matrix)
    return jnp.all(jnp.diagonal(factors, axis1=-2, axis2=-1) != 0)


def _inv(a: Any) -> Any:
    current().require(_pivots(a))
    return jnp.linalg.inv(a)


def _solve(a: Any, b: Any) -> Any:
    current().require(_pivots(a))
    return jnp.linalg.solve(a, b)


def _lower_eigh(function: Callable[..., Any]) -> Callable[..., Any]:
    def computes(a: Any, UPLO: str = "L") -> Any:  # noqa: N803 - NumPy's name
        lower = jnp.tril(a) if UPLO.upper() == "L" else jnp.triu(a)
        strict = jnp.tril(a, -1) if UPLO.upper() == "L" else jnp.triu(a, 1)
        return function(lower + jnp.swapaxes(strict.conj(), -1, -2))

    return computes


def _cholesky(a: Any, *, upper: bool = False) -> Any:
    lower = jnp.tril(a) if not upper else jnp.swapaxes(jnp.triu(a).conj(), -1, -2)
    factor = jax.lax.linalg.cholesky(lower, symmetrize_input=False)
    factor = jnp.tril(factor)
    return jnp.swapaxes(factor.conj(), -1, -2) if upper else factor


def _lstsq(a: Any, b: Any, rcond: Any = None) -> tuple[Any, ...]:
    """NumPy gives no residuals for a matrix that is not of full rank, nor for one that is not tall."""
    solution, residuals, rank, singular = jnp.linalg.lstsq(a, b, rcond=rcond)
    rows, columns = a.shape
    if rows <= columns:
        return solution, jnp.zeros(0, residuals.dtype), rank, singular
    current().require(rank == columns)
    return solution, jnp.atleast_1d(residuals), rank, singular


def _matrix_power(a: Any, n: int) -> Any:
    if n < 0:
        current().require(_pivots(a))
    return jnp.linalg.matrix_power(a, n)


_L = np.linalg
HANDLERS: dict[Any, Callable[..., Any]] = {
    _L.inv: _linear(_L.inv, _inv, raises=False),
    _L.solve: _linear(_L.solve, _solve, raises=False),
    _L.cholesky: _linear(_L.cholesky, _cholesky, raises=True),
    _L.eigh: _linear(_L.eigh, _lower_eigh(jnp.linalg.eigh), raises=True),
    _L.eigvalsh: _linear(_L.eigvalsh, _lower_eigh(jnp.linalg.eigvalsh), raises=True),
    _L.svd: _linear(_L.svd, jnp.linalg.svd, raises=True),
    _L.lstsq: _linear(_L.lstsq, _lstsq, raises=True),
    _L.pinv: _linear(_L.pinv, jnp.linalg.pinv, raises=True),
    _L.qr: _linear(_L.qr, jnp.linalg.qr, raises=False),
    _L.det: _linear(_L.det, jnp.linalg.det, raises=False),
    _L.slogdet: _linear(_L.slogdet, jnp.linalg.slogdet, raises=False),
    _L.norm: _linear(_L.norm, jnp.linalg.norm, raises=False),
    _L.matrix_power: _linear(_L.matrix_power, _matrix_power, raises=False),
    _L.matrix_rank: _linear(_L.matrix_rank, jnp.linalg.matrix_rank, raises=False),
    _L.multi_dot: _linear(_L.multi_dot, jnp.linalg.multi_dot, raises=False),
    _L.cond: _linear(_L.cond, jnp.linalg.cond, raises=False),
}
"""By NumPy's function."""
