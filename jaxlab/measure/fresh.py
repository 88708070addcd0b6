"""Inputs that are other objects at each sample, so that no backend can know them by their identity."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

import jax
import numpy as np

from jaxlab.measure.reach import Held

COPIES = 1
"""Beside the objects themselves: whoever knows the last inputs does not know the next."""
MOST_BYTES = 150_000_000
"""All copies together; larger inputs stay the objects that they are."""


@dataclass(slots=True)
class FreshInputs:
    """Copies of a cell's inputs, which rivals share: inputs of their own would drive each other's out of the caches.

    Attributes:
      held: What the cell's code can reach.
      namespace: The notebook's, as it is before the first sample.
    """

    held: tuple[Held, ...]
    namespace: dict[str, Any]
    _states: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    _rivals: int = 0

    def renewing(self, names: frozenset[str]) -> Callable[[], None] | None:
        """Binds the arrays among `names` to other copies of themselves at each call; None if there is none to bind.

        An array that shares its memory with another one stays as it is: its copy would not be a view. Each rival
        begins one copy further than the one before: none finds its inputs in the cache because another just read them.
        """
        found = {name: self.namespace[name] for name in sorted(names & self.namespace.keys())}
        alone = {name: value for name, value in found.items() if _is_alone(value, self.held)}
        if not alone or not self._can_copy(alone.values()):
            return None
        turns = [{name: self._states[id(value)][turn] for name, value in alone.items()} for turn in range(COPIES + 1)]
        first = -self._rivals % len(turns)
        self._rivals += 1
        states = cycle([*turns[first:], *turns[:first]])
        return lambda: self.namespace.update(next(states))

    def _can_copy(self, values: Iterable[Any]) -> bool:
        # One copy a value: two names of one array stay two names of one array.
        new = {id(value): value for value in values if id(value) not in self._states}
        kept = [states[0] for states in self._states.values()]
        if COPIES * sum(value.nbytes for value in (*kept, *new.values())) > MOST_BYTES:
            return False
        self._states |= {key: (value, *(_copied(value) for _ in range(COPIES))) for key, value in new.items()}
        return True


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
