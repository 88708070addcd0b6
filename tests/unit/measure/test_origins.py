"""What each name was computed from."""

import pytest

from jaxlab.measure.origins import VALUE, Origins, origins_of, origins_of_the_rest
from tests.unit.measure.notebook import cell


@pytest.mark.parametrize(
    ("text", "name", "at_start", "at_end"),
    [
        ("y = x + 1", "y", "x", ""),
        ("z = x\ny = z + w", "y", "x w", "z"),
        ("y = x\nx = w", "y", "x", ""),
        ("z = x\nz = w\ny = z", "y", "w", "z"),
        ("a, b = x, w", "b", "w", ""),
        ("a, b = b, a", "a", "b", ""),
        ("y[k], b = x, w", "y", "y k x", ""),
        ("a, b = f(x)", "a", "f x", ""),
        ("x[0] = w", "x", "x w", ""),
        ("x += w", "x", "x w", ""),
        ("if k:\n    y = x\nelse:\n    y = w", "y", "x w", ""),
        ("y = 0\nfor i in range(3):\n    y = t\n    t = x", "y", "t x", "t"),
        ("with f():\n    y = x\nz = y", "z", "x", "y"),
        ("try:\n    y = x\nexcept E:\n    y = w", "y", "x w", ""),
        ("match k:\n    case 1:\n        y = x\n    case _:\n        y = w", "y", "x w", ""),
        ("match x:\n    case [a, *_]:\n        y = a", "y", "x", "a"),
        ("items.append(x)", "items", "items x", ""),
        ("print(x, w)\ny = x", "y", "x", ""),
        ("np.add(x, w, out=y)", "y", "np x w y", ""),
        ("y = [a * w for a in x]", "y", "x w", ""),
        ("def f(a):\n    return a + w\ny = f(x)", "y", "w x", "f"),
        ("(t := x)\ny = t", "y", "x", "t"),
        ("y = x\ny + w", VALUE, "x w", "y"),
    ],
)
def test_a_name_stems_from_what_its_assignments_read(text, name, at_start, at_end):
    found = origins_of(cell(text))[name]
    assert found == Origins(frozenset(at_start.split()), frozenset(at_end.split()))


def test_what_the_cell_does_not_assign_stems_from_all_that_it_reads():
    assert "w" not in origins_of(cell("y = f(x)"))
    assert origins_of_the_rest(cell("y = f(x)")) == Origins(at_start=frozenset({"f", "x"}))
    assert origins_of_the_rest(None) == Origins()
