"""What `jaxlab verify` calls a difference."""

from types import SimpleNamespace

import numpy as np
import pytest

from jaxlab.cli.verify.differences import Tolerance, in_names, in_outcome, name_of
from jaxlab.cli.verify.kernels import CellRun
from jaxlab.cli.verify.snapshot import describe


def differences(magic: dict, plain: dict, added: frozenset[str] = frozenset()) -> tuple[str, ...]:
    return in_names(describe(magic), describe(plain), Tolerance(), added)


@pytest.mark.parametrize(
    ("magic", "plain", "sentence"),
    [
        (1, 1.0, "`x`: int with the magic, float without"),
        (1.0, 1.5, "`x`: 1.0 with the magic, 1.5 without"),
        (np.float32(1), np.float64(1), "`x`: numpy.float32 with the magic, numpy.float64 without"),
        (np.zeros(2, "f4"), np.zeros(2), "`x`: float32[2] with the magic, float64[2] without"),
        (np.zeros((2, 1)), np.zeros(2), "`x`: float64[2,1] with the magic, float64[2] without"),
        (np.array([1, 2]), np.array([1, 3]), "`x`: int64[2] with other values in 1 of 2 places"),
        (np.array([1.0, np.nan]), np.ones(2), "`x`: float64[2] with other values in 1 of 2 places"),
        ([1, 2], (1, 2), "`x`: list with the magic, tuple without"),
        ([1, 2], [1, 3], "`x`: 2 with the magic, 3 without"),
        ({"a": 1}, {"a": 2}, "`x['a']`: 1 with the magic, 2 without"),
        (SimpleNamespace(w=np.ones(1)), SimpleNamespace(w=1), "`x.w`: numpy.ndarray with the magic, int without"),
    ],
)
def test_one_value(magic, plain, sentence):
    assert differences({"x": magic}, {"x": plain}) == (sentence,)


def test_the_order_of_a_dict():
    assert differences({"x": {"b": 1, "a": 2}}, {"x": {"a": 2, "b": 1}}) != ()


def test_rounding_is_no_difference():
    values = np.random.default_rng(0).normal(size=100)
    assert differences({"x": values * (1 + 1e-15)}, {"x": values}) == ()


def test_rounding_is_measured_against_the_largest_element():
    assert differences({"x": np.array([1.0, 3e-17])}, {"x": np.array([1.0, 0.0])}) == ()


def test_nan_equals_nan():
    assert differences({"x": np.array([np.nan])}, {"x": np.array([np.nan])}) == ()


def test_a_name_too_few_and_a_name_too_many():
    found = differences({"left": 1}, {"right": 1})
    assert found == ("`left`: only with the magic", "`right`: only without the magic")


def test_added_names_are_not_compared():
    assert differences({"grads": {"w": np.ones(2)}}, {}, frozenset({"grads"})) == ()


def test_two_names_of_one_array():
    one, other = np.zeros(2), np.zeros(2)
    found = differences({"x": one, "y": one}, {"x": one, "y": other})
    assert found == ("`y`: the same object as `x` with the magic, as `y` without",)


def test_a_view_that_became_a_copy():
    base = np.zeros(4)
    found = differences({"x": base, "y": base[1:].copy()}, {"x": base, "y": base[1:]})
    assert found == ("`y`: shares memory with `y` with the magic, with `x` without",)


def test_an_object_that_holds_itself():
    ring: list = [object]
    ring.append(ring)
    assert differences({"x": ring}, {"x": ring}) == ()


def test_a_random_stream_that_is_a_step_ahead():
    ahead, behind = np.random.default_rng(0), np.random.default_rng(0)
    ahead.random()
    assert len(differences({"x": ahead}, {"x": behind})) == 1


def test_an_exception():
    found = in_outcome(CellRun(error=("IndexError", "too far")), CellRun())
    assert found == ("the exception: IndexError: too far with the magic, none without",)


@pytest.mark.parametrize(
    ("magic", "plain", "same"),
    [
        ("loss 0.1234\n", "loss 0.1235\n", True),
        ("loss 0.1234\n", "loss 0.1244\n", False),
        ("step 3\n", "step 4\n", False),
        ("1e-3", "1e-3 ", False),
        ("<object at 0x7f01>", "<object at 0x7fff>", True),
    ],
)
def test_printed_output(magic, plain, same):
    found = in_outcome(CellRun(printed=magic), CellRun(printed=plain))
    assert (found == ()) is same


def test_the_magic_may_show_more_but_not_less():
    more, less = CellRun(displays=("summary", "<Figure>")), CellRun(displays=("<Figure>",))
    assert in_outcome(more, less) == ()
    assert in_outcome(less, more) == ("a display: 'summary' is not shown with the magic",)


@pytest.mark.parametrize(("path", "name"), [("params['w'][0]", "params"), ("Out[3][1]", "Out[3]"), ("x.y", "x")])
def test_name_of_a_path(path, name):
    assert name_of(path) == name
