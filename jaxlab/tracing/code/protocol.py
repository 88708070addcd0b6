"""The operators that rewritten code calls: what an attribute, an item, a loop or a store means while tracing."""

import operator
from collections import Counter, OrderedDict, defaultdict
from typing import Any

import jax
import numpy as np

from jaxlab.cell.ownership import is_user_function
from jaxlab.tracing.arrays.convert import SUPPORTED_KINDS, as_array
from jaxlab.tracing.arrays.kinds import is_array, is_stand_in
from jaxlab.tracing.code import foreign_objects
from jaxlab.tracing.code.asserting import asserted
from jaxlab.tracing.code.attribute_writes import delete_attribute, store_attribute
from jaxlab.tracing.code.attributes import attribute
from jaxlab.tracing.code.calls import call
from jaxlab.tracing.code.handlers import (
    caught,
    compared,
    contained,
    decorating,
    entered,
    importing,
    matched,
    pattern_value,
    refused,
)
from jaxlab.tracing.code.iterating import iterate
from jaxlab.tracing.code.objects import holds_objects
from jaxlab.tracing.effects.text import formatted, joined, percent
from jaxlab.tracing.numpy_api import index_tricks
from jaxlab.tracing.operator_classes import stands_for_object
from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Untraceable

__all__ = [
    "asserted",
    "attribute",
    "augment_attribute",
    "augment_item",
    "call",
    "caught",
    "compared",
    "contained",
    "decorating",
    "delete_attribute",
    "entered",
    "formatted",
    "importing",
    "item",
    "iterate",
    "joined",
    "matched",
    "pattern_value",
    "percent",
    "refused",
    "slice_of",
    "store_attribute",
    "store_item",
]

slice_of = slice

_IN_PLACE = {
    "Add": operator.iadd,
    "Sub": operator.isub,
    "Mult": operator.imul,
    "Div": operator.itruediv,
    "FloorDiv": operator.ifloordiv,
    "Mod": operator.imod,
    "Pow": operator.ipow,
    "MatMult": operator.imatmul,
    "LShift": operator.ilshift,
    "RShift": operator.irshift,
    "BitAnd": operator.iand,
    "BitOr": operator.ior,
    "BitXor": operator.ixor,
}
_CONTAINERS = (list, tuple, dict, OrderedDict, defaultdict, Counter, str, bytes, range)


def augment_attribute(owner: Any, name: str, operation: str, value: Any) -> None:
    """`owner.name += value`."""
    store_attribute(owner, name, _IN_PLACE[operation](attribute(owner, name), value))


def item(container: Any, index: Any) -> Any:
    """`container[index]`."""
    if isinstance(container, jax.Array) and not is_array(container):
        from jaxlab.tracing.code.jax_calls import entering

        return container[entering(current(), index)]
    if isinstance(container, np.ndarray) and not is_stand_in(container):
        return item(as_array(container), index) if container.dtype.kind in SUPPORTED_KINDS else container[index]
    if index_tricks.is_tricky(container):
        return index_tricks.get(container, index)
    _check_container(container)
    return container[index]


def _check_container(container: Any) -> None:
    origin = current().origin(container)
    if isinstance(container, defaultdict) and is_user_function(container.default_factory):
        raise Untraceable("a function of the user's gives the defaults of a dict")
    if is_stand_in(container) or container.__class__ in _CONTAINERS or foreign_objects.is_named_tuple(container):
        return
    if (origin is None and not holds_objects(container)) or isinstance(container, type) or stands_for_object(container):
        return
    raise Untraceable(f"an object of `{type(container).__name__}` is indexed, which can't be watched")


def store_item(container: Any, index: Any, value: Any) -> None:
    """`container[index] = value`."""
    if isinstance(container, np.ndarray) and not is_stand_in(container):
        raise Untraceable("an array that a library made is written")
    _check_container(container)
    container[index] = value


def augment_item(container: Any, index: Any, operation: str, value: Any) -> None:
    """`container[index] += value`."""
    store_item(container, index, _IN_PLACE[operation](item(container, index), value))
