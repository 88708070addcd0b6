"""What measuring tells, word for word."""

from dataclasses import replace

import pytest

from jaxlab.measure import findings
from jaxlab.measure.agreement import Agreement, Difference
from jaxlab.measure.reach import Obstacle
from jaxlab.model.comparison import Comparison
from jaxlab.model.listing import Listing, ListingLine
from jaxlab.model.timing import ComparisonRow
from tests.unit.measure.notebook import cell
from tests.views.samples import BROKEN, MATMUL


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


def test_what_was_not_compared():
    unclear = (Difference(label="f", reason="two functions"), Difference(label="its value", reason="two functions"))
    found = Agreement(differences=(), compared=2, max_abs_error=0.0, tolerance=1e-6, uncompared=unclear)
    assert str(findings.uncompared("jit", found)) == (
        "JL412  In jit, `f` was not compared (and 1 more such result): nothing tells whether two functions are the same."
    )
    assert findings.uncompared("jit", found).hint == "Compare what it gives: a name that the cell binds to numbers."


def test_that_plain_python_raises():
    assert str(findings.plain_raised(ValueError("bad"))) == (
        "JL402  Plain Python raises ValueError where the compiled cell does not: bad"
    )


def comparison(
    numpy_s: float, jit_s: float, agrees: bool = True, transfer_s: float | None = None, samples: int = 6
) -> Comparison:
    numpy = ComparisonRow(backend="numpy", samples_s=(numpy_s,) * samples, agrees=True)
    jit = ComparisonRow(backend="jit", samples_s=(jit_s,) * samples, agrees=agrees, transfer_s=transfer_s)
    return Comparison(rows=(numpy, jit), tolerance=1e-6)


CLOCK = replace(BROKEN.breaks[0], line=3, array_work=False)


@pytest.mark.parametrize(
    ("transfer_s", "figures", "reason"),
    [
        (0.8, {}, "moving arrays between NumPy and JAX is 80% of its time"),
        (0.2, {}, "without moving arrays it takes 800,000 µs; all of it takes 500,000 µs by numpy"),
        (1.3, {}, "without moving arrays it takes 0.0 µs; all of it takes 500,000 µs by numpy"),
        (None, {"run_s": 9.0}, "without moving arrays it takes 1,000,000 µs; all of it takes 500,000 µs by numpy"),
        (0.8, {"breaks": (CLOCK,)}, "1 of its statements runs as plain Python, on line 3"),
        (0.8, {"breaks": (CLOCK, CLOCK)}, "2 of its statements run as plain Python, the first on line 3"),
        (0.8, {"segments": ()}, "nothing of it is compiled"),
        (0.8, {"segments": (), "breaks": (CLOCK,)}, "nothing of it is compiled"),
    ],
)
def test_why_jit_is_slower(transfer_s, figures, reason):
    told = findings.slower(comparison(0.5, 1.0, transfer_s=transfer_s), replace(MATMUL, **figures))
    assert str(told) == f"JL403  jit is slower here: {reason}."
    assert told.hint == ""


def test_that_there_is_little_to_compute():
    told = findings.slower(comparison(4e-6, 5e-5, transfer_s=1e-5), MATMUL)
    assert str(told) == (
        "JL403  jit is slower here: there is little to compute: all of it takes 4.0 µs by numpy; "
        "compiled, it takes 40 µs without moving arrays."
    )


def test_a_program_that_is_slow_itself_has_not_little_to_compute():
    told = findings.slower(comparison(8e-5, 9e-4), MATMUL)
    assert str(told) == (
        "JL403  jit is slower here: without moving arrays it takes 900 µs; all of it takes 80 µs by numpy."
    )


def test_that_a_loop_is_sequential():
    hlo = Listing(kind="hlo", lines=(ListingLine(text="  %while.1 = (s64[], f64[2]) while(%tuple.1)"),))
    looping = replace(MATMUL, segments=(replace(MATMUL.segments[0], listings={"hlo": hlo}),), run_s=0.9)
    assert findings.slower(comparison(0.5, 1.0), looping).hint == findings.SEQUENTIAL


def test_that_others_are_busy():
    quiet = comparison(1.0, 0.5)
    assert findings.busy(quiet) is None
    assert findings.busy(replace(quiet, others_busy=0.2)) is None
    assert str(findings.busy(replace(quiet, others_busy=1.31))) == (
        "JL404  Other processes kept 1.3 CPUs busy meanwhile, so times may be too long."
    )


def test_that_samples_scatter():
    assert findings.noisy(comparison(1.0, 0.5)) is None
    scattered = ComparisonRow(backend="jit", samples_s=(0.1, 0.2, 0.3) * 5, agrees=True)
    assert str(findings.noisy(Comparison(rows=(scattered,), tolerance=1e-6))) == (
        "JL405  Samples of jit scatter so much that a median is known to no better than a tenth."
    )


def test_that_there_is_no_sweep():
    told = findings.not_swept("it is")
    assert str(told) == "JL406  The cell was not run at other sizes: it is."
    assert told.hint == "Say how its inputs are made, as in `--setup 'x = np.random.rand(n)'`."


@pytest.mark.parametrize(
    "compared",
    [comparison(1.0, 0.5), comparison(1.0, 1.01), comparison(0.5, 1.0, agrees=False), comparison(0.5, 1.0, samples=5)],
)
def test_nothing_is_called_slower_that_is_not(compared):
    assert findings.slower(compared, MATMUL) is None
