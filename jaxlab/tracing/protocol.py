"""The operators that rewritten code calls: what an attribute, an item, a loop or a store means while tracing."""

import itertools
import operator
from collections.abc import Iterator
from types import FunctionType, MethodType, ModuleType
from typing import Any

import jax
import numpy as np

from jaxlab.cell.ownership import is_user_class, is_user_function, is_user_module
from jaxlab.tracing import library_objects
from jaxlab.tracing.array import is_array, is_traced, known
from jaxlab.tracing.calls import call
from jaxlab.tracing.convert import SUPPORTED_KINDS, as_array
from jaxlab.tracing.lifting import lift
from jaxlab.tracing.reads import by_attribute
from jaxlab.tracing.text import formatted, joined, percent
from jaxlab.tracing.trace import AttributeWrite, Trace, current
from jaxlab.tracing.untraceable import Untraceable
from jaxlab.tracing.user_functions import converted

__all__ = [
    "attribute",
    "augment_attribute",
    "augment_item",
    "call",
    "delete_attribute",
    "formatted",
    "item",
    "iterate",
    "joined",
    "percent",
    "slice_of",
    "store_attribute",
    "store_item",
]

slice_of = slice

_IN_PLACE = {
    "Add": operator.iadd,
    "Sub": operator.isub,
    "Mult": operator.imul,
    "Div": operator.itruediv,
    "FloorDiv": operator.ifloordiv,
    "Mod": operator.imod,
    "Pow": operator.ipow,
    "MatMult": operator.imatmul,
    "LShift": operator.ilshift,
    "RShift": operator.irshift,
    "BitAnd": operator.iand,
    "BitOr": operator.ior,
    "BitXor": operator.ixor,
}
_ITERABLE = (list, tuple, dict, set, frozenset, str, bytes, range, enumerate, zip, map, filter, reversed)
_VIEWS = (type({}.keys()), type({}.values()), type({}.items()))
_ITERTOOLS = tuple(kind for kind in vars(itertools).values() if isinstance(kind, type))


def attribute(owner: Any, name: str) -> Any:
    """`owner.name`; on objects of the notebook a read that is logged."""
    trace = current()
    origin = trace.origin(owner)
    if is_array(owner) or isinstance(owner, jax.Array):
        return getattr(owner, name)
    held = trace.attribute_writes.get((id(owner), name))
    if held is not None:
        return _held(held)
    if isinstance(owner, ModuleType):
        return _module_attribute(trace, owner, name, origin)
    if origin is None or not _is_watched(owner):
        return _wrapped(getattr(owner, name))
    return _object_attribute(trace, owner, name, origin)


def _held(write: AttributeWrite) -> Any:
    if write.deleted:
        raise AttributeError(f"'{type(write.owner).__name__}' object has no attribute '{write.name}'")
    return write.value


def _is_watched(owner: Any) -> bool:
    """Whether attributes of `owner` can change between runs without its own guard noticing."""
    cls = owner if isinstance(owner, type) else type(owner)
    if isinstance(owner, (list, dict, tuple, set)):
        return False
    return is_user_class(cls) and not library_objects.derives_from_library(cls)


def _module_attribute(trace: Trace, module: ModuleType, name: str, origin: int | None) -> Any:
    value = getattr(module, name)
    if not is_user_module(module):
        if isinstance(value, ModuleType) and origin is not None:
            trace.remember(value, origin)
        return _wrapped(value)
    if origin is None:
        raise Untraceable(f"the module `{module.__name__}` comes from where it can't be watched")
    return lift(trace, value, origin, by_attribute(name))


def _object_attribute(trace: Trace, owner: Any, name: str, origin: int) -> Any:
    cls = owner if isinstance(owner, type) else type(owner)
    found = next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)
    if isinstance(found, property) and not isinstance(owner, type):
        return converted(trace, _from_class(trace, owner, found.fget, origin))(owner)
    if found is not None and not isinstance(owner, type) and type(found).__name__ in ("cached_property", "lazy"):
        raise Untraceable(f"`{name}` is a cached property, which tracing would freeze")
    value = getattr(owner, name)
    if isinstance(value, MethodType):
        lift(trace, value.__func__, origin, _method_step(name))
        return value
    return lift(trace, value, origin, by_attribute(name))


def _method_step(name: str) -> Any:
    from jaxlab.tracing.reads import Step

    return Step("method", name, lambda owner: getattr(getattr(owner, name), "__func__", None), lambda at: f"{at}.{name}")


def _from_class(trace: Trace, owner: Any, function: Any, origin: int) -> Any:
    """A getter of the owner's class, watched so that a redefinition is seen."""
    from jaxlab.tracing.reads import Step

    if not is_user_function(function):
        raise Untraceable("a property whose getter is not a plain function")
    name = function.__name__

    def fetch(owner: Any) -> Any:
        found = getattr(type(owner), name, None)
        return getattr(found, "fget", found)

    return lift(trace, function, origin, Step("getter", name, fetch, lambda at: f"{at}.{name}"))


def watched_method(trace: Trace, owner: Any, name: str) -> FunctionType:
    """The function behind a special method of an object of the notebook."""
    function = getattr(type(owner), name)
    origin = trace.origin(owner)
    if origin is None:
        return _made_here(trace, owner, function)
    return lift(trace, function, origin, _method_step(name))


def _made_here(trace: Trace, owner: Any, function: Any) -> Any:
    origin = trace.origin(type(owner))
    if origin is None:
        raise Untraceable(f"the class `{type(owner).__name__}` comes from where it can't be watched")
    return lift(trace, function, origin, by_attribute(function.__name__))


def _wrapped(value: Any) -> Any:
    """NumPy arrays that code made or a library holds, as stand-ins."""
    if type(value) is np.ndarray and value.dtype.kind in SUPPORTED_KINDS:
        return known(value.copy())
    if isinstance(value, MethodType) and is_user_function(value.__func__):
        trace = current()
        _made_here(trace, value.__self__, value.__func__)
    return value


def store_attribute(owner: Any, name: str, value: Any) -> None:
    """`owner.name = value`; on objects of the notebook held until commit."""
    trace = current()
    if is_array(owner):
        setattr(owner, name, value)
        return
    origin = trace.origin(owner)
    if origin is None:
        setattr(owner, name, value)
        return
    _check_store(owner, name)
    trace.attribute_writes[id(owner), name] = AttributeWrite(origin, owner, name, value)


def delete_attribute(owner: Any, name: str) -> None:
    """`del owner.name`; on objects of the notebook held until commit."""
    trace = current()
    origin = trace.origin(owner)
    if origin is None:
        delattr(owner, name)
        return
    attribute(owner, name)
    _check_store(owner, name)
    trace.attribute_writes[id(owner), name] = AttributeWrite(origin, owner, name, None, deleted=True)


def _check_store(owner: Any, name: str) -> None:
    cls = type(owner)
    plain = cls.__setattr__ is object.__setattr__ and not hasattr(getattr(cls, name, None), "__set__")
    slot = type(getattr(cls, name, None)).__name__ == "member_descriptor"
    if isinstance(owner, (type, ModuleType)) or not (plain or slot) or not is_user_class(cls):
        raise Untraceable(f"an attribute of `{cls.__name__}` is written in its own way")


def augment_attribute(owner: Any, name: str, operation: str, value: Any) -> None:
    """`owner.name += value`."""
    store_attribute(owner, name, _IN_PLACE[operation](attribute(owner, name), value))


def item(container: Any, index: Any) -> Any:
    """`container[index]`."""
    if isinstance(container, jax.Array) and not is_array(container):
        from jaxlab.tracing.library_calls import entering

        return container[entering(current(), index)]
    if isinstance(container, np.ndarray) and not is_array(container):
        return item(as_array(container), index) if container.dtype.kind in SUPPORTED_KINDS else container[index]
    _check_container(container)
    return container[index]


def _check_container(container: Any) -> None:
    origin = current().origin(container)
    if origin is None or is_array(container) or isinstance(container, (list, tuple, dict, str, bytes, range)):
        return
    if isinstance(container, type):
        return
    raise Untraceable(f"an object of `{type(container).__name__}` is indexed, which can't be watched")


def store_item(container: Any, index: Any, value: Any) -> None:
    """`container[index] = value`."""
    if isinstance(container, (np.ndarray,)) and not is_array(container):
        raise Untraceable("an array that a library made is written")
    _check_container(container)
    container[index] = value


def augment_item(container: Any, index: Any, operation: str, value: Any) -> None:
    """`container[index] += value`."""
    store_item(container, index, _IN_PLACE[operation](item(container, index), value))


def iterate(thing: Any) -> Iterator[Any]:
    """What a `for` loop or a comprehension runs over; long loops stop the trace.

    Raises:
      Untraceable: An iterator of the notebook, which tracing would use up.
    """
    trace = current()
    outside = trace.origin(thing) is not None
    if outside and not (is_array(thing) or isinstance(thing, (*_ITERABLE[:8], jax.Array, np.ndarray))):
        raise Untraceable(f"a loop over an object of `{type(thing).__name__}` would use it up")
    if not outside and not is_traced(thing) and not _is_known_iterable(thing):
        raise Untraceable(f"a loop over an object of `{type(thing).__name__}`")
    return _ticking(trace, thing)


def _is_known_iterable(thing: Any) -> bool:
    if is_array(thing) or isinstance(thing, (*_ITERABLE, *_VIEWS, *_ITERTOOLS, jax.Array, np.ndarray)):
        return True
    return type(thing).__name__ == "generator"


def _ticking(trace: Trace, thing: Any) -> Iterator[Any]:
    for element in thing:
        trace.tick()
        yield element
