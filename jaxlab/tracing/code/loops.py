"""How long the loops that are being unrolled will make the trace, told from the turns taken so far."""

import operator
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from jaxlab.tracing.trace import Trace


@dataclass(slots=True, eq=False)
class Loop:
    """A loop on its way, which will take all its turns.

    Attributes:
      left: Turns after the present one.
      began: Operations of the trace when the present turn began.
      shortest: Operations of the shortest turn but for the first, which may do more than the others; None before.
    """

    left: int
    began: int
    shortest: int | None = None

    def turn(self, so_far: int) -> int:
        """Operations of a turn to come, where the present one has at least `so_far`."""
        return so_far if self.shortest is None else self.shortest


def foreseen(trace: Trace, thing: Any) -> Iterator[Any]:
    """The elements of a loop without an early end, for as long as the turns to come can be hoped to fit into the trace.

    Raises:
      Untraceable: They can't.
    """
    loop = Loop(operator.length_hint(thing), trace.operations)
    depth, is_first = len(trace.loops), True
    trace.loops.append(loop)
    for element in thing:
        del trace.loops[depth + 1 :]  # those that an exception left
        loop.left, loop.began = loop.left - 1, trace.operations
        trace.tick()
        yield element
        if not is_first:
            loop.shortest = min(trace.operations - loop.began, loop.turn(trace.operations))
        trace.check_length(_to_come(trace, depth))
        is_first = False
    del trace.loops[depth:]


def _to_come(trace: Trace, depth: int) -> int:
    """Operations that the loops down to `depth` will still add: the product of their turns counts, not the sum."""
    more = 0
    for loop in reversed(trace.loops[: depth + 1]):
        so_far = trace.operations - loop.began + more
        more += loop.left * loop.turn(so_far)
    return more
