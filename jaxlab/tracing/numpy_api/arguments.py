"""Arguments of NumPy's functions as JAX's functions of the same name take them: arrays, in NumPy's precision."""

import inspect
from functools import lru_cache
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import derived, known
from jaxlab.tracing.arrays.convert import as_array, cast, literal, require_fit
from jaxlab.tracing.arrays.kinds import is_array

_ARRAY_LIKE = frozenset(
    "a x y m v A b B arr array element test_elements ar1 ar2 xp fp p q bins weights values c1 c2 a1 a2 prepend append "
    "to_begin to_end fweights aweights dx x1 x2".split()
)
"""Parameters for which NumPy takes nested lists."""
_NOT_DATA = frozenset(
    "where indices indices_or_sections obj repeats shift kth axis axes condition condlist dtype n s k sorter "
    "num_or_size reps pad_width newshape shape".split()
)
"""Parameters that take no part in the arithmetic."""
_SEQUENCES = frozenset("concatenate stack vstack hstack dstack column_stack block lexsort meshgrid einsum".split())
_ACCUMULATING = frozenset("sum prod cumsum cumprod trace nansum nanprod nancumsum nancumprod cumulative_sum".split())
_IN_FLOATS = frozenset("isclose allclose histogram histogram2d histogram_bin_edges corrcoef cov".split())
"""Functions that compute in floating point whatever they give."""


def prepared(function: Any, args: tuple, options: dict[str, Any], result: np.dtype | None) -> tuple[tuple, dict]:
    """Lists as arrays, and every array of numbers in the precision in which NumPy computes.

    Args:
      function: NumPy's function.
      args: What it was given.
      options: What it was given by name.
      result: The dtype of its first result.
    """
    names = parameters(function)
    named = [names[position] if position < len(names) else names[-1] if names else "" for position in range(len(args))]
    name = getattr(function, "__name__", "")
    target = _precision(name, [*zip(named, args, strict=True), *options.items()], result)
    given = tuple(_widened(parameter, value, target) for parameter, value in zip(named, args, strict=True))
    return given, {parameter: _widened(parameter, value, target) for parameter, value in options.items()}


def with_arrays(function: Any, args: tuple, options: dict[str, Any]) -> tuple[tuple, dict]:
    """Nested lists as arrays where NumPy takes them so."""
    if getattr(function, "__name__", "") in _SEQUENCES:
        items = args[0] if args else ()
        if type(items) in (list, tuple) and any(type(item) is list for item in items) and function is not np.block:
            args = ([as_array(item) for item in items], *args[1:])
        return args, options
    names = parameters(function)
    given = tuple(
        _array_if_list(names[position] if position < len(names) else "a", value) for position, value in enumerate(args)
    )
    return given, {parameter: _array_if_list(parameter, value) for parameter, value in options.items()}


@lru_cache(maxsize=512)
def parameters(function: Any) -> tuple[str, ...]:
    """Names of the positional parameters; empty where NumPy does not say."""
    try:
        return tuple(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return ()


def _array_if_list(parameter: str, value: Any) -> Any:
    return as_array(value) if type(value) in (list, tuple) and parameter in _ARRAY_LIKE else value


def _precision(name: str, given: list[tuple[str, Any]], result: np.dtype | None) -> np.dtype | None:
    """The dtype that all data take part in; None where each keeps its own."""
    data = [array for parameter, value in given if parameter not in _NOT_DATA for array in arrays_in(value)]
    types = [array.python(0) if array.python else array.dtype for array in data]
    if result is not None and (result.kind in "fc" or (name in _ACCUMULATING and result.kind in "iu")):
        complex_from_real = result.kind == "c" and all(array.dtype.kind != "c" for array in data)
        types.append(np.empty(0, result).real.dtype if complex_from_real else result)
    if name in _IN_FLOATS:
        types.append(1.0)
    if not types:
        return None
    common = np.result_type(*types)
    return common if common.kind in "fc" or name in _ACCUMULATING else None


def _widened(parameter: str, thing: Any, dtype: np.dtype | None) -> Any:
    if dtype is None or parameter in _NOT_DATA:
        return thing
    if type(thing) in (list, tuple):
        return type(thing)(_widened(parameter, item, dtype) for item in thing)
    if not is_array(thing) or thing.dtype == dtype:
        return thing
    if thing.python is None and np.promote_types(thing.dtype, dtype) != dtype:
        return thing
    if thing.is_known:
        return known(np.asarray(thing.shadow, dtype))
    return derived(cast(jnp.asarray(thing.read()), dtype), (thing,), is_scalar=thing.is_scalar)


def strong(thing: Any) -> Any:
    """What NumPy's `asarray` makes of `thing`, with the dtype's own weight: a Python number gives way no more."""
    array = as_array(thing)
    if array.python is None:
        return array
    return known(np.array(array.shadow)) if array.is_known else derived(array.read(), (array,))


def as_scalar(thing: Any) -> Any:
    """A number as the NumPy scalar that NumPy's functions give for it."""
    array = as_array(thing)
    return array.shadow[()] if array.is_known else derived(array.read(), (array,), is_scalar=True)


def common_dtype(*things: Any) -> np.dtype:
    """The dtype of arrays and numbers together; Python numbers give way to the others."""
    return np.result_type(*map(_promotes_as, things))


def _promotes_as(thing: Any) -> Any:
    if is_array(thing):
        return thing.python(0) if thing.python in (int, float, complex) else thing.dtype
    return thing if type(thing) in (int, float, complex) else as_array(thing).dtype


def in_dtype(thing: Any, dtype: np.dtype) -> Any:
    """What NumPy makes of an array or a number whose dtype has to be `dtype`; a Python integer must fit it."""
    if not is_array(thing) and type(thing) in (int, float, complex):
        return known(literal(thing, dtype))
    array = as_array(thing)
    if array.dtype == dtype:
        return array
    if array.is_known:
        return known(np.asarray(array.shadow, dtype) if array.python is None else literal(array.shadow.item(), dtype))
    require_fit(array, dtype)
    return derived(cast(array.read(), dtype), (array,), is_scalar=array.is_scalar)


def arrays_in(thing: Any) -> list[Any]:
    """The stand-ins in nested lists and tuples."""
    if is_array(thing):
        return [thing]
    return [array for item in thing for array in arrays_in(item)] if type(thing) in (list, tuple) else []
