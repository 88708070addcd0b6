"""Whether functions and classes that were made anew do what those did whose place they take."""

from collections.abc import Mapping
from types import FunctionType
from typing import Any

from jaxlab.tracing.log.reads import cell_contents

_CONSTANTS = (int, float, complex, str, bytes, type(None))
_UNSEEN = frozenset({"__dict__", "__weakref__", "__doc__", "__firstlineno__"})
"""Members that differ between two classes of one source and that no code computes with."""

_UNUSED = _UNSEEN | {"__annotations__", "__abstractmethods__", "__module__", "__qualname__", "__static_attributes__"}
"""Special members that change nothing of what Python does with an object; some come to be by being looked at."""


def is_same_members(was: dict[str, Any], now: Any) -> bool:
    """Whether two classes have members of the same names and kinds."""
    names = was.keys() - _UNSEEN
    return names == now.keys() - _UNSEEN and all(_is_same_member(was[name], now[name]) for name in names)


def special_members(members: Mapping[str, Any]) -> dict[str, Any]:
    """Those of a class's members that Python looks up by itself."""
    return {
        name: member
        for name, member in members.items()
        if name.startswith("__") and name.endswith("__") and name not in _UNUSED
    }


def is_same_protocol(was: dict[str, Any], now: dict[str, Any]) -> bool:
    """Whether a class has the special members that it had; functions among them have guards where they are read."""
    return was.keys() == now.keys() and all(
        was[name] is now[name] or type(was[name]) is type(now[name]) is FunctionType for name in was
    )


def _is_same_member(was: Any, now: Any) -> bool:
    """Whether two members are of one kind; constants and functions are compared."""
    return _is_same_part(was, now) or (type(was) is type(now) and _is_same_kind(was, now))


def _is_same_kind(was: Any, now: Any) -> bool:
    if isinstance(was, (staticmethod, classmethod)):
        return _is_same_member(was.__func__, now.__func__)
    if isinstance(was, property):
        return all(_is_same_member(getattr(was, part), getattr(now, part)) for part in ("fget", "fset", "fdel"))
    if isinstance(was, dict):
        return is_same_members(was, now)
    if isinstance(was, FunctionType):
        return False
    is_compared = isinstance(was, (*_CONSTANTS, tuple)) or _has_repr(was)
    return not is_compared or repr(was) == repr(now)


def _has_repr(thing: Any) -> bool:
    """Whether its text tells it from another: the fields and options of a dataclass."""
    return type(thing).__module__ == "dataclasses"


def is_same_function(was: FunctionType, now: FunctionType) -> bool:
    """Whether two functions have equal code, names, defaults and enclosed constants."""
    return (
        was.__code__ == now.__code__
        and was.__globals__ is now.__globals__
        and optional_parameters(was) == optional_parameters(now)
        and _is_same_parts(was.__defaults__ or (), now.__defaults__ or ())
        and _is_same_parts(*map(_keyword_defaults, (was, now)))
        and _is_same_parts(*map(_enclosed, (was, now)))
    )


def optional_parameters(function: FunctionType) -> tuple[int, frozenset[str]]:
    """Which parameters have defaults: so many of the last that may be given by position, and some by name alone."""
    return len(function.__defaults__ or ()), frozenset(function.__kwdefaults__ or ())


def _keyword_defaults(function: FunctionType) -> tuple[Any, ...]:
    return tuple(value for _, value in sorted((function.__kwdefaults__ or {}).items()))


def _enclosed(function: FunctionType) -> tuple[Any, ...]:
    names = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return tuple(cell_contents(cell) for name, cell in names if name != "__class__")


def _is_same_parts(was: tuple[Any, ...], now: tuple[Any, ...]) -> bool:
    return len(was) == len(now) and all(map(_is_same_part, was, now))


def _is_same_part(was: Any, now: Any) -> bool:
    if was is now:
        return True
    if type(was) is not type(now):
        return False
    if isinstance(was, FunctionType):
        return is_same_function(was, now)
    return isinstance(was, (*_CONSTANTS, set)) and repr(was) == repr(now)
