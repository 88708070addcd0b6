"""A break counts where the line computes with arrays: by itself, or in the functions of the user's that it calls."""

import ast
import linecache

import numpy as np
import pytest

from jaxlab.cell.array_work import is_array_work

HELPERS = """
def norm(v): return np.sqrt(np.sum(v * v))
def deep(v): return norm(v)
def again(v): return again(v)
def steps(v):
    for i in range(3):
        v[1:] = 0.5 * v[:-1]
def shown(v, title): fig.plot(v, label=title)
def label(i): return "step " + str(i)
class Figure:
    def plot(self, *args, **options): pass
fig = Figure()
"""


@pytest.fixture(scope="module")
def names():
    linecache.cache["<helpers>"] = (len(HELPERS), None, HELPERS.splitlines(keepends=True), "<helpers>")
    found = {"np": np, "x": np.ones(3), "n": 3, "__name__": "__main__"}
    exec(compile(HELPERS, "<helpers>", "exec"), found)
    return found


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("y = x + 1", True),
        ("y = np.sin(n)", True),
        ("x.sort()", True),
        ("y = norm(n)", True),
        ("y = deep(n)", True),
        ("steps(x)", True),
        ("y = steps(v=x[1:])", True),
        ("steps(n)", False),
        ("again(x)", False),
        ("shown(x, 'a')", False),
        ("fig.plot(x)", False),
        ("y = label(n)", False),
        ("y = n + 1", False),
    ],
)
def test_a_line_is_array_work_if_arrays_are_computed_with(names, line, expected):
    assert is_array_work(ast.parse(line).body[0], names.get) is expected
