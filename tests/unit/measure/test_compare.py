"""`%%compare` and `--check` on real cells: one run's results, prints once, and figures that say what is true."""

import numpy as np
import pytest

from jaxlab import pipeline
from jaxlab.model.measuring import Measuring
from jaxlab.model.options import Options
from jaxlab.model.report import Report
from jaxlab.views.text import render_summary
from tests.unit.measure.notebook import cell, notebook, run

SETUP = """
x = np.linspace(0.0, 1.0, 50)
kept = []
count = 0
total = 1.5

def scale(a):
    return a * 3.0
"""


def compare(text: str, namespace: dict) -> Report:
    return pipeline.compare(text, namespace).report


def test_both_are_timed_and_agree():
    report = compare("y = np.tanh(x @ x) + scale(x)", notebook(SETUP))
    numpy, jit = report.comparison.rows
    assert (numpy.backend, jit.backend) == ("numpy", "jit")
    assert numpy.samples_s
    assert jit.samples_s
    assert jit.agrees
    assert jit.first_call_s > jit.median_s
    assert numpy.first_call_s is None
    assert numpy.peak_bytes >= 50 * 8
    assert jit.peak_bytes >= 50 * 8
    assert report.comparison.tolerance == 1e-6
    assert not report.reused


CELLS = {
    "names": "y = x * 2\nz = y.sum()",
    "in place": "x[1:] *= 2\nx -= 1",
    "a view": "v = x[::2]\nv[:] = 0",
    "a list": "kept.append(x.sum())\ncount += 1",
    "a running total": "total += x[1] * 2\ntotal",
    "random": "y = x + np.random.rand(50)",
    "a definition": "def f(a):\n    return a + 1\ny = f(x)",
    "a deletion": "del kept\ny = x.sum()",
    "a result": "scale(x).sum()",
}


@pytest.mark.parametrize("text", CELLS.values(), ids=CELLS)
def test_one_plain_run_is_what_is_left(text):
    compared, plain = notebook(SETUP), notebook(SETUP)
    np.random.seed(3)
    value = run(cell(text), plain)
    drawn = np.random.rand()
    np.random.seed(3)
    outcome = pipeline.compare(text, compared)

    assert np.random.rand() == drawn
    assert outcome.report.comparison.rows[1].agrees, outcome.report.diagnostics
    np.testing.assert_equal(outcome.value, value)
    assert compared.keys() == plain.keys()
    for name in ("x", "y", "z", "v", "kept", "count", "total"):
        np.testing.assert_equal(compared.get(name), plain.get(name))


def test_a_view_that_the_cell_makes_is_one_afterwards():
    namespace = notebook(SETUP)
    compare("v = x[::2]\nv[:] = 0", namespace)
    assert np.shares_memory(namespace["v"], namespace["x"])


def test_prints_come_once(capsys):
    compare("y = x.sum()\nprint('sum', round(y, 6))", notebook(SETUP))
    assert capsys.readouterr().out == "sum 25.0\n"


def test_a_cell_that_acts_outside_runs_once(capsys):
    namespace = notebook(SETUP + "\nimport os")
    report = compare("y = x * 2\nkept.append(os.sep)", namespace)
    assert report.comparison is None
    assert len(namespace["kept"]) == 1
    assert str(report.diagnostics[0]) == (
        "JL401  The cell ran once only, so there is nothing to compare: "
        "`os` is from `os`, which may act outside the notebook."
    )


@pytest.mark.filterwarnings("ignore:invalid value")
def test_a_warning_is_no_other_result():
    report = compare("y = np.log(x - 0.5)", notebook(SETUP))
    assert report.comparison.rows[1].agrees, report.diagnostics


def test_an_error_is_the_cells_own_and_leaves_what_python_leaves():
    namespace = notebook(SETUP)
    with pytest.raises(ZeroDivisionError):
        compare("y = x + 1\n1 / 0", namespace)
    assert namespace["y"][0] == 1.0


def test_an_error_of_a_cell_that_can_not_be_repeated_is_the_cells_alone():
    with pytest.raises(FileNotFoundError) as caught:
        compare("y = x.sum()\nopen('/missing.csv')", notebook(SETUP))
    assert caught.value.__context__ is None


@pytest.mark.parametrize("text", ["f = lambda a: a + 1", "def f(a):\n    return scale(a)", "y = (k for k in x)"])
def test_only_what_can_not_be_compared_is_said_not_to_be(text):
    codes = [one.code for one in compare(text, notebook(SETUP)).diagnostics]
    assert ("JL412" in codes) == (" for " in text)


def test_a_device_that_is_not_there_is_said_in_words():
    measuring = Measuring(backends=("numpy", "jit@tpu:7"), repeats=2)
    report = pipeline.compare("y = x * 2", notebook(SETUP), measuring=measuring).report
    assert report.comparison.rows[1].note.startswith("there is no device `tpu:7`")


def test_a_slower_cell_is_said_to_be_slower_and_why():
    report = compare("y = x + 1", notebook("x = np.zeros(2)"))
    assert "× slower than numpy" in render_summary(report)
    assert any(str(one).startswith("JL403  jit is slower here: ") for one in report.diagnostics)


def test_a_checked_run_says_that_it_agrees():
    outcome = pipeline.run("y = scale(x)\nx += 1\ny.sum()", notebook(SETUP), options=Options(check=True))
    assert [str(one) for one in outcome.report.diagnostics] == [
        "JL400  Checked: 3 results, in-place changes included, equal plain Python's within 1e-06."
    ]


def test_a_checked_run_finds_what_differs(monkeypatch):
    from jaxlab.stages import program

    honest = program.to_notebook
    monkeypatch.setattr(program, "to_notebook", lambda *given: [result + 0.5 for result in honest(*given)])
    namespace = notebook(SETUP)
    outcome = pipeline.run("y = x * 2\nx[0] = 4", namespace, options=Options(check=True))
    found = str(outcome.report.diagnostics[-1])
    assert found.startswith("JL402  In the compiled cell, `")
    assert "differs by up to 5.0e-01" in found
    assert found.endswith("(and 1 more difference).")


def test_a_checked_run_keeps_the_compiled_results_and_prints_once(capsys):
    namespace = notebook(SETUP)
    pipeline.run("print('once')\nkept.append(1)", namespace, options=Options(check=True))
    assert capsys.readouterr().out == "once\n"
    assert namespace["kept"] == [1]
