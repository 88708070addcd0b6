"""What a traced mask selects, `x[mask]`: its length is not known while tracing, so the whole is kept with the mask.

Operations that come to the same on the whole compile: arithmetic element by element, reductions (the rest is masked
out), and storing back under the same mask. Everything else stops the trace: a function must be named to be right
(`numpy_api.selection_functions`). What is kept by a name of the notebook leaves the program whole, with its count.
"""

import weakref
from collections.abc import Callable
from functools import partial
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import Array, derived
from jaxlab.tracing.arrays.convert import cast
from jaxlab.tracing.arrays.kinds import is_array
from jaxlab.tracing.arrays.operators import operator_methods
from jaxlab.tracing.arrays.stand_in import StandIn
from jaxlab.tracing.effects.templates import Container, Template
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Untraceable

REMEDY = "Write it with `np.where(mask, x, 0)`, or pass the mask to `where=`"
_UNKNOWN = "the number of elements that a traced mask selects is not known"


class Selection(StandIn):
    """The elements, or the rows, of an array that a traced mask selects; memory of its own, as in NumPy.

    Attributes:
      whole: All rows, those that are not selected too; shape (n, …).
      mask: Which rows are selected; boolean, shape (n,).
      is_packed: Whether the selected rows come first.
      places: The mask that it holds the places of, and along which axis: what `np.nonzero` gives; None for others.
      root: The selection that NumPy would have made it a view of; None if it has memory of its own.
    """

    __slots__ = ("__weakref__", "_parts", "is_packed", "mask", "places", "root", "whole")
    __array_priority__ = 2000.0
    is_scalar = False
    python = None

    def __init__(
        self,
        whole: Array,
        mask: Array,
        *,
        is_packed: bool = False,
        places: tuple[Array, int] | None = None,
        root: "Selection | None" = None,
    ) -> None:
        self.whole = whole
        self.mask = mask
        self.is_packed = is_packed
        self.places = places
        self.root = root
        self._parts: list[weakref.ref] = []
        if root is not None:
            root.add_part(self)

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return np.ndarray

    dtype = property(lambda self: self.whole.dtype)
    ndim = property(lambda self: self.whole.ndim)
    T = property(lambda self: self if self.ndim == 1 else stop("`T`"))

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

    def add_part(self, part: Any) -> None:
        """Notes what NumPy would have made a view: while it lives, neither may be written."""
        self._parts.append(weakref.ref(part))

    def require_own(self) -> None:
        """Before a write.

        Raises:
          Untraceable: It is a view in NumPy, or there are views of it.
        """
        if self.root is not None or any(part() is not None for part in self._parts):
            stop("a view that is written")

    def replace(self, other: "Selection") -> None:
        """Takes over what another one selects."""
        self.require_own()
        self.whole, self.mask, self.is_packed, self.places = other.whole, other.mask, other.is_packed, None

    def like(self, whole: Array) -> "Selection":
        """What the same mask selects of another array."""
        return Selection(whole, self.mask, is_packed=self.is_packed)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        return apply_to_selections(ufunc, method, inputs, options)

    def __array_function__(self, function: Any, types: Any, args: tuple, options: dict[str, Any]) -> Any:
        from jaxlab.tracing.numpy_api.selection_functions import apply_function_to_selections

        return apply_function_to_selections(function, args, options)

    def __getattr__(self, name: str) -> Any:
        from jaxlab.tracing.numpy_api.selection_functions import METHODS

        if name in METHODS:
            return partial(METHODS[name], self)
        if hasattr(np.ndarray, name) and not name.startswith("__"):
            return stop(f"`{name}`")
        raise AttributeError(f"'numpy.ndarray' object has no attribute '{name}'")

    def __getitem__(self, index: Any) -> Any:
        from jaxlab.tracing.arrays.selected_items import item_of

        return item_of(self, index)

    def __bool__(self) -> bool:
        return stop("a test")

    def __setitem__(self, index: Any, value: Any) -> None:
        from jaxlab.tracing.arrays.selected_items import set_item

        set_item(self, index, value)

    __len__ = __iter__ = __array__ = __contains__ = __float__ = __int__ = __index__ = lambda self, *_: stop(
        "this operation"
    )


def stop(what: str) -> Any:
    """Stops the trace.

    Raises:
      Untraceable: Always; `what` needs the number of elements.
    """
    raise Untraceable(f"{_UNKNOWN}, and {what} needs it", REMEDY)


def is_selection(thing: Any) -> bool:
    """Whether `thing` is a selection; `isinstance` would ask what it stands for."""
    return type(thing) is Selection


def holds_selection(things: Any) -> bool:
    """Whether a selection is among `things`, through lists and tuples."""
    return any(
        type(thing) is Selection or (type(thing) in (list, tuple) and holds_selection(thing)) for thing in things
    )


def select(array: Array, mask: Array) -> Selection:
    """`array[mask]`, the mask over the leading axes."""
    if mask.shape != array.shape[: mask.ndim]:
        raise IndexError(f"boolean index did not match indexed array of shape {array.shape}; mask is {mask.shape}")
    if mask.ndim == 0:
        raise Untraceable("a single traced boolean as an index")
    whole = array.reshape((-1, *array.shape[mask.ndim :])) if array.size else stop("an empty array")
    return Selection(np.copy(whole), np.ravel(np.copy(mask)))


def packed(chosen: Selection) -> Selection:
    """The same with the selected rows first, in their order."""
    if chosen.is_packed:
        return chosen
    with numpy_scope():
        mask = jnp.asarray(chosen.mask.read())
        number = jnp.arange(mask.size)
        # What is not selected goes to places of its own beyond the end: XLA is quicker if no two are the same.
        places = jnp.where(mask, jnp.cumsum(mask, dtype=_narrow(mask.size)) - 1, mask.size + number)
        order = jnp.zeros(mask.size, np.int64).at[places].set(number, mode="drop", unique_indices=True)
        whole = derived(jnp.asarray(chosen.whole.read())[order], (chosen.whole, chosen.mask))
        return Selection(whole, first_rows(mask.size, chosen.count), is_packed=True)


def _narrow(length: int) -> type:
    """Integers in which XLA counts to `length` the quickest."""
    return np.int32 if length < 2**31 else np.int64


def first_rows(length: int, count: Any) -> Array:
    """The mask of the first `count` of `length` rows."""
    with numpy_scope():
        return derived(jnp.arange(length) < jnp.asarray(count.read() if is_array(count) else count), (count,))


def kept(chosen: Selection, template: Callable[[Any], Template]) -> Template:
    """How to build it at each run: the selected rows come first, and their number is known then.

    Raises:
      Untraceable: Another one is kept too that it shares memory with in NumPy.
    """
    root = chosen if chosen.root is None else chosen.root
    first = current().memo.setdefault(("kept selection", id(root)), chosen)
    if first is not chosen:
        stop("a view that is kept")
    rows = packed(chosen)
    parts = (template(rows.whole), template(rows.count))
    return Container(("selection", id(chosen)), lambda made: made[0][: made[1]].copy(), parts, ("", ".size"))


def apply_to_selections(ufunc: np.ufunc, method: str, inputs: tuple, options: dict[str, Any]) -> Any:
    """`ufunc` on selections of one mask, and on scalars and arrays that fit a row."""
    out = options.pop("out", None)
    if method != "__call__" or options or ufunc.signature is not None:
        return _product(ufunc, method, inputs, options) if out is None else stop("`out=`")
    wholes, first = aligned(inputs)
    results = ufunc(*wholes)
    if out is None:
        return tuple(map(first.like, results)) if isinstance(results, tuple) else first.like(results)
    target = out[0]
    if target is not inputs[0] or not np.can_cast(results.dtype, target.dtype, "same_kind"):
        return stop("`out=`")
    target.replace(first.like(results.astype(target.dtype)))
    return target


def _product(ufunc: np.ufunc, method: str, inputs: tuple, options: dict[str, Any]) -> Any:
    from jaxlab.tracing.numpy_api.selection_functions import dot

    if ufunc is np.matmul and method == "__call__" and not options:
        return dot(*inputs)
    return stop(f"`{ufunc.__name__}`")


def aligned(things: tuple[Any, ...]) -> tuple[list[Any], Selection]:
    """Operands as wholes of one mask, and a selection with that mask; others must be scalars or fit a row."""
    chosen = [thing for thing in things if type(thing) is Selection]
    if any(thing.is_packed for thing in chosen):
        things = tuple(packed(thing) if type(thing) is Selection else thing for thing in things)
    first = next(thing for thing in things if type(thing) is Selection)
    return [_whole_of(thing, first) for thing in things], first


def _whole_of(thing: Any, like: Selection) -> Any:
    if type(thing) is Selection:
        require_same_mask(thing, like)
        if thing.ndim != like.ndim:
            stop("broadcasting")
        return thing.whole
    if np.ndim(thing) >= like.ndim:
        return stop("broadcasting")
    return thing


def require_same_mask(one: Selection, other: Selection) -> None:
    """At run time both masks must select the same; XLA sees that two equal computations do."""
    if one.mask is other.mask:
        return
    if one.mask.shape != other.mask.shape:
        stop("another mask")
    with numpy_scope():
        current().require(jnp.all(jnp.asarray(one.mask.read()) == jnp.asarray(other.mask.read())))


def stored(old: Any, chosen: Selection, target_mask: Array, dtype: np.dtype) -> Any:
    """The contents of an array after `array[mask] = chosen`.

    Args:
      old: The contents before, a JAX value.
      chosen: What is stored.
      target_mask: The mask on the left.
      dtype: The array's.
    """
    flat = np.ravel(target_mask)
    if chosen.is_packed:
        chosen = _unpacked(chosen, flat)
    require_same_mask(chosen, Selection(chosen.whole, flat))
    rows = target_mask.shape + old.shape[target_mask.ndim :]
    new = cast(jnp.asarray(chosen.whole.read()), dtype)
    if new.shape[1:] != old.shape[target_mask.ndim :]:
        stop("broadcasting")
    shown = jnp.asarray(target_mask.read()).reshape(target_mask.shape + (1,) * (old.ndim - target_mask.ndim))
    return jnp.where(shown, new.reshape(rows), old)


def _unpacked(chosen: Selection, mask: Array) -> Selection:
    """Packed rows under a mask that selects as many."""
    if chosen.mask.shape != mask.shape:
        stop("another mask")
    places = np.maximum(np.cumsum(mask) - 1, 0)
    with numpy_scope():
        current().require(jnp.asarray(chosen.count.read()) == jnp.sum(jnp.asarray(mask.read())))
    return Selection(chosen.whole[places], mask)


for _name, _method in operator_methods().items():
    setattr(Selection, _name, _method)
