"""Clocks, and what measuring itself costs."""

import gc
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

Clock = Callable[[], float]

READINGS = 200
CALLS = 1000


@dataclass(frozen=True, slots=True)
class Inlined:
    """A call that can be repeated without being called: its statements stand in the loop, as those of `timeit` do.

    Attributes:
      call: Runs it once; gives its value.
      many: Runs it once for each element of a range.
    """

    call: Callable[[], Any]
    many: Callable[[range], None]

    def __call__(self) -> Any:
        """Runs it once."""
        return self.call()


@dataclass(frozen=True, slots=True)
class Costs:
    """What a sample takes that holds nothing.

    Attributes:
      clock_s: Seconds of reading the clock twice.
      turn_s: Seconds of a turn of the loop.
      call_s: Seconds of a turn of the loop and of calling a function in it.
    """

    clock_s: float
    turn_s: float
    call_s: float

    @staticmethod
    @lru_cache(maxsize=4)
    def of(clock: Clock) -> "Costs":
        """Measured, once for each clock: the least of many, as interruptions only add."""
        clock_s = min(looped_s(_nothing, 0, clock) for _ in range(READINGS))
        turn_s, call_s = (_each_s(call, clock_s, clock) for call in (Inlined(_nothing, _turned), _nothing))
        return Costs(clock_s, turn_s, call_s)

    def of_sample_s(self, call: Callable[[], Any], loops: int) -> float:
        """Seconds of a sample of so many calls, as `call` is repeated, that do nothing."""
        return self.clock_s + loops * (self.turn_s if isinstance(call, Inlined) else self.call_s)


def looped_s(call: Callable[[], Any], loops: int, clock: Clock) -> float:
    """Seconds of so many calls in a row. The garbage collector rests meanwhile, as in `timeit`."""
    was_on, turns = gc.isenabled(), range(loops)
    gc.disable()
    try:
        if isinstance(call, Inlined):
            many = call.many
            start = clock()
            many(turns)
            return clock() - start
        start = clock()
        for _ in turns:
            call()
        return clock() - start
    finally:
        if was_on:
            gc.enable()


def _each_s(call: Callable[[], Any], clock_s: float, clock: Clock) -> float:
    taken_s = min(looped_s(call, CALLS, clock) for _ in range(READINGS // 10))
    return max(taken_s - clock_s, 0.0) / CALLS


def _nothing() -> None:
    """What is timed to know what timing costs."""


def _turned(turns: range) -> None:
    for _ in turns:
        pass
