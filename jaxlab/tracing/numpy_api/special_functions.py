"""NumPy functions whose meaning JAX's function of the same name does not keep."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import derived, known
from jaxlab.tracing.arrays.convert import as_array, cast
from jaxlab.tracing.arrays.indexing import assign
from jaxlab.tracing.arrays.kinds import contents, is_array, is_traced
from jaxlab.tracing.arrays.memory import InputBuffer
from jaxlab.tracing.arrays.order import order_kept
from jaxlab.tracing.numpy_api import copying, counting, polynomials, quantiles, selecting, writing
from jaxlab.tracing.numpy_api.arguments import as_scalar, strong
from jaxlab.tracing.numpy_api.copying import fresh
from jaxlab.tracing.numpy_api.gradients import gradient
from jaxlab.tracing.numpy_api.interpolation import interp
from jaxlab.tracing.numpy_api.same_functions import apply_same
from jaxlab.tracing.numpy_api.ufuncs import exact_quotient
from jaxlab.tracing.owners import check_apart
from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Untraceable


def _may_share_memory(a: Any, b: Any, max_work: Any = None) -> bool:
    if not (is_array(a) and is_array(b)):
        raise Untraceable("whether something shares memory with what is no array")
    if not (a.buffer.owns_memory and b.buffer.owns_memory):
        raise Untraceable("whether a row whose place is traced shares memory")
    if a.buffer is not b.buffer and isinstance(a.buffer, InputBuffer) and isinstance(b.buffer, InputBuffer):
        check_apart(current(), a.buffer, b.buffer)
    return a.buffer is b.buffer and np.may_share_memory(a.shadow, b.shadow)


def _shares_memory(a: Any, b: Any, max_work: Any = None) -> bool:
    return _may_share_memory(a, b) and np.shares_memory(a.shadow, b.shadow)


def _clip(a: Any, a_min: Any = None, a_max: Any = None, **options: Any) -> Any:
    """By `maximum` and `minimum`, which promote as NumPy's `clip` does: what is clipped is made an array first."""
    low = options.pop("min", a_min)
    high = options.pop("max", a_max)
    out = options.pop("out", None)
    if options or (low is None and high is None):
        raise Untraceable("`np.clip` with these arguments")
    array = strong(a)
    result = array if low is None else np.maximum(array, low)
    result = result if high is None else np.minimum(result, high)
    if out is None:
        return result
    target = out[0] if isinstance(out, tuple) else out
    np.copyto(target, result)
    return target


def _round(a: Any, decimals: int = 0) -> Any:
    array = as_array(a)
    if array.dtype.kind in "biu":
        if array.dtype.kind == "b":
            raise Untraceable("`np.round` of booleans")
        if decimals < 0:
            return _round(strong(array).astype(float), decimals).astype(array.dtype)
        return fresh(array) if array.ndim else as_scalar(array)
    if array.dtype.kind == "c":
        parts = (jnp.asarray(_round(part, decimals).read()) for part in (array.real, array.imag))
        return derived(jax.lax.complex(*parts), (array,), is_scalar=array.ndim == 0, order=order_kept(array.shadow))
    scale = np.asarray(10.0 ** abs(decimals), np.float64 if array.dtype.itemsize > 4 else np.float32)
    value = jnp.asarray(array.read())
    if decimals == 0:
        rounded = jnp.round(value)
    elif decimals > 0:
        rounded = exact_quotient(jnp.round(value * scale), scale)
    else:
        rounded = jnp.round(exact_quotient(value, scale)) * scale
    return derived(cast(rounded, array.dtype), (array,), is_scalar=array.ndim == 0, order=order_kept(array.shadow))


def _mean(a: Any, axis: Any = None, dtype: Any = None, *, keepdims: Any = False, where: Any = True) -> Any:
    """A sum and a division, as NumPy computes it: JAX multiplies by the rounded inverse of the count."""
    array = as_array(a)
    if array.dtype == np.float16:
        raise Untraceable("`np.mean` of half precision")
    if where is not True:
        return _mean_where(array, axis, dtype, keepdims, as_array(where))
    precise = np.dtype(float) if array.dtype.kind in "biu" and dtype is None else dtype
    total = np.sum(array, axis=axis, dtype=precise, keepdims=keepdims)
    count = array.size // max(np.size(total), 1) if total.size else _count(array.shape, axis)
    return np.true_divide(total, total.dtype.type(count)) if total.dtype.kind in "fc" else np.true_divide(total, count)


def _mean_where(array: Any, axis: Any, dtype: Any, keepdims: Any, mask: Any) -> Any:
    precise = np.dtype(float) if array.dtype.kind in "biu" and dtype is None else dtype
    total = np.sum(array, axis=axis, dtype=precise, keepdims=keepdims, where=mask)
    count = np.sum(np.broadcast_to(mask, array.shape), axis=axis, dtype=np.intp, keepdims=keepdims)
    return np.true_divide(total, count.astype(total.dtype))


def _pad(array: Any, pad_width: Any, mode: Any = "constant", **options: Any) -> Any:
    """A ramp from or to infinity has NaN in it, which JAX's formula has not."""
    padded = as_array(array)
    if mode == "linear_ramp" and padded.dtype.kind in "fc":
        ends = [jnp.asarray(part.read()) for part in (padded, as_array(options.get("end_values", 0)))]
        for part in ends:
            current().require(jnp.all(jnp.isfinite(part)))
    return apply_same(np.pad, (padded, pad_width, mode), options)


def _average(a: Any, axis: Any = None, weights: Any = None, returned: bool = False, *, keepdims: Any = False) -> Any:
    """Weights whose sum is zero raise in NumPy."""
    array = as_array(a)
    if weights is None:
        mean = np.mean(array, axis=axis, keepdims=keepdims)
        count = array.size // max(np.size(mean), 1)
        return (mean, np.full_like(mean, count)[()] if np.ndim(mean) else mean * 0 + count) if returned else mean
    given = as_array(weights)
    if given.shape != array.shape and (axis is None or isinstance(axis, tuple) or given.ndim != 1):
        raise Untraceable("`np.average` with weights of another shape")
    wide = np.result_type(array.dtype, given.dtype, *(["f8"] if array.dtype.kind in "biu" else []))
    spread = given if given.shape == array.shape else _along(given, axis, array)
    scale = spread.sum(axis=axis, dtype=wide, keepdims=keepdims)
    current().require(jnp.all(jnp.asarray(as_array(scale).read()) != 0))
    mean = np.multiply(array, spread, dtype=wide).sum(axis=axis, keepdims=keepdims) / scale
    return (mean, scale) if returned else mean


def _along(weights: Any, axis: int, array: Any) -> Any:
    """One weight for each place along an axis, as many as the axis has."""
    if array.shape[axis] != len(weights):
        raise ValueError("Shape of weights must be consistent with shape of a along specified axis.")
    shape = [1] * array.ndim
    shape[axis] = len(weights)
    return np.broadcast_to(weights.reshape(shape), array.shape)


def _count(shape: tuple[int, ...], axis: Any) -> int:
    axes = range(len(shape)) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    return int(np.prod([shape[number] for number in axes]))


def _nan_to_num(x: Any, copy: bool = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
    array = as_array(x)
    if array.dtype.kind == "c":
        raise Untraceable("`np.nan_to_num` of complex numbers")
    if array.dtype.kind != "f":
        return as_scalar(array) if not array.ndim else fresh(array) if copy else array
    limits = np.finfo(array.dtype)
    result = np.where(np.isnan(array), nan, array)
    result = np.where(np.isposinf(array), limits.max if posinf is None else posinf, result)
    result = np.where(np.isneginf(array), limits.min if neginf is None else neginf, result)
    if array.is_scalar:
        return fresh(result, array.dtype)[()]
    made = fresh(array) if copy else array
    assign(made, result)
    return made if made.ndim else made[()]


def _real_if_close(a: Any, tol: Any = 100) -> Any:
    array = as_array(a)
    if array.dtype.kind == "c":
        raise Untraceable("whether complex numbers are close to real ones")
    return array if not array.is_scalar else fresh(array)


def _fix(x: Any) -> Any:
    return np.trunc(x)


def _isreal(x: Any) -> Any:
    return np.imag(x) == 0


def _iscomplex(x: Any) -> Any:
    array = strong(x)
    return np.imag(array) != 0 if array.dtype.kind == "c" else np.zeros_like(array, bool)[()]


def _min_scalar_type(a: Any) -> np.dtype:
    array = as_array(a)
    if array.ndim == 0:
        raise Untraceable("the smallest type of a value that is traced")
    return array.dtype


def _unravel_index(indices: Any, shape: Any, order: str = "C") -> Any:
    if not is_traced(indices):
        return wrap(np.unravel_index(contents(indices), shape, order))
    index = as_array(indices)
    if order != "C" or index.dtype.kind not in "iu":
        raise Untraceable("`np.unravel_index` with these arguments")
    sizes = shape if isinstance(shape, tuple) else (shape,)
    value = jnp.asarray(cast(index.read(), np.dtype(np.int64)))
    current().require(jnp.all((value >= 0) & (value < int(np.prod(sizes)))))
    parts = jnp.unravel_index(value, sizes)
    return tuple(derived(part, (index,), is_scalar=index.is_scalar) for part in parts)


def wrap(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """NumPy's results as stand-ins where they are arrays."""
    return tuple(known(part) if isinstance(part, np.ndarray) else part for part in parts)


def _diag(v: Any, k: int = 0) -> Any:
    array = as_array(v)
    return np.diagonal(array, k) if array.ndim == 2 else apply_same(np.diag, (array, k), {})


def _einsum(*operands: Any, **options: Any) -> Any:
    """A view where NumPy gives a view: one operand, its axes taken in another order or a diagonal."""
    if options.keys() - {"optimize"}:
        raise Untraceable("`np.einsum` with these options")
    if len(operands) == 2 and not options and is_array(operands[1]) and isinstance(operands[0], str):
        shadow = np.einsum(operands[0], operands[1].shadow)
        if isinstance(shadow, np.ndarray) and np.may_share_memory(shadow, operands[1].shadow):
            return operands[1].over(shadow)
    return apply_same(np.einsum, operands, options)


def _argsort(a: Any, axis: int | None = -1, kind: Any = None, order: Any = None, *, stable: Any = None) -> Any:
    """Equal elements come in an order that depends on NumPy's algorithm, so there must be none unless it is stable."""
    array = as_array(a)
    if order is not None:
        raise Untraceable("`np.argsort` by fields")
    if axis is None:
        array, axis = np.ravel(array), -1
    places = apply_same(np.argsort, (array, axis), {})  # JAX's is stable
    if kind not in ("stable", "mergesort") and not stable and array.ndim:
        ordered = jnp.sort(jnp.asarray(array.read()), axis=axis)
        lower, upper = (jnp.moveaxis(ordered, axis, 0)[part] for part in (slice(None, -1), slice(1, None)))
        current().require(jnp.all((lower != upper) & ~(jnp.isnan(lower) & jnp.isnan(upper))))
    return places


HANDLERS: dict[Any, Callable[..., Any]] = {
    **copying.HANDLERS,
    **selecting.HANDLERS,
    **writing.HANDLERS,
    **counting.HANDLERS,
    **polynomials.HANDLERS,
    **quantiles.HANDLERS,
    np.may_share_memory: _may_share_memory,
    np.shares_memory: _shares_memory,
    np.clip: _clip,
    np.round: _round,
    np.around: _round,
    np.mean: _mean,
    np.average: _average,
    np.pad: _pad,
    np.nan_to_num: _nan_to_num,
    np.fix: _fix,
    np.isreal: _isreal,
    np.iscomplex: _iscomplex,
    np.gradient: gradient,
    np.interp: interp,
    np.real_if_close: _real_if_close,
    np.min_scalar_type: _min_scalar_type,
    np.unravel_index: _unravel_index,
    np.argsort: _argsort,
    np.diag: _diag,
    np.einsum: _einsum,
}
"""By NumPy's function."""
