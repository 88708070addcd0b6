"""NumPy functions that write into arrays, or whose meaning JAX's function of the same name does not keep."""

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.array import Array, contents, derived, is_array, is_traced, known, traced
from jaxlab.tracing.convert import as_array, cast, from_sequence, literal
from jaxlab.tracing.indexing import assign, set_item
from jaxlab.tracing.untraceable import Untraceable


def _copy(a: Any, order: str = "K", subok: bool = False) -> Array:
    return _fresh(as_array(a))


def _fresh(array: Array, dtype: np.dtype | None = None) -> Array:
    """A copy in memory of its own."""
    dtype = array.dtype if dtype is None else dtype
    if array.is_known:
        return known(np.array(array.shadow, dtype))
    return derived(cast(array.read(), dtype), (array,))


def _array(thing: Any, dtype: Any = None, *, copy: Any = True, ndmin: int = 0, **_: Any) -> Array:
    """`np.array` and `np.asarray`: a copy only where NumPy makes one."""
    if isinstance(thing, (list, tuple)):
        made = from_sequence(thing, dtype)
    else:
        given = as_array(thing)
        wanted = given.dtype if dtype is None else np.dtype(dtype)
        keeps = not copy and wanted == given.dtype and not given.is_scalar
        made = given if keeps else _fresh(given, wanted)
    while made.ndim < ndmin:
        made = made[None]
    return made


def _asarray(thing: Any, dtype: Any = None, **options: Any) -> Array:
    return _array(thing, dtype, copy=options.get("copy", False))


def _full_like(a: Any, fill_value: Any, dtype: Any = None, shape: Any = None, **_: Any) -> Array:
    array = as_array(a)
    made = known(np.empty(array.shape if shape is None else shape, dtype or array.dtype))
    assign(made, fill_value)
    return made


def _like(fill: int) -> Callable[..., Array]:
    return lambda a, dtype=None, order="K", subok=True, shape=None, **_: _full_like(a, fill, dtype, shape)


def _copyto(dst: Array, src: Any, casting: str = "same_kind", where: Any = True) -> None:
    source = src if type(src) in (bool, int, float, complex) else as_array(src)
    if is_array(source) and not np.can_cast(source.dtype, dst.dtype, casting):
        raise TypeError(f"Cannot cast array data from {source.dtype!r} to {dst.dtype!r} according to the rule {casting!r}")
    if where is True:
        assign(dst, source)
        return
    _where_into(dst, as_array(where), source)


def _where_into(dst: Array, mask: Array, source: Any) -> None:
    new = literal(source, dst.dtype) if not is_array(source) else cast(jnp.asarray(source.read()), dst.dtype)
    kept = jnp.where(jnp.asarray(mask.read()), new, jnp.asarray(dst.read()))
    assign(dst, traced(kept))


def _putmask(a: Array, mask: Any, values: Any) -> None:
    new = as_array(values)
    if new.size != 1:
        raise Untraceable("`np.putmask` with an array of values")
    _where_into(a, as_array(mask), new.reshape(()))


def _place(arr: Array, mask: Any, vals: Any) -> None:
    _putmask(arr, mask, vals)


def _put(a: Array, ind: Any, v: Any, mode: str = "raise") -> None:
    if mode != "raise":
        raise Untraceable("`np.put` with a mode")
    set_item(a.flat, ind, v)


def _fill_diagonal(a: Array, val: Any, wrap: bool = False) -> None:
    if wrap or a.ndim < 2:
        raise Untraceable("`np.fill_diagonal` with wrap")
    step = a.shape[1] + 1 if a.ndim == 2 else 1 + int(np.cumprod(a.shape[:-1]).sum())
    stop = a.shape[1] * a.shape[1] if a.ndim == 2 else None
    a.flat[:stop:step] = val


def _where(condition: Any, *branches: Any) -> Any:
    """`np.where`; with the condition alone the result's length depends on its values."""
    if not branches:
        if is_traced(condition):
            raise Untraceable("the number of elements that `np.where` finds is not known while tracing")
        return tuple(map(known, np.where(contents(condition))))
    if not is_traced((condition, *branches)):
        return known(np.asarray(np.where(contents(condition), *contents(branches))))
    types = [thing if type(thing) in (int, float, complex) else as_array(thing) for thing in branches]
    asked = [_weak(thing) for thing in types]
    dtype = np.result_type(*asked)
    values = [jnp.asarray(cast(t.read(), dtype) if is_array(t) else literal(t, dtype)) for t in types]
    test = as_array(condition)
    chosen = jnp.where(cast(jnp.asarray(test.read()), np.dtype(bool)), *values)
    return derived(chosen, (test, *types))


def _weak(thing: Any) -> Any:
    if not is_array(thing):
        return thing
    return thing.python(0) if thing.python in (int, float, complex) else thing.dtype


def _may_share_memory(a: Any, b: Any, max_work: Any = None) -> bool:
    if not (is_array(a) and is_array(b)):
        return False
    return a.buffer is b.buffer and np.may_share_memory(a.shadow, b.shadow)


def _clip(a: Any, a_min: Any = None, a_max: Any = None, **options: Any) -> Any:
    """By `maximum` and `minimum`, which promote as NumPy's `clip` does."""
    low = options.pop("min", a_min)
    high = options.pop("max", a_max)
    result = a if low is None else np.maximum(a, low)
    return result if high is None else np.minimum(result, high)


def _round(a: Any, decimals: int = 0, **_: Any) -> Any:
    array = as_array(a)
    if array.dtype.kind in "biu":
        return _fresh(array) if decimals >= 0 else _no("`np.round` of integers to tens")
    scale = 10.0 ** abs(decimals)
    value = array.read()
    rounded = jnp.round(value * scale) / scale if decimals > 0 else jnp.round(value / scale) * scale
    return derived(cast(rounded, array.dtype), (array,), is_scalar=array.ndim == 0)


def _no(what: str) -> Any:
    raise Untraceable(what)


HANDLERS: dict[Any, Callable[..., Any]] = {
    np.copy: _copy,
    np.array: _array,
    np.asarray: _asarray,
    np.asanyarray: _asarray,
    np.ascontiguousarray: _asarray,
    np.full_like: _full_like,
    np.zeros_like: _like(0),
    np.empty_like: _like(0),
    np.ones_like: _like(1),
    np.copyto: _copyto,
    np.putmask: _putmask,
    np.place: _place,
    np.put: _put,
    np.fill_diagonal: _fill_diagonal,
    np.where: _where,
    np.may_share_memory: _may_share_memory,
    np.shares_memory: _may_share_memory,
    np.clip: _clip,
    np.round: _round,
    np.around: _round,
}
"""By NumPy's function."""
