"""What kind of thing a value is to traced code: a stand-in, known or traced, or an array of JAX's."""

from typing import Any

import jax

from jaxlab.tracing.arrays.array import Array
from jaxlab.tracing.arrays.stand_in import StandIn


def is_array(thing: Any) -> bool:
    """Whether `thing` is a stand-in; `isinstance` would ask what it stands for."""
    return type(thing) is Array


def is_stand_in(thing: Any) -> bool:
    """Whether `thing` stands for an array, a number, or what a mask selects."""
    return issubclass(type(thing), StandIn)


def is_traced(thing: Any) -> bool:
    """Whether `thing` is a stand-in whose contents are not known, or a list or tuple that holds one."""
    if issubclass(type(thing), StandIn):
        return type(thing) is not Array or not thing.buffer.is_known
    if type(thing) in (list, tuple):
        return any(is_traced(item) for item in thing)
    if type(thing) is dict:
        return any(is_traced(item) for item in thing.values())
    return False


def is_jax(thing: Any) -> bool:
    """Whether `thing` is a JAX array or tracer."""
    return isinstance(thing, jax.Array) and type(thing) is not Array


def contents(thing: Any) -> Any:
    """`thing` with every stand-in replaced by its contents, through lists, tuples, dicts and slices."""
    if type(thing) is Array:
        return thing.read()
    if type(thing) in (list, tuple):
        return type(thing)(contents(item) for item in thing)
    if type(thing) is dict:
        return {key: contents(item) for key, item in thing.items()}
    return thing
