"""NumPy's functions that write into an array: `copyto`, `putmask`, `place`, `put`, `fill_diagonal`."""

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import Array, derived
from jaxlab.tracing.arrays.convert import as_array, cast, literal
from jaxlab.tracing.arrays.flat import Flat
from jaxlab.tracing.arrays.indexing import assign
from jaxlab.tracing.arrays.kinds import is_array
from jaxlab.tracing.untraceable import Untraceable

_PYTHON = (bool, int, float, complex)


def _copyto(dst: Array, src: Any, casting: str = "same_kind", where: Any = True) -> None:
    source = src if type(src) in _PYTHON else as_array(src)
    given = source.dtype if is_array(source) and source.python is None else np.min_scalar_type(_plain(source))
    if not np.can_cast(given, dst.dtype, casting) and not _fits(source, dst.dtype):
        raise TypeError(f"Cannot cast array data from {given!r} to {dst.dtype!r} according to the rule '{casting}'")
    if where is True:
        assign(dst, source)
        return
    _write_where(dst, as_array(where), source)


def _plain(source: Any) -> Any:
    return source.python(0) if is_array(source) else source


def _fits(source: Any, dtype: np.dtype) -> bool:
    """Whether a Python number is of a kind that `dtype` holds."""
    kind = source.python if is_array(source) else type(source)
    return kind is int and dtype.kind in "iufc"


def _write_where(dst: Array, mask: Array, source: Any) -> None:
    new = literal(source, dst.dtype) if not is_array(source) else cast(jnp.asarray(source.read()), dst.dtype)
    for given in (mask, source):
        if np.broadcast_shapes(np.shape(given), dst.shape) != dst.shape:
            raise Untraceable("a mask or values that do not fit the array that is written")
    kept = jnp.where(cast(jnp.asarray(mask.read()), np.dtype(bool)), new, jnp.asarray(dst.read()))
    assign(dst, derived(kept, (dst, mask, source)))


def _putmask(a: Array, mask: Any, values: Any) -> None:
    _check_safe(values, a.dtype)
    new, chosen = as_array(values), as_array(mask)
    if chosen.shape != a.shape or new.shape not in (a.shape, (), (1,)):
        raise Untraceable("`np.putmask` with values of another shape")
    if not np.can_cast(new.dtype, a.dtype, "same_kind") and new.python is None:
        raise TypeError(f"Cannot cast array data from {new.dtype!r} to {a.dtype!r} according to the rule 'safe'")
    _write_where(a, chosen, new)


def _check_safe(values: Any, dtype: np.dtype) -> None:
    """Arrays have to be cast safely, or NumPy raises; numbers and lists are cast as it may be."""
    is_array_of_numpy = (is_array(values) and not values.is_scalar) or isinstance(values, np.ndarray)
    if is_array_of_numpy and not np.can_cast(values.dtype, dtype, "safe"):
        raise Untraceable("an array is written into one of another dtype, which NumPy refuses")


def _place(arr: Array, mask: Any, vals: Any) -> None:
    _check_safe(vals, arr.dtype)
    new = as_array(vals)
    if new.size != 1:
        raise Untraceable("`np.place` with an array of values")
    _putmask(arr, mask, new.reshape(()))


def _put(a: Array, ind: Any, v: Any, mode: str = "raise") -> None:
    if mode != "raise" or np.shape(v) not in ((), np.shape(ind)):
        raise Untraceable("`np.put` with a mode, or with values that repeat")
    Flat(a)[ind] = v


def _fill_diagonal(a: Array, val: Any, wrap: bool = False) -> None:
    if wrap or a.ndim < 2 or np.ndim(val):
        raise Untraceable("`np.fill_diagonal` with wrap or with an array")
    if a.ndim > 2 and len(set(a.shape)) != 1:
        raise ValueError("All dimensions of input must be of equal length")
    step = a.shape[1] + 1 if a.ndim == 2 else 1 + int(np.cumprod(a.shape[:-1]).sum())
    stop = a.shape[1] * a.shape[1] if a.ndim == 2 else None
    Flat(a)[:stop:step] = val


HANDLERS: dict[Any, Callable[..., Any]] = {
    np.copyto: _copyto,
    np.putmask: _putmask,
    np.place: _place,
    np.put: _put,
    np.fill_diagonal: _fill_diagonal,
}
"""By NumPy's function."""
