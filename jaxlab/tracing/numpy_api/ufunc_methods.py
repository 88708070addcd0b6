"""`reduce`, `accumulate`, `outer` and `at` of NumPy's universal functions."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import derived, known
from jaxlab.tracing.arrays.convert import as_array, cast
from jaxlab.tracing.arrays.kinds import contents, is_array, is_traced
from jaxlab.tracing.arrays.order import order_kept
from jaxlab.tracing.numpy_api.arguments import strong
from jaxlab.tracing.numpy_api.error_state import evaluated
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.trace import current
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
_MOST_PARTS = 256
"""Parts up to which `reduceat` is computed, one after the other."""
_AT = {np.add: "add", np.subtract: "subtract", np.multiply: "multiply", np.maximum: "max", np.minimum: "min"}


def apply_method(ufunc: np.ufunc, method: str, inputs: tuple, options: dict[str, Any]) -> Any:
    """What `ufunc.method(*inputs, **options)` gives in NumPy, on stand-ins.

    Raises:
      Untraceable: For a combination that JAX cannot compute.
    """
    if not is_traced((*inputs, *options.values())) and method != "at":
        result = evaluated(getattr(ufunc, method), *map(contents, inputs), **contents(options))
        return known(result) if isinstance(result, np.ndarray) else result
    if method in ("reduce", "accumulate", "reduceat") and type(inputs[0]) in (list, tuple):
        inputs = (as_array(inputs[0]), *inputs[1:])
    handler = _HANDLERS.get(method)
    if handler is None:
        raise Untraceable(f"`{ufunc.__name__}.{method}` has no counterpart in JAX")
    given = {name: value for name, value in options.items() if value is not None or name == "axis"}
    return handler(ufunc, *inputs, **given)


def _reduce(ufunc: np.ufunc, array: Any, axis: Any = 0, **options: Any) -> Any:
    function = _REDUCE.get(ufunc)
    if function is not None:
        return function(array, axis=axis, **options)
    keepdims = options.pop("keepdims", False)
    if axis is None and array.ndim > 1 and ufunc.identity is None:
        raise Untraceable(f"`{ufunc.__name__}.reduce` over several axes")
    if array.size == 0 and ufunc.identity is not None and axis in (0, None) and array.ndim == 1 and not keepdims:
        return array.dtype.type(ufunc.identity)
    flat = np.ravel(array) if axis is None else array
    along = _axis_of(ufunc, flat, 0 if axis is None else axis, options)
    with numpy_scope():
        value = folded(ufunc, flat, along)[-1]
        if keepdims:
            value = value.reshape((1,) * array.ndim) if axis is None else jnp.expand_dims(value, along)
        return derived(value, (array,), is_scalar=value.ndim == 0)


def _accumulate(ufunc: np.ufunc, array: Any, axis: int = 0, **options: Any) -> Any:
    if ufunc in (np.maximum, np.minimum) and not options and is_array(array):
        with numpy_scope():
            running = jax.lax.cummax if ufunc is np.maximum else jax.lax.cummin
            along = np.lib.array_utils.normalize_axis_index(axis, array.ndim)
            value = running(jnp.asarray(array.read()), axis=along)
            return derived(value, (array,), order=order_kept(array.shadow))
    function = _ACCUMULATE.get(ufunc)
    if function is not None:
        return function(array, axis=axis, **options)
    along = _axis_of(ufunc, array, axis, options)
    with numpy_scope():
        return derived(jnp.moveaxis(folded(ufunc, array, along), 0, along), (array,), order=order_kept(array.shadow))


def _axis_of(ufunc: np.ufunc, array: Any, axis: Any, options: dict[str, Any]) -> int:
    if options or not is_array(array) or not isinstance(axis, int) or ufunc.nin != 2 or ufunc.nout != 1:
        raise Untraceable(f"`{ufunc.__name__}` along an axis with these arguments")
    along = np.lib.array_utils.normalize_axis_index(axis, array.ndim)
    if array.shape[along] == 0:
        raise Untraceable(f"`{ufunc.__name__}` along an axis of nothing")
    return along


def folded(ufunc: np.ufunc, array: Any, axis: int) -> Any:
    """Each element with all before it, one after the other as NumPy combines them; the axis first.

    Raises:
      Untraceable: JAX has nothing that computes it, or it changes the dtype.
    """
    from jaxlab.tracing.numpy_api.ufuncs import COMPUTE

    types = ufunc.resolve_dtypes((array.dtype, array.dtype, None))
    if ufunc not in COMPUTE or ufunc.signature is not None or len(set(types)) > 1:
        raise Untraceable(f"`{ufunc.__name__}` along an axis has no counterpart in JAX")
    values = jnp.moveaxis(jnp.asarray(cast(jnp.asarray(array.read()), types[0])), axis, 0)
    trace = current()

    def combine(before: Any, value: Any) -> tuple[Any, Any]:
        outer, trace.requirements = trace.requirements, []
        made = COMPUTE[ufunc](before, value)
        checks, trace.requirements = trace.requirements, outer
        if checks:
            raise Untraceable(f"`{ufunc.__name__}` along an axis, whose values are checked")
        return made, made

    _, rest = jax.lax.scan(combine, values[0], values[1:])
    return jnp.concatenate([values[:1], rest])


def _reduceat(ufunc: np.ufunc, array: Any, indices: Any, axis: int = 0, **options: Any) -> Any:
    """Each part up to the next start; a start that is not before the next one stands for its element alone."""
    if is_traced(indices) or options or len(contents(indices)) > _MOST_PARTS:
        raise Untraceable(f"`{ufunc.__name__}.reduceat` with these arguments")
    starts = np.asarray(contents(indices))
    along = np.lib.array_utils.normalize_axis_index(axis, array.ndim)
    np.add.reduceat(np.zeros(array.shape[along], np.int8), starts)  # raises NumPy's own IndexError
    ends = [*starts[1:].tolist(), array.shape[along]]
    leading = (slice(None),) * along
    parts = [
        ufunc.reduce(array[(*leading, slice(start, end if end > start else start + 1))], axis=along, keepdims=True)
        for start, end in zip(starts.tolist(), ends, strict=True)
    ]
    return np.concatenate(parts, axis=along)


def _outer(ufunc: np.ufunc, a: Any, b: Any, **options: Any) -> Any:
    """Both are made arrays first, so that Python numbers don't give way."""
    left, right = strong(a), strong(b)
    return ufunc(np.reshape(left, left.shape + (1,) * right.ndim) if left.ndim else left, right, **options)


def _at(ufunc: np.ufunc, array: Any, index: Any, *values: Any) -> None:
    """Unlike `x[i] += v`, an index that occurs twice counts twice."""
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


_HANDLERS = {"reduce": _reduce, "accumulate": _accumulate, "reduceat": _reduceat, "outer": _outer, "at": _at}
