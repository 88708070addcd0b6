"""`np.quantile` and `np.percentile`: the difference of two integers is taken in their dtype, where it may wrap."""

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.convert import as_array
from jaxlab.tracing.arrays.kinds import is_traced
from jaxlab.tracing.numpy_api.same_functions import apply_same, compute
from jaxlab.tracing.numpy_api.selected_order import between_rows
from jaxlab.tracing.numpy_api.ufuncs import exact_quotient
from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Untraceable

_WITHOUT_DIFFERENCES = ("lower", "higher", "nearest")


def _quantile(function: Any, scale: int, *, skips_nan: bool = False) -> Callable[..., Any]:
    def handler(
        a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = "linear",
        keepdims: Any = False, **options: Any,
    ) -> Any:  # fmt: skip
        if out is not None or overwrite_input:
            raise Untraceable(f"`np.{function.__name__}` with these arguments")
        array, options = as_array(a), {"keepdims": keepdims, **options}
        if is_traced(q):
            share = jnp.asarray(as_array(q).read())
            current().require(jnp.all((share >= 0) & (share <= scale)))
        if array.dtype.kind in "iu" and method not in _WITHOUT_DIFFERENCES:
            return _of_integers(function, scale, array, q, axis, method, options)
        if skips_nan and array.dtype.kind == "f" and array.dtype.itemsize < 8:
            raise Untraceable(f"`np.{function.__name__}` of floats with 32 bits, whose result depends on NaN")
        return apply_same(function, (array, q), {"axis": axis, "method": method, **options})

    return handler


def _of_integers(function: Any, scale: int, array: Any, q: Any, axis: Any, method: str, options: dict) -> Any:
    share = as_array(q)
    if method != "linear" or isinstance(axis, tuple) or options.keys() - {"keepdims"} or share.dtype.kind not in "iuf":
        raise Untraceable(f"`np.{function.__name__}` of integers with these arguments")
    if share.dtype.kind == "f" and share.dtype.itemsize < 8:
        raise Untraceable(f"`np.{function.__name__}` of integers by floats of few bits")

    def computes(_: Any, share: Any, axis: Any, keepdims: Any = False) -> Any:
        values = jnp.asarray(array.read())  # not in the precision of the result
        rows = jnp.sort(values.ravel() if axis is None else jnp.moveaxis(values, axis, 0), axis=0)
        made = between_rows(rows, rows.shape[0], _shares(jnp.asarray(share, float), scale))
        if not keepdims:
            return made
        kept = [1 if axis is None or n == axis % values.ndim else length for n, length in enumerate(values.shape)]
        return made.reshape(*np.shape(share), *kept)

    return compute(function, computes, (array, q), {"axis": axis, **options})


def _shares(q: Any, scale: int) -> Any:
    return q if scale == 1 else exact_quotient(q, np.asarray(float(scale)))


HANDLERS: dict[Any, Callable[..., Any]] = {
    np.quantile: _quantile(np.quantile, 1),
    np.percentile: _quantile(np.percentile, 100),
    np.nanquantile: _quantile(np.nanquantile, 1, skips_nan=True),
    np.nanpercentile: _quantile(np.nanpercentile, 100, skips_nan=True),
}
"""By NumPy's function."""
