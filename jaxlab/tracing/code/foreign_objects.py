"""Objects that libraries made or whose classes build on theirs: functions that JAX wraps, pytrees, Flax modules."""

import dataclasses
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import jax
import numpy as np

from jaxlab.cell.ownership import is_user_class, is_user_function, library_of

JAX_LIBRARIES = frozenset(
    {"jax", "jaxlib", "flax", "haiku", "elegy", "equinox", "optax", "chex", "einops", "jaxtyping", "diffrax", "lineax"}
)
"""Packages whose functions are pure and take tracers."""

JITTED = type(jax.jit(lambda: None))
"""The type of what `jax.jit` makes."""

OPAQUE = (JITTED, jax.custom_jvp, jax.custom_vjp, type(np.sin))
"""Types of functions that JAX and NumPy make."""


CACHES = (type(lru_cache(abs)),)
"""Types of functions that remember what they have given."""


def is_named_tuple(value: Any) -> bool:
    """Whether `value` is an instance of a `NamedTuple` class."""
    return isinstance(value, tuple) and hasattr(value, "_fields")


def is_named_tuple_class(cls: type) -> bool:
    """Whether `NamedTuple` or `namedtuple` wrote how the class is built."""
    made = cls.__new__
    return (
        hasattr(cls, "_fields")
        and issubclass(cls, tuple)
        and not is_user_function(made)
        and cls.__init__ is object.__init__
    )


def is_pytree(value: Any) -> bool:
    """Whether JAX knows the leaves of `value`."""
    if isinstance(value, type) or (callable(value) and library_of(value) in ("jax", "jaxlib")):
        return False
    return not jax.tree_util.all_leaves([value])


def derives_from_library(cls: type) -> bool:
    """Whether a class of the user's builds on a class of an installed library."""
    return any(
        not is_user_class(base) and base.__module__ not in ("builtins", "abc", "typing", "enum", "dataclasses")
        for base in cls.__mro__
    )


def derives_from(cls: type, libraries: frozenset[str]) -> bool:
    """Whether a class is of one of these packages, or builds on one that is."""
    return any(base.__module__.partition(".")[0] in libraries for base in cls.__mro__)


@dataclass(frozen=True, slots=True)
class SameStructure:
    """A pytree of this class with this structure; its leaves have guards of their own."""

    type: type
    structure: Any

    def holds(self, value: Any, values: list[Any]) -> bool:
        """Whether class and structure are the same."""
        return type(value) is self.type and jax.tree_util.tree_structure(value) == self.structure

    def explain(self, label: str, value: Any) -> str:
        """Says what of it changed."""
        if type(value) is not self.type:
            return f"`{label}` went from a {self.type.__name__} to a {type(value).__name__}"
        return f"the structure of `{label}` changed"


def is_generated_dataclass(cls: Any) -> bool:
    """Whether `dataclass` wrote the class's `__init__`."""
    return dataclasses.is_dataclass(cls) and not is_user_function(getattr(cls, "__init__"))  # noqa: B009 - mypy
