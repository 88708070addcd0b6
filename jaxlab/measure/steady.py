"""Steady-state timing: what a call takes once its compile and warm-up costs are paid."""

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import jax

from jaxlab.model.timing import Timing

Clock = Callable[[], float]

SHORTEST_SAMPLE_S = 2e-4
"""A sample shorter than this measures the clock as much as the call, so fast calls are looped."""
MOST_LOOPS = 10_000


@dataclass(frozen=True, slots=True)
class Rival:
    """One of several calls that are timed against each other.

    Attributes:
      call: Takes nothing, returns a pytree of arrays of any shape.
      reset: Called before each sample, outside its time; None where every call finds what the one before it found.
    """

    call: Callable[[], Any]
    reset: Callable[[], None] | None = None


def steady_state(
    call: Callable[[], Any],
    *,
    reset: Callable[[], None] | None = None,
    repeats: int = 20,
    budget_s: float = 2.0,
    clock: Clock = perf_counter,
) -> Timing:
    """Times `call` once its compile and warm-up costs are paid.

    Every sample ends in `block_until_ready`: JAX returns before the device has finished, so a clock stopped at return
    would measure dispatch only. A call shorter than 0.2 ms is looped, and a sample is then the mean of its loop.

    Args:
      call: Takes nothing, returns a pytree of arrays of any shape.
      reset: Called before each sample, outside its time; a call that needs it is not looped.
      repeats: Samples to take; at least 1.
      budget_s: Seconds after which no further sample is begun.
      clock: Seconds, monotonic; tests pass a fake one.

    Raises:
      ValueError: `repeats` is below 1.
    """
    return interleaved([Rival(call, reset)], repeats=repeats, budget_s=budget_s, clock=clock)[0]


def interleaved(
    rivals: Sequence[Rival], *, repeats: int = 20, budget_s: float = 2.0, clock: Clock = perf_counter
) -> tuple[Timing, ...]:
    """Times several calls in turns, so that a machine that grows hot or busy is so for all of them.

    Every second round goes through them backwards: what each leaves in the caches favours no other. A rival stops
    once it has had its budget; each gets one sample at least.

    Args:
      rivals: The calls, warmed up.
      repeats: Samples of each; at least 1.
      budget_s: Seconds of each, after which no further sample of it is begun.
      clock: Seconds, monotonic.

    Raises:
      ValueError: `repeats` is below 1.
    """
    if repeats < 1:
        raise ValueError(f"repeats is {repeats}: at least one sample is needed")
    loops = [1 if rival.reset else _loops(rival.call, clock) for rival in rivals]
    samples: list[list[float]] = [[] for _ in rivals]
    spent = [0.0 for _ in rivals]
    for turn in range(repeats):
        order = range(len(rivals))
        for place in order if turn % 2 == 0 else reversed(order):
            if turn == 0 or spent[place] < budget_s:
                begun = clock()
                samples[place].append(_sample(rivals[place], loops[place], clock))
                spent[place] += clock() - begun
    return tuple(Timing(samples_s=tuple(taken)) for taken in samples)


def _loops(call: Callable[[], Any], clock: Clock) -> int:
    """How many calls make a sample long enough for the clock, by powers of ten."""
    loops = 1
    while loops < MOST_LOOPS and _looped(call, loops, clock) < SHORTEST_SAMPLE_S:
        loops *= 10
    return loops


def _sample(rival: Rival, loops: int, clock: Clock) -> float:
    if rival.reset is not None:
        rival.reset()
    return _looped(rival.call, loops, clock) / loops


def _looped(call: Callable[[], Any], loops: int, clock: Clock) -> float:
    with _without_collector():
        start = clock()
        for _ in range(loops):
            jax.block_until_ready(call())
        return clock() - start


@contextmanager
def _without_collector() -> Iterator[None]:
    """In this scope the garbage collector does not stop the clock's subject for its own work."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
