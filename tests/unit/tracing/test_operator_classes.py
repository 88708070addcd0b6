"""Objects of the user's classes in operators, builtins and text: traced, watched, and what Python makes of them."""

import pytest

from tests.promise import broken, play

SETUP = """import functools
import numpy as np
from dataclasses import dataclass
from typing import NamedTuple
x = np.arange(6.0)
s = 2.0
class Vec:
    scale = 1.0
    def __init__(self, a):
        self.a = a
    def __add__(self, o):
        return Vec(self.a + o.a) if isinstance(o, Vec) else Vec(self.a + o)
    __radd__ = __add__
    def __sub__(self, o):
        return NotImplemented if not isinstance(o, Vec) else Vec(self.a - o.a)
    def __mul__(self, k):
        return Vec(self.a * k * self.scale)
    __rmul__ = __mul__
    def __matmul__(self, o):
        return self.a @ o.a
    def __neg__(self):
        return Vec(-self.a)
    def __abs__(self):
        return np.abs(self.a).sum()
    def __getitem__(self, i):
        return self.a[i]
    def __setitem__(self, i, v):
        self.a[i] = v
    def __len__(self):
        return len(self.a)
    def __iter__(self):
        return iter(self.a)
    def __contains__(self, v):
        return v in self.a
    def __eq__(self, o):
        return isinstance(o, Vec) and bool((self.a == o.a).all())
    def __hash__(self):
        return 3
    def __call__(self, y):
        return self.a @ y
    def __enter__(self):
        self.entered = True
        return self
    def __exit__(self, kind, error, trace):
        self.entered = False
        return kind is not None and issubclass(kind, KeyError)
    def __repr__(self):
        return f"Vec({self.a})"
    @property
    def doubled(self):
        return self + self
class Scaled(Vec):
    scale = 3.0
    def __radd__(self, o):
        return Vec(o.a - self.a)
    def __mul__(self, k):
        return super().__mul__(k) + 1
class Dual:
    def __init__(self, v, d=0.0):
        self.v, self.d = v, d
    def __add__(self, o):
        o = o if isinstance(o, Dual) else Dual(o)
        return Dual(self.v + o.v, self.d + o.d)
    __radd__ = __add__
    def __mul__(self, o):
        o = o if isinstance(o, Dual) else Dual(o)
        return Dual(self.v * o.v, self.v * o.d + self.d * o.v)
    __rmul__ = __mul__
class Count:
    def __init__(self, n):
        self.n, self.at = n, 0
    def __iter__(self):
        return self
    def __next__(self):
        if self.at >= self.n:
            raise StopIteration
        self.at += 1
        return self.at
@functools.total_ordering
class Ranked:
    def __init__(self, r):
        self.r = r
    def __lt__(self, o):
        return self.r < o.r
    def __eq__(self, o):
        return self.r == o.r
@dataclass
class Point:
    x: object
    label: str = "p"
class Pair(NamedTuple):
    left: object
    right: float = 1.0
class Plain:
    __array_ufunc__ = None
    def __init__(self, a):
        self.a = a
    def __radd__(self, o):
        return o * self.a.sum()
v, w = Vec(np.arange(3.0)), Vec(np.ones(3))
sv = Scaled(np.arange(3.0) + 1)
same = v
items = [v, w]
low, high = Ranked(1), Ranked(2)
point = Point(x)
pair = Pair(x)
plain = Plain(np.ones(2))
class Slotted:
    __slots__ = ("u",)
    def __init__(self, u):
        self.u = u
    def __add__(self, o):
        return Slotted(self.u + o.u)
held = Slotted(np.ones(6))
class Tree:
    def __init__(self, value, *below):
        self.value, self.below = value, below
    def __iter__(self):
        yield self.value
        for each in self.below:
            yield from each
tree = Tree(1.0, Tree(s), Tree(3.0, Tree(x[2])))
@dataclass
class Length:
    size: float
    def __add__(self, o):
        return Length(self.size + o.size)
one, two = Length(1.0), Length(x[2])
class Bare:
    def __init__(self, a):
        self.a = a
    def __getitem__(self, i):
        return self.a[i]
bare = Bare([1.0, s])
"""

UNBROKEN = {
    "binary": "r = (v + w) * 2\nq = r.a.sum()",
    "reflected": "r = 2 * v + s * w\nq = 1 + v",
    "sub and neg": "r = -(v - w)",
    "matmul and abs": "r = v @ w + abs(v)",
    "in place": "v += w\nr = v.a * 2",
    "items": "v[0] = 5.0\nr = v[1] + len(v) + v[1:].sum()",
    "loops": "r = [t * 2 for t in v]\na, *b = v",
    "alias": "same[0] = 9.0\nr = v[0] + (same is v)",
    "contains": "r = 2.0 in v\nq = 7.0 not in x",
    "called": "r = v(x[:3])",
    "with": "with v as t:\n    r = t.a * 2\nq = v.entered, t is v",
    "property": "r = v.doubled.a",
    "truth": "r = x * 2 if v else x\nq = not v, bool(w)",
    "builtins": "r = sum([v, w])\nq = list(v), len(w), list(zip(v, w))",
    "containers": "r = items[0] + items[1]\nitems.append(r)",
    "subclass": "r = sv * 2\nq = v + sv, sv + v, isinstance(r, Vec)",
    "dual": "d = Dual(s, 1.0)\nr = d * d * d + 2 * d + 1\nq = r.v, r.d",
    "dual of arrays": "d = Dual(x, np.ones(6))\nr = 3 * d * d + d",
    "made": "made = Vec(x)\nmade[1] = 7\nr = made + made\nt = type(r) is Vec, r.__class__.__name__",
    "iterator": "r = x * sum(Count(3))\nq = [k for k in Count(2)]",
    "next": "it = iter(x)\nr = next(it) + next(it)\nq = next(iter([v])) is v\ndel it",
    "ordering": "r = low < high, low >= high, max(low, high) is high\ny = x * 2",
    "text": "print(v, f'{w}', repr(v), str(w))\nr = f'{v!r:}'",
    "dataclass text": "print(point)\nr = f'{point}'",
    "named tuple text": "print(pair)\nr = str(pair)\nprint([pair, 1])",
    "array beside": "r = x + plain\nq = (v + x[:3]).a, v * x[0]",
    "slots": "t = Slotted(x)\nr = (t + held).u\nq = t == held, t != t",
    "generator": "r = sum(tree) * x\nq = [k * 2 for k in tree]",
}
BROKEN = {
    "r = x[:3] + v": "2: an array and an object of `Vec`, which NumPy combines element by element",
    "r = one + two == Length(3.0)\ny = x * 2": "2: `__eq__` of `Length` is one that `dataclass` wrote",
    "r = np.asarray(v), np.sum(v), np.dot(v, w)": None,
    "x += plain": None,
    "r = x[:3] == v": "2: an array and an object of `Vec`, which NumPy combines element by element",
    "import copy\nr = copy.copy(v)\nr[0] = 8.0": None,
    "r = [k * 2 for k in bare]\nq = list(bare)": None,
    "r = f'{v:>10}'": None,
    "print([v])": None,
    "v.a = v.a + 1\nr = v + w\ndel w.a\nq = hasattr(w, 'a')": None,
    "class Inner(Vec):\n    def __add__(self, o):\n        return super().__add__(o) * 2\nr = Inner(x[:3]) + v": None,
    "d = {v: 1}\nr = d[w] if w in d else x": None,
    "with v:\n    r = x * 2\n    {}['k']\nq = v.entered": None,
    "r = x if v == w else -x": "2: the test depends on values that the program computes",
    "r = v - 1": None,
}
CHANGES = (
    "v.a[0] = 4.0",
    "w = Vec(np.full(3, 2.0))\ns = 3.0",
    "Vec.scale = 2.0",
    "Vec.__neg__ = lambda self: self",
    "def add(self, o):\n    return Vec(self.a * 10)\nVec.__add__ = add",
    "v = w",
)


@pytest.mark.parametrize("name", UNBROKEN)
def test_operators_of_a_class_compile_and_their_changes_are_seen(name):
    turns = play(SETUP, UNBROKEN[name], CHANGES, rtol=1e-15)

    assert not broken(turns)
    assert turns[0].breaks == []


@pytest.mark.parametrize("cell", BROKEN)
def test_what_cannot_be_traced_runs_plainly(cell):
    turns = play(SETUP, cell, CHANGES, rtol=1e-15)

    assert not broken(turns)
    if BROKEN[cell] is not None:
        assert turns[0].breaks == [BROKEN[cell]]


def test_a_warm_run_reuses_the_program():
    turns = play(SETUP, "r = (v + w) * 2\nv[0] = v[0] + 1", ["", "x[0] = 1"])

    assert [turn.report.reused for turn in turns] == [False, True, True]
