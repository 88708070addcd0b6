"""Steady-state timing on a fake clock."""

import gc

import pytest

from jaxlab.measure.steady import Race, Rival, Sampling, interleaved, steady_state
from tests.unit.measure.clock import FakeClock


def test_each_sample_is_one_call():
    clock = FakeClock()
    timing = steady_state(lambda: clock.sleep(0.5), repeats=3, clock=clock)
    assert timing.samples_s == (0.5, 0.5, 0.5)


def test_a_fast_call_is_looped_and_a_sample_is_the_mean():
    clock, calls = FakeClock(), []
    timing = steady_state(lambda: (calls.append(1), clock.sleep(2e-5))[1], repeats=2, clock=clock)
    assert timing.samples_s == pytest.approx((2e-5, 2e-5))
    assert timing.loops == 20
    assert len(calls) == 1 + (1 + 2 + 5 + 10 + 2 * 20) + 2 * 20  # the loop grows until it lasts 0.3 ms, twice


def test_a_call_that_needs_a_reset_is_never_looped():
    clock, events = FakeClock(), []

    def call():
        events.append("call")
        clock.sleep(1e-6)

    def reset():
        events.append("reset")
        clock.sleep(9.0)

    timing = steady_state(call, reset=reset, repeats=2, budget_s=100.0, clock=clock)
    assert events == ["reset", "call"] * 3  # one before the samples: is its result there when it returns?
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
        return Rival(lambda: clock.sleep(1.0), lambda: order.append(name), can_loop=False)

    interleaved([rival("a"), rival("b")], Sampling(repeats=3, budget_s=100.0), clock=clock)
    assert "".join(order) == "ab" + "abbaab"  # "ab" while they get ready


def test_a_slow_rival_does_not_cost_the_fast_one_its_samples():
    clock = FakeClock()
    slow, fast = interleaved(
        [Rival(lambda: clock.sleep(5.0)), Rival(lambda: clock.sleep(0.1))],
        Sampling(repeats=10, budget_s=2.0),
        clock=clock,
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
    assert seen[-2:] == ["reset", False]
    assert gc.isenabled()


def test_at_least_one_sample_has_to_be_asked_for():
    with pytest.raises(ValueError, match=r"^repeats is 0: at least one is needed$"):
        steady_state(lambda: None, repeats=0)


def test_the_calls_of_a_sample_can_be_told():
    clock = FakeClock()
    timing = interleaved([Rival(lambda: clock.sleep(1e-6))], Sampling(repeats=2, loops=7), clock=clock)[0]
    assert timing.loops == 7
    with pytest.raises(ValueError, match=r"^loops is 0: at least one is needed$"):
        Sampling(loops=0)


def test_what_the_clock_takes_is_taken_off():
    clock = FakeClock()

    def slow_clock() -> float:
        clock.sleep(0.25)
        return clock()

    timing = interleaved([Rival(lambda: clock.sleep(1.0))], Sampling(repeats=2), clock=slow_clock)[0]
    assert timing.samples_s == (1.0, 1.0)


def test_a_call_that_knows_its_inputs_by_identity_is_timed_on_new_ones():
    clock, inputs, known = FakeClock(), [object()], {}

    def remembering():
        value = inputs[0]
        if id(value) not in known:
            known[id(value)] = value
            clock.sleep(0.5)
        clock.sleep(1e-6)

    def renew():
        inputs[0] = object()

    timing = interleaved([Rival(remembering, renew)], Sampling(repeats=3, budget_s=100.0), clock=clock)[0]
    assert timing.samples_s == pytest.approx((0.5, 0.5, 0.5), rel=1e-3)
    assert timing.loops == 1


def test_a_race_that_is_stopped_keeps_what_it_has():
    clock = FakeClock()
    race = Race.begin([Rival(lambda: clock.sleep(1.0))], Sampling(repeats=10, budget_s=100.0), clock)
    shares = race.rounds()
    assert [next(shares), next(shares)] == [0.1, 0.2]
    assert race.timings()[0].samples_s == (1.0, 1.0)
