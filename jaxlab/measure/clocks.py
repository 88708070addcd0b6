"""Clocks, what reading one costs, and a collector that rests meanwhile."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Clock = Callable[[], float]

READINGS = 200


def clock_cost_s(clock: Clock) -> float:
    """Seconds that a sample seems to take when it holds nothing: the least of many, as interruptions only add."""
    gaps = []
    for _ in range(READINGS):
        start = clock()
        gaps.append(clock() - start)
    return min(gaps)


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
