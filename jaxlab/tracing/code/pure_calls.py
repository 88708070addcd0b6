"""Calls of builtins and of Python's own library that have no effects: they run as they are.

They would look into objects of the user's unseen, or call functions of the user's as they stand. So objects are
refused where a function looks into them, and functions are handed over as calls of the protocol.
"""

import functools
import heapq
import itertools
import math
import operator
from collections.abc import Callable
from functools import partial
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

import jax
import numpy as np

from jaxlab.cell.ownership import is_user_class, is_user_function
from jaxlab.tracing.code.objects import holds_lists, holds_stand_ins_alone, look_into
from jaxlab.tracing.numpy_api import ordering
from jaxlab.tracing.numpy_api.functions import wrap_known
from jaxlab.tracing.untraceable import Untraceable

_MODULES = frozenset(
    {"math", "cmath", "operator", "_operator", "functools", "_functools", "itertools", "dataclasses", "collections",
     "_collections", "typing", "copy", "string", "re", "fractions", "decimal", "numbers", "enum", "types", "abc",
     "statistics", "bisect", "_bisect", "heapq", "_heapq", "textwrap"}
)  # fmt: skip
_OWNERS = (list, dict, set, frozenset, tuple, str, bytes, int, float, complex, bool, slice, range)
_CALLING = {map, filter, sorted, min, max, functools.reduce, heapq.nlargest, heapq.nsmallest} | {
    kind for kind in vars(itertools).values() if isinstance(kind, type)
}
"""Functions that call what they are given, and keep nothing of it."""

_COMPARING = {sorted, min, max, sum, heapq.nlargest, heapq.nsmallest}
_STRUCTURAL = (_CALLING - _COMPARING) | {
    isinstance, issubclass, callable, type, list, tuple, dict, set, frozenset, enumerate, zip, reversed, len, range,
    any, all, functools.partial, functools.wraps, functools.update_wrapper,
}  # fmt: skip
"""Functions that move objects about without looking into them."""

_BY_OPERATORS = {
    abs, all, any, bool, complex, divmod, float, hash, int, len, max, min, pow, round, sorted, sum, math.ceil,
    math.floor, math.trunc,
}  # fmt: skip
"""Functions that look at an object only through its class's special methods."""

_MOVING_METHODS = frozenset(
    "append extend insert pop update get items keys values setdefault clear copy reverse add popitem sort".split()
)
_WITH_STATE = {
    operator.itemgetter: "`itemgetter` reads what can't be watched",
    operator.attrgetter: "`attrgetter` reads what can't be watched",
    operator.methodcaller: "`methodcaller` calls what can't be watched",
    functools.lru_cache: "a cache is made",
    functools.cache: "a cache is made",
    functools.cached_property: "a cache is made",
    functools.singledispatch: "a dispatching function is made",
}


def is_pure(function: Any) -> bool:
    """Whether `function` is known to have no effects beyond its arguments."""
    owner = getattr(function, "__self__", None)
    if isinstance(function, BuiltinFunctionType) and isinstance(owner, (*_OWNERS, type)) and _is_builtin(type(owner)):
        return True
    module = getattr(function, "__module__", None) or getattr(getattr(function, "__objclass__", None), "__module__", "")
    return module == "builtins" or str(module).partition(".")[0] in _MODULES


def call_pure(call: Callable[..., Any], function: Any, args: tuple, options: dict) -> Any:
    """`function(*args, **options)`, for a function without effects.

    Args:
      call: The protocol's `call`, by which functions of the user's are called.
      function: A builtin, or a function of Python's own library.
      args: Positional arguments.
      options: Keyword arguments.

    Raises:
      Untraceable: It would look into objects or call functions unseen, or keep state.
    """
    title = f"`{getattr(function, '__name__', type(function).__name__)}`"
    known = _hashable(function)
    if known and function in _WITH_STATE:
        raise Untraceable(_WITH_STATE[function])
    if isinstance(function, tuple(kind for kind in _WITH_STATE if isinstance(kind, type))):
        raise Untraceable(f"{title} reads what can't be watched")
    if known and function in ordering.FUNCTIONS:
        is_ordered, made = ordering.by_order(function, args, {n: _through(call, v) for n, v in options.items()})
        if is_ordered:
            return made
    if known and function in _BY_OPERATORS and not options and holds_stand_ins_alone(*args):
        return wrap_known(function(*args))
    if (known and function in _CALLING) or _is_sort(function):
        args = tuple(_through(call, arg) for arg in args)
        options = {name: _through(call, value) for name, value in options.items()}
    elif not ((known and function in _STRUCTURAL) or _is_moving(function)) and any(
        map(_is_users, (*args, *options.values()))
    ):
        raise Untraceable(f"{title} calls a function that is not seen")
    if not (
        (known and (function in _STRUCTURAL or (function in _COMPARING and "key" in options))) or _is_moving(function)
    ):
        look_into(title, args, options)
    if getattr(function, "__module__", "") == "copy" and holds_lists(args):
        raise Untraceable(f"{title} of a list of the notebook")
    return wrap_known(function(*args, **options))


def _is_builtin(kind: type) -> bool:
    return kind.__module__ == "builtins"


def _hashable(thing: Any) -> bool:
    return getattr(type(thing), "__hash__", None) is not None and not isinstance(
        getattr(thing, "__self__", None), (list, dict, set)
    )


def _is_moving(function: Any) -> bool:
    owner = getattr(function, "__self__", None)
    return type(owner) in (list, dict, set) and function.__name__ in _MOVING_METHODS


def _is_sort(function: Any) -> bool:
    return type(getattr(function, "__self__", None)) is list and function.__name__ == "sort"


def _is_users(thing: Any) -> bool:
    """Whether a call of it runs code of the user's, or may."""
    if isinstance(thing, type):
        return is_user_class(thing)
    if isinstance(thing, partial):
        return _is_users(thing.func)
    return is_user_function(getattr(thing, "__func__", thing)) or (is_user_class(type(thing)) and callable(thing))


def _through(call: Callable[..., Any], thing: Any) -> Any:
    """A function as a call of the protocol; anything else as it is."""
    if isinstance(thing, (FunctionType, MethodType, partial, np.ufunc, BuiltinFunctionType, type)):
        return partial(call, thing)
    named = callable(thing) and not isinstance(thing, (jax.Array, np.ndarray, np.generic))
    return partial(call, thing) if named else thing
