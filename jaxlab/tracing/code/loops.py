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
      last: Operations of the last two turns, or of as many as there were.
    """

    left: int
    began: int
    last: tuple[int, ...] = ()

    def turn(self, so_far: int) -> int:
        """Operations of a turn to come, where the present one has `so_far`.

        The shorter of two, since now and then a turn does more than the others: the first, or one that notes results.
        """
        return min(self.last) if len(self.last) == 2 else so_far


def foreseen(trace: Trace, thing: Any) -> Iterator[Any]:
    """The elements of a loop without an early end, for as long as the turns to come can be hoped to fit into the trace.

    Raises:
      Untraceable: They can't.
    """
    loop = Loop(operator.length_hint(thing), trace.operations)
    depth = len(trace.loops)
    trace.loops.append(loop)
    try:
        for element in thing:
            loop.left, loop.began = max(loop.left - 1, 0), trace.operations  # 0 too where the length can't be told
            trace.tick()
            yield element
            loop.last = (*loop.last[-1:], trace.operations - loop.began)
            if len(loop.last) == 2:
                trace.check_length(_to_come(trace, depth))
    finally:
        trace.loops.remove(loop)


def _to_come(trace: Trace, depth: int) -> int:
    """Operations that the loops down to `depth` will still add: the product of their turns counts, not the sum."""
    more = 0
    for loop in reversed(trace.loops[: depth + 1]):
        so_far = trace.operations - loop.began + more
        more += loop.left * loop.turn(so_far)
    return more
