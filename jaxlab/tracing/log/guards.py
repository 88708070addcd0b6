"""Guards: what a value that a cell read must still be for a compiled program to stand for the cell."""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np


class _Absent:
    def __repr__(self) -> str:
        return "nothing"


ABSENT: Any = _Absent()
"""Stands for a name that is not there."""


class Guard(Protocol):
    """A condition on a value."""

    def holds(self, value: Any, values: list[Any]) -> bool:
        """Whether `value` fits; `values` are those of the earlier entries of the log."""

    def explain(self, label: str, value: Any) -> str:
        """One clause for a person, about a value that does not fit."""


def describe(value: Any) -> str:
    """A value in a few characters."""
    if isinstance(value, np.ndarray) or (hasattr(value, "shape") and hasattr(value, "dtype")):
        return f"{value.dtype}[{','.join(map(str, value.shape))}]"
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


class _Was:
    """Explains by what the value was and what it is."""

    __slots__ = ()

    def was(self) -> str:
        raise NotImplementedError

    def explain(self, label: str, value: Any) -> str:
        """`label` went from one to the other."""
        return f"`{label}` went from {self.was()} to {describe(value)}"


@dataclass(frozen=True, slots=True)
class ArrayLike(_Was):
    """A NumPy array of this dtype and layout: an input."""

    dtype: np.dtype
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    writeable: bool

    def holds(self, value: Any, values: list[Any]) -> bool:
        """Whether it has the same dtype, shape, strides and writeability."""
        return (
            type(value) is np.ndarray
            and value.shape == self.shape
            and value.dtype == self.dtype
            and value.strides == self.strides
            and value.flags.writeable == self.writeable
        )

    def was(self) -> str:
        """As JAX writes an aval."""
        return f"{self.dtype}[{','.join(map(str, self.shape))}]"

    def explain(self, label: str, value: Any) -> str:
        """Names the layout where dtype and shape are the same."""
        if describe(value) == self.was():
            return f"the memory layout of `{label}` changed"
        return _Was.explain(self, label, value)


@dataclass(frozen=True, slots=True)
class SameContents:
    """A NumPy array with these contents: a constant."""

    contents: np.ndarray

    def holds(self, value: Any, values: list[Any]) -> bool:
        """Whether dtype, shape and every element are the same."""
        mine = self.contents
        same_kind = type(value) is np.ndarray and value.dtype == mine.dtype and value.shape == mine.shape
        return same_kind and value.tobytes() == mine.tobytes()

    def explain(self, label: str, value: Any) -> str:
        """Names the array."""
        return f"`{label}` changed"


@dataclass(frozen=True, slots=True)
class JaxArrayLike(_Was):
    """A JAX array of this aval and sharding: an input."""

    dtype: Any
    shape: tuple[int, ...]
    weak_type: bool
    sharding: Any

    def holds(self, value: Any, values: list[Any]) -> bool:
        """Whether dtype, shape, weak type and sharding are the same."""
        return (
            hasattr(value, "addressable_shards")
            and value.shape == self.shape
            and value.dtype == self.dtype
            and value.weak_type == self.weak_type
            and value.sharding == self.sharding
        )

    def was(self) -> str:
        """As JAX writes an aval."""
        return f"{self.dtype}[{','.join(map(str, self.shape))}]"


@dataclass(frozen=True, slots=True)
class _OfType(_Was):
    """Anything of exactly this type."""

    type: type

    def holds(self, value: Any, values: list[Any]) -> bool:
        """Whether the type is the same."""
        return type(value) is self.type

    def was(self) -> str:
        """The type's name."""
        return f"a {self.type.__name__}"


class NumberOf(_OfType):
    """A number of this type, whatever its value: an input."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Equal(_Was):
    """A constant of the program: same type, same value."""

    value: Any

    def holds(self, value: Any, values: list[Any]) -> bool:
        """Whether type and value are the same; two zeros of different sign are not, two NaNs are."""
        mine = self.value
        if type(value) is not type(mine):
            return False
        if isinstance(mine, np.generic):
            return bool(value.dtype == mine.dtype and value.tobytes() == mine.tobytes())
        if isinstance(mine, (float, complex, tuple)):
            return repr(value) == repr(mine)
        return value == mine

    def was(self) -> str:
        """The constant."""
        return describe(self.value)


class InstanceOf(_OfType):
    """Any object of this class: its attributes have guards of their own."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Structure:
    """A container of this type with these keys in this order; a sequence's keys are its length."""

    type: type
    keys: Any

    def holds(self, value: Any, values: list[Any]) -> bool:
        """Whether type and keys are the same."""
        if type(value) is not self.type:
            return False
        return tuple(value) == self.keys if isinstance(value, dict) else len(value) == self.keys

    def explain(self, label: str, value: Any) -> str:
        """Says what of the structure changed."""
        if type(value) is not self.type:
            return f"`{label}` went from a {self.type.__name__} to a {type(value).__name__}"
        if isinstance(value, dict):
            return f"the keys of `{label}` changed"
        return f"`{label}` went from {self.keys} to {len(value)} elements"


@dataclass(frozen=True, slots=True)
class PlainElements:
    """A container whose elements are all constants; compared as a whole, which is fast for ten thousand numbers."""

    type: type
    elements: tuple[Any, ...]
    types: tuple[Any, ...]
    signs: tuple[str, ...]

    @classmethod
    def of(cls, value: Any) -> "PlainElements":
        """A guard for `value`."""
        elements = _flat(value)
        return cls(type(value), elements, tuple(map(type, elements)), _signs(elements))

    def holds(self, value: Any, values: list[Any]) -> bool:
        """Whether type, length, the elements and their types are the same."""
        if type(value) is not self.type or len(value) * (2 if isinstance(value, dict) else 1) != len(self.elements):
            return False
        elements = _flat(value)
        return elements == self.elements and tuple(map(type, elements)) == self.types and _signs(elements) == self.signs

    def explain(self, label: str, value: Any) -> str:
        """Names the container."""
        return f"`{label}` changed"


def _signs(elements: tuple[Any, ...]) -> tuple[str, ...]:
    """Floating-point zeros as text: the signed zeros are equal."""
    return tuple(repr(element) for element in elements if element == 0 and isinstance(element, (float, complex)))


def _flat(value: Any) -> tuple[Any, ...]:
    return (*value.keys(), *value.values()) if isinstance(value, dict) else tuple(value)


@dataclass(frozen=True, slots=True)
class Alias:
    """The very object that an earlier entry of the log gave."""

    index: int

    def holds(self, value: Any, values: list[Any]) -> bool:
        """Whether both entries still give one object."""
        return value is values[self.index]

    def explain(self, label: str, value: Any) -> str:
        """Two names of one object became two objects."""
        return f"`{label}` is another object now"


@dataclass(frozen=True, slots=True)
class Apart:
    """An array that shares no memory with that of an earlier entry of the log."""

    index: int

    def holds(self, value: Any, values: list[Any]) -> bool:
        """Whether the two lie apart."""
        return not np.may_share_memory(value, values[self.index])

    def explain(self, label: str, value: Any) -> str:
        """The arrays overlap."""
        return f"`{label}` shares memory with another array now"


@dataclass(frozen=True, slots=True)
class Missing:
    """A name that is not there, so that a builtin or an error took its place."""

    def holds(self, value: Any, values: list[Any]) -> bool:
        """Whether it is still missing."""
        return value is ABSENT

    def explain(self, label: str, value: Any) -> str:
        """The name has appeared."""
        return f"`{label}` is defined now"


WRITEABLE = (ArrayLike, InstanceOf, PlainElements, Structure)
"""Guards of what can be written in place: two of these that become one object are another program."""
