"""Functions that find what is there, as many as there are: `nonzero`, `argwhere`, `unique`, and sets.

How many is not known while tracing, so they give selections (`arrays.selection`).
"""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import Array, derived, known
from jaxlab.tracing.arrays.convert import as_array
from jaxlab.tracing.arrays.kinds import contents, is_traced
from jaxlab.tracing.arrays.selection import Selection, stop
from jaxlab.tracing.numpy_api.arguments import common_dtype, in_dtype
from jaxlab.tracing.numpy_api.selected_order import starts_of_runs, unique_of
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.untraceable import Untraceable


def nonzero(a: Any) -> Any:
    """`np.nonzero`: for each axis the places along it."""
    array = as_array(a)
    if not is_traced(array):
        return tuple(map(known, np.nonzero(array.shadow)))
    if not array.ndim:
        raise ValueError(
            "Calling nonzero on 0d arrays is not allowed. Use np.atleast_1d(scalar).nonzero() instead. "
            "If the context of this error is of the form `arr[nonzero(cond)]`, just use `arr[cond]`."
        )
    mask = np.copy(array) if array.dtype == bool else array != 0
    flat = np.ravel(mask)
    places = _places(array.shape)
    return tuple(Selection(along, flat, places=(mask, axis)) for axis, along in enumerate(places))


def _places(shape: tuple[int, ...]) -> list[Array]:
    """For each axis the place along it of every element, in C order."""
    with numpy_scope():
        grids = (jax.lax.broadcasted_iota(np.dtype(np.int64), shape, axis) for axis in range(len(shape)))
        return [derived(grid.reshape(-1), ()) for grid in grids]


def _flatnonzero(a: Any) -> Any:
    return nonzero(np.ravel(as_array(a)))[0]


def _argwhere(a: Any) -> Any:
    array = as_array(a)
    if not is_traced(array):
        return known(np.argwhere(array.shadow))
    found = nonzero(array)
    return found[0].like(np.stack([one.whole for one in found], axis=1))


def _unique(
    ar: Any,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
    **options: Any,
) -> Any:
    array = as_array(ar)
    asked = {"return_index": return_index, "return_inverse": return_inverse, "return_counts": return_counts}
    if not is_traced(array):
        return _known(np.unique(array.shadow, **asked, axis=axis, **options))
    if axis is not None or options or array.dtype.kind not in "biuf":
        raise Untraceable("`np.unique` of complex numbers, along an axis, or with these options")
    flat = np.ravel(array)
    if not any(asked.values()):
        return unique_of(_all_of(flat))
    return _with_places(array, _all_of(flat), asked)


def _known(made: Any) -> Any:
    return tuple(map(known, made)) if isinstance(made, tuple) else known(made)


def _all_of(flat: Array) -> Selection:
    with numpy_scope():
        return Selection(flat, derived(jnp.ones(flat.size, bool), ()))


def _with_places(array: Array, flat: Selection, asked: dict[str, bool]) -> tuple[Any, ...]:
    """The unique elements with, as asked, their first places, each element's number among them, their counts."""
    with numpy_scope():
        needs_places = asked["return_index"] or asked["return_inverse"]
        values = jnp.asarray(flat.whole.read())
        order = jnp.argsort(values, stable=True) if needs_places else jnp.arange(values.size)
        ordered = Selection(_made(values[order] if needs_places else jnp.sort(values), array), flat.mask)
        starts = starts_of_runs(ordered)
        unique = Selection(ordered.whole, _made(starts, array))
        results: list[Any] = [unique]
        if asked["return_index"]:
            results.append(unique.like(_made(order, array)))
        if asked["return_inverse"]:
            number = jnp.zeros_like(order).at[order].set(jnp.cumsum(starts) - 1)
            results.append(_made(number.reshape(_inverse_shape(array)), array))
        if asked["return_counts"]:
            results.append(unique.like(_made(_lengths(starts), array)))
    return tuple(results)


def _lengths(starts: Any) -> Any:
    """For each start of a run the number of elements up to the next one."""
    number = jnp.arange(starts.size)
    later = jax.lax.cummin(jnp.where(starts, number, starts.size), reverse=True)
    return jnp.concatenate([later[1:], jnp.full(min(1, starts.size), starts.size)]) - number


def _inverse_shape(array: Array) -> tuple[int, ...]:
    """It is the argument's own, or flat, by NumPy's version."""
    return np.unique(np.zeros(array.shape, np.int8), return_inverse=True)[1].shape


def _made(value: Any, source: Array) -> Array:
    return derived(value, (source,))


def _union(ar1: Any, ar2: Any) -> Any:
    dtype = common_dtype(ar1, ar2)
    return np.unique(np.concatenate([np.ravel(in_dtype(part, dtype)) for part in (ar1, ar2)]))


def _in_both(ar1: Any, ar2: Any, assume_unique: bool = False, return_indices: bool = False) -> Any:
    if return_indices:
        return stop("`np.intersect1d` with these arguments")
    return _kept_if(ar1, ar2, assume_unique, inside=True)


def _in_first_alone(ar1: Any, ar2: Any, assume_unique: bool = False) -> Any:
    return _kept_if(ar1, ar2, assume_unique, inside=False)


def _kept_if(ar1: Any, ar2: Any, assume_unique: bool, *, inside: bool) -> Any:
    """The unique elements of the first that are, or are not, in the second, in the dtype of both."""
    one, other = (np.ravel(as_array(ar)) for ar in (ar1, ar2))
    if not is_traced((one, other)):
        function = np.intersect1d if inside else np.setdiff1d
        return known(function(contents(one), contents(other), assume_unique))
    if assume_unique or one.dtype.kind == "c" or other.dtype.kind == "c":
        return stop("a set of complex numbers, or one that is said to be unique")
    if inside:
        one = one.astype(np.result_type(one, other))
    unique = unique_of(_all_of(one))
    found = np.isin(unique.whole, other, invert=not inside)
    return Selection(unique.whole, np.logical_and(unique.mask, found))


HANDLERS: dict[Any, Callable[..., Any]] = {
    np.nonzero: nonzero,
    np.flatnonzero: _flatnonzero,
    np.argwhere: _argwhere,
    np.unique: _unique,
    np.union1d: _union,
    np.intersect1d: _in_both,
    np.setdiff1d: _in_first_alone,
}
"""By NumPy's function."""
