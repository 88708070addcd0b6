"""What arrays are called: the way that leads to them from a name of the notebook."""

from collections import namedtuple
from dataclasses import dataclass

import numpy as np
import pytest

from jaxlab.magics.array_names import array_names
from jaxlab.magics.devices import KEPT, survey
from jaxlab.pipeline import run
from jaxlab.stages.spares import LARGE_BYTES, SPARES


class Array:
    """Stands for an array."""


@dataclass
class State:
    step: object
    params: dict


class Slotted:
    __slots__ = ("unset", "weight")

    def __init__(self, weight: object) -> None:
        self.weight = weight

    @property
    def code(self) -> object:
        raise AssertionError("a property was run")


class Changing(dict):
    def items(self):
        raise RuntimeError("dictionary changed size during iteration")


Moments = namedtuple("Moments", "mu nu")


def names_of(namespace: dict) -> set[str]:
    return set(array_names(namespace, lambda value: isinstance(value, Array)).values())


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (Array(), "x"),
        ({"w": [1, Array()]}, "x['w'][1]"),
        (Moments(1, Array()), "x.nu"),
        (State(0, {"b": Array()}), "x.params['b']"),
        (Slotted(Array()), "x.weight"),
    ],
)
def test_the_way_to_an_array(value, name):
    assert names_of({"x": value}) == {name}


def test_the_shortest_way_counts_and_names_come_before_results():
    array = Array()
    assert names_of({"Out": {5: array}, "params": {"w": array}, "w": array}) == {"w"}
    assert names_of({"Out": {5: array}, "params": [array]}) == {"params[0]"}
    assert names_of({"Out": {5: array}, "_5": array}) == {"Out[5]"}


def test_circles_and_what_cannot_be_read_are_no_harm():
    circle: list = [Array()]
    circle.append(circle)
    assert names_of({"circle": circle, "changing": Changing(a=Array()), "text": "x" * 100}) == {"circle[0]"}


def test_memory_that_is_kept_says_so():
    SPARES.clear()
    run("y = x * 2.0", {"np": np, "x": np.ones(LARGE_BYTES // 8), "__name__": "__main__"})
    assert [array.name for use in survey() for array in use.arrays if array.bytes == LARGE_BYTES] == [KEPT]
    SPARES.clear()
    assert [array for use in survey() for array in use.arrays if array.bytes == LARGE_BYTES] == []
