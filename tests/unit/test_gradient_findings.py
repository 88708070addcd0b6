"""Gradients that surprise come with a word, and names that can't be differentiated by with an error."""

import numpy as np
import pytest

from jaxlab.model.errors import UsageProblem
from jaxlab.model.options import Gradient, Options
from jaxlab.pipeline import run

ONE_PIECE = "JL208  A gradient needs the cell in one compiled piece, and"
LONG = "for step in range(50_000):\n    y = y + np.tanh(x)"
ONE_NUMBER = "JL206  A gradient is taken of one floating-point number, and the result is"


def grad(body: str, wrt: str, of: str | None = None, **names):
    space = {"np": np, "__name__": "__main__", **names}
    return space, run(body, space, options=Options(magic="grad", gradient=Gradient(wrt=(wrt,), of=of))).report


@pytest.mark.parametrize(
    ("body", "x", "code", "word"),
    [
        ("np.where(x > 0.25, np.sqrt(x), x + 0.25)", 0.0, "JL212", "np.where"),
        ("np.sum(np.sqrt(x))", np.array([0.0, 4.0]), "JL213", "inf"),
        ("np.abs(x) ** 2", 1.0 - 2.0j, "JL214", "conj"),
        ("np.sum((np.round(x) + (x > 0.5)) ** 2)", np.array([0.2, 1.7]), "JL215", "zero"),
    ],
)
def test_a_surprising_gradient_is_told(body, x, code, word):
    space, report = grad(body, "x", x=x)
    (finding,) = report.diagnostics
    assert finding.code == code
    assert word in f"{finding.message} {finding.hint}"
    assert np.shape(space["grads"]) == np.shape(x)


def test_an_ordinary_gradient_is_not_talked_about():
    space, report = grad("np.sum(np.maximum(x, 0.0))", "x", x=np.array([-1.0, 0.0, 2.0]))
    assert report.diagnostics == ()
    assert space["grads"].tolist() == [0.0, 0.5, 1.0]


@pytest.mark.parametrize(
    ("body", "wrt", "of", "text"),
    [
        ("0.5 * k ** 3", "k", None, "JL204  `k` is an int: gradients are taken by floating-point numbers."),
        ("x.sum()", "q", None, "JL204  `q` is no floating-point input of this cell."),
        ("y = x.sum()", "x", None, "JL205  The cell ends in no expression, so there is nothing to differentiate."),
        ("y = x.sum()", "x", "z", "JL205  The cell binds no `z`, so there is nothing to differentiate."),
        ("x * 2", "x", None, f"{ONE_NUMBER} float64[2].\n\nReduce it first, as `.sum()` or `.mean()` do."),
        ("x.sum() > 0", "x", None, f"{ONE_NUMBER} one bool.\n\nEnd the cell in a float: what counts or compares has"),
        ("x.sum() * 1j", "x", None, f"{ONE_NUMBER} one complex128.\n\nMake it real first, as `abs` or `.real` do."),
        ("v = s if s > 0 else -s\nv", "s", None, "JL211  `s` decides a branch, a size or an exponent"),
        (
            "print(open)\nz = open('/dev/null')\nx.sum()",
            "x",
            None,
            "JL208  A gradient needs the cell in one compiled piece",
        ),
        ("x.sum() / 0.0 if x[0] > 9 else 1 / d", "x", None, "JL208"),
        ("if x.sum() > 0:\n    x = -x\nx.sum()", "x", None, f"{ONE_PIECE} line 2 can't be traced: the test depends"),
        (f"y = x\n{LONG}\ny.sum()", "x", None, f"{ONE_PIECE} line 3 can't be traced: unrolled, it is too long"),
        (f"y = 0.0\n{LONG}\ny", "x", None, f"{ONE_PIECE} line 3 can't be traced: unrolled, it is too long"),
        (
            "(i * x).sum()",
            "i",
            None,
            "JL204  `i` holds int64: gradients are taken by floating-point numbers.\n\nMake it",
        ),
        ("r = 0.1\n(r * x).sum()", "r", None, "JL204  `r` is made in this cell"),
        ("x.sum(), x.mean()", "x", None, "JL206  A gradient is taken of one number, and the result holds several."),
        ("z = x\n(w * 2).sum()", "x", None, "JL205  What is to be differentiated does not depend on an array."),
    ],
)
def test_what_can_not_be_differentiated_is_said(body, wrt, of, text):
    with pytest.raises(UsageProblem) as caught:
        grad(body, wrt, of, x=np.array([1.0, 2.0]), w=np.ones(2), i=np.arange(2), k=5, s=2.0, d=0.0)
    assert str(caught.value).startswith(text)
