"""NumPy's functions whose results share memory with their argument: they run on shadows."""

from typing import Any

import jax.numpy as jnp
import numpy as np
from numpy.lib.stride_tricks import as_strided, sliding_window_view

from jaxlab.tracing.arrays.array import Array, derived, known
from jaxlab.tracing.arrays.convert import as_array
from jaxlab.tracing.arrays.kinds import is_array, is_traced
from jaxlab.tracing.arrays.order import order_kept, order_named
from jaxlab.tracing.numpy_api.same_functions import compute, named, title
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.untraceable import Untraceable

VIEWS = named(
    "reshape ravel transpose permute_dims swapaxes moveaxis rollaxis squeeze expand_dims atleast_1d atleast_2d "
    "atleast_3d broadcast_to broadcast_arrays flip fliplr flipud rot90 split array_split hsplit vsplit dsplit diagonal "
    "real imag matrix_transpose unstack"
) | {
    np.linalg.diagonal: "diagonal",
    np.linalg.matrix_transpose: "matrix_transpose",
    sliding_window_view: "sliding_window_view",
    as_strided: "as_strided",
}
"""Functions whose results share memory with their argument, where NumPy's do."""

_ORDER_PLACE = {np.ravel: 1, np.reshape: 2}
"""Where the argument `order` stands."""

_TAKE_LISTS = (np.broadcast_arrays, np.atleast_1d, np.atleast_2d, np.atleast_3d)


def apply_view(function: Any, args: tuple, options: dict[str, Any]) -> Any:
    """What a function among `VIEWS` gives: views where NumPy gives views, else copies."""
    if function in _ORDER_PLACE:
        args, options, order = _order_apart(function, args, options)
        if order not in ("C", "c"):
            return _in_order(function, order, args, options)
    if function in _TAKE_LISTS:
        args = tuple(map(as_array, args))
    arrays = [thing for thing in args if is_array(thing)]
    if function in (np.real, np.imag) and arrays and not arrays[0].is_scalar:
        return getattr(arrays[0], function.__name__)
    if any(array.is_scalar and not array.is_known for array in arrays) or not arrays:
        with numpy_scope():
            return compute(function, getattr(jnp, VIEWS[function]), args, options)
    results = function(*map(shadows_of, args), **options)
    if function is as_strided:
        _require_inside(results, arrays[0].buffer.shadow)
    if isinstance(results, np.ndarray):
        return _shared(results, arrays, function, args, options)
    parts = [_shared(result, arrays, function, args, options) for result in results]
    return parts if isinstance(results, list) else tuple(parts)


def _require_inside(view: np.ndarray, base: np.ndarray) -> None:
    """Refuses strides that lead out of the array's memory: what lies there is nobody's."""
    start, end = np.lib.array_utils.byte_bounds(view)
    first, last = np.lib.array_utils.byte_bounds(base)
    if view.size and (start < first or end > last):
        raise Untraceable("strides lead out of the memory of an array")


def _order_apart(function: Any, args: tuple, options: dict[str, Any]) -> tuple[tuple, dict[str, Any], Any]:
    """The arguments without `order`, and the order."""
    place = _ORDER_PLACE[function]
    others = {name: value for name, value in options.items() if name != "order"}
    order = args[place] if len(args) > place else options.get("order", "C")
    if function is np.reshape and order in ("K", "k"):
        np.reshape(np.empty(0), 0, order)  # raises NumPy's own error
    return args[:place], others, order


def _in_order(function: Any, order: str, args: tuple, options: dict[str, Any]) -> Any:
    """`np.reshape` or `np.ravel` with elements taken in another order than C's."""
    array = as_array(args[0])
    is_kept = order in ("K", "k")  # `np.ravel` takes repeated elements in the order of an iterator, not of a copy
    axes = order_kept(array.shadow) if is_kept else order_named(order, array.shadow)
    if function is np.ravel:
        return np.ravel(array if axes is None else np.transpose(array, axes))
    return np.reshape(array, *args[1:], **options) if axes is None else _in_fortran_order(array, *args[1:], **options)


def _in_fortran_order(array: Any, shape: Any) -> Any:
    """Reshaping with the first index fastest: that of the transpose, transposed."""
    lengths = shape if isinstance(shape, (tuple, list)) else (shape,)
    return array.T.reshape(tuple(reversed(lengths))).T


def _shared(shadow: Any, arrays: list[Array], function: Any, args: tuple, options: dict[str, Any]) -> Any:
    for array in arrays:
        if shadow is array.shadow and not array.is_scalar:
            return array
        if shadow.size == 0 or np.may_share_memory(shadow, array.shadow):
            return array.over(shadow)
    if not is_traced(args):
        return known(shadow.copy() if shadow.base is not None and shadow.flags.writeable else shadow)
    if function in _ORDER_PLACE:
        with numpy_scope():
            return derived(jnp.reshape(arrays[0].read(), shadow.shape), (arrays[0],))
    if not hasattr(jnp, VIEWS[function]) or not isinstance(shadow, np.ndarray):
        raise Untraceable(f"`{title(function)}` of an array that is not contiguous")
    with numpy_scope():
        return compute(function, getattr(jnp, VIEWS[function]), args, options)


def shadows_of(thing: Any) -> Any:
    """`thing` with shadows in place of stand-ins, through lists and tuples."""
    if is_array(thing):
        if thing.is_scalar:
            return thing.python(0) if thing.python else np.zeros((), thing.dtype)[()]
        return thing.shadow
    if type(thing) in (list, tuple):
        return type(thing)(map(shadows_of, thing))
    return thing
