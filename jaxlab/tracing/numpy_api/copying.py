"""`np.array`, `np.copy` and the `_like` functions: memory of its own where NumPy gives memory of its own."""

from collections.abc import Callable
from typing import Any

import numpy as np

from jaxlab.tracing.arrays.array import Array, derived, known
from jaxlab.tracing.arrays.convert import as_array, cast, from_sequence
from jaxlab.tracing.arrays.indexing import assign
from jaxlab.tracing.arrays.order import order_named


def fresh(array: Array, dtype: np.dtype | None = None, order: str | None = "K") -> Array:
    """A copy in memory of its own, cast to `dtype`."""
    dtype = array.dtype if dtype is None else dtype
    if array.is_known:
        return known(np.array(array.shadow, dtype, order=order))
    return derived(cast(array.read(), dtype), (array,), order=order_named(order, array.shadow))


def _copy(a: Any, order: str | None = "K", subok: bool = False) -> Array:
    return fresh(as_array(a), order=order)


def _array(
    thing: Any, dtype: Any = None, *, copy: Any = True, order: Any = "K", subok: bool = False, ndmin: int = 0, **_: Any
) -> Array:
    """`np.array`: a copy only where NumPy makes one."""
    if isinstance(thing, (list, tuple)):
        made = from_sequence(thing, dtype)
        made = made if _lies_in(made.shadow, order) else fresh(made, order=order)
    else:
        given = as_array(thing)
        wanted = given.dtype if dtype is None else np.dtype(dtype)
        keeps = wanted == given.dtype and not given.is_scalar and _lies_in(given.shadow, order)
        if copy is False and not keeps:
            raise ValueError(
                "Unable to avoid copy while creating an array as requested.\n"
                "If using `np.array(obj, copy=False)` replace it with `np.asarray(obj)` to allow a copy when needed "
                "(no behavior change in NumPy 1.x).\n"
                "For more details, see https://numpy.org/devdocs/numpy_2_0_migration_guide.html"
                "#adapting-to-changes-in-the-copy-keyword."
            )
        made = given if keeps and not copy else fresh(given, wanted, order)
    return made if made.ndim >= ndmin else made.over(np.array(made.shadow, copy=False, ndmin=ndmin))


def _lies_in(shadow: np.ndarray, order: str | None) -> bool:
    """Whether an array lies in memory as `order` asks."""
    if order in ("C", "c"):
        return shadow.flags.c_contiguous
    return order not in ("F", "f") or shadow.flags.f_contiguous


def _asarray(thing: Any, dtype: Any = None, order: Any = None, *, copy: Any = None, **_: Any) -> Array:
    return _array(thing, dtype, copy=copy, order=order)


def _contiguous(order: str) -> Callable[..., Array]:
    """`np.ascontiguousarray` and `np.asfortranarray`, which give one axis at least."""

    def convert(a: Any, dtype: Any = None, **_: Any) -> Array:
        made = _asarray(a, dtype, order)
        return made if made.ndim else made.reshape(1)

    return convert


def _full_like(
    a: Any, fill_value: Any, dtype: Any = None, order: str = "K", subok: bool = True, shape: Any = None, **_: Any
) -> Array:
    array = as_array(a)
    made = known(np.zeros_like(array.shadow, dtype=dtype, order=order, shape=shape))
    assign(made, fill_value)
    return made


def _like(fill: int) -> Callable[..., Array]:
    return lambda a, dtype=None, order="K", subok=True, shape=None, **_: _full_like(a, fill, dtype, order, shape=shape)


HANDLERS: dict[Any, Callable[..., Any]] = {
    np.copy: _copy,
    np.array: _array,
    np.asarray: _asarray,
    np.asanyarray: _asarray,
    np.ascontiguousarray: _contiguous("C"),
    np.asfortranarray: _contiguous("F"),
    np.full_like: _full_like,
    np.zeros_like: _like(0),
    np.empty_like: _like(0),
    np.ones_like: _like(1),
}
"""By NumPy's function."""
