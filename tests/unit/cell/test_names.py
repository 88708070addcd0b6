"""Names of a cell, by Python's scope rules."""

import pytest

from jaxlab.cell.names import names_of


@pytest.mark.parametrize(
    ("body", "reads", "binds", "deletes"),
    [
        ("y = x + 1", {"x"}, {"y"}, set()),
        ("x = 1\ny = x", set(), {"x", "y"}, set()),
        ("x += 1", {"x"}, {"x"}, set()),
        ("y = [x for x in xs]", {"xs"}, {"y"}, set()),
        ("y = [x for x in xs] + [x]", {"xs", "x"}, {"y"}, set()),
        ("if (n := f()) > 2: m = n", {"f"}, {"n", "m"}, set()),
        ("del x", {"x"}, set(), {"x"}),
        ("x = 1\ndel x\ny = x", {"x"}, {"x", "y"}, {"x"}),
        ("with open(p) as f: t = f", {"open", "p"}, {"f", "t"}, set()),
        ("for i in range(3): s = i\nt = s", {"range", "s"}, {"i", "s", "t"}, set()),
        ("if c: a = 1\nb = a", {"c", "a"}, {"a", "b"}, set()),
        ("if c:\n  a = 1\nelse:\n  a = 2\nb = a", {"c"}, {"a", "b"}, set()),
        ("try:\n  a = f()\nexcept E as e:\n  a = e\nb = a", {"f", "E"}, {"a", "e", "b"}, set()),
        ("import numpy.linalg as la, os.path\nfrom math import pi", set(), {"la", "os", "pi"}, set()),
        ("def f(u, v=k): return u * scale", {"k", "scale"}, {"f"}, set()),
        ("scale = 2\ndef f(u): return u * scale", set(), {"scale", "f"}, set()),
        ("def f():\n  global g\n  g = 1", set(), {"f", "g"}, set()),
        ("class A(B):\n  w = z\n  def m(self): return q", {"B", "z", "q"}, {"A"}, set()),
        ("h = lambda t: t + shift", {"shift"}, {"h"}, set()),
        ("a, (b, *c) = d", {"d"}, {"a", "b", "c"}, set()),
        ("match p:\n  case (q, r): s = q", {"p"}, {"q", "r", "s"}, set()),
        ("x: int = y", {"int", "y"}, {"x"}, set()),
        ("while test(): u = 1", {"test"}, {"u"}, set()),
    ],
)
def test_names(body, reads, binds, deletes):
    names = names_of(body)
    assert names.may_read == reads
    assert names.binds == binds
    assert names.deletes == deletes
