"""`sorted`, `max` and `min` of Python's, on numbers or by keys that are traced: as stable as Python's own."""

from collections.abc import Callable, Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import Array, derived
from jaxlab.tracing.arrays.convert import as_array, cast
from jaxlab.tracing.arrays.kinds import is_array, is_traced
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Untraceable

FUNCTIONS = (sorted, max, min)


def by_order(function: Any, args: tuple, options: dict[str, Any]) -> tuple[bool, Any]:
    """Whether `function(*args, **options)` is done here, by a key or of traced numbers; and what it gives if so.

    Raises:
      Untraceable: What is ordered are no numbers of one type.
    """
    key = options.get("key")
    if key is None and not is_traced(list(args)):
        return False, None
    items = list(args[0]) if len(args) == 1 else list(args)
    keys = items if key is None else [key(item) for item in items]
    if not items or not any(map(is_traced, keys)):
        return (True, _known_order(function, items, keys, options)) if items and key else (False, None)
    if function is sorted:
        return True, _in_order(items, keys, bool(options.get("reverse", False)))
    return True, _extreme(items, keys, jnp.argmax if function is max else jnp.argmin)


def _known_order(function: Any, items: list[Any], keys: list[Any], options: dict[str, Any]) -> Any:
    """By keys that are known; they are not asked for again."""
    rest = {name: value for name, value in options.items() if name == "reverse"}
    found = function(range(len(items)), key=keys.__getitem__, **rest)
    return [items[place] for place in found] if function is sorted else items[found]


def _in_order(items: Sequence[Any], keys: Sequence[Any], reverse: bool) -> list[Any]:
    numbers = _comparable(keys)
    with numpy_scope():
        order = jnp.argsort(jnp.asarray(numbers.read()), stable=True, descending=reverse)
        return [_chosen(items, derived(order[place], (numbers,))) for place in range(len(items))]


def _extreme(items: Sequence[Any], keys: Sequence[Any], find: Callable[[Any], Any]) -> Any:
    numbers = _comparable(keys)
    with numpy_scope():
        return _chosen(items, derived(find(jnp.asarray(numbers.read())), (numbers,)))


def _comparable(keys: Sequence[Any]) -> Array:
    """The keys as one array; with NaN among them, which compares with nothing, Python's order is its own secret."""
    if any(np.ndim(key) for key in keys):
        raise Untraceable("an order of arrays")
    numbers = as_array(list(keys))
    if numbers.dtype.kind not in "biuf":
        raise Untraceable("an order of what are no real numbers")
    with numpy_scope():
        value = jnp.asarray(numbers.read())
        if numbers.dtype.kind == "f":
            current().require(~jnp.any(jnp.isnan(value)))
    return numbers


def _chosen(items: Sequence[Any], place: Array) -> Any:
    """The item at a traced place; all of them have to be of one type."""
    kinds = {kind_of(item) for item in items}
    if len(kinds) != 1:
        raise Untraceable("numbers of different types are ordered")
    python, dtype = kinds.pop()
    with numpy_scope():
        stacked = jnp.stack([jnp.asarray(cast(as_array(item).read(), dtype)) for item in items])
        sources = (place, *(item for item in items if is_array(item)))
        return derived(stacked[place.read()], sources, is_scalar=True, python=python)


def kind_of(number: Any) -> tuple[type | None, np.dtype]:
    """The Python type, if it is a Python number, and the dtype.

    Raises:
      Untraceable: It is no number.
    """
    if is_array(number) and number.is_scalar:
        return number.python, number.dtype
    if type(number) in (bool, int, float):
        return type(number), np.asarray(number).dtype
    if isinstance(number, np.number) and not is_array(number):
        return None, number.dtype
    raise Untraceable("what is no number is put in an order that depends on values that the program computes")
