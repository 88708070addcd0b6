"""The clock itself: what it costs, and how far it is from other people's."""

from time import perf_counter

import pytest

from jaxlab.measure.clocks import Costs
from jaxlab.measure.steady import Rival, Sampling, interleaved

pytestmark = pytest.mark.long

NEAR, FAR = 0.05, 0.15
MOST_HARNESS_S = 100e-9


def nothing() -> None:
    """What is timed when nothing is."""


def test_the_harness_costs_less_than_100_ns_a_call():
    assert Costs.of(perf_counter).call_s < MOST_HARNESS_S
    (timing,) = interleaved([Rival(nothing)], Sampling(repeats=50))
    assert min(timing.samples_s) < MOST_HARNESS_S / 5  # what is left once the cost is taken off; a neighbour adds to it


def test_medians_are_those_of_timeit_and_pyperf():
    for library in ("pyperf", "threadpoolctl"):
        pytest.importorskip(library)
    from tests.benchmarks.timing import measure

    apart = [found.apart for found in measure()]
    assert sum(share <= NEAR for share in apart) >= 10, apart
    assert max(apart) <= FAR, apart
