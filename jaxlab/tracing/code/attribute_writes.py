"""Writes of attributes while tracing: on what the notebook holds they wait until commit."""

from types import FunctionType, MemberDescriptorType, ModuleType
from typing import Any

from jaxlab.cell.ownership import is_user_class, is_user_function, is_user_module
from jaxlab.tracing.arrays.kinds import is_array
from jaxlab.tracing.code.attributes import attribute, in_class, instance_attributes, watched_setter
from jaxlab.tracing.code.user_functions import converted
from jaxlab.tracing.operator_classes import class_behind, real
from jaxlab.tracing.trace import AttributeWrite, Trace, current
from jaxlab.tracing.untraceable import Untraceable


def store_attribute(owner: Any, name: str, value: Any) -> None:
    """`owner.name = value`; on what the notebook holds it waits until commit."""
    trace = current()
    if is_array(owner):
        setattr(owner, name, value)
        return
    found = in_class(class_behind(type(owner)), name)
    if isinstance(found, property) and is_user_function(found.fset):
        converted(trace, watched_setter(trace, owner, name, found))(owner, value)
        return
    owner = real(trace, owner)
    _check_store(trace, owner, name)
    origin = trace.origin(owner)
    if origin is None:
        setattr(owner, name, value)
    else:
        trace.attribute_writes[id(owner), name] = AttributeWrite(origin, owner, name, value)


def delete_attribute(owner: Any, name: str) -> None:
    """`del owner.name`; on what the notebook holds it waits until commit."""
    trace = current()
    owner = real(trace, owner)
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
    if isinstance(owner, (type, ModuleType, FunctionType)):
        _check_store_beside_objects(trace, owner, name)
        return
    cls = type(owner)
    found = in_class(cls, name)
    plain = cls.__setattr__ is object.__setattr__ and not hasattr(type(found), "__set__")
    known = trace.origin(owner) is not None or id(owner) in trace.made
    if not known or not is_user_class(cls):
        raise Untraceable(f"an attribute of `{cls.__name__}` is written")
    if (not plain and not isinstance(found, MemberDescriptorType)) or name in ("__class__", "__dict__"):
        raise Untraceable(f"an attribute of `{cls.__name__}` is written in its own way")
    if not hasattr(owner, "__dict__") and found is None:
        raise AttributeError(f"'{cls.__name__}' object has no attribute '{name}'")


def _check_store_beside_objects(trace: Trace, owner: Any, name: str) -> None:
    """Of classes, functions and modules the user's own are written; what makes them what they are is not."""
    is_users = (
        (isinstance(owner, type) and type(owner) is type and is_user_class(owner))
        or (isinstance(owner, ModuleType) and is_user_module(owner))
        or is_user_function(owner)
    )
    is_special = name.startswith("__") and name.endswith("__")
    if not is_users or is_special or trace.origin(owner) is None:
        raise Untraceable(f"an attribute of `{owner.__name__}` is written")


__all__ = ["delete_attribute", "store_attribute"]
