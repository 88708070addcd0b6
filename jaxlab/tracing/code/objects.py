"""Objects of the user's classes where Python or a library would look into them unseen."""

import enum
import types
from collections.abc import Iterator
from typing import Any

from jaxlab.cell.ownership import is_user_class
from jaxlab.tracing.arrays.kinds import is_array
from jaxlab.tracing.lists import AppendedList
from jaxlab.tracing.operator_classes import stands_for_object
from jaxlab.tracing.untraceable import Untraceable

_CONTAINERS = (list, tuple, set, frozenset)
_PLAIN = frozenset({int, float, complex, bool, str, bytes, type(None)})
_DEEPEST = 4


def holds_objects(*things: Any) -> bool:
    """Whether an object of a class of the user's is among the things, or in a container among them."""
    return any(is_object(thing) for thing in _within(things, 0))


def holds_stand_ins_alone(*things: Any) -> bool:
    """Whether objects of the user's are among the things, at any depth, and all have their operators traced."""
    objects = [thing for thing in _within(things, 0) if is_object(thing)]
    return bool(objects) and all(map(stands_for_object, objects))


def is_object(thing: Any) -> bool:
    """Whether `thing` is an object of a class of the user's, whose attributes have guards of their own."""
    cls = type(thing)
    if cls in _PLAIN or is_array(thing) or isinstance(thing, (type, enum.Enum, tuple)):
        return False
    return isinstance(thing, types.SimpleNamespace) or is_user_class(cls)


def holds_lists(container: Any) -> bool:
    """Whether a container holds a list of the notebook, which is another type while it is traced."""
    return any(type(thing) is AppendedList for thing in _within((container,), 0))


def look_into(what: str, *things: Any) -> None:
    """Refuses what would read the attributes of objects unseen.

    Raises:
      Untraceable: There is an object of the user's among the things.
    """
    if holds_objects(*things):
        raise Untraceable(f"{what} looks into an object, which can't be watched")


def _within(things: Any, depth: int) -> Iterator[Any]:
    if set(map(type, things)) <= _PLAIN:
        return
    for thing in things:
        yield thing
        if depth < _DEEPEST and not is_array(thing):
            if isinstance(thing, dict):
                yield from _within([*thing, *thing.values()], depth + 1)
            elif isinstance(thing, _CONTAINERS):
                yield from _within(thing, depth + 1)
