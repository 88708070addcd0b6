"""`scipy.linalg` by JAX: where SciPy raises for a matrix, the results are void at run time."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import derived
from jaxlab.tracing.arrays.convert import as_array
from jaxlab.tracing.precision import narrowed, numpy_scope
from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Untraceable

_J = jax.scipy.linalg


def _require_finite(*arrays: Any) -> None:
    """SciPy checks its arguments for NaN and infinity."""
    for array in arrays:
        current().require(jnp.all(jnp.isfinite(array)))


def _require_pivots(matrix: Any) -> None:
    factors, _, _ = jax.lax.linalg.lu(matrix)
    current().require(jnp.all(jnp.diagonal(factors, axis1=-2, axis2=-1) != 0))


def _inv(a: Any, **_: Any) -> Any:
    _require_finite(a)
    _require_pivots(a)
    return jnp.linalg.inv(a)


def _det(a: Any, **_: Any) -> Any:
    _require_finite(a)
    return jnp.linalg.det(a)


def _solve(a: Any, b: Any, lower: bool = False, *, assume_a: Any = None, transposed: bool = False, **_: Any) -> Any:
    _only(assume_a in (None, "gen", "general", "sym", "pos", "her"), "`scipy.linalg.solve` of a matrix of this kind")
    _require_finite(a, b)
    if assume_a in (None, "gen", "general"):
        matrix = a
    else:
        half = jnp.tril(a) if lower else jnp.triu(a)
        matrix = half + jnp.swapaxes(half, -1, -2).conj() - jnp.diag(jnp.diagonal(half))
    _require_pivots(matrix)
    if assume_a == "pos":
        _require_finite(jax.lax.linalg.cholesky(matrix, symmetrize_input=False))
    return jnp.linalg.solve(jnp.swapaxes(matrix, -1, -2) if transposed else matrix, b)


def _only(holds: bool, what: str) -> None:
    if not holds:
        raise Untraceable(what)


def _cholesky(a: Any, lower: bool = False, **_: Any) -> Any:
    return _factor(a, lower)


def _factor(a: Any, lower: bool) -> Any:
    """From one triangle of the matrix alone."""
    _require_finite(a)
    half = jnp.tril(a) if lower else jnp.swapaxes(jnp.triu(a).conj(), -1, -2)
    factor = jnp.tril(jax.lax.linalg.cholesky(half, symmetrize_input=False))
    _require_finite(factor)
    return factor if lower else jnp.swapaxes(factor.conj(), -1, -2)


def cho_factor(a: Any, lower: bool = False, **_: Any) -> Any:
    """The factor in its triangle, what was there in the other, and which is which, as SciPy hands them over."""
    import scipy.linalg

    array = as_array(a)
    _only(array.ndim >= 2 and array.shape[-1] == array.shape[-2] > 0, "`scipy.linalg.cho_factor` of no square matrix")
    identities = np.broadcast_to(np.eye(array.shape[-1], dtype=array.dtype), array.shape)
    made = scipy.linalg.cho_factor(identities, lower)
    with numpy_scope():
        value = jnp.asarray(array.read(), narrowed(made[0].dtype))
        factor, places = _factor(value, lower), jnp.tri(value.shape[-1], dtype=bool)
        found = derived(jnp.where(places if lower else places.T, factor, value), (array,))
    return type(made)((found, *made[1:]))


def _cho_solve(c_and_lower: Any, b: Any, **_: Any) -> Any:
    factor, lower = c_and_lower
    _only(factor.ndim == 2, "`scipy.linalg.cho_solve` of a stack of matrices")
    _require_finite(factor, b)
    return _J.cho_solve((factor, bool(lower)), b)


def _solve_triangular(
    a: Any, b: Any, trans: Any = 0, lower: bool = False, unit_diagonal: bool = False, **_: Any
) -> Any:
    _require_finite(a, b)
    if not unit_diagonal:
        current().require(jnp.all(jnp.diagonal(a, axis1=-2, axis2=-1) != 0))
    return _J.solve_triangular(a, b, trans=trans, lower=lower, unit_diagonal=unit_diagonal)


def _lu(a: Any, permute_l: bool = False, *, p_indices: bool = False, **_: Any) -> Any:
    _only(not p_indices and a.ndim == 2, "`scipy.linalg.lu` with these arguments")
    _require_finite(a)
    return _J.lu(a, permute_l=permute_l)


def _lu_factor(a: Any, **_: Any) -> Any:
    _require_finite(a)
    return _J.lu_factor(a)


def _lu_solve(lu_and_piv: Any, b: Any, trans: Any = 0, **_: Any) -> Any:
    factors, pivots = lu_and_piv
    _require_finite(factors, b)
    return _J.lu_solve((factors, pivots.astype(jnp.int32)), b, trans=trans)


def _qr(a: Any, *, mode: str = "full", pivoting: bool = False, **_: Any) -> Any:
    _only(not pivoting and mode in ("full", "r", "economic"), "`scipy.linalg.qr` with these arguments")
    _require_finite(a)
    if mode == "r":
        return (jnp.linalg.qr(a, mode="complete").R,)
    return tuple(jnp.linalg.qr(a, mode="complete" if mode == "full" else "reduced"))


def _svd(a: Any, full_matrices: bool = True, compute_uv: bool = True, **_: Any) -> Any:
    _require_finite(a)
    found = jnp.linalg.svd(a, full_matrices=full_matrices, compute_uv=compute_uv)
    return tuple(found) if compute_uv else found


def _svdvals(a: Any, **_: Any) -> Any:
    return _svd(a, compute_uv=False)


def _eigh(a: Any, b: Any = None, *, lower: bool = True, eigvals_only: bool = False, **options: Any) -> Any:
    _only(b is None and not options, "`scipy.linalg.eigh` with these arguments")
    _only(eigvals_only, "the signs of the eigenvectors that `scipy.linalg.eigh` gives are those of its own algorithm")
    _require_finite(a)
    half, strict = (jnp.tril(a), jnp.tril(a, -1)) if lower else (jnp.triu(a), jnp.triu(a, 1))
    return jnp.linalg.eigvalsh(half + jnp.swapaxes(strict, -1, -2).conj())


def _eigvalsh(a: Any, b: Any = None, *, lower: bool = True, **options: Any) -> Any:
    return _eigh(a, b, lower=lower, eigvals_only=True, **options)


def _expm(a: Any) -> Any:
    """By squaring the Padé approximant of order 13 of a scaled matrix (N. J. Higham, SIAM J. Matrix Anal. Appl. 26)."""
    _only(a.ndim == 2, "`scipy.linalg.expm` of a stack of matrices")
    current().require(jnp.all(jnp.isfinite(a)))  # of others SciPy warns
    norm = jnp.max(jnp.sum(jnp.abs(a), axis=0))
    halvings = jnp.ceil(jnp.log2(jnp.maximum(norm, _LARGEST_NORM) / _LARGEST_NORM)).astype(int)
    odd, even = _pade(a / 2.0**halvings)
    found = jnp.linalg.solve(even - odd, even + odd)
    return jax.lax.fori_loop(0, halvings, lambda _, power: power @ power, found)


_LARGEST_NORM = 4.25
"""Norm up to which the approximant is exact to 64 bits."""
_PADE = (
    64764752532480000.0, 32382376266240000.0, 7771770303897600.0, 1187353796428800.0, 129060195264000.0,
    10559470521600.0, 670442572800.0, 33522128640.0, 1323241920.0, 40840800.0, 960960.0, 16380.0, 182.0, 1.0,
)  # fmt: skip


def _pade(a: Any) -> tuple[Any, Any]:
    """The approximant's odd and even terms."""
    one, two = jnp.eye(a.shape[0], dtype=a.dtype), a @ a
    four = two @ two
    six = four @ two
    c = _PADE
    odd = six @ (c[13] * six + c[11] * four + c[9] * two) + c[7] * six + c[5] * four + c[3] * two + c[1] * one
    even = six @ (c[12] * six + c[10] * four + c[8] * two) + c[6] * six + c[4] * four + c[2] * two + c[0] * one
    return a @ odd, even


def _norm(a: Any, ord: Any = None, axis: Any = None, keepdims: bool = False, **_: Any) -> Any:
    _require_finite(a)
    return jnp.linalg.norm(a, ord, axis, keepdims)


def _toeplitz(c: Any, r: Any = None) -> Any:
    _only(c.ndim == 1 and (r is None or r.ndim == 1), "`scipy.linalg.toeplitz` of a stack of columns")
    row = jnp.conj(c) if r is None else r
    places = jnp.arange(c.size)[:, None] - jnp.arange(row.size)[None, :]
    return jnp.where(places >= 0, c[jnp.maximum(places, 0)], row[jnp.maximum(-places, 0)])


def _hankel(c: Any, r: Any = None) -> Any:
    values = jnp.concatenate([c, jnp.zeros_like(c)[1:] if r is None else r[1:]])
    length = c.size if r is None else r.size
    return values[jnp.arange(c.size)[:, None] + jnp.arange(length)[None, :]]


def _circulant(c: Any) -> Any:
    places = jnp.arange(c.shape[-1])
    return c[..., (places[:, None] - places[None, :]) % max(c.shape[-1], 1)]


_COMPUTE: dict[str, Callable[..., Any]] = {
    "inv": _inv,
    "det": _det,
    "solve": _solve,
    "cholesky": _cholesky,
    "cho_solve": _cho_solve,
    "solve_triangular": _solve_triangular,
    "lu": _lu,
    "lu_factor": _lu_factor,
    "lu_solve": _lu_solve,
    "qr": _qr,
    "svd": _svd,
    "svdvals": _svdvals,
    "eigh": _eigh,
    "eigvalsh": _eigvalsh,
    "expm": _expm,
    "norm": _norm,
    "toeplitz": _toeplitz,
    "hankel": _hankel,
    "circulant": _circulant,
    "block_diag": _J.block_diag,
}


@lru_cache(maxsize=1)
def on_stand_ins() -> dict[Any, Callable[..., Any]]:
    """Functions that give more than arrays, by SciPy's function itself."""
    import scipy.linalg

    return {scipy.linalg.cho_factor: cho_factor}


@lru_cache(maxsize=1)
def table() -> dict[Any, Callable[..., Any]]:
    """What computes each function, by SciPy's function itself."""
    import scipy.linalg

    return {getattr(scipy.linalg, name): function for name, function in _COMPUTE.items()}
