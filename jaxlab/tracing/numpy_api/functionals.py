"""NumPy's functions that call a function they are given: `vectorize`, `apply_along_axis`, `piecewise`, `fromfunction`.

They get `call`, by which traced code calls functions, so that the user's are watched and NumPy's are swapped.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from jaxlab.tracing.arrays.array import Array, known
from jaxlab.tracing.arrays.convert import as_array
from jaxlab.tracing.arrays.kinds import contents, is_array
from jaxlab.tracing.arrays.stand_in import StandIn
from jaxlab.tracing.numpy_api.copying import fresh
from jaxlab.tracing.numpy_api.creation import create
from jaxlab.tracing.numpy_api.mapping import over_rows
from jaxlab.tracing.untraceable import Untraceable

_Call = Callable[..., Any]
_SAME_FIRST = {"f8": float, "i8": int, "b1": bool, "c16": complex}
"""Dtypes whose scalars compute as Python's numbers do, which `vectorize` hands to the function from the second on."""


def _apply_along_axis(call: _Call, func1d: Any, axis: int, arr: Any, *args: Any, **options: Any) -> Any:
    array: Any = as_array(arr)
    axis = np.lib.array_utils.normalize_axis_index(axis, array.ndim)
    rows = np.moveaxis(array, axis, -1)
    around = rows.shape[:-1]
    if 0 in around:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    made = over_rows(
        lambda row: call(func1d, row, *args, **options), [as_array(np.reshape(rows, (-1, rows.shape[-1])))]
    )
    result = np.reshape(made, (*around, *made.shape[1:]))
    own = made.ndim - 1
    places = list(range(result.ndim))
    return fresh(np.transpose(result, places[:axis] + places[result.ndim - own :] + places[axis : result.ndim - own]))


def _apply_over_axes(call: _Call, func: Any, a: Any, axes: Any) -> Any:
    array = as_array(a)
    value = array
    for axis in np.atleast_1d(np.asarray(axes)).tolist():
        number = axis + array.ndim if axis < 0 else axis
        result = call(func, value, number)
        if np.ndim(result) != value.ndim:
            result = np.expand_dims(result, number)
        if np.ndim(result) != value.ndim:
            raise ValueError("function is not returning an array of the correct shape")
        value = result
    return value


def _fromfunction(
    call: _Call, function: Any, shape: Any, *, dtype: Any = float, like: Any = None, **options: Any
) -> Any:
    grids = create(np.indices, (contents(shape),), {"dtype": dtype})
    return call(function, *grids, **options)


def _mask_indices(call: _Call, n: int, mask_func: Any, k: Any = 0) -> Any:
    return np.nonzero(call(mask_func, known(np.ones((n, n), int)), k) != 0)


def _piecewise(call: _Call, x: Any, condlist: Any, funclist: Any, *args: Any, **options: Any) -> Any:
    """Each function on the elements that its condition selects, the last condition that holds counting."""
    array = as_array(x)
    tests: list[Any] = [as_array(test) for test in (condlist if isinstance(condlist, (list, tuple)) else [condlist])]
    if not array.ndim or any(test.shape != array.shape for test in tests):
        raise Untraceable("`np.piecewise` with conditions of another shape")
    tests = [test if test.dtype == bool else test != 0 for test in tests]
    if len(funclist) == len(tests) + 1:
        tests.append(~np.any(np.stack(tests), axis=0))
    if len(funclist) != len(tests):
        raise ValueError(
            f"with {len(tests)} condition(s), either {len(tests)} or {len(tests) + 1} functions are expected"
        )
    made = np.zeros_like(array)
    for test, function in zip(tests, funclist, strict=True):
        made[test] = call(function, array[test], *args, **options) if callable(function) else function
    return made


class Vectorized(StandIn):
    """Stands for what `np.vectorize` makes.

    Attributes:
      function: What is called for each element.
      dtype: What the results are cast to; None where the first one says it.
    """

    __slots__ = ("dtype", "function")

    def __init__(self, function: Any, dtype: np.dtype | None) -> None:
        self.function = function
        self.dtype = dtype


def _vectorize(call: _Call, pyfunc: Any, otypes: Any = None, **options: Any) -> Any:
    if any(value for value in options.values()):
        raise Untraceable("`np.vectorize` with these options")
    kinds = [] if otypes is None else [np.dtype(kind) for kind in otypes]
    if len(kinds) > 1 or any(kind.kind == "O" for kind in kinds):
        raise Untraceable("`np.vectorize` of a function that gives several results, or objects")
    return partial(_for_each, Vectorized(pyfunc, kinds[0] if kinds else None), call)


def _for_each(vectorized: Vectorized, call: _Call, *args: Any) -> Array:
    """Elements reach the function as Python numbers."""
    arrays = [as_array(arg) for arg in args]
    if any(array.dtype.str[1:] not in _SAME_FIRST for array in arrays) or len({a.dtype for a in arrays}) > 1:
        raise Untraceable("`np.vectorize` on numbers of few bits, or of different types")
    shape = np.broadcast_shapes(*(array.shape for array in arrays))
    if 0 in shape:
        raise Untraceable("`np.vectorize` on no elements")
    columns = [np.ravel(np.broadcast_to(array, shape)) for array in arrays]
    python = _SAME_FIRST[arrays[0].dtype.str[1:]]
    made = over_rows(
        lambda *numbers: _number(call(vectorized.function, *numbers)), columns, python=python, dtype=vectorized.dtype
    )
    return np.reshape(made, shape)


def _number(result: Any) -> Any:
    is_number = is_array(result) or isinstance(result, (bool, int, float, complex, np.number, np.bool_))
    if not is_number or np.ndim(result):
        raise Untraceable("`np.vectorize` of a function that gives no number")
    return result


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.apply_along_axis: _apply_along_axis,
    np.apply_over_axes: _apply_over_axes,
    np.fromfunction: _fromfunction,
    np.mask_indices: _mask_indices,
    np.piecewise: _piecewise,
    np.vectorize: _vectorize,
}
"""By NumPy's function."""
