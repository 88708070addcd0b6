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
from jaxlab.tracing.arrays.array import is_array, known
from jaxlab.tracing.arrays.convert import SUPPORTED_KINDS
from jaxlab.tracing.code import library_objects
from jaxlab.tracing.code.user_functions import converted
from jaxlab.tracing.guards import ABSENT
from jaxlab.tracing.lifting import lift
from jaxlab.tracing.numpy_api.index_tricks import is_tricky
from jaxlab.tracing.random import is_source
from jaxlab.tracing.reads import Step, by_attribute, by_class
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
    if is_array(owner) or is_source(owner) or isinstance(owner, jax.Array):
        return getattr(owner, name)
    held = trace.attribute_writes.get((id(owner), name))
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


def class_of(trace: Trace, owner: Any) -> type:
    """`type(owner)`; the class of an object of the notebook is logged, so that what it holds can be."""
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
    if isinstance(owner, (*_UNCHANGING, type)) or library_of(cls) in library_objects.JAX_LIBRARIES:
        return False
    return trace.origin(owner) is not None


def _of_object(trace: Trace, owner: Any, name: str) -> Any:
    if isinstance(owner, FunctionType) and name in ("__globals__", "__closure__", "__code__"):
        raise Untraceable(f"`{name}` of a function is read")
    origin = trace.origin(owner)
    own = instance_attributes(owner)
    found = _in_class(type(owner), name)
    if isinstance(found, property):
        return _property(trace, owner, name, found)
    is_copy = origin is not None and trace.observed[origin] is not owner
    if name in own and (origin is None or is_copy):
        return own[name]
    if is_copy and isinstance(found, (*_DATA_DESCRIPTORS, _FIELD)):
        return getattr(owner, name)
    if name not in own and isinstance(found, FunctionType | classmethod):
        return _method(trace, owner, name, found)
    if name not in own and found is not None and hasattr(found, "__get__"):
        _check_descriptor(type(owner), name, found)
    value = getattr(owner, name, ABSENT)
    if origin is None and not (isinstance(found, _DATA_DESCRIPTORS) and id(owner) in trace.made):
        return _class_level(trace, owner, name, value)
    if origin is None or _is_own_method(owner, value):
        return value
    return _or_error(owner, name, lift(trace, value, origin, by_attribute(name)))


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


def _in_class(cls: type, name: str) -> Any:
    return next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)


def _check_descriptor(cls: type, name: str, found: Any) -> None:
    kind = type(found)
    if kind.__name__ in ("cached_property", "lazy"):
        raise Untraceable(f"`{name}` is a cached property, which tracing would freeze")
    if is_user_class(kind):
        raise Untraceable(f"`{cls.__name__}.{name}` is a descriptor of the user's")


def _property(trace: Trace, owner: Any, name: str, found: property) -> Any:
    if not is_user_function(found.fget):
        if library_objects.derives_from_library(type(owner)):
            return getattr(owner, name)
        raise Untraceable("a property whose getter is not a plain function")
    return converted(trace, lift(trace, found.fget, _class_origin(trace, owner), _getter(name)))(owner)


def _getter(name: str) -> Step:
    return Step("getter", name, lambda cls: getattr(_in_class(cls, name), "fget", ABSENT), lambda at: f"{at}.{name}")


def _method(trace: Trace, owner: Any, name: str, found: Any) -> Any:
    """A bound method; its function is logged, so that a redefinition is seen."""
    if isinstance(found, classmethod):
        return attribute(class_of(trace, owner), name)
    method = getattr(owner, name)
    watched_function(trace, owner, name, method.__func__)
    return method


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
    found = _in_class(cls, name)
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
            raise Untraceable(f"`{module.__name__}.{name}` can change in ways that can't be watched")
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


def store_attribute(owner: Any, name: str, value: Any) -> None:
    """`owner.name = value`; on objects of the notebook held until commit."""
    trace = current()
    if is_array(owner):
        setattr(owner, name, value)
        return
    _check_store(trace, owner, name)
    origin = trace.origin(owner)
    if origin is None:
        setattr(owner, name, value)
    else:
        trace.attribute_writes[id(owner), name] = AttributeWrite(origin, owner, name, value)


def delete_attribute(owner: Any, name: str) -> None:
    """`del owner.name`; on objects of the notebook held until commit."""
    trace = current()
    _check_store(trace, owner, name)
    origin = trace.origin(owner)
    if origin is None:
        delattr(owner, name)
        return
    attribute(owner, name)
    if name not in instance_attributes(owner) and (id(owner), name) not in trace.attribute_writes:
        raise Untraceable(f"`{name}`, which its class holds, is deleted from an object")
    trace.attribute_writes[id(owner), name] = AttributeWrite(origin, owner, name, None, deleted=True)


def _check_store(trace: Trace, owner: Any, name: str) -> None:
    cls = type(owner)
    found = _in_class(cls, name)
    plain = cls.__setattr__ is object.__setattr__ and not hasattr(type(found), "__set__")
    known = trace.origin(owner) is not None or id(owner) in trace.made
    if isinstance(owner, (type, ModuleType)) or not known or not is_user_class(cls):
        raise Untraceable(f"an attribute of `{cls.__name__}` is written")
    if (not plain and not isinstance(found, MemberDescriptorType)) or name in ("__class__", "__dict__"):
        raise Untraceable(f"an attribute of `{cls.__name__}` is written in its own way")
    if not hasattr(owner, "__dict__") and found is None:
        raise AttributeError(f"'{cls.__name__}' object has no attribute '{name}'")


__all__ = ["attribute", "class_of", "delete_attribute", "store_attribute", "watched_function"]
