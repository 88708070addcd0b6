"""NumPy is asked what a function gives: it runs on placeholders, and says types, dtypes and shapes of the results."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from jaxlab.tracing.arrays.kinds import contents, is_array
from jaxlab.tracing.arrays.order import Order, empty_in_order, memory_order
from jaxlab.tracing.untraceable import Untraceable

_WHOLE = 4096
"""Elements of all placeholders together up to which they have their arrays' own shapes."""
_SHORT = 8
"""Beyond that, the longest axis of a placeholder."""


@dataclass(frozen=True, slots=True)
class Expected:
    """One result of a function, or a tuple, list or named tuple of results.

    Attributes:
      kind: The type of the result or of the container.
      dtype: The dtype of an array or NumPy scalar.
      shape: The shape of an array; None where only short placeholders were tried.
      writeable: Whether an array may be written.
      order: How an array lies in memory.
      parts: The results in a container.
    """

    kind: type
    dtype: np.dtype | None = None
    shape: tuple[int, ...] | None = None
    writeable: bool = True
    order: Order = None
    parts: tuple["Expected", ...] = ()

    @property
    def first_dtype(self) -> np.dtype | None:
        """The dtype of the first result."""
        return self.parts[0].first_dtype if self.parts else self.dtype


def expected_of(function: Any, args: tuple, options: dict[str, Any], title: str) -> Expected:
    """What NumPy's `function` gives on arrays like these.

    Raises:
      Untraceable: It does not say so without the values.
    """
    whole = _size((*args, *options.values())) <= _WHOLE
    try:
        with np.errstate(all="ignore"):
            results = function(*_placeholder(args, whole), **_placeholder(options, whole))
    except Exception as error:
        raise Untraceable(f"`{title}` with these arguments") from error
    return _described(results, whole)


def _size(thing: Any) -> int:
    if is_array(thing) or isinstance(thing, np.ndarray):
        return thing.size
    return sum(map(_size, thing)) if isinstance(thing, (list, tuple)) else 0


def _placeholder(thing: Any, whole: bool) -> Any:
    if is_array(thing):
        return _like(thing, whole)
    if isinstance(thing, np.ndarray) and not whole:
        return _ones(thing, whole)
    if type(thing) in (list, tuple):
        return type(thing)(_placeholder(item, whole) for item in thing)
    return {name: _placeholder(value, whole) for name, value in thing.items()} if type(thing) is dict else thing


def _like(array: Any, whole: bool) -> Any:
    if array.is_known and whole:
        value = contents(array)
        return array.python(value) if array.python else value[()] if array.is_scalar else value
    if array.python is not None:
        return array.python(1)
    made = _ones(array, whole)
    return made[()] if array.is_scalar else made


def _ones(array: Any, whole: bool) -> np.ndarray:
    """Ones, for integers zeros and ones, which may be indices or weights; of full rank, positive definite if square."""
    shape = array.shape if whole else tuple(min(length, _SHORT) for length in array.shape)
    lies = memory_order(array.shadow if is_array(array) else array)
    made = empty_in_order(shape, array.dtype, lies)
    made[...] = array.dtype.kind not in "iu"
    if shape and shape[-1] > 1:
        made[..., 0] = 1
    if len(shape) > 1 and min(shape[-2:]) > 1:
        places = range(min(shape[-2:]))
        made[..., places, places] = 1 if array.dtype.kind in "iu" else max(shape[-2:])
    return made


def _described(result: Any, whole: bool) -> Expected:
    if isinstance(result, (tuple, list)):
        return Expected(type(result), parts=tuple(_described(part, whole) for part in result))
    if isinstance(result, np.ndarray):
        shape = result.shape if whole else None
        return Expected(np.ndarray, result.dtype, shape, result.flags.writeable, memory_order(result))
    if isinstance(result, np.generic):
        return Expected(type(result), result.dtype, ())
    if type(result) in (bool, int, float, complex):
        return Expected(type(result), None, ())
    raise Untraceable(f"a result of type `{type(result).__name__}`")
