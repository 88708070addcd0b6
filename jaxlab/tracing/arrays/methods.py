"""The methods of `numpy.ndarray` on stand-ins."""

from collections.abc import Callable
from functools import partial
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import PYTHON_DTYPES, Array, derived, known
from jaxlab.tracing.arrays.convert import cast
from jaxlab.tracing.arrays.indexing import assign
from jaxlab.tracing.arrays.order import order_named
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.untraceable import Untraceable

_BY_FUNCTION = (
    "sum prod max min mean std var any all argmax argmin cumsum cumprod argsort clip round dot trace repeat take "
    "searchsorted swapaxes squeeze diagonal ravel put choose"
).split()
_SHAPED = ("reshape", "transpose")
_LIST_LIMIT = 1000


def attribute_of_stand_in(owner: Any, name: str) -> Any:
    """An attribute of what `owner` stands for; what it has beyond that, the code does not see.

    Raises:
      AttributeError: Python's own.
      Untraceable: The stand-in does not have it.
    """
    kind = owner.__class__
    title = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    if not hasattr(kind, name):
        raise AttributeError(f"'{title}' object has no attribute '{name}'")
    try:
        return getattr(owner, name)
    except AttributeError as error:
        raise Untraceable(f"`{name}` of `{title}`") from error


class BoundMethod(partial):
    """A method of a stand-in, to be called; it can't be kept, as it would not be NumPy's."""

    def __kept__(self) -> None:
        """Refuses to be bound to a name of the notebook.

        Raises:
          Untraceable: Always.
        """
        raise Untraceable("a method of an array, or of a random generator, is kept")


def method_of(array: Array, name: str) -> Any:
    """The bound method `array.name`.

    Raises:
      AttributeError: `numpy.ndarray` has no such attribute.
      Untraceable: It has, but it is not traced.
    """
    if not hasattr(np.ndarray, name):
        raise AttributeError(f"'numpy.ndarray' object has no attribute '{name}'")
    if name in _OWN:
        return BoundMethod(_OWN[name], array)
    if name in _BY_FUNCTION:
        return BoundMethod(getattr(np, name), array)
    if name in _SHAPED:
        return BoundMethod(_shaped, array, name)
    if array.python is not None and not hasattr(array.python, name):
        raise AttributeError(f"'{array.python.__name__}' object has no attribute '{name}'")
    if hasattr(np.ndarray, name) and not name.startswith("__"):
        raise Untraceable(f"the array method `{name}` is not traced yet")
    raise AttributeError(f"'numpy.ndarray' object has no attribute '{name}'")


def _shaped(array: Array, name: str, *args: Any, **options: Any) -> Any:
    function = getattr(np, name)
    if not args:
        return function(array, **options)
    single = len(args) == 1 and (args[0] is None or isinstance(args[0], (tuple, list)))
    return function(array, args[0] if single else args, **options)


def _astype(array: Array, dtype: Any, order: str = "K", casting: str = "unsafe", subok: bool = True, copy: bool = True):
    target = np.dtype(dtype)
    if not np.can_cast(array.dtype, target, casting):
        raise TypeError(f"Cannot cast array data from {array.dtype!r} to {target!r} according to the rule {casting!r}")
    if not copy and target == array.dtype:
        return array
    with numpy_scope():
        if array.is_known:
            return known(np.array(array.shadow, target, order=order))
        lies = order_named(order, array.shadow)
        return derived(cast(array.read(), target), (array,), is_scalar=array.is_scalar, order=lies)


def _fill(array: Array, value: Any) -> None:
    if np.ndim(value):
        raise Untraceable("`fill` with an array")  # NumPy takes one element alone, and says so
    assign(array, value)


def _sort(array: Array, axis: int = -1, kind: Any = None, order: Any = None, **_: Any) -> None:
    assign(array, np.sort(array, axis=axis))


def _flatten(array: Array, order: str = "C") -> Array:
    return np.ravel(np.copy(array, order="K"), order=order)


def _copy(array: Array, order: str = "C") -> Array:
    """Unlike `np.copy`, in C's order."""
    return np.copy(array, order=order)


def _item(array: Array, *index: Any) -> Any:
    element = array[index if len(index) > 1 else np.unravel_index(index[0], array.shape)] if index else array
    if element is array and array.size != 1:
        raise ValueError("can only convert an array of size 1 to a Python scalar")
    return to_python(element)


def _tolist(array: Array) -> Any:
    if array.size > _LIST_LIMIT:
        raise Untraceable("a large array is turned into a list")
    if array.ndim == 0:
        return to_python(array)
    return [_tolist(row) if type(row) is Array else getattr(row, "item", lambda row=row: row)() for row in array]


def to_python(value: Any, kind: type | None = None) -> Any:
    """A stand-in of one element, or a NumPy scalar, as the Python number of its value."""
    if type(value) is not Array:
        return value.item() if kind is None else kind(value)
    kind = kind or {"b": bool, "i": int, "u": int, "f": float, "c": complex}[value.dtype.kind]
    if value.is_known:
        return kind(value.shadow.item())
    with numpy_scope():
        number = jnp.reshape(value.read(), ())
        if kind is int and value.dtype == np.uint64:
            raise Untraceable("an unsigned 64-bit integer is turned into a Python integer")
        return derived(cast(number, PYTHON_DTYPES[kind]), (value,), is_scalar=True, python=kind)


def _conjugate(array: Array) -> Any:
    """A real array is its own conjugate, unlike `np.conjugate`, which copies."""
    return array if array.dtype.kind != "c" else np.conjugate(array)


def _nonzero(array: Array) -> Any:
    return np.nonzero(array)


def _resize(array: Array, *_: Any, **__: Any) -> None:
    raise Untraceable("an array is resized in place")


def _block_until_ready(array: Array) -> Array:
    raise AttributeError("'numpy.ndarray' object has no attribute 'block_until_ready'")


_OWN: dict[str, Callable[..., Any]] = {
    "astype": _astype,
    "copy": _copy,
    "fill": _fill,
    "sort": _sort,
    "flatten": _flatten,
    "item": _item,
    "tolist": _tolist,
    "nonzero": _nonzero,
    "resize": _resize,
    "compress": lambda array, condition, axis=None, **options: np.compress(condition, array, axis, **options),
    "conj": _conjugate,
    "conjugate": _conjugate,
    "block_until_ready": _block_until_ready,
    "is_integer": lambda array: array == np.floor(array),
}
