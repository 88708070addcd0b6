"""Arrays of the notebook that share memory: each stands for a part of the buffer of the array that owns it.

An array is an input of its own until a write shows that another one must see it. Then tracing starts again, and both
are lifted through their owner, the array at the end of `.base`, which becomes the input in their place.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from jaxlab.tracing.arrays.array import Array
from jaxlab.tracing.arrays.memory import Buffer
from jaxlab.tracing.arrays.order import as_it_lies, offset_of
from jaxlab.tracing.log.guards import Apart, Equal
from jaxlab.tracing.log.reads import Step
from jaxlab.tracing.trace import Trace
from jaxlab.tracing.untraceable import SharesMemory, Untraceable

_LARGE, _MANY = 2**26, 8
"""Bytes of an owner beyond which it must not be more than so many times the view: it is copied whole."""

Lift = Callable[[Trace, Any, int | None, Step], Any]


def owner_of(array: np.ndarray) -> np.ndarray:
    """The array at the end of the chain of bases; the array itself if it owns its memory."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def _has_shared_owner(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether both can stand for parts of one owner's memory; under `--x32` that is laid out anew."""
    owner = owner_of(one)
    return owner_of(other) is owner and _is_part(one, owner) and _is_part(other, owner)


def _is_part(array: np.ndarray, owner: np.ndarray) -> bool:
    if array is owner:
        return _is_whole(owner)
    is_close = owner.nbytes <= max(_LARGE, _MANY * array.nbytes)
    return _is_whole(owner) and array.dtype == owner.dtype and owner.flags.writeable and is_close


def _is_whole(owner: np.ndarray) -> bool:
    is_contiguous = owner.flags.c_contiguous or owner.flags.f_contiguous
    return type(owner) is np.ndarray and is_contiguous and all(stride >= 0 for stride in owner.strides)


def lift_part(trace: Trace, value: np.ndarray, index: int, lift: Lift) -> Array:
    """The stand-in for `value`, entry `index` of the log, as a part of its owner's buffer."""
    owner = lift(trace, owner_of(value), index, Step("owner", "", owner_of, lambda label: f"{label}.base"))
    place = Step("place", "", _place, lambda label: f"the place of `{label}` in its owner")
    trace.log(index, place, Equal(_place(value)), _place(value))
    shadow = np.ndarray(value.shape, value.dtype, as_it_lies(owner.buffer.shadow), _place(value), value.strides)
    shadow.flags.writeable = value.flags.writeable
    return owner.over(shadow)


def check_apart(trace: Trace, one: Buffer, other: Buffer) -> None:
    """Notes that two inputs share no memory.

    Raises:
      SharesMemory: They do; tracing starts again with both as parts of one input.
      Untraceable: They do, and have no owner that can be an input.
    """
    first, second = trace.read_of(one), trace.read_of(other)
    mine, its = trace.observed[first], trace.observed[second]
    if not np.may_share_memory(mine, its):
        step = Step("apart", second, lambda array: array, lambda label: label)
        trace.log(first, step, Apart(second), mine)
        return
    raise sharing(trace, first, second)


def check_owner(trace: Trace, buffer: Buffer) -> None:
    """Notes that an input owns its memory.

    Raises:
      SharesMemory: It does not; tracing starts again with it as a part of its owner.
      Untraceable: It does not, and its owner can't be an input.
    """
    index = trace.read_of(buffer)
    array = trace.observed[index]
    if isinstance(array.base, np.ndarray):
        raise sharing(trace, index, index)
    if array.base is not None:
        raise Untraceable(f"the base of `{trace.reads[index].label}` is no array")
    step = Step("base", "", lambda array: array.base, lambda label: f"{label}.base")
    trace.log(index, step, Equal(None), None)


def sharing(trace: Trace, first: int, second: int) -> Exception:
    """The signal that two arrays, by their entries of the log, share memory."""
    if not trace.is_narrow and _has_shared_owner(trace.observed[first], trace.observed[second]):
        return SharesMemory(first, second)
    mine, its = trace.reads[first].label, trace.reads[second].label
    return Untraceable(f"the memory that `{mine}` shares with `{its}` can't be an input")


def _place(array: np.ndarray) -> int:
    """Bytes from the owner's first element to the array's."""
    return offset_of(array, owner_of(array))
