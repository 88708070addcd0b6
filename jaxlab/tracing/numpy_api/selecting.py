"""NumPy's functions that choose elements: `where`, `select`, `choose`, `piecewise`, `take`, `compress`, `extract`."""

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import Array, derived, known
from jaxlab.tracing.arrays.convert import as_array, cast, literal
from jaxlab.tracing.arrays.kinds import contents, is_array, is_traced
from jaxlab.tracing.arrays.order import order_kept
from jaxlab.tracing.numpy_api.arguments import common_dtype, in_dtype
from jaxlab.tracing.numpy_api.copying import fresh
from jaxlab.tracing.numpy_api.finding import nonzero
from jaxlab.tracing.numpy_api.same_functions import apply_same
from jaxlab.tracing.untraceable import Untraceable

_PYTHON = (int, float, complex)


def where(condition: Any, *branches: Any) -> Any:
    """`np.where`; with the condition alone the result's length depends on its values."""
    if not is_traced((condition, *branches)):
        made = np.where(contents(condition), *contents(branches))
        return tuple(map(known, made)) if isinstance(made, tuple) else known(np.asarray(made))
    if not branches:
        return nonzero(condition)
    things = [thing if type(thing) in _PYTHON else as_array(thing) for thing in branches]
    dtype = common_dtype(*things)
    values = [jnp.asarray(cast(t.read(), dtype) if is_array(t) else literal(t, dtype)) for t in things]
    test = as_array(condition)
    chosen = jnp.where(cast(jnp.asarray(test.read()), np.dtype(bool)), *values)
    shadows = [thing.shadow for thing in (test, *things) if is_array(thing)]
    return derived(chosen, (test, *things), order=order_kept(*shadows))


def _select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    """The first choice whose condition holds: nested `where`, from the last to the first."""
    if len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions")
    tests = [as_array(test) for test in condlist]
    if any(test.dtype != bool for test in tests):
        raise Untraceable("`np.select` with conditions that are not boolean")
    things = [thing if type(thing) in _PYTHON else as_array(thing) for thing in (*choicelist, default)]
    dtype = common_dtype(*things)
    chosen: Any = things[-1]
    for test, choice in zip(reversed(tests), reversed(things[:-1]), strict=True):
        chosen = where(test, choice, chosen)
    return fresh(np.broadcast_to(chosen, np.broadcast_shapes(*map(np.shape, (*tests, *things)))), dtype, "C")


def _piecewise(x: Any, condlist: Any, funclist: Any, *args: Any, **options: Any) -> Any:
    """Every function on the whole of `x`, kept where its condition is the last that holds."""
    array = as_array(x)
    tests = [as_array(test) for test in (condlist if isinstance(condlist, (list, tuple)) else [condlist])]
    if any(test.shape != array.shape or test.dtype != bool for test in tests) or any(map(callable, funclist)):
        raise Untraceable("`np.piecewise` with functions, which NumPy calls on the chosen elements alone")
    if len(funclist) not in (len(tests), len(tests) + 1):
        raise ValueError(
            f"with {len(tests)} condition(s), either {len(tests)} or {len(tests) + 1} functions are expected"
        )
    made = np.zeros_like(array)
    if len(funclist) > len(tests):
        made[...] = funclist[-1]
    for test, value in zip(tests, funclist, strict=False):
        made = where(test, np.full_like(array, value), made)
    return made


def _choose(a: Any, choices: Any, out: Any = None, mode: str = "raise") -> Any:
    dtype = common_dtype(*choices)
    index, things = as_array(a), [in_dtype(choice, dtype) for choice in choices]
    if out is not None or index.dtype.kind not in "iu":
        raise Untraceable("`np.choose` with these arguments")
    stacked = np.stack(np.broadcast_arrays(*things))
    shape = np.broadcast_shapes(index.shape, stacked.shape[1:])
    number = np.broadcast_to(_within(index, len(things), mode), shape)
    grid = np.indices(shape, sparse=True)
    return np.broadcast_to(stacked, (len(things), *shape))[(number, *grid)]


def _within(index: Array, length: int, mode: str) -> Array:
    if mode == "wrap":
        return np.remainder(index, length)
    return np.clip(index, 0, length - 1) if mode == "clip" else index


def _take(a: Any, indices: Any, axis: int | None = None, mode: str = "raise") -> Any:
    array, index = as_array(a), as_array(indices)
    if index.dtype.kind not in "iu" and index.size:
        given, wanted = index.dtype, np.dtype(np.intp)
        raise TypeError(f"Cannot cast array data from {given!r} to {wanted!r} according to the rule 'safe'")
    if axis is None:
        array, axis = np.ravel(array), 0
    axis = np.lib.array_utils.normalize_axis_index(axis, array.ndim)
    if index.size == 0:
        raise Untraceable("`np.take` of nothing")
    index = _within(index, array.shape[axis], mode)
    if index.ndim:
        return _in_c_order(array[(slice(None),) * axis + (index,)])
    row = array[(slice(None),) * axis + (index.reshape(1),)]
    row = row.reshape(array.shape[:axis] + array.shape[axis + 1 :])
    return row if row.ndim else row[()]


def _in_c_order(made: Any) -> Any:
    """What indexing made, in memory as functions make it."""
    return made if made.flags.c_contiguous else fresh(made, order="C")


def _take_along_axis(arr: Any, indices: Any, axis: int | None = -1) -> Any:
    array, index = as_array(arr), as_array(indices)
    if axis is None:
        array, axis = np.ravel(array), 0
    axis = np.lib.array_utils.normalize_axis_index(axis, array.ndim)
    if index.ndim != array.ndim or index.dtype.kind not in "iu":
        raise Untraceable("`np.take_along_axis` with these indices")
    places = [
        index if number == axis else np.arange(length).reshape([-1 if n == number else 1 for n in range(array.ndim)])
        for number, length in enumerate(array.shape)
    ]
    return array[tuple(places)]


def _compress(condition: Any, a: Any, axis: int | None = None) -> Any:
    """By indices, which a known condition gives."""
    test = as_array(condition)
    if not test.is_known:
        if axis is not None or np.ndim(a) != 1 or np.shape(a) != test.shape:
            raise Untraceable("the number of elements that `np.compress` keeps is not known while tracing")
        return as_array(a)[test != 0]
    return _take(a, np.flatnonzero(test.shadow), axis) if test.shadow.any() else fresh(as_array(a))[:0]


def _extract(condition: Any, arr: Any) -> Any:
    array, test = as_array(arr), as_array(condition)
    if array.shape != test.shape:
        raise Untraceable("`np.extract` with a condition of another shape")
    return np.ravel(array)[np.ravel(test) != 0]


def _insert(arr: Any, obj: Any, values: Any, axis: int | None = None) -> Any:
    if is_traced(obj):
        raise Untraceable("where `np.insert` puts elements is not known while tracing")
    places = contents(obj)
    return apply_same(np.insert, (arr, np.asarray(places) if isinstance(places, list) else places, values, axis), {})


def _repeat(a: Any, repeats: Any, axis: int | None = None) -> Any:
    if is_traced(repeats):
        raise Untraceable("the length that `np.repeat` gives is not known while tracing")
    array = as_array(a)
    if axis is None:
        array, axis = np.ravel(array), 0
    axis = np.lib.array_utils.normalize_axis_index(axis, array.ndim)
    places = np.repeat(np.arange(array.shape[axis]), contents(repeats))
    return _in_c_order(array[(slice(None),) * axis + (places,)])


def _resize(a: Any, new_shape: Any) -> Any:
    array = np.ravel(as_array(a))
    count = int(np.prod(new_shape))
    if count == 0 or array.size == 0:
        raise Untraceable("`np.resize` from or to nothing")
    return array[np.arange(count) % array.size].reshape(new_shape)


HANDLERS: dict[Any, Callable[..., Any]] = {
    np.where: where,
    np.select: _select,
    np.piecewise: _piecewise,
    np.choose: _choose,
    np.take: _take,
    np.take_along_axis: _take_along_axis,
    np.compress: _compress,
    np.extract: _extract,
    np.insert: _insert,
    np.repeat: _repeat,
    np.resize: _resize,
}
"""By NumPy's function."""
