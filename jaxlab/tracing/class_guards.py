"""A guard for a class of the user's: a cell that defines a class makes a new one at each run, which does the same."""

from dataclasses import dataclass
from types import FunctionType
from typing import Any

_CONSTANTS = (int, float, complex, str, bytes, type(None))
_UNSEEN = frozenset({"__dict__", "__weakref__", "__doc__", "__firstlineno__"})
"""Members that differ between two classes of one source and that no code computes with."""


@dataclass(frozen=True, slots=True, eq=False)
class SameClass:
    """The very class, or one with the same bases and the same kinds of members.

    What the code reads of its members has guards of its own; this one holds for which members there are, which tracing
    looks up without reading them, and for the methods that `dataclass` writes.

    Attributes:
      value: The class as it was read.
      bases: Guards of its bases.
      members: Its own members as they were.
    """

    value: type
    bases: tuple["SameClass", ...]
    members: dict[str, Any]

    @classmethod
    def of(cls, value: type) -> "SameClass":
        """A guard for `value`."""
        return cls(value, tuple(map(cls.of, value.__bases__)), dict(vars(value)) if value is not object else {})

    def holds(self, value: Any, values: list[Any]) -> bool:
        """Whether it is the class, or another one like it."""
        if value is self.value:
            return True
        if type(value) is not type or type(self.value) is not type or value.__qualname__ != self.value.__qualname__:
            return False
        bases = zip(self.bases, value.__bases__, strict=False)
        return (
            len(self.bases) == len(value.__bases__)
            and all(guard.holds(base, values) for guard, base in bases)
            and _is_same_dict(self.members, vars(value))
        )

    def explain(self, label: str, value: Any) -> str:
        """It was redefined."""
        return f"`{label}` was redefined"


def _is_same_dict(was: dict[str, Any], now: Any) -> bool:
    names = was.keys() - _UNSEEN
    return names == now.keys() - _UNSEEN and all(_is_same_member(was[name], now[name]) for name in names)


def _is_same_member(was: Any, now: Any) -> bool:
    """Whether two members are of one kind; constants and functions are compared."""
    if was is now:
        return True
    if type(was) is not type(now):
        return False
    if isinstance(was, FunctionType):
        return is_same_function(was, now)
    if isinstance(was, (staticmethod, classmethod)):
        return _is_same_member(was.__func__, now.__func__)
    if isinstance(was, property):
        return all(_is_same_member(getattr(was, part), getattr(now, part)) for part in ("fget", "fset", "fdel"))
    if isinstance(was, dict):
        return _is_same_dict(was, now)
    return (not isinstance(was, (*_CONSTANTS, tuple)) and not _has_repr(was)) or repr(was) == repr(now)


def _has_repr(thing: Any) -> bool:
    """Whether its text tells it from another: the fields and options of a dataclass."""
    return type(thing).__module__ == "dataclasses"


def is_same_function(was: FunctionType, now: FunctionType) -> bool:
    """Whether two functions have equal code, names, defaults and enclosed constants."""
    return (
        was.__code__ == now.__code__
        and was.__globals__ is now.__globals__
        and _is_same_parts(was.__defaults__ or (), now.__defaults__ or ())
        and _is_same_parts(*(tuple((function.__kwdefaults__ or {}).values()) for function in (was, now)))
        and _is_same_parts(*map(_enclosed, (was, now)))
    )


def _enclosed(function: FunctionType) -> tuple[Any, ...]:
    names = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return tuple(cell.cell_contents for name, cell in names if name != "__class__")


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
