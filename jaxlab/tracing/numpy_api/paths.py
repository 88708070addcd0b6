"""A function whose tests depend on traced values, run once for each way through it; the ways are chosen among after.

Each way is run with the outcomes of its tests settled beforehand. What the function gives is a selection by the tests
among the ways' results, and a way's own conditions count only where it is taken.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import jax.numpy as jnp

from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Restart, Untraceable

_MOST_PATHS = 32
_TOO_MANY = "there are too many ways through a function whose tests depend on values that the program computes"


@dataclass(slots=True)
class Fork:
    """One way through a function.

    Attributes:
      settled: Outcomes of its first tests; the tests after them come out true.
      tests: What was tested, traced booleans.
      outcomes: How the tests came out.
    """

    settled: tuple[bool, ...] = ()
    tests: list[Any] = field(default_factory=list)
    outcomes: list[bool] = field(default_factory=list)

    def decide(self, test: Any) -> bool:
        """The outcome of a test on this way."""
        place = len(self.tests)
        if place >= _MOST_PATHS:
            raise Untraceable(_TOO_MANY)
        self.tests.append(test)
        self.outcomes.append(self.settled[place] if place < len(self.settled) else True)
        return self.outcomes[-1]

    def is_taken(self) -> Any:
        """Whether this is the way at run time."""
        taken = jnp.asarray(True)
        for test, outcome in zip(self.tests, self.outcomes, strict=True):
            taken = taken & (test if outcome else ~test)
        return taken

    def others(self) -> Iterator[tuple[bool, ...]]:
        """The ways that part from this one."""
        for place in range(len(self.settled), len(self.outcomes)):
            yield (*self.outcomes[:place], not self.outcomes[place])


@dataclass(frozen=True, slots=True)
class Taken:
    """What one way gives.

    Attributes:
      condition: Whether it is taken at run time.
      result: What the function gave on it; None if it raised.
      holds: Whether what it relies on holds; false if it raised.
    """

    condition: Any
    result: Any
    holds: Any


def paths(function: Callable[[], Any]) -> list[Taken]:
    """Every way through `function`.

    Raises:
      Untraceable: There are too many, as in a loop that ends by a traced test; or all of them raise.
    """
    found, waiting = [], [()]
    while waiting:
        fork = Fork(waiting.pop())
        found.append(_run(function, fork))
        waiting += fork.others()
        if len(found) + len(waiting) > _MOST_PATHS:
            raise Untraceable(_TOO_MANY)
    if all(way.result is None for way in found):
        raise Untraceable("a function gives nothing, or raises for every element")
    return found


def _run(function: Callable[[], Any], fork: Fork) -> Taken:
    trace = current()
    outer, trace.requirements = trace.requirements, []
    trace.forks.append(fork)
    try:
        result = function()
        holds = _all(trace.requirements)
    except (Untraceable, Restart):
        raise
    except Exception:  # plain Python raises it, for the elements that take this way
        result, holds = None, jnp.asarray(False)
    finally:
        trace.forks.pop()
        trace.requirements = outer
    return Taken(fork.is_taken(), result, holds)


def _all(conditions: list[Any]) -> Any:
    return jnp.all(jnp.stack([jnp.all(condition) for condition in conditions])) if conditions else jnp.asarray(True)
