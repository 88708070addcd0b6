"""What a traced mask selects, `x[mask]`: its length is not known while tracing, so the whole is kept with the mask.

Operations that come to the same on the whole compile: arithmetic element by element, reductions (the rest is masked
out), and storing back under the same mask. Everything else stops the trace: a function must be named here to be right.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import Array, StandIn, derived
from jaxlab.tracing.arrays.convert import cast
from jaxlab.tracing.arrays.operators import operator_methods
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Untraceable

REMEDY = "Write it with `np.where(mask, x, 0)`, or pass the mask to `where=`"
_UNKNOWN = "the number of elements that a traced mask selects is not known"


class Selection(StandIn):
    """The elements, or the rows, of an array that a traced mask selects.

    Attributes:
      whole: All rows, those that are not selected too; shape (n, …).
      mask: Which rows are selected; boolean, shape (n,).
    """

    __slots__ = ("mask", "whole")
    __array_priority__ = 2000.0
    is_scalar = False
    python = None

    def __init__(self, whole: Array, mask: Array) -> None:
        self.whole = whole
        self.mask = mask

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return np.ndarray

    dtype = property(lambda self: self.whole.dtype)
    ndim = property(lambda self: self.whole.ndim)
    T = property(lambda self: self if self.ndim == 1 else _stop("`T`"))

    @property
    def count(self) -> Array:
        """How many rows are selected: a Python integer that is traced."""
        with numpy_scope():
            total = jnp.sum(jnp.asarray(self.mask.read()), dtype=np.int64)
            return derived(total, (self.mask,), is_scalar=True, python=int)

    @property
    def size(self) -> Any:
        """The number of elements selected."""
        return self.count * int(np.prod(self.whole.shape[1:]))

    @property
    def shape(self) -> tuple[Any, ...]:
        """The number of rows selected, which is traced, and the lengths of the other axes."""
        return (self.count, *self.whole.shape[1:])

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        return apply_to_selections(ufunc, method, inputs, options)

    def __array_function__(self, function: Any, types: Any, args: tuple, options: dict[str, Any]) -> Any:
        return apply_function_to_selections(function, args, options)

    def __getattr__(self, name: str) -> Any:
        if name in _METHODS:
            return partial(_METHODS[name], self)
        if hasattr(np.ndarray, name) and not name.startswith("__"):
            return _stop(f"`{name}`")
        raise AttributeError(f"'numpy.ndarray' object has no attribute '{name}'")

    def __bool__(self) -> bool:
        return _stop("a test")

    def __kept__(self) -> None:
        """Refuses to be bound to a name of the notebook, where it needs its elements.

        Raises:
          Untraceable: Always.
        """
        _stop("a name of the notebook")

    __len__ = __iter__ = __array__ = __getitem__ = __setitem__ = __contains__ = __float__ = __int__ = __index__ = (
        lambda self, *_: _stop("this operation")
    )


def _stop(what: str) -> Any:
    raise Untraceable(f"{_UNKNOWN}, and {what} needs it", REMEDY)


def select(array: Array, mask: Array) -> Selection:
    """`array[mask]`, the mask over the leading axes."""
    if mask.shape != array.shape[: mask.ndim]:
        raise IndexError(f"boolean index did not match indexed array of shape {array.shape}; mask is {mask.shape}")
    if mask.ndim == 0:
        raise Untraceable("a single traced boolean as an index")
    whole = array.reshape((-1, *array.shape[mask.ndim :])) if array.size else _stop("an empty array")
    return Selection(np.copy(whole), np.ravel(mask))


def holds_selection(things: Any) -> bool:
    """Whether a selection is among `things`, through lists and tuples."""
    return any(
        type(thing) is Selection or (type(thing) in (list, tuple) and holds_selection(thing)) for thing in things
    )


def apply_to_selections(ufunc: np.ufunc, method: str, inputs: tuple, options: dict[str, Any]) -> Any:
    """`ufunc` on selections of one mask, and on scalars and arrays that fit a row."""
    out = options.pop("out", None)
    if method != "__call__" or options or ufunc.signature is not None:
        return _product(ufunc, method, inputs, options) if out is None else _stop("`out=`")
    first = next(thing for thing in inputs if type(thing) is Selection)
    wholes = [_whole_of(thing, first) for thing in inputs]
    results = ufunc(*wholes)
    if out is None:
        wrap = lambda whole: Selection(whole, first.mask)  # noqa: E731
        return tuple(map(wrap, results)) if isinstance(results, tuple) else wrap(results)
    if out[0] is not first or not np.can_cast(results.dtype, first.dtype, "same_kind"):
        return _stop("`out=`")
    first.whole = results.astype(first.dtype)
    return first


def _product(ufunc: np.ufunc, method: str, inputs: tuple, options: dict[str, Any]) -> Any:
    if ufunc is np.matmul and method == "__call__" and not options:
        return _dot(*inputs)
    return _stop(f"`{ufunc.__name__}`")


def _whole_of(thing: Any, like: Selection) -> Any:
    if type(thing) is Selection:
        require_same_mask(thing, like)
        if thing.ndim != like.ndim:
            _stop("broadcasting")
        return thing.whole
    if np.ndim(thing) >= like.ndim:
        return _stop("broadcasting")
    return thing


def require_same_mask(one: Selection, other: Selection) -> None:
    """At run time both masks must select the same; XLA sees that two equal computations do."""
    if one.mask is other.mask:
        return
    if one.mask.shape != other.mask.shape:
        _stop("another mask")
    with numpy_scope():
        current().require(jnp.all(jnp.asarray(one.mask.read()) == jnp.asarray(other.mask.read())))


def apply_function_to_selections(function: Any, args: tuple, options: dict[str, Any]) -> Any:
    """A function of NumPy's on selections.

    Raises:
      Untraceable: It is not known to come to the same on the whole.
    """
    handler = FUNCTIONS.get(function)
    if handler is None or holds_selection(options.values()):
        return _stop(f"`np.{function.__name__}`")
    return handler(*args, **options)


def _reducing(function: Any, neutral: Callable[[np.dtype], Any] | None) -> Callable[..., Any]:
    """A reduction that leaves out what is not selected: by a neutral element, or none if an empty one raises."""

    def reduce(chosen: Any, axis: Any = None, dtype: Any = None, **options: Any) -> Any:
        if type(chosen) is not Selection or options or axis not in (None, *range(-chosen.ndim, chosen.ndim)):
            return _stop(f"`np.{function.__name__}` with these arguments")
        given = {} if dtype is None else {"dtype": dtype}
        if axis is not None and axis % chosen.ndim:
            return Selection(function(chosen.whole, axis=axis, **given), chosen.mask)
        empty = neutral(chosen.dtype) if neutral else _extreme(function, chosen)
        return function(_filled(chosen, empty), axis=axis, **given)

    return reduce


def _filled(chosen: Selection, value: Any) -> Any:
    """The whole with `value` where nothing is selected."""
    rows = chosen.mask.reshape(chosen.mask.shape + (1,) * (chosen.ndim - 1))
    return np.where(rows, chosen.whole, chosen.dtype.type(value))


def _extreme(function: Any, chosen: Selection) -> Any:
    """The least or the greatest number of a dtype; an empty selection has no extreme, and NumPy raises."""
    with numpy_scope():
        current().require(jnp.any(jnp.asarray(chosen.mask.read())))
    kind = chosen.dtype.kind
    if kind == "b":
        return function is np.min
    if kind not in "iuf":
        return _stop("an extreme of complex numbers")
    if kind == "f":
        return np.inf if function is np.min else -np.inf
    return np.iinfo(chosen.dtype).max if function is np.min else np.iinfo(chosen.dtype).min


def _mean(chosen: Selection, axis: Any = None, dtype: Any = None, **options: Any) -> Any:
    if options or (axis is not None and axis % chosen.ndim):
        return (
            _stop("`np.mean` with these arguments")
            if options
            else Selection(np.mean(chosen.whole, axis=axis, dtype=dtype), chosen.mask)
        )
    precise = np.dtype(float) if chosen.dtype.kind in "biu" and dtype is None else dtype
    total = FUNCTIONS[np.sum](chosen, axis=axis, dtype=precise)
    count = chosen.size if axis is None else chosen.count
    return np.true_divide(total, count)


def _var(chosen: Selection, axis: Any = None, dtype: Any = None, ddof: Any = 0, **options: Any) -> Any:
    if options or dtype is not None or axis not in (None, 0) or chosen.dtype.kind not in "biuf":
        return _stop("`np.var` with these arguments")
    far = Selection(chosen.whole - _mean(chosen, axis), chosen.mask)
    total = FUNCTIONS[np.sum](far * far, axis=axis)
    count = chosen.size if axis is None else chosen.count
    return np.true_divide(total, np.maximum(count - ddof, 0))


def _std(chosen: Selection, **options: Any) -> Any:
    return np.sqrt(_var(chosen, **options))


def _dot(one: Any, other: Any) -> Any:
    if type(one) is not Selection or type(other) is not Selection or one.ndim != 1 or other.ndim != 1:
        return _stop("a product")
    return FUNCTIONS[np.sum](one * other)


def _size(chosen: Selection, axis: Any = None) -> Any:
    return chosen.size if axis is None else chosen.shape[axis]


def _count_nonzero(chosen: Selection, axis: Any = None) -> Any:
    if axis is not None:
        return _stop("`np.count_nonzero` along an axis")
    return np.count_nonzero(_filled(chosen, 0))


def _running(function: Any, neutral: int) -> Callable[..., Any]:
    def run(chosen: Selection, axis: Any = None, **options: Any) -> Any:
        if options or chosen.ndim != 1:
            return _stop(f"`np.{function.__name__}` with these arguments")
        return Selection(function(_filled(chosen, neutral)), chosen.mask)

    return run


def _copied(chosen: Selection, *_: Any, **__: Any) -> Selection:
    return Selection(np.copy(chosen.whole), chosen.mask)


def _astype(chosen: Selection, dtype: Any, **options: Any) -> Selection:
    return Selection(chosen.whole.astype(dtype, **options), chosen.mask)


def _round(chosen: Selection, decimals: int = 0) -> Selection:
    return Selection(np.round(chosen.whole, decimals), chosen.mask)


def _clip(chosen: Selection, *limits: Any, **options: Any) -> Any:
    if any(np.ndim(limit) for limit in (*limits, *options.values()) if limit is not None):
        return _stop("`np.clip` with arrays")
    return Selection(np.clip(chosen.whole, *limits, **options), chosen.mask)


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.sum: _reducing(np.sum, lambda _: 0),
    np.prod: _reducing(np.prod, lambda _: 1),
    np.any: _reducing(np.any, lambda _: 0),
    np.all: _reducing(np.all, lambda _: 1),
    np.max: _reducing(np.max, None),
    np.min: _reducing(np.min, None),
    np.amax: _reducing(np.max, None),
    np.amin: _reducing(np.min, None),
    np.mean: _mean,
    np.var: _var,
    np.std: _std,
    np.dot: _dot,
    np.vdot: lambda one, other: _dot(np.conj(one), other),
    np.size: _size,
    np.shape: lambda chosen: chosen.shape,
    np.ndim: lambda chosen: chosen.ndim,
    np.count_nonzero: _count_nonzero,
    np.cumsum: _running(np.cumsum, 0),
    np.cumprod: _running(np.cumprod, 1),
    np.copy: _copied,
    np.round: _round,
    np.clip: _clip,
}
"""By NumPy's function: those that keep their meaning when the whole is kept with a mask."""

_METHODS: dict[str, Callable[..., Any]] = {
    **{function.__name__: handler for function, handler in FUNCTIONS.items() if hasattr(np.ndarray, function.__name__)},
    "max": FUNCTIONS[np.max],
    "min": FUNCTIONS[np.min],
    "astype": _astype,
    "conj": lambda chosen: np.conjugate(chosen),
    "conjugate": lambda chosen: np.conjugate(chosen),
}
for _hidden in ("size", "shape", "ndim"):
    _METHODS.pop(_hidden, None)

for _name, _method in operator_methods().items():
    setattr(Selection, _name, _method)


def stored(old: Any, chosen: Selection, target_mask: Array, dtype: np.dtype) -> Any:
    """The contents of an array after `array[mask] = chosen`.

    Args:
      old: The contents before, a JAX value.
      chosen: What is stored.
      target_mask: The mask on the left.
      dtype: The array's.
    """
    require_same_mask(chosen, Selection(chosen.whole, np.ravel(target_mask)))
    rows = target_mask.shape + old.shape[target_mask.ndim :]
    new = cast(jnp.asarray(chosen.whole.read()), dtype)
    if new.shape[1:] != old.shape[target_mask.ndim :]:
        _stop("broadcasting")
    shown = jnp.asarray(target_mask.read()).reshape(target_mask.shape + (1,) * (old.ndim - target_mask.ndim))
    return jnp.where(shown, new.reshape(rows), old)
