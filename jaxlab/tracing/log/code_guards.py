"""Guards for functions, classes and objects of libraries: the very same, or made anew to do the same."""

from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any

from jaxlab.cell.ownership import is_generated, is_user_class, is_user_function
from jaxlab.tracing.log.likeness import (
    is_same_function,
    is_same_members,
    is_same_protocol,
    optional_parameters,
    special_members,
)


@dataclass(frozen=True, slots=True)
class Same:
    """The very same object: a class, a module, an object of a library, a function of one."""

    value: Any

    @staticmethod
    def of(value: Any) -> "Same | SameCode | SameClosure":
        """A guard for `value`."""
        if is_user_function(value) or _is_generated_method(value):
            return SameCode(value.__code__, value.__globals__, optional_parameters(value))
        return SameClosure(value) if isinstance(value, FunctionType) and value.__closure__ else Same(value)

    def holds(self, value: Any, values: list[Any]) -> bool:
        """Whether it is the same object."""
        return value is self.value

    def explain(self, label: str, value: Any) -> str:
        """Functions and classes are redefined, other things replaced."""
        verb = "redefined" if callable(self.value) else "replaced"
        return f"`{label}` was {verb}"


def _is_generated_method(value: Any) -> bool:
    """Whether it is a method that `dataclass` wrote; what it encloses is guarded with its class."""
    return is_generated(value) and "." in value.__qualname__


@dataclass(frozen=True, slots=True)
class SameCode:
    """A function of the user's with this code: its closure and its defaults have guards of their own.

    A cell that defines a function makes a new one at each run; what it computes is the same.

    Attributes:
      code: Its code.
      names: Its globals.
      optional: Which of its parameters have defaults.
    """

    code: CodeType
    names: dict[str, Any]
    optional: tuple[int, frozenset[str]]

    def holds(self, value: Any, values: list[Any]) -> bool:
        """Whether it is a function with equal code and equal parameters over the same global names."""
        return (
            type(value) is FunctionType
            and value.__globals__ is self.names
            and (value.__code__ is self.code or value.__code__ == self.code)
            and optional_parameters(value) == self.optional
        )

    def explain(self, label: str, value: Any) -> str:
        """Its code changed."""
        return f"`{label}` was redefined"


@dataclass(frozen=True, slots=True, eq=False)
class SameClosure:
    """A function that a library made around others, `jax.grad(f)`, or another one that it made around like ones."""

    value: FunctionType

    def holds(self, value: Any, values: list[Any]) -> bool:
        """Whether it is that function, or one with equal code around the same."""
        return value is self.value or (type(value) is FunctionType and is_same_function(self.value, value))

    def explain(self, label: str, value: Any) -> str:
        """It was made anew, around others."""
        return f"`{label}` was redefined"


@dataclass(frozen=True, slots=True, eq=False)
class SameClass:
    """The very class with the special methods it had, or one with the same bases and the same kinds of members.

    What the code reads of its members has guards of its own; this one holds for which members there are, which tracing
    looks up without reading them, and for the methods that `dataclass` writes.

    Attributes:
      value: The class as it was read.
      bases: Guards of its bases.
      members: Its own members as they were.
      protocol: Those of them that Python looks up by itself.
    """

    value: type
    bases: tuple["SameClass", ...]
    members: dict[str, Any]
    protocol: dict[str, Any]

    @classmethod
    def of(cls, value: type) -> "SameClass":
        """A guard for `value`."""
        members = dict(vars(value)) if value is not object else {}
        return cls(value, tuple(map(cls.of, value.__bases__)), members, special_members(members))

    def holds(self, value: Any, values: list[Any]) -> bool:
        """Whether it is the class, or another one like it."""
        if value is self.value:
            return not is_user_class(value) or (
                is_same_protocol(self.protocol, special_members(vars(value))) and self._has_same_bases(value, values)
            )
        if type(value) is not type or type(self.value) is not type or value.__qualname__ != self.value.__qualname__:
            return False
        return self._has_same_bases(value, values) and is_same_members(self.members, vars(value))

    def _has_same_bases(self, value: type, values: list[Any]) -> bool:
        bases = value.__bases__
        return len(self.bases) == len(bases) and all(
            guard.holds(base, values) for guard, base in zip(self.bases, bases, strict=True)
        )

    def explain(self, label: str, value: Any) -> str:
        """It was redefined."""
        return f"`{label}` was redefined"
