"""Gradients compared: by central differences, under `%%grad`, and by the libraries that differentiate."""

from dataclasses import replace

import numpy as np
import pytest

from jaxlab import pipeline
from jaxlab.model.comparison import Comparison
from jaxlab.model.measuring import Measuring
from jaxlab.model.options import Gradient, Options
from tests.unit.measure.notebook import notebook

SETUP = """
w = np.array([0.3, -0.2, 0.5])
b = 0.1
params = {"w": w, "b": np.float64(0.1)}
X = np.arange(12.0).reshape(4, 3) / 10
y = np.ones(4)
rng = np.random.default_rng(0)
def model(params):
    return np.tanh(np.dot(X, params["w"]) + params["b"])
shift = np.ones(2)
def shifted():
    return np.sum(shift)
"""
OPTIONS = Options(magic="compare", gradient=Gradient(wrt=("w",)))
LOSS = "residual = np.tanh(np.dot(X, w) + b) - y\nnp.mean(residual ** 2)"


def compare(text: str, *backends: str, budget_s: float = 2.0, **gradient) -> tuple[Comparison, dict, pipeline.Outcome]:
    namespace = notebook(SETUP)
    options = replace(OPTIONS, gradient=Gradient(**{"wrt": ("w",), **gradient}))
    plan = Measuring(backends=backends, repeats=2, budget_s=budget_s)
    outcome = pipeline.compare(text, namespace, options=options, measuring=plan)
    return outcome.report.comparison, namespace, outcome


@pytest.mark.parametrize("backend", ["jit", "jax", "autograd", "torch", "tensorflow"])
@pytest.mark.parametrize(
    ("text", "gradient"),
    [
        (LOSS, {"wrt": ("w",)}),
        (f"{LOSS}\nloss = np.mean(residual ** 2)", {"wrt": ("w", "b"), "of": "loss"}),
        ("np.mean((model(params) - y) ** 2)", {"wrt": ("params",)}),
    ],
    ids=["an array", "an array and a float", "a dictionary"],
)
def test_all_find_the_same_gradient(backend, text, gradient):
    if backend not in ("jit", "jax"):
        pytest.importorskip(backend)
    comparison, _, _ = compare(text, backend, **gradient)
    differences, row = comparison.rows
    assert differences.backend == "central differences"
    assert differences.agrees, differences.note
    assert differences.max_abs_error < 1e-8
    assert row.agrees, row.note
    assert row.max_abs_error < 1e-12
    assert row.samples_s


def test_what_is_left_is_what_grad_leaves():
    _, compared, outcome = compare(LOSS, "jit")
    alone = notebook(SETUP)
    expected = pipeline.run(LOSS, alone, options=replace(OPTIONS, magic="grad"))
    assert outcome.value == expected.value
    np.testing.assert_array_equal(compared["grads"], alone["grads"])
    np.testing.assert_array_equal(compared["residual"], alone["residual"])
    np.testing.assert_array_equal(compared["w"], alone["w"])


def test_draws_and_changes_in_place_are_the_same_at_every_evaluation():
    comparison, namespace, _ = compare("X += rng.normal(size=X.shape)\nnp.mean((X @ w - y) ** 2)", "jit")
    assert all(row.agrees for row in comparison.rows), comparison
    once = notebook(SETUP)
    exec("X += rng.normal(size=X.shape)", once)
    np.testing.assert_array_equal(namespace["X"], once["X"])
    assert namespace["rng"].random() == once["rng"].random()


def test_where_the_slope_jumps_differences_are_not_ranked():
    comparison, _, _ = compare("np.sum(np.where(w > 0.3, w - 0.3, 0.0))", "jit")
    assert {row.backend: row.agrees for row in comparison.rows} == {"jit": True, "central differences": False}


def test_too_many_numbers_leave_the_others_to_compare_with():
    comparison, _, _ = compare(LOSS, "jit", "jax", budget_s=1e-6)
    assert [row.backend for row in comparison.rows] == ["jit", "central differences", "jax"]
    note = comparison.rows[1].note
    assert note.startswith("its 6 runs of the cell would take about ")
    assert note.endswith("; a larger `--budget` allows more")
    assert comparison.speedup(comparison.rows[2]) is not None


def test_a_library_without_gradients_says_so():
    pytest.importorskip("numba")
    comparison, _, _ = compare(LOSS, "numba")
    assert comparison.rows[1].note == "it takes no gradients"


def test_a_library_differentiates_by_what_the_cell_reads_itself():
    comparison, namespace, _ = compare("np.sum(w) * shifted()", "jax", wrt=("w", "shift"))
    differences, jax = comparison.rows
    assert differences.agrees
    np.testing.assert_allclose(namespace["grads"]["shift"], np.full(2, np.sum(namespace["w"])))
    assert jax.note == "`shift` is read by a function that the cell calls, not by the cell itself"


def test_32_bits_are_taken_for_32_bits():
    comparison, namespace, _ = compare(LOSS, "jit", "jit-x32")
    narrow = comparison.rows[2]
    assert (narrow.backend, narrow.bits, narrow.agrees, narrow.is_ranked) == ("jit-x32", 32, True, True)
    assert 1e-10 < narrow.max_abs_error < 1e-4
    assert namespace["grads"].dtype == np.float64
