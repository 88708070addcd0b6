"""What a loop runs over while it is traced."""

import itertools
from collections.abc import Iterator
from typing import Any

import jax
import numpy as np

from jaxlab.tracing.arrays.kinds import is_array, is_traced
from jaxlab.tracing.code.loops import foreseen
from jaxlab.tracing.operator_classes import stands_for_object
from jaxlab.tracing.trace import Trace, current
from jaxlab.tracing.untraceable import Untraceable

_ITERABLE = (list, tuple, dict, set, frozenset, str, bytes, range, enumerate, zip, map, filter, reversed)
_VIEWS: tuple[type, ...] = (type({}.keys()), type({}.values()), type({}.items()))
_ITERTOOLS = tuple(kind for kind in vars(itertools).values() if isinstance(kind, type))


def iterate(thing: Any, takes_every_turn: bool = False) -> Iterator[Any]:
    """What a `for` loop or a comprehension runs over; long loops stop the trace.

    Args:
      thing: The iterable.
      takes_every_turn: Whether what runs over it is sure to reach its end.

    Raises:
      Untraceable: An iterator of the notebook, which tracing would use up.
    """
    trace = current()
    if stands_for_object(thing):
        return _ticking(trace, thing)
    outside = trace.origin(thing) is not None
    if outside and not (is_array(thing) or isinstance(thing, (*_ITERABLE[:8], jax.Array, np.ndarray))):
        raise Untraceable(f"a loop over an object of `{type(thing).__name__}` would use it up")
    if not outside and not is_traced(thing) and not _is_known_iterable(thing):
        raise Untraceable(f"a loop over an object of `{type(thing).__name__}`")
    return foreseen(trace, thing) if takes_every_turn else _ticking(trace, thing)


def _is_known_iterable(thing: Any) -> bool:
    if is_array(thing) or isinstance(thing, (*_ITERABLE, *_VIEWS, *_ITERTOOLS, jax.Array, np.ndarray)):
        return True
    return type(thing).__name__ == "generator"


def _ticking(trace: Trace, thing: Any) -> Iterator[Any]:
    for element in thing:
        trace.tick()
        yield element
