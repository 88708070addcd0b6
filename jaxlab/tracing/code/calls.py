"""A call in traced code: what runs in place of the function that it names."""

import contextlib
import enum
import functools
import inspect
from collections.abc import Callable
from functools import partial
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

import numpy as np

from jaxlab.cell.ownership import is_ours, is_user_class, is_user_function, library_of
from jaxlab.tracing.arrays.convert import as_array
from jaxlab.tracing.arrays.kinds import is_array, is_jax, is_stand_in, is_traced
from jaxlab.tracing.code import foreign_objects
from jaxlab.tracing.code.attribute_writes import delete_attribute, store_attribute
from jaxlab.tracing.code.attributes import attribute, class_of, watched_function
from jaxlab.tracing.code.cached_calls import call_cached
from jaxlab.tracing.code.instances import instantiate, instantiate_error
from jaxlab.tracing.code.iterating import iterate
from jaxlab.tracing.code.jax_calls import call_jax
from jaxlab.tracing.code.numpy_calls import call_numpy, numpy_scalar
from jaxlab.tracing.code.objects import is_object
from jaxlab.tracing.code.pure_calls import call_pure, is_pure
from jaxlab.tracing.code.user_functions import as_written, converted, is_compiled_function, method_parts, partial_parts
from jaxlab.tracing.effects.acts import act_of
from jaxlab.tracing.effects.text import filled, formatted, needs_run
from jaxlab.tracing.lists import as_list
from jaxlab.tracing.log.guards import ABSENT
from jaxlab.tracing.numpy_api import creation
from jaxlab.tracing.numpy_api.builtin_functions import BUILTINS, MATH
from jaxlab.tracing.operator_classes import stands_for_object
from jaxlab.tracing.random import is_source
from jaxlab.tracing.scipy_api.functions import call_scipy
from jaxlab.tracing.tables import is_among
from jaxlab.tracing.trace import Trace, current
from jaxlab.tracing.untraceable import Untraceable

_CACHED = type(functools.lru_cache(abs))
_IMPURE = {
    input: "`input` asks a person",
    open: "a file is opened",
    exec: "`exec` runs code that is not seen",
    eval: "`eval` runs code that is not seen",
    compile: "code is compiled",
    globals: "`globals` gives the namespace itself",
    locals: "`locals` gives the namespace itself",
    vars: "`vars` gives the attributes themselves",
    dir: "`dir` gives the names themselves",
    __import__: "a module is imported",
    breakpoint: "the debugger is entered",
    id: "`id` differs from run to run",
}


def call(function: Any, /, *args: Any, **options: Any) -> Any:
    """`function(*args, **options)` as the traced code means it.

    Raises:
      Untraceable: The call has effects or results that tracing would freeze.
    """
    trace = current()
    trace.tick()
    if _of_stand_in(function) or stands_for_object(function):
        return function(*args, **options)
    if isinstance(function, MethodType):
        return _call_method(trace, function, args, options)
    if isinstance(function, FunctionType) and is_user_function(function):
        return converted(trace, function)(*args, **options)
    if is_compiled_function(function):
        return call(as_written(trace, function), *args, **options)
    if isinstance(function, partial):
        return _call_partial(trace, function, args, options)
    if isinstance(function, type):
        return _call_class(trace, function, args, options)
    return _call_function(trace, function, args, options)


def _of_stand_in(function: Any) -> bool:
    """Whether it is a bound method of a stand-in, which `methods.method_of` made."""
    return is_stand_in(function) or (
        isinstance(function, partial)
        and bool(function.args)
        and isinstance(function.func, FunctionType)
        and is_ours(function.func)
        and (is_stand_in(function.args[0]) or is_source(function.args[0]))
    )


def _call_method(trace: Trace, method: MethodType, args: tuple, options: dict) -> Any:
    if method.__name__ == "get_ipython":
        raise Untraceable("IPython runs a magic or a command of the shell")
    if is_array(method.__self__) or library_of(method.__func__) == "jaxlab":
        return method(*args, **options)
    function, owner = method_parts(trace, method)
    if is_source(owner):
        return getattr(owner, function.__name__)(*args, **options)
    if is_user_function(function):
        return converted(trace, function)(owner, *args, **options)
    return _call_function(trace, MethodType(function, owner), args, options)


def _call_partial(trace: Trace, function: partial, args: tuple, options: dict) -> Any:
    func, given, named = partial_parts(trace, function)
    return call(func, *given, *args, **{**named, **options})


def _call_class(trace: Trace, cls: type, args: tuple, options: dict) -> Any:
    if cls in BUILTINS and len(args) == 1 and is_jax(args[0]) and not trace.transform_depth:
        return BUILTINS[cls](as_array(args[0]))
    if cls in BUILTINS and is_traced((*args, *options.values())):
        return BUILTINS[cls](*args, **options)
    if issubclass(cls, np.generic):
        return numpy_scalar(cls, args)
    if cls is np.ndarray:
        return creation.create(np.ndarray, args, options)
    if cls is type and len(args) == 1:
        return class_of(trace, args[0])
    if is_user_class(cls) and issubclass(cls, BaseException):
        return instantiate_error(trace, cls, args, options)
    if is_user_class(cls) and not issubclass(cls, enum.Enum):
        return instantiate(trace, cls, args, options)
    return _call_function(trace, cls, args, options)


def _call_function(trace: Trace, function: Any, args: tuple, options: dict) -> Any:
    args, options = as_list(args), as_list(options)
    note = act_of(function)
    if note is not None:
        return note(trace, *args, **options)
    found = _call_builtin(function, args, options)
    return _call_library(trace, function, args, options) if found is ABSENT else found


def _call_builtin(function: Any, args: tuple, options: dict) -> Any:
    """What one of Python's own functions gives where tracing has to know it; ABSENT for any other."""
    owner = _owner(function)
    if type(owner) is str and getattr(function, "__name__", "") == "format" and needs_run((args, options)):
        return filled(owner, args, options)
    if is_among(function, _TEXTUAL) and (needs_run(args) or any(map(is_object, args))):
        return _TEXTUAL[function](*args)
    if is_among(function, _IMPURE):
        raise Untraceable(_IMPURE[function])
    if is_among(function, BUILTINS) and "key" not in options and is_traced((*args, *options.values())):
        return BUILTINS[function](*args, **options)
    if is_among(function, MATH) and is_traced(args):
        return MATH[function](*args, **options)
    if is_among(function, _OF_OBJECTS) and (function is not iter or len(args) == 1):
        return _OF_OBJECTS[function](*args)
    return ABSENT


def _call_library(trace: Trace, function: Any, args: tuple, options: dict) -> Any:
    if isinstance(function, _CACHED):
        return call_cached(trace, function, args, options)
    library = library_of(function)
    if library == "numpy" or isinstance(function, np.ufunc) or isinstance(_owner(function), np.ufunc):
        return call_numpy(call, trace, function, args, options)
    if library in foreign_objects.JAX_LIBRARIES or isinstance(function, foreign_objects.OPAQUE):
        return call_jax(trace, function, args, options)
    if library == "scipy":
        return call_scipy(function, args, options)
    if _made_by_jax(function):
        return call_jax(trace, function, args, options)
    if _manages_context(function):
        return contextlib.contextmanager(converted(trace, as_written(trace, function)))(*args, **options)
    if is_pure(function):
        return call_pure(call, function, args, options)
    if not isinstance(function, (FunctionType, BuiltinFunctionType)) and callable(function):
        return _call_object(trace, function, args, options)
    original = inspect.unwrap(function)  # IPython puts functions of its own around some of Python's
    if is_among(original, _IMPURE):
        raise Untraceable(_IMPURE[original])
    raise Untraceable(f"`{_title(function)}` may have effects, or give something else at the next run")


def _owner(method: Any) -> Any:
    return getattr(method, "__self__", None)


_TEXTUAL: dict[Any, Callable[..., Any]] = {
    str: lambda value, *rest: formatted(value, "s") if not rest else _no_text(),
    repr: lambda value: formatted(value, "r"),
    ascii: lambda value: formatted(value, "a"),
    format: lambda value, spec="": formatted(value, "", spec),
}


def _no_text() -> Any:
    raise Untraceable("bytes are turned into text")


def _getattr(owner: Any, name: str, *default: Any) -> Any:
    try:
        return attribute(owner, name)
    except AttributeError:
        if not default:
            raise
        return default[0]


_OF_OBJECTS: dict[Any, Callable[..., Any]] = {
    iter: iterate,
    next: next,  # an iterator of the notebook is refused where it is read
    getattr: _getattr,
    hasattr: lambda owner, name: _getattr(owner, name, ABSENT) is not ABSENT,
    setattr: store_attribute,
    delattr: delete_attribute,
}


def _manages_context(function: Any) -> bool:
    """Whether `contextlib.contextmanager` made it of a function of the user's."""
    is_made = isinstance(function, FunctionType) and function.__code__.co_filename == contextlib.__file__
    return is_made and is_user_function(getattr(function, "__wrapped__", None))


def _made_by_jax(function: Any) -> bool:
    """Whether JAX put a function of its own around another."""
    is_around = isinstance(function, FunctionType) and getattr(function, "__wrapped__", None) is not None
    return is_around and "/jax/" in function.__code__.co_filename.replace("\\", "/")


def _call_object(trace: Trace, thing: Any, args: tuple, options: dict) -> Any:
    """An object that is called: its class's `__call__`."""
    function = type(thing).__call__
    if is_user_function(function) and not foreign_objects.derives_from_library(type(thing)):
        return converted(trace, watched_function(trace, thing, "__call__", function))(thing, *args, **options)
    if foreign_objects.derives_from_library(type(thing)) or library_of(type(thing)) in foreign_objects.JAX_LIBRARIES:
        return call_jax(trace, thing, args, options)
    raise Untraceable(f"an object of `{type(thing).__name__}` is called, which may have effects")


def _title(function: Any) -> str:
    name = getattr(function, "__qualname__", None) or type(function).__name__
    module = getattr(function, "__module__", None)
    return name if module in (None, "builtins", "__main__") else f"{module}.{name}"
