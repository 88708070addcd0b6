"""Clocks, what measuring itself costs, and a collector that rests meanwhile."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

Clock = Callable[[], float]

READINGS = 200


CALLS = 1000


@dataclass(frozen=True, slots=True)
class Costs:
    """What a sample takes that holds nothing.

    Attributes:
      clock_s: Seconds of reading the clock twice.
      call_s: Seconds of a turn of the loop and of calling a function.
    """

    clock_s: float
    call_s: float

    @classmethod
    def of(cls, clock: Clock) -> "Costs":
        """Measured: the least of many, as interruptions only add."""
        clock_s = min(looped_s(_nothing, 0, clock) for _ in range(READINGS))
        calls_s = min(looped_s(_nothing, CALLS, clock) for _ in range(READINGS // 10))
        return cls(clock_s, max(calls_s - clock_s, 0.0) / CALLS)

    def of_sample_s(self, loops: int) -> float:
        """Seconds of a sample of so many calls that do nothing."""
        return self.clock_s + loops * self.call_s


def looped_s(call: Callable[[], Any], loops: int, clock: Clock) -> float:
    """Seconds of so many calls in a row, the collector resting."""
    turns = range(loops)
    with without_collector():
        start = clock()
        for _ in turns:
            call()
        return clock() - start


def _nothing() -> None:
    """What is timed to know what timing costs."""


@contextmanager
def without_collector() -> Iterator[None]:
    """In this scope the garbage collector does not stop the clock's subject for its own work, as in `timeit`."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
