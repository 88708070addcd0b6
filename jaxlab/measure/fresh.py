"""Inputs that are other objects at each sample, so that no backend can know them by their identity."""

from collections.abc import Callable
from itertools import cycle
from typing import Any

import jax
import numpy as np

from jaxlab.measure.reach import Held

COPIES = 2
"""Beside the objects themselves."""
MOST_BYTES = 150_000_000
"""All copies together; larger inputs stay the objects that they are."""


def fresh_inputs(held: tuple[Held, ...], namespace: dict[str, Any], names: frozenset[str]) -> Callable[[], None] | None:
    """Binds the arrays among `names` to other copies of themselves at each call; None if there is none to bind.

    An array that shares its memory with another one stays as it is: its copy would not be a view.
    """
    alone = {name: namespace[name] for name in sorted(names & namespace.keys()) if _is_alone(namespace[name], held)}
    if not alone or COPIES * sum(value.nbytes for value in alone.values()) > MOST_BYTES:
        return None
    # One copy a value: two names of one array stay two names of one array.
    copies = [{id(value): _copied(value) for value in alone.values()} for _ in range(COPIES)]
    states = cycle([alone, *({name: copy[id(value)] for name, value in alone.items()} for copy in copies)])
    return lambda: namespace.update(next(states))


def _is_alone(value: Any, held: tuple[Held, ...]) -> bool:
    if isinstance(value, jax.Array):
        return not isinstance(value, jax.core.Tracer) and value.is_fully_addressable
    if type(value) is not np.ndarray or not (value.flags.c_contiguous or value.flags.f_contiguous):
        return False  # the copy of a slice with gaps would have none, and be read faster
    return not any(_is_view_of(entry.owner, value) for entry in held)


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, jax.Array) else value.copy(order="K")


def _is_view_of(other: Any, array: np.ndarray) -> bool:
    return isinstance(other, np.ndarray) and other is not array and np.may_share_memory(other, array)
