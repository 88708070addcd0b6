"""Objects that libraries made or whose classes build on a library's: functions that JAX wraps, pytrees, Flax modules.

A library runs the methods of such objects itself, so their code is not rewritten. What those methods read from the
notebook is therefore guarded as a whole, by looking at the names in their code.
"""

import dataclasses
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any

import jax
import numpy as np

from jaxlab.cell.ownership import is_user_class, is_user_function, library_of
from jaxlab.tracing.trace import Trace
from jaxlab.tracing.untraceable import Untraceable

JAX_LIBRARIES = frozenset(
    {"jax", "jaxlib", "flax", "haiku", "elegy", "equinox", "optax", "chex", "einops", "jaxtyping", "diffrax", "lineax"}
)
"""Packages whose functions are pure and take tracers."""

OPAQUE = (type(jax.jit(lambda: None)), jax.custom_jvp, jax.custom_vjp, type(np.sin))
"""Types of functions that JAX and NumPy make."""


def is_named_tuple(value: Any) -> bool:
    """Whether `value` is an instance of a `NamedTuple` class."""
    return isinstance(value, tuple) and hasattr(value, "_fields")


def is_pytree(value: Any) -> bool:
    """Whether JAX knows the leaves of `value`."""
    if isinstance(value, type) or callable(value) and library_of(value) in ("jax", "jaxlib"):
        return False
    return not jax.tree_util.all_leaves([value])


def derives_from_library(cls: type) -> bool:
    """Whether a class of the user's builds on a class of an installed library."""
    return any(
        not is_user_class(base) and base.__module__ not in ("builtins", "abc", "typing", "enum", "dataclasses")
        for base in cls.__mro__
    )


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


def watch_class(trace: Trace, cls: type) -> None:
    """Guards what the methods of a class read from the notebook.

    Raises:
      Untraceable: They read an array or something else that would have to be an input.
    """
    for owner in cls.__mro__:
        if is_user_class(owner):
            for member in vars(owner).values():
                function = getattr(member, "fget", None) or getattr(member, "__func__", member)
                watch_function(trace, getattr(function, "__wrapped__", function))


def watch_function(trace: Trace, function: Any) -> None:
    """Guards the globals that a function of the user's reads, and those of the functions among them."""
    if not is_user_function(function) or ("watched", id(function)) in trace.memo:
        return
    trace.memo["watched", id(function)] = function
    for name in _names(function.__code__):
        if name in function.__globals__:
            _watch_global(trace, function, name)
    for cell in function.__closure__ or ():
        if isinstance(cell.cell_contents, (np.ndarray, np.generic, float, complex, jax.Array, list, dict)):
            raise Untraceable(f"`{function.__qualname__}`, which a library calls, holds values of the function around it")


def _watch_global(trace: Trace, function: FunctionType, name: str) -> None:
    from jaxlab.tracing.lifting import lift
    from jaxlab.tracing.reads import by_name

    value = function.__globals__[name]
    if isinstance(value, (np.ndarray, np.inexact, float, complex, jax.Array, list, dict, set)):
        raise Untraceable(
            f"`{function.__qualname__}`, which a library calls, reads `{name}` from the notebook",
            f"Hand `{name}` to it as an argument or keep it in the object",
        )
    lift(trace, value, None, by_name(name, function.__globals__))
    watch_function(trace, value)
    if isinstance(value, type) and is_user_class(value):
        watch_class(trace, value)


def _names(code: CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= _names(constant)
    return names


def is_simple_dataclass(cls: type) -> bool:
    """Whether `dataclass` wrote the class's `__init__`, and nothing of the user's runs in it."""
    return dataclasses.is_dataclass(cls) and "__post_init__" not in dir(cls)
