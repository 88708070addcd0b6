"""Calls into JAX and the libraries on top of it."""

from functools import partial
from types import MethodType
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlab.cell.ownership import is_user_function, library_of
from jaxlab.tracing.arrays.kinds import is_array
from jaxlab.tracing.code.attributes import watched_function
from jaxlab.tracing.code.foreign_objects import JITTED, derives_from_library
from jaxlab.tracing.code.user_functions import converted, method_parts, partial_parts
from jaxlab.tracing.code.watching import watch_callable
from jaxlab.tracing.lifting import lift
from jaxlab.tracing.log.reads import by_attribute
from jaxlab.tracing.operator_classes import class_behind
from jaxlab.tracing.precision import jax_scope
from jaxlab.tracing.trace import Trace
from jaxlab.tracing.untraceable import Untraceable

_EFFECTS = frozenset({"device_put", "device_get", "print", "callback", "breakpoint", "io_callback",
                      "pure_callback", "live_arrays", "devices", "clear_caches", "update"})  # fmt: skip


def call_jax(trace: Trace, function: Any, args: tuple, options: dict) -> Any:
    """`function` with tracers in place of stand-ins, under the user's own 64-bit flag.

    Functions of the user's that it takes are converted, so that what they read is watched.

    Raises:
      Untraceable: It asks for values or has effects.
    """
    name = getattr(function, "__name__", "")
    if name == "block_until_ready" and len(args) == 1:
        return args[0]  # at run time it is ready before anything of the notebook sees it
    if name in _EFFECTS and library_of(function) in ("jax", "jaxlib"):
        raise Untraceable(f"`{name}` of JAX acts on values, not on tracers")
    inner = _jitted(trace, function)
    if inner is not None:
        return _call_jitted(trace, inner, args, options)
    watch_callable(trace, function)
    given = entering(trace, args)
    named = entering(trace, options)
    trace.transform_depth += 1
    try:
        with jax_scope():
            return function(*given, **named)
    finally:
        trace.transform_depth -= 1


def _jitted(trace: Trace, function: Any) -> Any:
    """The user's function inside one of the notebook that is jitted; None for any other."""
    inner, origin = getattr(function, "__wrapped__", None), trace.origin(function)
    if isinstance(function, JITTED) and is_user_function(inner) and origin is not None:
        return lift(trace, inner, origin, by_attribute("__wrapped__"))
    return None


def _call_jitted(trace: Trace, inner: Any, args: tuple, options: dict) -> Any:
    """A function that the user has jitted: its body is traced here, so that what it reads is watched."""
    with jax_scope():
        given = entering(trace, args)
        named = entering(trace, options)
        results = converted(trace, inner)(*given, **named)
        return jax.tree.map(lambda leaf: leaf if leaf is None else jnp.asarray(_unwrapped(leaf)), results)


def _unwrapped(leaf: Any) -> Any:
    return leaf.__jax_array__() if is_array(leaf) else leaf


def entering(trace: Trace, thing: Any) -> Any:
    """An argument as JAX takes it: stand-ins as tracers, the user's functions converted, through containers."""
    if is_array(thing):
        return np.asarray(thing.shadow) if thing.is_known else thing.__jax_array__()
    if isinstance(thing, (jax.Array, str, int, float, type(None))):
        return thing
    if type(thing) in (list, tuple):
        return type(thing)(entering(trace, item) for item in thing)
    if type(thing) is dict:
        return {key: entering(trace, item) for key, item in thing.items()}
    if callable(thing):
        return _callable(trace, thing)
    leaves, structure = jax.tree_util.tree_flatten(thing)
    if not any(map(is_array, leaves)):
        return thing
    return jax.tree_util.tree_unflatten(structure, [entering(trace, leaf) for leaf in leaves])


def _callable(trace: Trace, thing: Any) -> Any:
    """A function that JAX will call: what it reads of the notebook is watched, or guarded beforehand."""
    if is_user_function(thing):
        return converted(trace, thing)
    if isinstance(thing, MethodType):
        function, owner = method_parts(trace, thing)
        return converted(trace, function).__get__(owner) if is_user_function(function) else thing
    if isinstance(thing, partial):
        return _partial(trace, thing)
    if isinstance(thing, type):
        return thing
    inner = _jitted(trace, thing)
    if inner is not None:
        return lambda *args, **options: _call_jitted(trace, inner, args, options)
    called = getattr(class_behind(type(thing)), "__call__", None)  # noqa: B004 - its code is wanted
    if is_user_function(called) and not derives_from_library(type(thing)):
        return converted(trace, watched_function(trace, thing, "__call__", called)).__get__(thing)
    watch_callable(trace, thing)
    return thing


def _partial(trace: Trace, thing: partial) -> partial:
    func, given, named = partial_parts(trace, thing)
    return partial(_callable(trace, func), *entering(trace, given), **entering(trace, named))
