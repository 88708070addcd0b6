"""Steady-state timing: what a call takes once its compile and warm-up costs are paid."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from statistics import median
from time import perf_counter
from typing import Any

import jax

from jaxlab.measure.clocks import Clock, Costs, looped_s
from jaxlab.model.timing import Timing

SHORTEST_SAMPLE_S = 3e-4
"""A sample shorter than this measures the clock too, so fast calls are looped; on a busy machine most samples that are
not much longer end before the system gives their processor to a neighbour."""
MOST_LOOPS = 50_000
REMEMBERS = 10
"""A first call on new inputs that takes so many times a later one is not slow: the later ones compute nothing."""
NEGLIGIBLE_S = 1e-5


@dataclass(frozen=True, slots=True)
class Rival:
    """One of several calls that are timed against each other.

    Attributes:
      call: Takes nothing, returns a pytree of arrays of any shape.
      reset: Called before each sample, outside its time; None where every call finds what the one before it found.
      can_loop: Whether a sample may be several calls in a row; not so where each needs its own reset.
    """

    call: Callable[[], Any]
    reset: Callable[[], None] | None = None
    can_loop: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampling:
    """How many samples, and how long.

    Attributes:
      repeats: Samples of each rival, at most; at least 1.
      loops: Calls in a sample; None for as many as the clock needs.
      budget_s: Seconds of each rival, after which no further sample of it is begun.
    """

    repeats: int = 30
    loops: int | None = None
    budget_s: float = 2.0

    def __post_init__(self) -> None:
        """Refuses what gives no samples.

        Raises:
          ValueError: `repeats` or `loops` is below 1.
        """
        for name in ("repeats", "loops"):
            if (number := getattr(self, name)) is not None and number < 1:
                raise ValueError(f"{name} is {number}: at least one is needed")


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
    would measure dispatch only. A call shorter than 0.3 ms is looped, and a sample is then the mean of its loop; what
    the clock and the loop take is taken off.

    Args:
      call: Takes nothing, returns a pytree of arrays of any shape.
      reset: Called before each sample, outside its time; a call that needs it is not looped.
      repeats: Samples to take; at least 1.
      budget_s: Seconds after which no further sample is begun.
      clock: Seconds, monotonic; tests pass a fake one.

    Raises:
      ValueError: `repeats` is below 1.
    """
    rival = Rival(call, reset, can_loop=reset is None)
    return interleaved([rival], Sampling(repeats=repeats, budget_s=budget_s), clock=clock)[0]


def interleaved(rivals: Sequence[Rival], sampling: Sampling, *, clock: Clock = perf_counter) -> tuple[Timing, ...]:
    """Times several calls in turns, so that a machine that grows hot or busy is so for all of them.

    Every second round goes through them backwards: what each leaves in the caches favours no other. A rival stops
    once it has had its budget; each gets one sample at least.
    """
    race = Race.begin(rivals, sampling, clock)
    for _ in race.rounds():
        pass
    return race.timings()


@dataclass(slots=True)
class Race:
    """Rivals that are being timed; it can be stopped after any sample.

    Attributes:
      runners: The rivals, warmed up.
      sampling: How many samples.
      clock: Seconds, monotonic.
    """

    runners: tuple["_Runner", ...]
    sampling: Sampling
    clock: Clock

    @classmethod
    def begin(cls, rivals: Sequence[Rival], sampling: Sampling, clock: Clock = perf_counter) -> "Race":
        """Finds for each rival how many calls make a sample."""
        costs = Costs.of(clock)
        return cls(tuple(_Runner.ready(rival, sampling, clock, costs) for rival in rivals), sampling, clock)

    def rounds(self) -> Iterator[float]:
        """Takes a sample of each rival that has budget left; gives, after each round, the share that is done."""
        for turn in count():
            running = [runner for runner in self.runners if turn == 0 or runner.goes_on(self.sampling)]
            if turn == self.sampling.repeats or not running:
                return
            for runner in running if turn % 2 == 0 else reversed(running):
                runner.take(self.clock)
            yield min(runner.share(self.sampling) for runner in self.runners)

    def timings(self) -> tuple[Timing, ...]:
        """What has been measured so far, in the order of the rivals."""
        return tuple(Timing(samples_s=tuple(runner.samples_s), loops=runner.loops) for runner in self.runners)


@dataclass(slots=True)
class _Runner:
    call: Callable[[], Any]
    reset: Callable[[], None] | None
    loops: int
    costs: Costs
    samples_s: list[float]
    spent_s: float = 0.0

    @classmethod
    def ready(cls, rival: Rival, sampling: Sampling, clock: Clock, costs: Costs) -> "_Runner":
        runner = cls(_finishing(rival), rival.reset, 1, costs, [])
        if rival.can_loop:
            runner.loops = sampling.loops or runner.enough(clock)
            if runner.loops > 1 and rival.reset is not None and runner.remembers(clock):
                runner.loops = 1
        return runner

    def enough(self, clock: Clock) -> int:
        """How many calls make a sample long enough for the clock: 1, 2, 5, 10, 20, ..."""
        for loops in (digit * 10**power for power in count() for digit in (1, 2, 5)):
            # Twice: an interruption makes a short loop look long enough.
            if loops >= MOST_LOOPS or all(looped_s(self.call, loops, clock) >= SHORTEST_SAMPLE_S for _ in range(2)):
                return loops
        raise AssertionError

    def remembers(self, clock: Clock) -> bool:
        """Whether calls on inputs that it has seen are no calls at all."""
        assert self.reset is not None
        first_s, later_s = [], []
        for _ in range(5):
            self.reset()
            first_s.append(looped_s(self.call, 1, clock))
            later_s.append(looped_s(self.call, 1, clock))
        return median(first_s) > REMEMBERS * median(later_s) + NEGLIGIBLE_S

    def take(self, clock: Clock) -> None:
        begun = clock()
        if self.reset is not None:
            self.reset()
        taken_s = looped_s(self.call, self.loops, clock) - self.costs.of_sample_s(self.call, self.loops)
        self.samples_s.append(max(taken_s, 0.0) / self.loops)
        self.spent_s += clock() - begun

    def goes_on(self, sampling: Sampling) -> bool:
        return len(self.samples_s) < sampling.repeats and self.spent_s < sampling.budget_s

    def share(self, sampling: Sampling) -> float:
        return max(len(self.samples_s) / sampling.repeats, min(self.spent_s / sampling.budget_s, 1.0))


def _finishing(rival: Rival) -> Callable[[], Any]:
    """The call itself where its result is there when it returns; else one that waits for the result.

    Asking JAX to wait costs a microsecond, which is much for a call of NumPy's.
    """
    if rival.reset is not None:
        rival.reset()
    call = rival.call
    result = call()
    if not any(hasattr(leaf, "block_until_ready") for leaf in jax.tree.leaves(result)):
        return call
    jax.block_until_ready(result)
    return lambda: jax.block_until_ready(call())
