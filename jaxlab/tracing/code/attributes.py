"""Attributes while tracing: a read from an object of the notebook is logged, a write is held until commit.

An object is the notebook's (its way from a name is known), or the traced code's own (made while tracing), or neither:
then nobody would notice a change between two runs, and the trace stops.
"""

import enum
import logging
from collections import namedtuple
from types import BuiltinFunctionType, FunctionType, GetSetDescriptorType, MemberDescriptorType, MethodType, ModuleType
from typing import Any

import jax
import numpy as np

from jaxlab.cell.ownership import is_user_class, is_user_function, is_user_module, library_of
from jaxlab.tracing._compat import ARRAY_OF_JAX
from jaxlab.tracing.arrays.array import known
from jaxlab.tracing.arrays.convert import SUPPORTED_KINDS
from jaxlab.tracing.arrays.kinds import is_stand_in
from jaxlab.tracing.arrays.methods import attribute_of_stand_in
from jaxlab.tracing.code import foreign_objects
from jaxlab.tracing.code.user_functions import converted
from jaxlab.tracing.lifting import lift
from jaxlab.tracing.log.guards import ABSENT, Equal
from jaxlab.tracing.log.reads import Step, by_attribute, by_class
from jaxlab.tracing.numpy_api.index_tricks import is_tricky
from jaxlab.tracing.operator_classes import class_behind, real
from jaxlab.tracing.random import is_source
from jaxlab.tracing.trace import AttributeWrite, Trace, current
from jaxlab.tracing.untraceable import Untraceable

_UNCHANGING = (
    list, dict, tuple, set, frozenset, str, bytes, int, float, complex, type(None), slice, range, np.dtype, np.generic,
    np.ufunc, BuiltinFunctionType, enum.Enum,
)  # fmt: skip
"""Types whose attributes are the same for every equal value; containers are copies of the notebook's."""

_CONSTANTS = (int, float, complex, str, bytes, type(None), np.dtype, type, FunctionType, BuiltinFunctionType, np.ufunc,
              np.generic, tuple, ModuleType, enum.Enum)  # fmt: skip
_DATA_DESCRIPTORS = (GetSetDescriptorType, MemberDescriptorType)
_FIELD = type(vars(namedtuple("_", "field"))["field"])
_SETTLED = frozenset({"numpy", "scipy", "jax", "jaxlib", "math", "cmath", "sys", "string", "operator"})
"""Packages whose module-level numbers nobody changes."""


def attribute(owner: Any, name: str) -> Any:
    """`owner.name`, as the traced code sees it.

    Raises:
      AttributeError: Python's own.
      Untraceable: A change of it between two runs would go unnoticed.
    """
    trace = current()
    if is_stand_in(owner):
        return attribute_of_stand_in(owner, name)
    if isinstance(owner, jax.Array):
        return _of_jax_array(owner, name)
    if is_source(owner):
        return getattr(owner, name)
    held = trace.attribute_writes.get((id(real(trace, owner)), name))
    if held is not None:
        return _held(held)
    if type(owner) is super:
        return _inherited(trace, owner, name)
    if isinstance(owner, ModuleType):
        return _of_module(trace, owner, name)
    if name == "__class__":
        return class_of(trace, owner)
    if isinstance(owner, logging.Logger) and callable(getattr(owner, name, None)):
        return getattr(owner, name)  # what its methods show is an act of every run
    if not _can_change(trace, owner):
        return _wrapped(getattr(owner, name))
    if name == "__dict__":
        raise Untraceable("`__dict__` gives the attributes themselves")
    return _of_class(trace, owner, name) if isinstance(owner, type) else _of_object(trace, owner, name)


def _of_jax_array(array: jax.Array, name: str) -> Any:
    """An attribute of a JAX array, which is a tracer in its stead."""
    if name == "__class__":
        return ARRAY_OF_JAX
    if name == "block_until_ready":
        return array.copy  # which is as ready: nothing of the notebook sees it earlier
    if name.startswith("_") or not hasattr(ARRAY_OF_JAX, name):
        raise AttributeError(f"'{ARRAY_OF_JAX.__name__}' object has no attribute '{name}'")
    return getattr(array, name)


def class_of(trace: Trace, owner: Any) -> type:
    """`type(owner)`; the class of an object of the notebook is logged, so that what it holds can be."""
    if isinstance(owner, jax.core.Tracer) and not is_stand_in(owner):
        return ARRAY_OF_JAX
    cls = owner.__class__
    origin = trace.origin(owner)
    if origin is not None and trace.origin(cls) is None and is_user_class(cls):
        lift(trace, cls, origin, by_class())
    return cls


def _held(write: AttributeWrite) -> Any:
    if write.deleted:
        raise AttributeError(f"'{type(write.owner).__name__}' object has no attribute '{write.name}'")
    return write.value


def _can_change(trace: Trace, owner: Any) -> bool:
    """Whether attributes of `owner` can change between runs without its own guard noticing."""
    cls = owner if isinstance(owner, type) else type(owner)
    if is_user_class(cls):
        return not isinstance(owner, enum.Enum) or isinstance(owner, type)
    if isinstance(owner, FunctionType):
        return is_user_function(owner) and trace.origin(owner) is not None
    if isinstance(owner, (*_UNCHANGING, type)) or library_of(cls) in foreign_objects.JAX_LIBRARIES:
        return False
    return trace.origin(owner) is not None


def _of_object(trace: Trace, owner: Any, name: str) -> Any:
    if isinstance(owner, FunctionType) and name in ("__globals__", "__closure__", "__code__"):
        raise Untraceable(f"`{name}` of a function is read")
    seen, owner = owner, real(trace, owner)
    origin = trace.origin(owner)
    own = instance_attributes(owner)
    found = in_class(class_behind(type(owner)), name)
    if isinstance(found, property):
        return _property(trace, seen, name, found)
    is_copy = origin is not None and trace.observed[origin] is not owner
    if name in own and (origin is None or is_copy):
        return own[name]
    if is_copy and isinstance(found, (*_DATA_DESCRIPTORS, _FIELD)):
        return getattr(owner, name)
    if name not in own and isinstance(found, FunctionType | classmethod):
        _note_not_hidden(trace, origin, name)
        return _method(trace, seen, name, found)
    if name not in own and found is not None and hasattr(found, "__get__"):
        _check_descriptor(type(owner), name, found)
    if name not in own and (write := _written_above(trace, class_behind(type(owner)), name)):
        _note_holder(trace, _class_origin(trace, seen), name)
        _note_not_hidden(trace, origin, name)
        return _held(write)
    value = getattr(owner, name, ABSENT)
    if origin is None and not (isinstance(found, _DATA_DESCRIPTORS) and id(owner) in trace.made):
        return _class_level(trace, owner, name, value)
    if origin is None or _is_own_method(owner, value):
        return value
    return _or_error(owner, name, lift(trace, value, origin, by_attribute(name)))


def _written_above(trace: Trace, cls: type, name: str) -> AttributeWrite | None:
    """The write of an attribute that objects of `cls` have from the class, or from one that it builds on."""
    for owner in cls.__mro__ if trace.attribute_writes else ():
        write = trace.attribute_writes.get((id(owner), name))
        if write is not None or name in vars(owner):
            return write
    return None


def _note_holder(trace: Trace, index: int, name: str) -> None:
    """Notes which class of those that one builds on holds an attribute: another could come before it."""
    step = Step("holder", name, lambda cls: _holder(cls, name), lambda label: f"{label}.{name}")
    holder = _holder(trace.observed[index], name)
    trace.log(index, step, Equal(holder), holder)


def _holder(cls: type, name: str) -> int:
    return next((place for place, owner in enumerate(cls.__mro__) if name in vars(owner)), -1)


def _note_not_hidden(trace: Trace, origin: int | None, name: str) -> None:
    """Notes that an object of the notebook holds nothing itself under a name that it has from its class."""
    step = Step("hidden", name, lambda owner: name in getattr(owner, "__dict__", ()), lambda label: f"{label}.{name}")
    if origin is not None and trace.memo.setdefault(trace.key(origin, step), step) is step:
        trace.log(origin, step, Equal(False), False)


def _class_level(trace: Trace, owner: Any, name: str, value: Any) -> Any:
    """An attribute that an object which the code made has from its class."""
    if value is ABSENT or _is_own_method(owner, value):
        return _or_error(owner, name, value)
    return lift(trace, value, _class_origin(trace, owner), by_attribute(name))


def _or_error(owner: Any, name: str, value: Any) -> Any:
    """`value`, or Python's own error where there is none."""
    return getattr(owner, name) if value is ABSENT else value


def _is_own_method(owner: Any, value: Any) -> bool:
    """Whether it is a method that C code gives; another object at each look, and nothing that changes."""
    bound = isinstance(value, BuiltinFunctionType | type(object().__str__))
    return bound and getattr(value, "__self__", None) is owner


def instance_attributes(owner: Any) -> dict[str, Any]:
    """The attributes that an object itself holds, those in slots included."""
    members = [item for cls in type(owner).__mro__ if is_user_class(cls) for item in vars(cls).items()]
    slots = [name for name, found in members if isinstance(found, MemberDescriptorType)]
    return {name: getattr(owner, name) for name in slots if hasattr(owner, name)} | getattr(owner, "__dict__", {})


def in_class(cls: type, name: str) -> Any:
    """A member as it stands in the class or in one that it builds on; None if there is none."""
    return next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)


def _check_descriptor(cls: type, name: str, found: Any) -> None:
    kind = type(found)
    if kind.__name__ in ("cached_property", "lazy"):
        raise Untraceable(f"`{name}` is a cached property, which tracing would freeze")
    if is_user_class(kind):
        raise Untraceable(f"`{cls.__name__}.{name}` is a descriptor of the user's")


def _property(trace: Trace, owner: Any, name: str, found: property) -> Any:
    if not is_user_function(found.fget):
        if foreign_objects.derives_from_library(type(owner)):
            return getattr(owner, name)
        raise Untraceable("a property whose getter is not a plain function")
    return converted(trace, lift(trace, found.fget, _class_origin(trace, owner), _accessor("fget", name)))(owner)


def watched_setter(trace: Trace, owner: Any, name: str, found: property) -> Any:
    """The setter of a property of an object, logged under its class."""
    return lift(trace, found.fset, _class_origin(trace, owner), _accessor("fset", name))


def _accessor(part: str, name: str) -> Step:
    """The function behind a property of a class: `fget`, which gives it, or `fset`, which sets it."""
    return Step(part, name, lambda cls: getattr(in_class(cls, name), part, ABSENT), lambda at: f"{at}.{name}")


def _method(trace: Trace, owner: Any, name: str, found: Any) -> Any:
    """A bound method; its function is logged, so that a redefinition is seen."""
    if isinstance(found, classmethod):
        return attribute(class_of(trace, owner), name)
    watched_function(trace, owner, name, found)
    return MethodType(found, owner)


def special_method(owner: Any, name: str) -> Any:
    """A method as Python finds it for an operator: in the class, whatever the object itself holds under its name."""
    return _method(current(), owner, name, in_class(class_behind(type(owner)), name))


def watched_function(trace: Trace, owner: Any, name: str, function: Any) -> Any:
    """The function behind method `name` of an object, logged under its class."""
    return lift(trace, function, _class_origin(trace, owner), by_attribute(name))


def _class_origin(trace: Trace, owner: Any) -> int:
    cls = class_of(trace, owner)
    origin = trace.origin(cls)
    known = trace.origin(owner) is not None or id(owner) in trace.made or isinstance(owner, (tuple, enum.Enum))
    if origin is None or not known:
        raise Untraceable(f"an object of `{cls.__name__}` comes from where it can't be watched")
    return origin


def _of_class(trace: Trace, cls: type, name: str) -> Any:
    origin = trace.origin(cls)
    if origin is None:
        raise Untraceable(f"the class `{cls.__name__}` comes from where it can't be watched")
    if write := _written_above(trace, cls, name):
        _note_holder(trace, origin, name)
        return _held(write)
    found = in_class(cls, name)
    if isinstance(found, property) or (is_user_class(type(found)) and hasattr(found, "__get__")):
        raise Untraceable(f"`{cls.__name__}.{name}` is a descriptor")
    value = getattr(cls, name, ABSENT)
    if isinstance(value, MethodType):
        lift(trace, value.__func__, origin, _class_method(name))
        return value
    if _is_own_method(cls, value) or isinstance(found, _DATA_DESCRIPTORS) or name.startswith("__"):
        return _or_error(cls, name, value)
    return _or_error(cls, name, lift(trace, value, origin, by_attribute(name)))


def _class_method(name: str) -> Step:
    return Step(
        "class method",
        name,
        lambda cls: getattr(getattr(cls, name, None), "__func__", ABSENT),
        lambda at: f"{at}.{name}",
    )


def _inherited(trace: Trace, owner: Any, name: str) -> Any:
    """`super().name`: a method of a class further up."""
    value = getattr(owner, name)
    above, instance = owner.__thisclass__, owner.__self__
    if not isinstance(value, MethodType):
        if name == "__init__" and getattr(value, "__objclass__", None) is object:
            return lambda: None
        if name == "__init__" and isinstance(instance, BaseException):
            return lambda *args: value(*args)
        raise Untraceable(f"`super().{name}` is no method of the user's")
    function = value.__func__
    if isinstance(instance, type):
        raise Untraceable("`super()` of a class")
    lift(trace, function, _class_origin(trace, instance), _above(instance.__class__.__mro__.index(above), name))
    return value


def _above(place: int, name: str) -> Step:
    """A method as `super()` gives it in the class at `place` of the order in which methods are looked for."""
    return Step(
        "super",
        (place, name),
        lambda cls: getattr(super(cls.__mro__[place], cls), name, ABSENT),
        lambda at: f"{at}.{name}",
    )


def _of_module(trace: Trace, module: ModuleType, name: str) -> Any:
    origin = trace.origin(module)
    value = getattr(module, name)
    if is_tricky(value):
        return value
    if not is_user_module(module) and (callable(value) or _is_settled(module)):
        if not isinstance(value, _CONSTANTS) and not callable(value):
            raise Untraceable(f"`{module.__name__}.{name}` can change unnoticed")
        return trace.remember(value, origin) if isinstance(value, ModuleType) and origin is not None else value
    if origin is None:
        raise Untraceable(f"the module `{module.__name__}` comes from where it can't be watched")
    return lift(trace, value, origin, by_attribute(name))


def _is_settled(module: ModuleType) -> bool:
    return module.__name__.partition(".")[0] in _SETTLED


def _wrapped(value: Any) -> Any:
    """NumPy arrays that code made or a library holds, as stand-ins."""
    if type(value) is np.ndarray and value.dtype.kind in SUPPORTED_KINDS:
        return known(value.copy())
    return value


__all__ = ["attribute", "class_of", "instance_attributes", "watched_function"]
