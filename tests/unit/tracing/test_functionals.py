"""NumPy's functions that call what they are given: traced once for all elements, tests in it included."""

import linecache

import numpy as np
import pytest

from jaxlab.pipeline import run
from tests.differential.comparing import check, fresh

_STEPS = """
def g(a):
    if a < 0:
        return 0.0
    elif a < 1:
        return a
    return math.sqrt(a)
"""
_INPUTS = fresh({"x": np.arange(-6, 6).reshape(3, 4) / 2, "v": np.array([2.0, -1.0, 0.5]), "k": np.arange(4), "s": 1.5})


@pytest.mark.parametrize(
    "source",
    [
        "r = np.vectorize(lambda t: t + 1)(x)",
        "r = np.vectorize(lambda a, c: a * c + s)(x, 2.0)",
        "r = np.vectorize(lambda a, c: a - c)(x, x[0])",
        "r = np.vectorize(lambda i: i % 2 == 0)(k)",
        "r = np.vectorize(lambda i: v[i])(np.array([0, 2, 1]))",
        "r = np.vectorize(lambda a: 0 if a < 0 else a, otypes=[float])(x)",
        "r = np.vectorize(lambda a: a if a > 0 and a != 1 else -a)(x)",
        "r = np.vectorize(math.exp)(v)",
        f"{_STEPS}r = np.vectorize(g)(x)",
        "r = np.vectorize(lambda a: 1 / a)(v)",
        "r = np.apply_along_axis(lambda t: t[0] * 2, 1, x)",
        "r = np.apply_along_axis(np.sum, 0, x)",
        "r = np.apply_along_axis(lambda t: t - t.mean(), 0, x)",
        "r = np.apply_along_axis(np.convolve, 1, x, np.ones(3), mode='same')",
        "r = np.apply_along_axis(sorted, 1, x)",
        "r = np.apply_along_axis(lambda t: np.outer(t, t), -1, x)",
        "r = np.apply_along_axis(lambda t: t.max() if t[0] > 0 else t.min(), 1, x)",
        "r = np.apply_over_axes(np.sum, x, [0, 1])",
        "r = np.fromfunction(lambda i, j: i * s + j, (3, 4)) * x",
        "r = np.fromfunction(lambda i, j: i == j, (3, 3), dtype=int)",
        "r = np.fromfunction(lambda i, j: i - j, (50, 60))",
        "r = np.piecewise(x, [x < 0, x >= 0], [lambda t: -t, lambda t: t * 2])",
        "r = np.piecewise(x, [x < -1, x > 1], [-1, lambda t: t ** 2, lambda t: t / 2])",
        "r = np.piecewise(x, [x > 0], [np.sqrt])",
        "r = np.piecewise(k, [k > 1], [lambda t: t * 2.75, 1])",
        "r = x[:3, :3][np.mask_indices(3, np.triu)]",
    ],
)
def test_a_function_on_every_element_compiles(source):
    verdict = check(source, _INPUTS, ulps=4)
    assert verdict.differences == ()
    assert verdict.breaks == ()


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (
            "def g(a):\n    y[0] = a\n    return a",
            "a function that is called for every element writes an array outside of it, in line 2 of `g`",
        ),
        (
            "def g(a):\n    acc.append(a)\n    return a",
            "a function that is called for every element does more than give a value",
        ),
        (
            "def g(a):\n    print(a)\n    return a",
            "a function that is called for every element does more than give a value",
        ),
        (
            "def g(a):\n    return 0 if a < 0 else a",
            "a function that is called for every element gives values of different types",
        ),
        (
            "def g(a):\n    while a > 1:\n        a = a / 2\n    return a",
            "there are too many ways through a function whose tests depend on values that the program computes, "
            "in line 2 of `g`",
        ),
        ("def g(a):\n    return a, a", "`np.vectorize` of a function that gives no number"),
    ],
)
def test_what_is_not_mapped_says_why(source, reason, capsys):
    names = {"np": np, "x": np.array([2.0, -3.0]), "y": np.zeros(1), "acc": []}
    _define(source, names)
    report = run("r = np.vectorize(g)(x)", names).report
    assert [entry.reason for entry in report.breaks] == [reason]


def test_an_error_on_a_way_that_is_taken_is_pythons():
    names = {"np": np, "x": np.array([2.0, 3.0])}
    _define("def g(a):\n    if a > limit:\n        raise ValueError('too large')\n    return a", names)
    names["limit"] = 5.0
    assert run("r = np.vectorize(g)(x)", names).report.breaks == ()
    names["limit"] = 2.5
    with pytest.raises(ValueError, match="too large"):
        run("r = np.vectorize(g)(x)", names)


def test_what_vectorize_made_in_another_cell_is_seen_to_change():
    names = {"np": np, "x": np.array([2.0, 3.0])}
    _define("def g(a):\n    return a + 1\nf = np.vectorize(g)", names)
    assert run("r = f(x)", names).report.breaks == ()
    assert names["r"].tolist() == [3.0, 4.0]
    _define("def g(a):\n    return a * 10\nf.pyfunc = g", names)
    run("r = f(x)", names)
    assert names["r"].tolist() == [20.0, 30.0]


def test_rows_that_the_function_writes_run_plainly():
    names = {"np": np, "x": np.ones((2, 3))}
    _define("def g(row):\n    row[0] = 5\n    return row.sum()", names)
    report = run("r = np.apply_along_axis(g, 1, x)", names).report
    assert [entry.reason for entry in report.breaks] == ["a function that is called for every row writes it"]
    assert names["x"][:, 0].tolist() == [5.0, 5.0]


def _define(source, names):
    """As an earlier cell of the user's would have."""
    file = f"<cell {len(linecache.cache)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    exec(compile(source, file, "exec"), names)
