"""Classes: one defined in a cell compiles it once; one redefined elsewhere is another, and so are its objects."""

import pytest

from tests.promise import broken, play

A = """class A:
    k = 2.0
    def __init__(self, a):
        self.a = a
    def g(self):
        return self.a * self.k
"""
B = """class B(A):
    def g(self):
        return super().g() + 1
"""
SETUP = f"""import numpy as np
from dataclasses import dataclass, field
x = np.arange(6.0)
n = 3
{A}{B}
v = A(x)
w = B(x)
"""


@pytest.mark.parametrize(
    "cell",
    [
        f"{A}z = A(x)\nr = z.g()",
        f"{A}{B}z = B(x)\nr = z.g(), z.__class__.__name__, isinstance(z, A)",
        "@dataclass\nclass D:\n    a: object\n    b: float = 2.0\nd = D(x)\nr = d.a * d.b",
        "@dataclass(order=True)\nclass D:\n    a: object = None\n    held: list = field(default_factory=list)\n"
        "d = D(x)\nd.held.append(d.a * 2)",
        "class P:\n    def __init__(self, a):\n        self._a = a\n    @property\n    def a(self):\n"
        "        return self._a * 2\n    @staticmethod\n    def half(y):\n        return y / 2\nr = P(x).a + P.half(x)",
        "class C(A):\n    c = n\n    def h(self):\n        return self.a * self.c\nz = C(x)\nr = z.h(), z.g()",
    ],
)
def test_a_class_of_the_cell_compiles_it_once(cell):
    turns = play(SETUP, cell, ["", "x[0] = 8", ""])

    assert not broken(turns)
    assert [turn.report.reused for turn in turns] == [False, True, True, True]


@pytest.mark.parametrize(
    ("cell", "changes"),
    [
        ("r = isinstance(v, A), isinstance(w, A), type(v) is A, x * 2", [A, B, "v = A(x)", "w = B(x)"]),
        ("z = A(x)\nr = z.g()", [A, A.replace("2.0", "3.0"), A.replace("return", "return 1 +"), "A.k = 5.0", A]),
        ("z = A(x)\nr = z.g()", ["A.g = lambda self: self.a", A, A.replace("k =", "j = 1\n    k =")]),
        ("z = B(x)\nr = z.g(), issubclass(B, A)", [A, B, A + B]),
        ("class C(A):\n    c = n\nz = C(x)\nr = z.g() * z.c", ["n = 4", "A = B"]),
    ],
)
def test_a_class_redefined_is_another_one(cell, changes):
    assert not broken(play(SETUP, cell, changes))


def test_the_names_of_the_notebook_are_read_plainly():
    turns = play(SETUP, "r = 'w' in dir()\ny = x * 2", ["del w"])

    assert not broken(turns)
    assert turns[0].breaks == ["2: `dir` gives the names themselves"]
