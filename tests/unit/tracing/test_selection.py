"""What a traced mask selects: what compiles, what stops the trace, and what is said then."""

import numpy as np
import pytest

from jaxlab.pipeline import run


def _run(source, **names):
    namespace = {"np": np, "x": np.array([3.0, -1.0, 2.0, -4.0]), **names}
    return namespace, run(source, namespace).report


def test_reductions_of_a_selection_compile():
    namespace, report = _run("r = x[x > 0].sum(), x[x > 0].mean(), x[x > 0].max(), len(x[x > 0])")
    assert report.breaks == ()
    assert namespace["r"] == (5.0, 2.5, 3.0, 2)
    assert [type(value) for value in namespace["r"]] == [np.float64, np.float64, np.float64, int]


def test_a_selection_is_stored_back_under_its_own_mask():
    namespace, report = _run("x[x < 0] = x[x < 0] ** 2")
    assert report.breaks == ()
    assert namespace["x"].tolist() == [3.0, 1.0, 2.0, 16.0]


def test_another_mask_with_another_count_raises_as_numpy_does():
    with pytest.raises(ValueError, match="cannot assign 2 input values to the 1 output values"):
        _run("x[x > 2] = x[x > 0]")


def test_another_mask_with_the_same_count_runs_plainly():
    namespace, report = _run("x[x < 0] = x[x > 0]")
    assert namespace["x"].tolist() == [3.0, 3.0, 2.0, 2.0]
    assert [entry.code for entry in report.diagnostics] == ["JL203"]


def test_the_greatest_of_nothing_raises_as_numpy_does():
    with pytest.raises(ValueError, match="zero-size array to reduction operation maximum which has no identity"):
        _run("x[x > 9].max()")


def test_rows_that_a_mask_selects_are_reduced():
    namespace, report = _run("r = p[p[:, 0] > 0].mean(axis=0)", p=np.array([[1.0, 2.0], [-1.0, 9.0], [3.0, 4.0]]))
    assert report.breaks == ()
    assert namespace["r"].tolist() == [2.0, 3.0]


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("r = x[x > 0]\nq = r[1:]", "a view that is kept"),
        ("r = np.histogram(x[x > 0])", "`np.histogram`"),
        ("r = x[x > 0].tolist()", "`tolist`"),
        ("r = x[x > 0] + np.ones(2)", "broadcasting"),
    ],
)
def test_what_needs_the_number_of_elements_says_so(source, what):
    _, report = _run(source)
    reason = f"the number of elements that a traced mask selects is not known, and {what} needs it"
    assert [entry.reason for entry in report.breaks] == [reason]
    assert report.breaks[0].remedy == "Write it with `np.where(mask, x, 0)`, or pass the mask to `where=`"
