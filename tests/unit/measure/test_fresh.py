"""Inputs that are other objects at each sample: equal ones, that lie in memory as the first ones do."""

from itertools import pairwise

import numpy as np
import pytest

from jaxlab.measure import fresh
from jaxlab.measure.fresh import FreshInputs
from jaxlab.measure.reach import reach
from tests.unit.measure.notebook import cell, notebook


def renewed(setup: str, text: str = "y = x + 1", times: int = 4) -> list | None:
    namespace, made = notebook(setup), cell(text)
    renew = FreshInputs(reach(made, namespace).held, namespace).renewing(frozenset({"x", "z"}))
    found = []
    for _ in range(times if renew else 0):
        renew()
        found.append(namespace["x"])
    return found if renew else None


@pytest.mark.parametrize(
    "setup",
    [
        "x = np.arange(6.0)",
        "x = np.linspace(0.0, 1.0, 6)",
        "x = np.asfortranarray(np.ones((2, 3)))",
        "x = np.ones((2, 3)).T",
    ],
)
def test_each_sample_has_another_copy_in_the_same_order(setup):
    found = renewed(setup)
    assert all(one is not two for one, two in pairwise(found))
    assert {array.strides for array in found} == {found[0].strides}
    assert all(np.array_equal(array, found[0]) for array in found)


@pytest.mark.parametrize(
    ("setup", "text"),
    [
        ("x = np.arange(12.0)[::2]", "y = x + 1"),
        ("z = np.arange(12.0)\nx = z[:6]", "y = x + z.sum()"),
        ("x = 3.0", "y = x + 1"),
    ],
)
def test_what_a_copy_would_change_stays(setup, text):
    found = renewed(setup, text)
    assert found is None or all(one is two for one, two in pairwise(found))


def test_two_names_of_one_array_stay_two_names_of_one():
    namespace = notebook("x = np.arange(3.0)\nz = x")
    made = cell("y = x + z")
    renew = FreshInputs(reach(made, namespace).held, namespace).renewing(frozenset({"x", "z"}))
    renew()
    renew()
    assert namespace["x"] is namespace["z"]


def test_large_inputs_stay(monkeypatch):
    monkeypatch.setattr(fresh, "MOST_BYTES", 10)
    assert renewed("x = np.arange(6.0)") is None


def test_rivals_share_copies_and_begin_at_different_ones():
    namespace, made = notebook("x = np.arange(6.0)"), cell("y = x + 1")
    inputs = FreshInputs(reach(made, namespace).held, namespace)
    rivals = [inputs.renewing(frozenset({"x"})) for _ in range(3)]
    rounds = []
    for turn in range(4):
        for renew in rivals if turn % 2 == 0 else reversed(rivals):  # as a race takes its rounds
            renew()
            rounds.append(namespace["x"])
    assert all(one is not two for one, two in pairwise(rounds))
    assert len({id(array) for array in rounds}) == fresh.COPIES + 1
