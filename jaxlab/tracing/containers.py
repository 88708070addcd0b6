"""Containers of the notebook: copies whose changes are held until the cell is committed."""

from collections import Counter, defaultdict
from typing import Any

from jaxlab.tracing.lists import AppendedList
from jaxlab.tracing.log.guards import InstanceOf, PlainElements, Structure
from jaxlab.tracing.log.reads import Step, by_contents, by_item
from jaxlab.tracing.operator_classes import has_operators
from jaxlab.tracing.owners import Lift
from jaxlab.tracing.trace import Mirror, Trace
from jaxlab.tracing.untraceable import Untraceable

_PLAIN = frozenset({int, bool, str, bytes, type(None), float, complex})

_FEW = 16
"""Elements up to which the floats of a container are inputs; beyond, they are constants until they change."""


def lift_list(trace: Trace, value: list, parent: int | None, step: Step, lift: Lift) -> AppendedList:
    """A list: its elements are read only if the code does more than append."""
    index = trace.log(parent, step, InstanceOf(list), value)
    made = AppendedList(index, lambda: _elements(trace, value, index, lift))
    trace.appended.append(made)
    return trace.remember_lifted(value, made, index)


def _elements(trace: Trace, value: list, index: int, lift: Lift) -> list[Any]:
    seen = trace.lifted[id(value)]
    elements = lift_container(trace, value, index, by_contents(), lift)
    trace.lifted[id(value)] = seen  # the list has one stand-in, whatever name reaches it
    return elements


def lift_container(trace: Trace, value: Any, parent: int | None, step: Step, lift: Lift) -> Any:
    """A copy of a list, tuple, dict or set, made of what the traced code sees of its elements.

    Raises:
      Untraceable: What it holds can't be told apart from what changes in it.
    """
    elements = list(value.values()) if isinstance(value, dict) else list(value)
    if _is_plain(trace, value, elements, trace.key(parent, step)):
        index = trace.log(parent, step, PlainElements.of(value), value)
        return _mirrored(trace, value, _refilled(value, elements), index)
    if type(value) is set:
        raise Untraceable("a set that holds more than plain values")
    if isinstance(value, dict) and any(has_operators(type(key)) for key in value):
        raise Untraceable("a dict with keys whose class has operators of its own")
    keys = tuple(value) if isinstance(value, dict) else len(value)
    index = trace.log(parent, step, Structure(type(value), keys), value)
    places = list(value) if isinstance(value, dict) else range(len(value))
    lifted = [lift(trace, element, index, by_item(place)) for place, element in zip(places, elements, strict=True)]
    return _mirrored(trace, value, _refilled(value, lifted), index)


def _is_plain(trace: Trace, value: Any, elements: list[Any], key: Any) -> bool:
    types = set(map(type, elements))
    if not types <= _PLAIN:
        return False
    if isinstance(value, dict) and not set(map(type, value)) <= _PLAIN:
        return False
    few = len(elements) <= _FEW
    if type(value) is set:
        return True
    return key not in trace.policy.loosened and not (few and types & {float, complex})


def _refilled(value: Any, elements: list[Any]) -> Any:
    """A container of the same type with other elements."""
    if isinstance(value, defaultdict):
        return defaultdict(value.default_factory, zip(value, elements, strict=True))
    if isinstance(value, Counter):
        return Counter(dict(zip(value, elements, strict=True)))
    if isinstance(value, dict):
        return type(value)(zip(value, elements, strict=True))
    if isinstance(value, tuple) and type(value) is not tuple:
        return type(value)(*elements)
    return type(value)(elements)


def _mirrored(trace: Trace, value: Any, copy: Any, index: int) -> Any:
    if not isinstance(value, tuple):
        trace.mirrors.append(
            Mirror(index, copy, _refilled(copy, list(copy.values()) if isinstance(copy, dict) else list(copy)))
        )
    return trace.remember_lifted(value, copy, index)
