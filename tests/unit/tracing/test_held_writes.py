"""Writes beside arrays and names: enclosed variables, attributes of classes, functions and modules, setters."""

import pytest

from tests.promise import broken, play

SETUP = """import numpy as np
x = np.arange(6.0)
def counter():
    count = 0
    def up(by):
        nonlocal count
        count += by
        return count
    def now():
        return count
    return up, now
up, now = counter()
other, _ = counter()
def keeper():
    held = x
    def swap(y):
        nonlocal held
        before, held = held, y
        return before
    return swap
swap = keeper()
class Model:
    steps = 0
    rate = 0.5
    def __init__(self, w):
        self._w = w
        Model.steps += 1
    @property
    def w(self):
        return self._w
    @w.setter
    def w(self, w):
        self._w = w * self.rate
    @classmethod
    def reset(cls):
        cls.steps = 0
    def step(self):
        type(self).steps += 1
        return self.steps * self.w
class Sub(Model):
    pass
model, sub = Model(x), Sub(x + 1)
def f(y):
    f.calls = getattr(f, "calls", 0) + 1
    return y * f.calls
"""

CELLS = {
    "nonlocal": "r = up(1) * x\nq = now() + up(2)",
    "two closures": "r = up(1) * x + other(5)",
    "nonlocal array": "r = swap(x * 2) + 1\nq = swap(x)",
    "nonlocal in a loop": "for i in range(3):\n    x = x + up(i)",
    "class attribute": "Model.steps += 1\nr = x * Model.steps + model.steps + sub.steps",
    "through the object": "r = model.step() + sub.step()\nq = Sub.steps, Model.steps",
    "class method": "Model.reset()\nm = Model(x)\nr = m.steps * x",
    "array of a class": "Model.mean = x.mean()\nr = model.mean + x",
    "function attribute": "r = f(x)\nq = f(x) + f.calls",
    "setter": "model.w = x + 1\nr = model.w * 2\nmodel.w += 1",
    "deleted": "Model.extra = x * 2\nr = model.extra\ndel Model.extra\nq = hasattr(model, 'extra')",
}


@pytest.mark.parametrize("name", CELLS)
def test_the_writes_wait_and_are_those_of_plain_python(name):
    changes = ["x = x + 1", "up, now = counter()", "Model.rate = 0.25\nSub.steps = 7", "x[0] = 9"]

    turns = play(SETUP, CELLS[name], changes)

    assert not broken(turns)
    assert turns[0].breaks == []


def test_a_counter_becomes_an_input():
    turns = play(SETUP, "r = up(1) * x", ["", "", ""])

    assert [turn.report.reused for turn in turns] == [False, False, True, True]


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("np.attribute = 3\nr = x * 2", "an attribute of `numpy` is written"),
        ("Model.__doc__ = str(3)\nr = x * 2", "an attribute of `Model` is written"),
        ("model.__class__ = Sub\nr = x * 2", "an attribute of `Model` is written in its own way"),
    ],
)
def test_what_makes_things_what_they_are_is_written_plainly(cell, reason):
    turns = play(SETUP, cell)

    assert not broken(turns)
    assert turns[0].breaks == [f"2: {reason}"]


def test_an_error_leaves_the_variables_as_plain_python_does():
    turns = play(SETUP, "r = up(1) * x\nModel.steps = 5\ny = x[9]")

    assert not broken(turns)
