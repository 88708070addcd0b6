"""Functions that count or number elements: `bincount`, `ravel_multi_index`, `ndindex`, `ndenumerate`."""

from collections.abc import Callable, Iterator
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import Array, derived, known
from jaxlab.tracing.arrays.convert import as_array, cast
from jaxlab.tracing.arrays.kinds import contents, is_array, is_traced
from jaxlab.tracing.numpy_api.view_functions import shadows_of
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Untraceable

_REMEDY = "Say how many there are by `minlength=`"


def _bincount(x: Any, weights: Any = None, minlength: Any = 0) -> Any:
    """With traced numbers it has as many places as `minlength` says, which at run time must be enough."""
    places = as_array(x)
    if not is_traced((places, weights)):
        return known(np.bincount(places.shadow, contents(weights), minlength))
    length = int(minlength)
    if not places.is_known:
        if length <= 0 or places.ndim != 1 or not np.can_cast(places.dtype, np.intp, "safe"):
            raise Untraceable(
                "the length that `np.bincount` gives depends on values that the program computes", _REMEDY
            )
    elif places.ndim == 1:
        length = max(int(places.shadow.max(initial=-1)) + 1, length)
    counted: Any = 1 if weights is None else as_array(weights).astype(float)
    if weights is not None and counted.shape != places.shape:
        raise ValueError("The weights and list don't have the same length.")
    with numpy_scope():
        number = jnp.asarray(cast(places.read(), np.dtype(np.int64)))
        current().require(jnp.all((number >= 0) & (number < length)))
        empty = jnp.zeros(length, np.int64 if weights is None else np.float64)
        return derived(empty.at[number].add(contents(counted)), (places, counted))


def _ravel_multi_index(multi_index: Any, dims: Any, mode: Any = "raise", order: str = "C") -> Any:
    parts = [as_array(part) for part in multi_index]
    shape = tuple(contents(dims)) if isinstance(dims, (tuple, list)) else (dims,)
    if not is_traced(parts):
        return _wrapped(np.ravel_multi_index(tuple(part.read() for part in parts), shape, mode, order))
    if mode != "raise" or len(parts) != len(shape) or any(part.dtype.kind not in "iu" for part in parts):
        raise Untraceable("`np.ravel_multi_index` with these arguments")
    lengths = shape if order == "C" else shape[::-1]
    number: Any = 0
    with numpy_scope():
        for part, length in zip(parts if order == "C" else parts[::-1], lengths, strict=True):
            value = jnp.asarray(cast(part.read(), np.dtype(np.int64)))
            current().require(jnp.all((value >= 0) & (value < length)))
            number = number * length + value
        return derived(number, tuple(parts), is_scalar=number.ndim == 0)


def _wrapped(made: Any) -> Any:
    return known(made) if isinstance(made, np.ndarray) else made


def _ndindex(*shape: Any) -> Iterator[tuple[int, ...]]:
    return (index for index in np.ndindex(*contents(shape)))


def _ndenumerate(arr: Any) -> Iterator[tuple[tuple[int, ...], Any]]:
    array = as_array(arr)
    return ((index, array[index]) for index in np.ndindex(array.shape))


def _broadcast(*args: Any) -> np.broadcast:
    """It is asked for shapes alone."""
    return np.broadcast(*map(shadows_of, args))


def _delete(arr: Any, obj: Any, axis: int | None = None) -> Any:
    """What stays, by numbers of elements: known ones, or all but one whose place is traced."""
    array = as_array(arr)
    if axis is None:
        array, axis = as_array(np.ravel(array)), 0
    axis = np.lib.array_utils.normalize_axis_index(axis, array.ndim)
    leading = (slice(None),) * axis
    if not is_traced(obj):
        return array[(*leading, np.delete(np.arange(array.shape[axis]), contents(obj)))]
    if not is_array(obj) or obj.ndim or obj.dtype.kind not in "iu":
        raise Untraceable("the number of elements that `np.delete` leaves is not known while tracing")
    return array[(*leading, _all_but(obj, array.shape[axis]))]


def _all_but(place: Array, length: int) -> Array:
    with numpy_scope():
        number = jnp.asarray(cast(place.read(), np.dtype(np.int64)))
        current().require((number >= -length) & (number < length))
        gone = jnp.where(number < 0, number + length, number)
        rest = jnp.arange(max(length - 1, 0))
        return derived(rest + (rest >= gone), (place,))


HANDLERS: dict[Any, Callable[..., Any]] = {
    np.bincount: _bincount,
    np.ravel_multi_index: _ravel_multi_index,
    np.ndindex: _ndindex,
    np.ndenumerate: _ndenumerate,
    np.broadcast: _broadcast,
    np.delete: _delete,
}
"""By NumPy's function."""
