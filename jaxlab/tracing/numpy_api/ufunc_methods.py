"""`reduce`, `accumulate`, `outer` and `at` of NumPy's universal functions."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import contents, derived, is_array, is_traced, known
from jaxlab.tracing.arrays.order import order_kept
from jaxlab.tracing.numpy_api.error_state import evaluated
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.untraceable import Untraceable

_REDUCE = {
    np.add: np.sum,
    np.multiply: np.prod,
    np.maximum: np.max,
    np.minimum: np.min,
    np.logical_and: np.all,
    np.logical_or: np.any,
}
_ACCUMULATE = {np.add: np.cumsum, np.multiply: np.cumprod}
_AT = {np.add: "add", np.subtract: "subtract", np.multiply: "multiply", np.maximum: "max", np.minimum: "min"}


def apply_method(ufunc: np.ufunc, method: str, inputs: tuple, options: dict[str, Any]) -> Any:
    """What `ufunc.method(*inputs, **options)` gives in NumPy, on stand-ins.

    Raises:
      Untraceable: For a combination that JAX cannot compute.
    """
    if not is_traced((*inputs, *options.values())) and method != "at":
        result = evaluated(getattr(ufunc, method), *map(contents, inputs), **contents(options))
        return known(result) if isinstance(result, np.ndarray) else result
    handler = {"reduce": _reduce, "accumulate": _accumulate, "outer": _outer, "at": _at}.get(method)
    if handler is None:
        raise Untraceable(f"`{ufunc.__name__}.{method}` has no counterpart in JAX")
    given = {name: value for name, value in options.items() if value is not None or name == "axis"}
    return handler(ufunc, *inputs, **given)


def _reduce(ufunc: np.ufunc, array: Any, axis: Any = 0, **options: Any) -> Any:
    function = _REDUCE.get(ufunc)
    if function is None:
        raise Untraceable(f"`{ufunc.__name__}.reduce` has no counterpart in JAX")
    return function(array, axis=axis, **options)


def _accumulate(ufunc: np.ufunc, array: Any, axis: int = 0, **options: Any) -> Any:
    if ufunc in (np.maximum, np.minimum) and not options and is_array(array):
        with numpy_scope():
            running = jax.lax.cummax if ufunc is np.maximum else jax.lax.cummin
            value = running(jnp.asarray(array.read()), axis=axis % array.ndim)
            return derived(value, (array,), order=order_kept(array.shadow))
    function = _ACCUMULATE.get(ufunc)
    if function is None:
        raise Untraceable(f"`{ufunc.__name__}.accumulate` has no counterpart in JAX")
    return function(array, axis=axis, **options)


def _outer(ufunc: np.ufunc, a: Any, b: Any, **options: Any) -> Any:
    left = a if np.ndim(a) == 0 else a.reshape(a.shape + (1,) * np.ndim(b)) if is_array(a) else None
    if left is None:
        left = np.reshape(a, np.shape(a) + (1,) * np.ndim(b))
    return ufunc(left, b, **options)


def _at(ufunc: np.ufunc, array: Any, index: Any, *values: Any) -> None:
    """Unlike `x[i] += v`, an index that occurs twice counts twice."""
    from jaxlab.tracing.arrays.convert import as_array, cast
    from jaxlab.tracing.arrays.indexing import _checked, _has_traced, _listed, _unwrapped

    if ufunc not in _AT or not values or not is_array(array):
        raise Untraceable(f"`{ufunc.__name__}.at` has no counterpart in JAX")
    index = _unwrapped(index)
    with numpy_scope():
        np.empty(array.shape, np.bool_)[contents(index)] if not _has_traced(index) else None
        places = _checked(array, index) if _has_traced(index) else _listed(contents(index))
        dtypes = ufunc.resolve_dtypes((array.dtype, as_array(values[0]).dtype, array.dtype))
        new = cast(jnp.asarray(as_array(values[0]).read()), dtypes[2])
        reference = jnp.asarray(array.read()).at[places]
        array.write(getattr(reference, _AT[ufunc])(new))
