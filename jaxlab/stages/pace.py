"""Calls of an executable: those that come back at once are waited for where they are made, the others in a thread.

Handing work to another thread and back takes longer than most cells of small arrays compute. It is needed where XLA
computes in the thread that calls it, so that Ctrl-C would have to wait; where it computes in threads of its own it is
enough to look, again and again, whether it is done.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

import jax
from jax.extend.core import ClosedJaxpr, Jaxpr

from jaxlab.stages.waiting import interruptible

BRISK_S = 2e-3
"""Seconds that a call may take to come back."""

LOOKING_S = 100e-6
"""Seconds of looking without a pause: longer, and the core is missing to XLA's own threads."""

SHORTEST_PAUSE_S, LONGEST_PAUSE_S = 20e-6, 1e-3

_VARYING = frozenset({"while", "scan", "pure_callback", "io_callback", "debug_callback", "debug_print", "ffi_call"})
"""What takes a time that an earlier call does not tell: it depends on values, or on code of the user's."""


class Calls:
    """The calls of one executable.

    Args:
      compiled: The executable.
      may_vary: Whether one call does not tell how long the next holds its caller.
    """

    def __init__(self, compiled: Callable[..., Any], *, may_vary: bool) -> None:
        self._compiled = compiled
        self._may_vary = may_vary
        self._come_back = False

    def wait_for(self, *arguments: Any) -> list[Any]:
        """The outputs of a call, once they are computed; Ctrl-C ends the wait at once.

        Raises:
          Exception: What went wrong on the device.
          KeyboardInterrupt: The wait was interrupted; the device goes on in the background.
        """
        if self._come_back:
            return ready(self._compiled(*arguments))
        return interruptible(lambda: self._in_thread(arguments))

    def _in_thread(self, arguments: tuple[Any, ...]) -> list[Any]:
        start = time.perf_counter()
        outputs = self._compiled(*arguments)
        self._come_back = not self._may_vary and time.perf_counter() - start < BRISK_S
        return jax.block_until_ready(outputs)


def ready(outputs: list[Any]) -> list[Any]:
    """The arrays, once they are computed; looks again and again, with longer and longer pauses.

    Raises:
      Exception: What went wrong on the device.
    """
    pause_s = SHORTEST_PAUSE_S
    looked_until = time.perf_counter() + LOOKING_S
    for array in outputs:
        while not array.is_ready():
            if time.perf_counter() > looked_until:
                time.sleep(pause_s)
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
    return jax.block_until_ready(outputs)


def may_take_its_time(jaxpr: Jaxpr) -> bool:
    """Whether a program has loops, or calls back."""
    return any(
        equation.primitive.name in _VARYING or any(map(may_take_its_time, programs_in(equation)))
        for equation in jaxpr.eqns
    )


def programs_in(equation: Any) -> Iterator[Jaxpr]:
    """The programs inside an equation: a branch, the body of a loop."""
    for parameter in equation.params.values():
        for part in parameter if isinstance(parameter, (list, tuple)) else (parameter,):
            if isinstance(part, ClosedJaxpr):
                yield part.jaxpr
            elif isinstance(part, Jaxpr):
                yield part
