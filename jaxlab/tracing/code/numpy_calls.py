"""A call of NumPy's in traced code: functions, universal functions, scalars, random numbers."""

from collections.abc import Callable
from typing import Any

import jax
import numpy as np
from numpy.lib.stride_tricks import as_strided

from jaxlab.tracing.arrays.array import derived
from jaxlab.tracing.arrays.convert import as_array, cast, require_fit
from jaxlab.tracing.arrays.kinds import is_array, is_jax, is_traced
from jaxlab.tracing.arrays.selection import holds_selection
from jaxlab.tracing.code.attributes import attribute
from jaxlab.tracing.lifting import lift
from jaxlab.tracing.log.reads import by_attribute
from jaxlab.tracing.numpy_api import creation, functionals, special_functions
from jaxlab.tracing.numpy_api.functions import apply_function, wrap_known
from jaxlab.tracing.numpy_api.ufuncs import apply_ufunc
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.random import GENERATORS, GLOBAL, draw, made_source, method_named, source_of
from jaxlab.tracing.scipy_api.functions import call_scipy, is_special
from jaxlab.tracing.tables import is_among
from jaxlab.tracing.trace import Trace
from jaxlab.tracing.untraceable import Untraceable

_ASKING = {
    getattr(np, name): name
    for name in (
        "all any argmax argmin argsort compress cumprod cumsum diagonal max mean min nonzero prod repeat reshape "
        "round searchsorted squeeze std sum swapaxes take trace transpose var"
    ).split()
}
"""Functions that leave what is no array of NumPy's to its own method."""

_IMPURE_NUMPY = frozenset(
    "load save savez savez_compressed savetxt loadtxt genfromtxt fromfile fromregex memmap seterr "
    "set_printoptions".split()
)
_RANDOM = "random numbers are drawn"
_RANDOM_REMEDY = "Draw them in a cell before this one"


def call_numpy(call: Callable[..., Any], trace: Trace, function: Any, args: tuple, options: dict) -> Any:
    """What a function of NumPy's gives; `call` calls those that are handed to it.

    Raises:
      Untraceable: It has effects, calls what is not seen, or JAX has nothing that computes it.
    """
    owner = getattr(function, "__self__", None)
    if type(function) is np.vectorize:
        return _call_vectorized(call, trace, function, args, options)
    if is_among(function, functionals.FUNCTIONS):
        return functionals.FUNCTIONS[function](call, *args, **options)
    if any(
        callable(arg) and not isinstance(arg, (type, np.ufunc)) and not is_array(arg)
        for arg in (*args, *options.values())
    ):
        raise Untraceable(f"`np.{getattr(function, '__name__', '')}` calls a function that is not seen")
    if isinstance(function, np.ufunc) and is_special(function):
        return call_scipy(function, args, options)
    if isinstance(owner, GENERATORS) or _module(function).startswith("numpy.random"):
        return _call_random(trace, function, owner, args, options)
    if getattr(function, "__name__", "") in _IMPURE_NUMPY:
        raise Untraceable(f"`np.{function.__name__}` has effects")
    if trace.transform_depth and any(isinstance(arg, jax.core.Tracer) and not is_array(arg) for arg in args):
        raise Untraceable("a NumPy function gets a JAX array inside a function that JAX transforms")
    if args and is_jax(args[0]) and is_among(function, _ASKING):
        return call(attribute(args[0], _ASKING[function]), *args[1:], **options)
    if isinstance(owner, np.ufunc):
        return apply_ufunc(owner, function.__name__, args, options)
    if isinstance(owner, np.ndarray):
        return wrap_known(function(*args, **options))
    if is_among(function, creation.FUNCTIONS):
        return creation.create(function, args, dict(options))
    if is_among(function, special_functions.HANDLERS) and not holds_selection((*args, *options.values())):
        with numpy_scope():
            return special_functions.HANDLERS[function](*args, **options)
    return _numpy_result(function, args, options)


def _call_vectorized(call: Callable[..., Any], trace: Trace, thing: Any, args: tuple, options: dict) -> Any:
    """What `np.vectorize` made in another cell: what it is made of is read as attributes are."""
    origin = trace.origin(thing)
    names = ("pyfunc", "otypes", "signature", "excluded", "cache")
    if origin is None or options:
        raise Untraceable("`np.vectorize` with these arguments")
    function, types, *others = (lift(trace, getattr(thing, name), origin, by_attribute(name)) for name in names)
    if any(others):
        raise Untraceable("`np.vectorize` with these options")
    return functionals.FUNCTIONS[np.vectorize](call, function, types)(*args)


def _call_random(trace: Trace, function: Any, owner: Any, args: tuple, options: dict) -> Any:
    """A draw from NumPy's own generator, or a new generator."""
    if function is np.random.default_rng or function is np.random.RandomState:
        return made_source(trace, function, args, options)
    if isinstance(owner, GENERATORS) or getattr(np.random, getattr(function, "__name__", ""), None) is function:
        generator = owner if isinstance(owner, GENERATORS) else GLOBAL
        return draw(source_of(trace, generator, None), method_named(function.__name__), *args, **options)
    raise Untraceable(_RANDOM, _RANDOM_REMEDY)


def _module(function: Any) -> str:
    owner = type(getattr(function, "__self__", None)).__module__
    return owner if owner.startswith("numpy.random") else str(getattr(function, "__module__", "") or "")


def _numpy_result(function: Any, args: tuple, options: dict) -> Any:
    args = tuple(_entering(arg) for arg in args)
    if isinstance(function, np.ufunc):
        return function(*args, **options)
    dispatches = hasattr(function, "_implementation") or function is as_strided
    given = (*args, *options.values())
    if holds_selection(given) or (dispatches and _holds_stand_in(given)):
        return apply_function(function, args, dict(options))
    return wrap_known(function(*args, **options))


def _entering(thing: Any) -> Any:
    """JAX arrays become NumPy arrays where they enter NumPy; lists of stand-ins stay lists."""
    return as_array(thing) if isinstance(thing, jax.Array) and not is_array(thing) else thing


def _holds_stand_in(thing: Any) -> bool:
    if is_array(thing):
        return True
    return type(thing) in (list, tuple) and any(map(_holds_stand_in, thing))


def numpy_scalar(cls: type, args: tuple) -> Any:
    """What a class of NumPy's scalars gives: `np.float32(x)`."""
    if not args or not is_traced(args[0]):
        return wrap_known(cls(*(arg.read() if is_array(arg) else arg for arg in args)))
    with numpy_scope():
        value = as_array(args[0])
        require_fit(value, np.dtype(cls))
        return derived(cast(value.read(), np.dtype(cls)), (value,), is_scalar=value.ndim == 0)
