"""Guards for code of the user's that a library runs by itself: its reads are not seen while tracing.

So they are found beforehand, by looking at the names in the code. Constants and functions among them are guarded;
an array or an object would be frozen, so the trace stops and says what to do.
"""

from functools import partial
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import jax
import numpy as np

from jaxlab.cell.ownership import is_user_class, is_user_function, is_user_module, library_of
from jaxlab.tracing.log.code_guards import Same
from jaxlab.tracing.log.guards import Equal, PlainElements
from jaxlab.tracing.log.reads import Step, by_attribute, by_cell, by_default, by_keyword_default, by_name
from jaxlab.tracing.namespace import Namespace
from jaxlab.tracing.trace import Trace
from jaxlab.tracing.untraceable import Untraceable

_PLAIN = (int, float, complex, bool, str, bytes, type(None))
_CONSTANTS = (*_PLAIN, np.generic, np.dtype, range, slice, type(Ellipsis))
_LIBRARY_CODE = (type, np.ufunc, BuiltinFunctionType, FunctionType, type(jax.jit(abs)), jax.custom_jvp, jax.custom_vjp)


def watch_class(trace: Trace, cls: type) -> None:
    """Guards what the methods of a class read from the notebook.

    Raises:
      Untraceable: They read something that would have to be an input.
    """
    for owner in cls.__mro__:
        if is_user_class(owner) and _first_time(trace, owner):
            for name, member in vars(owner).items():
                if not (name.startswith("__") and name.endswith("__")) or callable(member):
                    _watch_member(trace, owner, name, member)


def _watch_member(trace: Trace, owner: type, name: str, member: Any) -> None:
    function = getattr(member, "fget", None) or getattr(member, "__func__", member)
    function = getattr(function, "__wrapped__", function)
    if is_user_function(function):
        watch_function(trace, function)
    elif (
        isinstance(member, (float, complex, np.ndarray, np.generic, jax.Array, list, dict))
        and trace.origin(owner) is not None
    ):
        _watch(trace, member, trace.origin(owner), by_attribute(name), f"{owner.__name__}.{name}")
    elif isinstance(member, (np.ndarray, jax.Array)):
        raise Untraceable(f"the class `{owner.__name__}` holds arrays that a library reads")


def watch_callable(trace: Trace, thing: Any) -> None:
    """Guards what a function that a library made out of the user's reads: a gradient, a jitted method."""
    if not _first_time(trace, thing):
        return
    if isinstance(thing, MethodType) and is_user_function(thing.__func__):
        if isinstance(thing.__func__.__globals__, Namespace):
            return  # rewritten code, which watches its own reads
        raise Untraceable(f"`{thing.__qualname__}`, which a library calls, is bound to an object")
    if is_user_function(thing):
        _forget(trace, thing)
        watch_function(trace, thing, trace.origin(thing))
        return
    for name in ("__wrapped__", "fun", "func", "jvp", "fwd", "bwd"):
        inner = getattr(thing, name, None)
        if callable(inner):
            watch_callable(trace, inner)
    if isinstance(thing, partial) and any(isinstance(part, (np.ndarray, jax.Array)) for part in thing.args):
        raise Untraceable("a `partial` that a library calls holds arrays")
    for cell in getattr(thing, "__closure__", None) or ():
        contents = _contents(cell)
        if callable(contents) and not isinstance(contents, type):
            watch_callable(trace, contents)


def watch_function(trace: Trace, function: Any, index: int | None = None) -> None:
    """Guards what a function of the user's reads from outside itself, and the functions that it names.

    Args:
      trace: The trace.
      function: Anything; what is no function of the user's is left alone.
      index: The entry of the log that gave the function; None if there is none.

    Raises:
      Untraceable: It reads an array or an object.
    """
    if (
        not is_user_function(function)
        or isinstance(function.__globals__, Namespace)
        or not _first_time(trace, function)
    ):
        return
    title = function.__qualname__
    for name in sorted(_names(function.__code__) & function.__globals__.keys()):
        _watch(trace, function.__globals__[name], None, by_name(name, function.__globals__), name, title)
    for value, step, name in _held(function):
        _watch(trace, value, index, step, name, title)


def _held(function: FunctionType) -> list[tuple[Any, Step, str]]:
    """What the function object itself holds: variables of the function around it, and defaults."""
    held = [
        (_contents(cell), by_cell(position, name), name)
        for position, (cell, name) in enumerate(
            zip(function.__closure__ or (), function.__code__.co_freevars, strict=True)
        )
        if name != "__class__" and _contents(cell) is not function
    ]
    defaults = [(value, by_default(position, "…"), "…") for position, value in enumerate(function.__defaults__ or ())]
    keywords = [(value, by_keyword_default(name), name) for name, value in (function.__kwdefaults__ or {}).items()]
    return held + defaults + keywords


def _watch(trace: Trace, value: Any, parent: int | None, step: Step, name: str, reader: str = "") -> None:
    if parent is None and step.kind != "name":
        raise Untraceable(f"`{reader}`, which a library calls, comes from where its variables can't be watched")
    if isinstance(value, _CONSTANTS):
        trace.log(parent, step, Equal(value), value)
    elif _is_plain(value):
        trace.log(parent, step, PlainElements.of(value), value)
    elif is_user_function(value):
        watch_function(trace, value, trace.log(parent, step, Same.of(value), value))
    elif isinstance(value, type) and is_user_class(value):
        trace.remember(value, trace.log(parent, step, Same.of(value), value))
        watch_class(trace, value)
    elif isinstance(value, ModuleType) and not is_user_module(value):
        trace.log(parent, step, Same.of(value), value)
    elif _is_library_code(value):
        trace.log(parent, step, Same.of(value), value)
        watch_callable(trace, value)
    else:
        raise Untraceable(
            f"`{reader or name}`, which a library calls, reads `{name}` from the notebook",
            f"Hand `{name}` to it as an argument or keep it in the object",
        )


def _is_library_code(value: Any) -> bool:
    return isinstance(value, _LIBRARY_CODE) or (
        library_of(type(value)) in ("jax", "jaxlib", "optax", "flax", "numpy") and callable(value)
    )


def _is_plain(value: Any) -> bool:
    return type(value) in (list, dict, tuple) and set(map(type, _elements(value))) <= set(_PLAIN)


def _elements(value: Any) -> Any:
    return [*value, *value.values()] if isinstance(value, dict) else value


def _contents(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return None


def _first_time(trace: Trace, thing: Any) -> bool:
    key = ("watched", id(thing))
    if key in trace.memo:
        return False
    trace.memo[key] = thing
    return True


def _forget(trace: Trace, thing: Any) -> None:
    del trace.memo["watched", id(thing)]


def _names(code: CodeType) -> set[str]:
    inner = [_names(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return set(code.co_names).union(*inner)
