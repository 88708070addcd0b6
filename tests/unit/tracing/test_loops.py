"""Loops are given up as soon as their turns tell that unrolled they are too long, not when that length is reached."""

import numpy as np
import pytest

from jaxlab.model.options import Options
from jaxlab.pipeline import run
from jaxlab.tracing.code.loops import foreseen
from jaxlab.tracing.trace import ScalarPolicy, Trace
from jaxlab.tracing.untraceable import Untraceable


def trace(most_operations: int, deadline: float = float("inf")) -> Trace:
    return Trace({}, ScalarPolicy(), False, deadline, most_operations)


def unrolled(trace: Trace, *lengths: int, turn: int = 10) -> None:
    """Loops inside one another; a turn of the innermost adds `turn` operations, one of an outer one 1 of its own."""
    if not lengths:
        trace.tick(turn - 1)
        return
    for _ in foreseen(trace, range(lengths[0])):
        unrolled(trace, *lengths[1:], turn=turn)


def test_what_fits_is_unrolled_whole():
    fitting = trace(1010)
    unrolled(fitting, 100)
    assert fitting.operations == 1000


@pytest.mark.parametrize(("lengths", "operations"), [((101,), 20), ((11, 10), 21), ((2, 3, 20), 22), ((50, 1, 3), 22)])
def test_a_nest_is_given_up_once_the_product_of_its_turns_is_known(lengths, operations):
    long = trace(1000)
    with pytest.raises(Untraceable, match="unrolled, it is too long to compile in the time allowed"):
        unrolled(long, *lengths)
    assert long.operations == operations


def test_one_long_turn_says_nothing_of_the_others():
    fitting = trace(1000)
    for number in foreseen(fitting, range(50)):
        fitting.tick(200 if number % 20 == 0 else 4)
    assert fitting.operations == 3 * 200 + 47 * 4 + 50


def test_a_loop_that_an_exception_left_is_not_counted_on():
    fitting = trace(1000)
    for _ in foreseen(fitting, range(10)):
        try:
            for _ in foreseen(fitting, range(1000)):
                raise ValueError
        except ValueError:
            unrolled(fitting, 5)
    assert fitting.operations == 10 * (1 + 1 + 50)


def test_a_kernel_counts_once_and_little_when_it_comes_again():
    counted = trace(1000)
    for kernel in ("a", "a", "b"):
        counted.tick_kernel(kernel)
    assert counted.operations == 30 + 3 + 30


def test_a_loop_that_ends_early_compiles_however_long_its_range_is():
    names = {"np": np, "x": np.arange(4.0), "__name__": "__main__"}
    source = "for i in range(10**9):\n    if i == 3:\n        break\n    x = x + i"
    report = run(source, names, options=Options(strict=True)).report
    assert not report.breaks
    assert names["x"].tolist() == [3.0, 4.0, 5.0, 6.0]


@pytest.mark.parametrize(
    ("expression", "is_foreseen"),
    [("[v * 2 for v in x]", True), ("{i: x[i] for i in range(4)}", True), ("sum(v * 2 for v in x)", False)],
)
def test_what_takes_a_generators_elements_may_stop_early_a_list_takes_all(expression, is_foreseen, monkeypatch):
    checked = []
    monkeypatch.setattr(Trace, "check_length", lambda trace, more: checked.append(more))
    run(f"y = {expression}", {"x": np.arange(4.0), "__name__": "__main__"}, options=Options(strict=True))
    assert bool(checked) is is_foreseen
