"""Steady-state timing on a fake clock."""

import gc

import pytest

from jaxlab.measure.steady import Rival, interleaved, steady_state
from tests.unit.measure.clock import FakeClock


def test_each_sample_is_one_call():
    clock = FakeClock()
    timing = steady_state(lambda: clock.sleep(0.5), repeats=3, clock=clock)
    assert timing.samples_s == (0.5, 0.5, 0.5)


def test_a_fast_call_is_looped_and_a_sample_is_the_mean():
    clock, calls = FakeClock(), []
    timing = steady_state(lambda: (calls.append(1), clock.sleep(1e-5))[1], repeats=2, clock=clock)
    assert timing.samples_s == pytest.approx((1e-5, 1e-5))
    assert len(calls) == 1 + 10 + 100 + 2 * 100  # the loop grows until it lasts 0.2 ms


def test_a_call_that_needs_a_reset_is_never_looped():
    clock, events = FakeClock(), []

    def call():
        events.append("call")
        clock.sleep(1e-6)

    def reset():
        events.append("reset")
        clock.sleep(9.0)

    timing = steady_state(call, reset=reset, repeats=2, budget_s=100.0, clock=clock)
    assert events == ["reset", "call"] * 2
    assert timing.samples_s == pytest.approx((1e-6, 1e-6))


def test_no_sample_begins_after_the_budget():
    clock = FakeClock()
    assert len(steady_state(lambda: clock.sleep(0.4), budget_s=1.0, clock=clock).samples_s) == 3


def test_one_sample_is_taken_whatever_it_takes():
    clock = FakeClock()
    assert steady_state(lambda: clock.sleep(60.0), budget_s=1.0, clock=clock).samples_s == (60.0,)


def test_rivals_take_turns_in_both_directions():
    clock, order = FakeClock(), []

    def rival(name):
        return Rival(lambda: clock.sleep(1.0), lambda: order.append(name))

    interleaved([rival("a"), rival("b")], repeats=3, budget_s=100.0, clock=clock)
    assert "".join(order) == "abbaab"


def test_a_slow_rival_does_not_cost_the_fast_one_its_samples():
    clock = FakeClock()
    slow, fast = interleaved(
        [Rival(lambda: clock.sleep(5.0)), Rival(lambda: clock.sleep(0.1))], repeats=10, budget_s=2.0, clock=clock
    )
    assert (len(slow.samples_s), len(fast.samples_s)) == (1, 10)


def test_the_work_of_the_device_is_in_the_sample():
    clock = FakeClock()

    class Pending:
        def block_until_ready(self):
            clock.sleep(3.0)
            return self

    assert steady_state(Pending, repeats=1, budget_s=1.0, clock=clock).samples_s == (3.0,)


def test_the_collector_rests_during_a_sample_only():
    seen = []
    steady_state(lambda: seen.append(gc.isenabled()), repeats=1, clock=FakeClock(), reset=lambda: seen.append("reset"))
    assert seen == ["reset", False]
    assert gc.isenabled()


def test_at_least_one_sample_has_to_be_asked_for():
    with pytest.raises(ValueError, match=r"^repeats is 0: at least one sample is needed$"):
        steady_state(lambda: None, repeats=0)
