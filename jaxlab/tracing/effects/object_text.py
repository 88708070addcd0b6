"""The text of the user's objects: their own `__str__` and `__repr__`, traced, or the one that `dataclass` writes."""

import dataclasses
from typing import Any

from jaxlab.cell.ownership import is_generated, is_user_function
from jaxlab.tracing.effects.text import formatted, joined
from jaxlab.tracing.operator_classes import class_behind
from jaxlab.tracing.untraceable import Untraceable


def text_of_object(thing: Any, conversion: str, spec: str) -> Any:
    """`format(thing, spec)` after a conversion, for an object of a class of the user's.

    Raises:
      Untraceable: The class leaves it to Python, which names an address.
    """
    cls = class_behind(type(thing))
    if not conversion and is_user_function(_found(cls, "__format__")[0]):
        return _called(thing, "__format__", spec)
    for name in ("__repr__",) if conversion in ("r", "a") else ("__str__", "__repr__"):
        found, owner = _found(cls, name)
        if is_user_function(found) and not spec:
            return _called(thing, name)
        if _is_written_by_dataclass(found) and not spec:
            return _fields(thing, cls, owner)
    if isinstance(thing, BaseException) and all(type(part) in (str, int, float) for part in thing.args):
        return format(repr(thing) if conversion in ("r", "a") else str(thing), spec)
    raise Untraceable(f"an object of `{cls.__name__}` is turned into text")


def _found(cls: type, name: str) -> tuple[Any, type]:
    """A member as it stands in a class, and that class."""
    return next(((vars(owner)[name], owner) for owner in cls.__mro__ if name in vars(owner)), (None, object))


def _is_written_by_dataclass(method: Any) -> bool:
    # It is under what keeps an object that holds itself from recursing.
    return is_generated(getattr(method, "__wrapped__", None))


def _called(thing: Any, name: str, *args: Any) -> Any:
    from jaxlab.tracing.code.attributes import special_method
    from jaxlab.tracing.code.calls import call

    return call(special_method(thing, name), *args)


def _fields(thing: Any, cls: type, owner: Any) -> Any:
    from jaxlab.tracing.code.attributes import attribute

    shown = [field.name for field in dataclasses.fields(owner) if field.repr]
    parts = [part for name in shown for part in (", ", f"{name}=", formatted(attribute(thing, name), "r"))]
    return joined(f"{cls.__qualname__}(", *parts[1:], ")")
