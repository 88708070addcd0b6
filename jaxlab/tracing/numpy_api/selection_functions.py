"""NumPy's functions on what a traced mask selects: those that come to the same on the whole kept with its mask."""

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.convert import as_array
from jaxlab.tracing.arrays.kinds import is_array
from jaxlab.tracing.arrays.selection import Selection, aligned, first_rows, holds_selection, packed, stop
from jaxlab.tracing.numpy_api import selected_order
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.trace import current


def apply_function_to_selections(function: Any, args: tuple, options: dict[str, Any]) -> Any:
    """A function of NumPy's on selections.

    Raises:
      Untraceable: It is not known to come to the same on the whole.
    """
    if function in _ELEMENTWISE:
        return _elementwise(function, args, options)
    handler = FUNCTIONS.get(function)
    if handler is None or holds_selection(options.values()):
        return stop(f"`np.{function.__name__}`")
    return handler(*args, **options)


def _elementwise(function: Any, args: tuple, options: dict[str, Any]) -> Any:
    """On each element for itself: the operands named in `_ELEMENTWISE` may be selections, the others must not be."""
    operands = _ELEMENTWISE[function]
    mine = tuple(arg for place, arg in enumerate(args) if place in operands)
    others = [arg for place, arg in enumerate(args) if place not in operands]
    if holds_selection(others) or holds_selection(options.values()) or not holds_selection(mine):
        return stop(f"`np.{function.__name__}` with these arguments")
    wholes, first = aligned(mine)
    given = iter(wholes)
    return first.like(
        function(*(next(given) if place in operands else arg for place, arg in enumerate(args)), **options)
    )


_ELEMENTWISE: dict[Any, tuple[int, ...]] = {
    np.where: (0, 1, 2),
    np.isclose: (0, 1),
    np.searchsorted: (1,),
    **dict.fromkeys((np.isin, np.interp, np.digitize, np.angle, np.zeros_like, np.ones_like), (0,)),
    **dict.fromkeys((np.full_like, np.round, np.around, np.isneginf, np.isposinf, np.isreal, np.iscomplex), (0,)),
}
"""Functions of each element for itself, with the positions of the operands that may be selections."""


def elementwise(function: Callable[..., Any], operands: tuple) -> Selection:
    """A function of each element for itself, whatever its operands are."""
    wholes, first = aligned(operands)
    return first.like(function(*wholes))


def _reducing(function: Any, neutral: Callable[[np.dtype], Any] | None) -> Callable[..., Any]:
    """A reduction that leaves out what is not selected: by a neutral element, or none if an empty one raises."""

    def reduce(chosen: Any, axis: Any = None, dtype: Any = None, **options: Any) -> Any:
        if type(chosen) is not Selection or options or axis not in (None, *range(-chosen.ndim, chosen.ndim)):
            return stop(f"`np.{function.__name__}` with these arguments")
        given = {} if dtype is None else {"dtype": dtype}
        if axis is not None and axis % chosen.ndim:
            return chosen.like(function(chosen.whole, axis=axis, **given))
        empty = neutral(chosen.dtype) if neutral else _extreme(function, chosen)
        return function(filled(chosen, empty), axis=axis, **given)

    return reduce


def filled(chosen: Selection, value: Any) -> Any:
    """The whole with `value` where nothing is selected."""
    rows = chosen.mask.reshape(chosen.mask.shape + (1,) * (chosen.ndim - 1))
    return np.where(rows, chosen.whole, chosen.dtype.type(value))


def _extreme(function: Any, chosen: Selection) -> Any:
    """The least or the greatest number of a dtype; an empty selection has no extreme, and NumPy raises."""
    require_any(chosen)
    kind = chosen.dtype.kind
    if kind == "b":
        return function is np.min
    if kind not in "iuf":
        return stop("an extreme of complex numbers")
    if kind == "f":
        return np.inf if function is np.min else -np.inf
    return np.iinfo(chosen.dtype).max if function is np.min else np.iinfo(chosen.dtype).min


def require_any(chosen: Selection) -> None:
    """At run time something must be selected."""
    with numpy_scope():
        current().require(jnp.any(jnp.asarray(chosen.mask.read())))


def _mean(chosen: Selection, axis: Any = None, dtype: Any = None, **options: Any) -> Any:
    if options:
        return stop("`np.mean` with these arguments")
    if axis is not None and axis % chosen.ndim:
        return chosen.like(np.mean(chosen.whole, axis=axis, dtype=dtype))
    precise = np.dtype(float) if chosen.dtype.kind in "biu" and dtype is None else dtype
    total = FUNCTIONS[np.sum](chosen, axis=axis, dtype=precise)
    return np.true_divide(total, chosen.size if axis is None else chosen.count)


def _var(chosen: Selection, axis: Any = None, dtype: Any = None, ddof: Any = 0, **options: Any) -> Any:
    if options or dtype is not None or axis not in (None, 0) or chosen.dtype.kind not in "biuf":
        return stop("`np.var` with these arguments")
    far = chosen.like(chosen.whole - _mean(chosen, axis))
    total = FUNCTIONS[np.sum](far * far, axis=axis)
    count = chosen.size if axis is None else chosen.count
    return np.true_divide(total, np.maximum(count - ddof, 0))


def _std(chosen: Selection, **options: Any) -> Any:
    return np.sqrt(_var(chosen, **options))


def dot(one: Any, other: Any) -> Any:
    """The product of two selections of numbers, or of selected rows and a vector or matrix."""
    if type(one) is Selection and is_array(other) and one.ndim == 2:
        return one.like(one.whole @ other)
    if type(one) is not Selection or type(other) is not Selection or one.ndim != 1 or other.ndim != 1:
        return stop("a product")
    return FUNCTIONS[np.sum](one * other)


def _norm(chosen: Selection, ord: Any = None, axis: Any = None, **options: Any) -> Any:
    if axis is not None and axis % chosen.ndim:
        return chosen.like(np.linalg.norm(chosen.whole, ord, axis, **options))
    if options or ord not in (None, 2, 1, np.inf) or chosen.ndim != 1 or chosen.dtype.kind == "c":
        return stop("`np.linalg.norm` with these arguments")
    if ord == np.inf:
        require_any(chosen)
    return np.linalg.norm(filled(chosen, 0), ord)


def _size(chosen: Selection, axis: Any = None) -> Any:
    return chosen.size if axis is None else chosen.shape[axis]


def _count_nonzero(chosen: Selection, axis: Any = None) -> Any:
    if axis is not None:
        return stop("`np.count_nonzero` along an axis")
    return np.count_nonzero(filled(chosen, 0))


def _running(function: Any, neutral: int) -> Callable[..., Any]:
    def run(chosen: Selection, axis: Any = None, **options: Any) -> Any:
        if options or chosen.ndim != 1:
            return stop(f"`np.{function.__name__}` with these arguments")
        return chosen.like(function(filled(chosen, neutral)))

    return run


def _copied(chosen: Selection, order: str = "C") -> Selection:
    return chosen.like(np.copy(chosen.whole))


def _array(chosen: Selection, dtype: Any = None, *, copy: Any = True) -> Selection:
    return _astype(chosen, chosen.dtype if dtype is None else dtype, copy=bool(copy))


def _astype(chosen: Selection, dtype: Any, casting: str = "unsafe", copy: bool = True) -> Selection:
    if not copy and np.dtype(dtype) == chosen.dtype:
        return chosen
    return chosen.like(chosen.whole.astype(dtype, casting=casting))


def _clip(chosen: Selection, *limits: Any, **options: Any) -> Any:
    others = [limit for limit in (*limits, *options.values()) if limit is not None]
    if any(np.ndim(limit) for limit in others) or options.keys() - {"min", "max", "a_min", "a_max"}:
        return stop("`np.clip` with arrays")
    return chosen.like(np.clip(chosen.whole, *limits, **options))


def _diff(chosen: Selection, n: int = 1, axis: int = -1, **options: Any) -> Any:
    if options or n != 1:
        return stop("`np.diff` with these arguments")
    if axis % chosen.ndim:
        return chosen.like(np.diff(chosen.whole, axis=axis))
    rows = packed(chosen)
    length = rows.mask.size - 1
    return Selection(np.diff(rows.whole, axis=0), first_rows(length, rows.count - 1), is_packed=True)


def _concatenate(things: Any, axis: int = 0, **options: Any) -> Any:
    """Wholes and masks one after the other; an array is all selected."""
    chosen = [thing if type(thing) is Selection else _all_of(thing) for thing in things]
    if axis != 0 or any(thing.ndim != chosen[0].ndim for thing in chosen):
        return stop("`np.concatenate` with these arguments")
    whole = np.concatenate([thing.whole for thing in chosen], **options)
    return Selection(whole, np.concatenate([thing.mask for thing in chosen]))


def _all_of(thing: Any) -> Selection:
    array = as_array(thing)
    return Selection(array, as_array(np.ones(len(array), bool))) if array.ndim else stop("a number among arrays")


def _append(one: Any, other: Any, axis: Any = None) -> Any:
    ends = [thing if np.ndim(thing) else np.reshape(thing, 1) for thing in (one, other)]
    return _concatenate(ends) if axis == 0 or all(np.ndim(end) == 1 for end in ends) else stop("`np.append`")


def _nonzero(chosen: Selection) -> tuple[Selection]:
    """Numbers among what is selected."""
    rank = np.cumsum(chosen.mask) - 1
    return (Selection(rank, np.logical_and(chosen.mask, chosen.whole != 0)),) if chosen.ndim == 1 else stop("`nonzero`")


def _flipped(chosen: Selection, axis: Any = None) -> Selection:
    return chosen[::-1] if chosen.ndim == 1 or axis == 0 else stop("`np.flip` with these arguments")


def _spread(chosen: Selection, axis: Any = None) -> Any:
    """From the least to the greatest."""
    return FUNCTIONS[np.max](chosen, axis=axis) - FUNCTIONS[np.min](chosen, axis=axis)


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.sum: _reducing(np.sum, lambda _: 0),
    np.prod: _reducing(np.prod, lambda _: 1),
    np.any: _reducing(np.any, lambda _: 0),
    np.all: _reducing(np.all, lambda _: 1),
    np.max: _reducing(np.max, None),
    np.min: _reducing(np.min, None),
    np.amax: _reducing(np.max, None),
    np.amin: _reducing(np.min, None),
    np.nansum: _reducing(np.nansum, lambda _: 0),
    np.mean: _mean,
    np.var: _var,
    np.std: _std,
    np.ptp: _spread,
    np.dot: dot,
    np.vdot: lambda one, other: dot(np.conj(one), other),
    np.linalg.norm: _norm,
    np.size: _size,
    np.shape: lambda chosen: chosen.shape,
    np.ndim: lambda chosen: chosen.ndim,
    np.count_nonzero: _count_nonzero,
    np.cumsum: _running(np.cumsum, 0),
    np.cumprod: _running(np.cumprod, 1),
    np.diff: _diff,
    np.copy: _copied,
    np.array: _array,
    np.asarray: lambda chosen, dtype=None, *, copy=False: _array(chosen, dtype, copy=copy),
    np.clip: _clip,
    np.concatenate: _concatenate,
    np.hstack: _concatenate,
    np.append: _append,
    np.nonzero: _nonzero,
    np.flatnonzero: lambda chosen: _nonzero(chosen)[0],
    np.flip: _flipped,
    **selected_order.FUNCTIONS,
}
"""By NumPy's function: those that keep their meaning when the whole is kept with a mask."""

METHODS: dict[str, Callable[..., Any]] = {
    **{function.__name__: handler for function, handler in FUNCTIONS.items() if hasattr(np.ndarray, function.__name__)},
    "max": FUNCTIONS[np.max],
    "min": FUNCTIONS[np.min],
    "round": lambda chosen, decimals=0: np.round(chosen, decimals),
    "astype": _astype,
    "conj": lambda chosen: np.conjugate(chosen),
    "conjugate": lambda chosen: np.conjugate(chosen),
    "sort": selected_order.sort_in_place,
}
"""By the name of the array's method."""

for _hidden in ("size", "shape", "ndim"):
    METHODS.pop(_hidden, None)
