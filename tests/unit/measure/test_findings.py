"""What measuring tells, word for word."""

from dataclasses import replace

import pytest

from jaxlab.measure import findings
from jaxlab.measure.agreement import Agreement, Difference
from jaxlab.measure.reach import Obstacle
from jaxlab.model.comparison import Comparison
from jaxlab.model.timing import ComparisonRow
from tests.unit.measure.notebook import cell
from tests.views.samples import MATMUL


def test_why_a_cell_ran_once():
    obstacles = (Obstacle(3, "it uses `open`"), Obstacle(None, "`os` is from `os`, which may act outside the notebook"))
    told = findings.not_repeated(cell("x = 1\nopen('f')"), obstacles, "so it is not checked")
    assert str(told) == (
        "JL401  The cell ran once only, so it is not checked: it uses `open` on line 3 (and 1 more reason)."
    )
    assert told.hint == "Move what acts outside the notebook's values to a cell of its own."
    assert told.span.line == 3


def test_that_results_agree():
    found = Agreement(differences=(), compared=1, max_abs_error=0.0, tolerance=1e-4)
    assert str(findings.checked(found)) == (
        "JL400  Checked: 1 result, in-place changes included, equal plain Python's within 0.0001."
    )


def test_what_differs():
    differences = (Difference(label="its value", reason="is 2, not 1"), Difference(label="y", reason="is missing"))
    found = Agreement(differences=differences, compared=2, max_abs_error=None, tolerance=1e-6)
    assert str(findings.different("jit", found)) == "JL402  In jit, its value is 2, not 1 (and 1 more difference)."
    assert findings.different("jit", found).hint == "The notebook's values are plain Python's."


def test_that_plain_python_raises():
    assert str(findings.plain_raised(ValueError("bad"))) == (
        "JL402  Plain Python raises ValueError where the compiled cell does not: bad"
    )


def comparison(numpy_s: float, jit_s: float, agrees: bool = True) -> Comparison:
    numpy = ComparisonRow(backend="numpy", samples_s=(numpy_s,), agrees=True)
    return Comparison(rows=(numpy, ComparisonRow(backend="jit", samples_s=(jit_s,), agrees=agrees)), tolerance=1e-6)


@pytest.mark.parametrize(
    ("figures", "reason"),
    [
        ({"run_s": 0.9, "transfer_s": 0.8}, "moving arrays between NumPy and JAX is 80% of its time"),
        ({"run_s": 0.1, "transfer_s": 0.0}, "looking up its inputs and binding its results is 90% of its time"),
        (
            {"run_s": 0.9, "transfer_s": 0.0},
            "the compiled program itself takes longer than NumPy's, or there is too little to compute",
        ),
        ({"segments": ()}, "nothing of it is compiled"),
    ],
)
def test_why_jit_is_slower(figures, reason):
    told = findings.slower(comparison(0.5, 1.0), replace(MATMUL, **figures))
    assert str(told) == f"JL403  jit is slower here: {reason}."


@pytest.mark.parametrize("compared", [comparison(1.0, 0.5), comparison(1.0, 1.01), comparison(0.5, 1.0, agrees=False)])
def test_nothing_is_called_slower_that_is_not(compared):
    assert findings.slower(compared, MATMUL) is None
