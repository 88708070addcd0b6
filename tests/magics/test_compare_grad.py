"""`%%compare` above `%%grad`: the gradient is what is timed, and the notebook is as `%%grad` leaves it."""

import numpy as np
import pytest

SETUP = "w = np.array([1.0, 2.0, 3.0])\nX = np.arange(12.0).reshape(4, 3) / 10"
CELL = "%%grad --wrt w\nresidual = np.tanh(X @ w) - 0.5\n(residual ** 2).mean()"
QUICK = "--budget 200ms -r 3"


def gradient(w, X):  # noqa: N803 - as the notebook calls it
    tanh = np.tanh(X @ w)
    return 2 * ((tanh - 0.5) * (1 - tanh**2)) @ X / len(X)


def test_the_gradient_is_compared_and_left_as_grad_leaves_it(cell, shell):
    cell(SETUP)
    shown = cell(f"%%compare {QUICK} -o r\n{CELL}")
    assert shown.error is None
    names = shell.user_ns
    assert [row.backend for row in names["r"].comparison.rows] == ["central differences", "jit"]
    assert all(row.agrees and row.samples_s for row in names["r"].comparison.rows)
    assert names["r"].comparison.rows[0].max_abs_error < 1e-8
    np.testing.assert_allclose(names["grads"], gradient(names["w"], names["X"]), rtol=1e-12)
    assert shown.value == pytest.approx((names["residual"] ** 2).mean())


def test_a_gradient_that_was_compared_may_be_bound_again(cell, shell):
    cell(SETUP)
    cell(f"%%compare -q {QUICK}\n{CELL}")
    assert cell(CELL).error is None
    cell("grads = 'mine'")
    assert cell(f"%%compare {QUICK}\n{CELL}").text.strip().startswith("JL104  `grads` is bound already")
    assert shell.user_ns["grads"] == "mine"


def test_options_of_both_lines_count(cell, shell):
    cell(SETUP)
    shown = cell(f"%%compare {QUICK} --with jit -o r\n%%grad --wrt w,X --of loss --into slopes\nloss = (X @ w).sum()")
    assert shown.error is None
    assert list(shell.user_ns["slopes"]) == ["w", "X"]
    np.testing.assert_allclose(shell.user_ns["slopes"]["w"], shell.user_ns["X"].sum(axis=0))
    assert "grads" not in shell.user_ns


def test_the_line_form(cell, shell):
    cell(SETUP)
    shown = cell(f"%compare {QUICK} -o r %grad --wrt w (w ** 2).sum()")
    assert shown.value == 14.0
    np.testing.assert_allclose(shell.user_ns["grads"], 2 * shell.user_ns["w"])
    assert shell.user_ns["r"].comparison.rows[0].backend == "central differences"


def test_lines_of_the_cell_keep_their_numbers(cell):
    cell(SETUP)
    shown = cell(f"%%compare {QUICK}\n%%grad\nw = w / 1\nnp.undefined(w)")
    assert "and line 4 can't be traced" in shown.text
