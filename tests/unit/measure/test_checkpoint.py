"""The state that a cell runs from: whatever it does to it, the notebook is put back, every object itself."""

import numpy as np
import pytest

from jaxlab.measure.checkpoint import Checkpoint
from jaxlab.measure.reach import reach
from tests.unit.measure.notebook import cell, notebook, run

SETUP = """
import random
from collections import Counter, OrderedDict, defaultdict, deque
from dataclasses import dataclass
from functools import partial

x = np.arange(6.0)
view = x[1:4]
grid = np.ones((2, 3))
bag = [x, {"view": view}, (grid, [1, 2])]
names = OrderedDict(b=1, a=2)
queue = deque([1, 2], maxlen=5)
seen = {1, 2}
raw = bytearray(b"abc")
boxes = np.array([None, None])
boxes[0] = [1]
rng = np.random.default_rng(0)
old = np.random.RandomState(0)
dice = random.Random(0)
n = 3

class Model:
    made = []
    def __init__(self):
        self.w = np.zeros(3)
    def step(self):
        self.w += n
        Model.made.append(self)
        self.new = 1

class Slotted:
    __slots__ = ("a", "__hidden")
    def __init__(self):
        self.a = np.zeros(2)
        self.__hidden = [1]
    def change(self):
        self.a = np.ones(2)
        self.__hidden.append(2)

@dataclass(frozen=True)
class Frozen:
    items: list

model, slotted, frozen = Model(), Slotted(), Frozen([1])

def counter():
    count = 0
    def up():
        nonlocal count
        count += 1
        return count
    return up

up = counter()

def remember(value, kept=[]):
    kept.append(value)
    return kept

def total():
    global n
    n += 1
    return grid.sum()

def add(to, value):
    to += value

add_to_x = partial(add, x)
"""

CHANGES = {
    "an array": ("x[0] = 9", "x"),
    "a view": ("view[:] = 9", "x"),
    "an array in a container": ("bag[2][0][:] = 9", "grid"),
    "an array through a function": ("add(grid, 1)", "grid"),
    "an array bound to a partial": ("add_to_x(1)", "x"),
    "an array's shape": ("grid.shape = (3, 2)", "grid"),
    "an element of an object array": ("boxes[0].append(3)", "boxes.tolist()"),
    "a list": ("bag.append(1)", "len(bag)"),
    "a list in a tuple": ("bag[2][1].append(3)", "bag[2][1]"),
    "a bound method of a list": ("push = bag.append\npush(1)", "len(bag)"),
    "the order of keys": ("names.move_to_end('b')", "list(names)"),
    "a deque": ("queue.append(3)", "list(queue)"),
    "a set": ("seen.add(3)", "sorted(seen)"),
    "bytes": ("raw[0] = 0", "bytes(raw)"),
    "an object": ("model.step()", "model.w.tolist(), sorted(vars(model)), len(Model.made)"),
    "a class": ("Model.extra = 1", "hasattr(Model, 'extra')"),
    "an object with slots": ("slotted.change()", "slotted.a.tolist(), slotted._Slotted__hidden"),
    "a frozen dataclass's list": ("frozen.items.append(2)", "frozen.items"),
    "a closure": ("up()", "up.__closure__[0].cell_contents"),
    "a default": ("remember(1)", "remember.__defaults__[0]"),
    "a global of a helper": ("total()", "n"),
    "a function's attribute": ("total.calls = 1", "vars(total)"),
    "a name": ("x = 0", "type(x).__name__"),
    "a deleted name": ("del n", "'n' in globals()"),
    "a new name": ("fresh = 1", "'fresh' in globals()"),
    "NumPy's stream": ("np.random.rand()", "np.random.get_state()[2], np.random.get_state()[1].sum()"),
    "Python's stream": ("import random\nrandom.random()", "random.getstate()"),
    "a generator's stream": ("rng.normal()", "rng.bit_generator.state"),
    "a RandomState's stream": ("old.rand()", "old.get_state()[2]"),
    "a Random's stream": ("dice.random()", "dice.getstate()"),
}


@pytest.mark.filterwarnings("ignore:Setting the shape on a NumPy array:DeprecationWarning")  # NumPy 2.5
@pytest.mark.parametrize(("change", "look"), CHANGES.values(), ids=CHANGES)
def test_a_change_is_put_back(change, look):
    namespace, changing = notebook(SETUP), cell(change)
    objects = {name: value for name, value in namespace.items() if name not in ("fresh", "__builtins__")}
    scope = reach(changing, namespace)
    before = Checkpoint.take(scope.held)
    was = str(eval(look, namespace))

    run(changing, namespace)
    assert str(eval(look, namespace)) != was, "the cell has to change what is looked at"
    before.restore()

    assert scope.obstacles == ()
    assert str(eval(look, namespace)) == was
    assert {name for name in namespace if name not in ("fresh", "__builtins__")} == objects.keys()
    assert all(namespace[name] is value for name, value in objects.items())


def test_aliases_and_views_stay_what_they_are():
    namespace, changing = notebook(SETUP), cell("view[0] = 9\nbag[0][5] = 7")
    before = Checkpoint.take(reach(changing, namespace).held)
    run(changing, namespace)
    before.restore()

    assert namespace["bag"][0] is namespace["x"]
    assert np.shares_memory(namespace["view"], namespace["x"])
    assert namespace["view"].tolist() == [1.0, 2.0, 3.0]


def test_a_view_whose_array_is_held_is_not_saved_twice():
    scope = reach(cell("y = x + bag[1]['view'].sum()"), notebook(SETUP))
    assert [held.label for held in scope.held if isinstance(held.owner, np.ndarray) and held.owner.ndim == 1] == ["x"]


def test_what_the_cell_does_not_use_is_not_copied():
    scope = reach(cell("y = x + 1"), notebook(SETUP))
    assert [held.label for held in scope.held if isinstance(held.owner, np.ndarray)] == ["x"]


def test_the_end_of_a_scope_puts_back_whatever_happened_in_it():
    namespace, changing = notebook(SETUP), cell("x += 1")
    before = Checkpoint.take(reach(changing, namespace).held)

    def interrupted() -> None:
        with before.at_the_end():
            run(changing, namespace)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert namespace["x"].tolist() == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
