"""From a value of the notebook to what the traced code sees in its place; every read is logged with a guard.

Arrays and floating-point numbers become inputs, other plain values guarded constants, containers copies whose changes
are held, objects of the user's classes themselves with every attribute read on its own.
"""

import enum
import functools
import logging
import types
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import jax
import numpy as np

from jaxlab.cell.ownership import is_user_class, is_user_function
from jaxlab.cell.rewrite import PROTOCOL
from jaxlab.tracing.arrays.array import PYTHON_DTYPES, Array
from jaxlab.tracing.arrays.convert import check_dtype
from jaxlab.tracing.arrays.memory import InputBuffer, constant_of, shadow_like
from jaxlab.tracing.arrays.order import from_memory_order, in_memory_order, memory_order
from jaxlab.tracing.code import foreign_objects
from jaxlab.tracing.code.watching import watch_class
from jaxlab.tracing.containers import lift_container, lift_list
from jaxlab.tracing.log.code_guards import Same, SameClass
from jaxlab.tracing.log.guards import (
    ABSENT,
    Alias,
    ArrayLike,
    Equal,
    InstanceOf,
    JaxArrayLike,
    Missing,
    NumberOf,
    SameContents,
)
from jaxlab.tracing.log.reads import Step, by_attribute, by_class, by_leaf, by_name
from jaxlab.tracing.namespace import Namespace
from jaxlab.tracing.numpy_api.polynomials import Poly1d
from jaxlab.tracing.operator_classes import has_operators, stand_in
from jaxlab.tracing.owners import lift_part, owner_of
from jaxlab.tracing.precision import in_precision, narrowed, numpy_scope
from jaxlab.tracing.random import GENERATORS, source_of
from jaxlab.tracing.trace import Trace, current
from jaxlab.tracing.untraceable import Untraceable
from jaxlab.tracing.user_classes import check_user_class

_CONSTANTS = (
    int,
    bool,
    str,
    bytes,
    type(None),
    type(Ellipsis),
    slice,
    range,
    np.dtype,
    frozenset,
    type(NotImplemented),
)
_SEQUENCES = (list, tuple)
_MAPPINGS = (dict, OrderedDict, defaultdict, Counter)
_UNCOMPUTED = "USMm"
_CYTHON = type(vars(np.random.RandomState)["rand"])
_NAMED = (ModuleType, FunctionType, BuiltinFunctionType, np.ufunc, type(np.mean), _CYTHON, type)
"""What is known by its name: `type(np.mean)` is that of every NumPy function with a dispatcher."""


def namespace_over(trace: Trace, real: dict[str, Any]) -> Namespace:
    """The read-through namespace over `real`, one a trace."""
    found = trace.namespaces.get(id(real))
    if found is None:
        from jaxlab.tracing.code import protocol

        found = trace.namespaces[id(real)] = Namespace(real, _read_name)
        dict.__setitem__(found, PROTOCOL, protocol)
        dict.__setitem__(found, "__builtins__", real.get("__builtins__", __builtins__))
    return found


def _read_name(name: str, real: dict[str, Any]) -> Any:
    trace = current()
    value = real.get(name, ABSENT)
    lifted = lift(trace, value, None, by_name(name, real))
    if lifted is ABSENT:
        raise KeyError(name)
    return lifted


def lift(trace: Trace, value: Any, parent: int | None, step: Step) -> Any:
    """What the traced code sees of `value`, which it reached from entry `parent` of the log by `step`.

    Raises:
      Untraceable: For values whose changes can't be watched.
    """
    key = trace.key(parent, step)
    if key not in trace.memo:
        trace.memo[key] = _lift(trace, value, parent, step)
    return trace.memo[key]


def _lift(trace: Trace, value: Any, parent: int | None, step: Step) -> Any:
    if value is ABSENT:
        trace.log(parent, step, Missing(), value)
        return value
    seen = trace.lifted.get(id(value))
    if seen is not None:
        trace.log(parent, step, Alias(seen[2]), value)
        return seen[1]
    return _lifter(value)(trace, value, parent, step)


def _lifter(value: Any) -> Callable[[Trace, Any, int | None, Step], Any]:
    kind = type(value)
    if kind is np.ndarray:
        return _array
    if kind in (float, complex, int) or isinstance(value, np.number):
        return _number
    if isinstance(value, (*_CONSTANTS, np.generic, enum.Enum)):
        return _constant
    if isinstance(value, jax.Array):
        return _jax_array
    if kind is list:
        return _list
    if kind in _SEQUENCES or kind in _MAPPINGS or kind is set or foreign_objects.is_named_tuple(value):
        return _container
    if kind is foreign_objects.JITTED and is_user_function(getattr(value, "__wrapped__", None)):
        return _parts
    if isinstance(value, _NAMED) or kind in foreign_objects.OPAQUE:
        return _same
    if isinstance(value, GENERATORS):
        return _generator
    if kind is np.poly1d:
        return _poly1d
    if isinstance(value, (MethodType, functools.partial, np.vectorize, types.CellType)):
        return _parts
    if foreign_objects.is_pytree(value):
        return _pytree
    return _instance if is_user_class(kind) and not foreign_objects.derives_from_library(kind) else _foreign


def _array(trace: Trace, value: np.ndarray, parent: int | None, step: Step) -> Any:
    if value.dtype.kind in _UNCOMPUTED:
        return _constant_array(trace, value, parent, step)
    check_dtype(value.dtype)
    if value.flags.writeable and value.size and _extent(value) < value.nbytes:
        raise Untraceable("elements of a writeable array share memory")
    guard = ArrayLike(value.dtype, value.shape, value.strides, value.flags.writeable)
    index = trace.log(parent, step, guard, value)
    if trace.keys[index] in trace.policy.shared and owner_of(value) is not value:
        return trace.remember_lifted(value, lift_part(trace, value, index, lift), index)
    narrow = narrowed(value.dtype)
    shadow = shadow_like(value if narrow == value.dtype else value.astype(narrow))
    order = memory_order(value)
    supply = functools.partial(_supply, trace, index, in_memory_order(value, order))
    array = Array(InputBuffer(shadow, lambda: in_precision(from_memory_order(supply(), order))))
    return trace.remember_lifted(value, array, index)


def _constant_array(trace: Trace, value: np.ndarray, parent: int | None, step: Step) -> np.ndarray:
    """Strings and dates, which XLA does not have: constants, on which NumPy computes while tracing."""
    contents = value.copy()
    contents.flags.writeable = False
    return trace.remember_lifted(value, contents, trace.log(parent, step, SameContents(contents), value))


def _extent(array: np.ndarray) -> int:
    """Bytes from the first to the last in memory."""
    steps = zip(array.strides, array.shape, strict=True)
    return array.itemsize + sum(abs(stride) * (length - 1) for stride, length in steps)


def _number(trace: Trace, value: Any, parent: int | None, step: Step) -> Any:
    label, key = trace.label(parent, step), trace.key(parent, step)
    floating = isinstance(value, (float, complex, np.inexact))
    if not trace.policy.is_input(key, label, by_default=floating) or isinstance(value, np.longdouble):
        return _constant(trace, value, parent, step)
    if type(value) is int and abs(value) >= 2**62:
        return _constant(trace, value, parent, step)
    python = type(value) if type(value) in PYTHON_DTYPES else None
    index = trace.log(parent, step, NumberOf(type(value)), value)
    shadow = np.empty((), PYTHON_DTYPES[python] if python else narrowed(value.dtype))
    supply = functools.partial(_supply, trace, index, value)
    buffer = InputBuffer(shadow, supply if python else lambda: in_precision(supply()), frozenset({index}))
    return Array(buffer, is_scalar=True, python=python)


def _supply(trace: Trace, index: int, value: Any) -> Any:
    """The program's argument for an input, or its present value while the arguments are still being found."""
    if index not in trace.supplied:
        trace.supplied.append(index)
    argument = trace.arguments.get(trace.keys[index])
    if argument is not None:
        return argument
    with numpy_scope():
        return constant_of(value)


def _constant(trace: Trace, value: Any, parent: int | None, step: Step) -> Any:
    trace.log(parent, step, Equal(value), value)
    return value


def _jax_array(trace: Trace, value: jax.Array, parent: int | None, step: Step) -> Any:
    if isinstance(value, jax.core.Tracer):
        raise Untraceable("a tracer that has outlived its trace")
    guard = JaxArrayLike(value.dtype, value.shape, value.weak_type, value.sharding)
    index = trace.log(parent, step, guard, value)
    supplied = trace.arguments.get(trace.keys[index])
    trace.supplied.append(index)
    return trace.remember_lifted(value, value if supplied is None else supplied, index)


def _generator(trace: Trace, value: Any, parent: int | None, step: Step) -> Any:
    """A random generator: its draws become inputs."""
    index = trace.log(parent, step, InstanceOf(type(value)), value)
    return trace.remember_lifted(value, source_of(trace, value, index), index)


def _poly1d(trace: Trace, value: np.poly1d, parent: int | None, step: Step) -> Any:
    index = trace.log(parent, step, InstanceOf(np.poly1d), value)
    coefficients = lift(trace, value.coeffs, index, by_attribute("coeffs"))
    return trace.remember_lifted(value, Poly1d(coefficients), index)


def _same(trace: Trace, value: Any, parent: int | None, step: Step) -> Any:
    if isinstance(value, type) and is_user_class(value):
        return trace.remember_lifted(value, value, trace.log(parent, step, SameClass.of(value), value))
    return trace.remember_lifted(value, value, trace.log(parent, step, Same.of(value), value))


def _parts(trace: Trace, value: Any, parent: int | None, step: Step) -> Any:
    """Bound methods, partials, jitted functions: what they are made of is read when they are called."""
    return trace.remember_lifted(value, value, trace.log(parent, step, InstanceOf(type(value)), value))


def _list(trace: Trace, value: list, parent: int | None, step: Step) -> Any:
    return lift_list(trace, value, parent, step, lift)


def _container(trace: Trace, value: Any, parent: int | None, step: Step) -> Any:
    return lift_container(trace, value, parent, step, lift)


def _pytree(trace: Trace, value: Any, parent: int | None, step: Step) -> Any:
    """An object registered with JAX: its leaves are lifted, and an object like it is built around them."""
    leaves, structure = jax.tree_util.tree_flatten(value)
    watch_class(trace, type(value))
    index = trace.log(parent, step, foreign_objects.SameStructure(type(value), structure), value)
    lifted = [lift(trace, leaf, index, by_leaf(place, jax.tree_util.tree_leaves)) for place, leaf in enumerate(leaves)]
    copy = jax.tree_util.tree_unflatten(structure, lifted)
    trace.trees.append((copy, lifted))
    return trace.remember_lifted(value, copy, index)


def _instance(trace: Trace, value: Any, parent: int | None, step: Step) -> Any:
    cls = type(value)
    check_user_class(cls)
    index = trace.log(parent, step, InstanceOf(cls), value)
    if not has_operators(cls):
        lifted = trace.remember_lifted(value, value, index)
    else:
        trace.remember(value, index)
        lifted = trace.remember_lifted(value, stand_in(trace, cls), index)
    lift(trace, cls, index, by_class())  # what Python looks up in it unasked, `bool(value)`, must stay the same
    return lifted


def _foreign(trace: Trace, value: Any, parent: int | None, step: Step) -> Any:
    """An object of a library's class."""
    kind = type(value)
    if kind is types.SimpleNamespace:
        return trace.remember_lifted(value, value, trace.log(parent, step, InstanceOf(kind), value))
    if (
        not foreign_objects.derives_from(kind, foreign_objects.JAX_LIBRARIES)
        and kind not in foreign_objects.CACHES
        and not issubclass(kind, logging.Logger)
    ):
        raise Untraceable(f"an object of `{kind.__name__}` can change unnoticed")
    watch_class(trace, kind)
    return _same(trace, value, parent, step)
