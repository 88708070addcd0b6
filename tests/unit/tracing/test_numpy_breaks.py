"""What of NumPy and SciPy stops the trace, and what is said then; and objects of theirs that outlive a cell."""

import numpy as np
import pytest
import scipy.linalg
import scipy.stats

from jaxlab.pipeline import run

_NAMES = {"np": np, "scipy": scipy, "x": np.array([3.0, -1.0, 2.0]), "k": np.array([1, 0, 1]), "h": np.eye(2) + 1}


@pytest.mark.parametrize(
    ("source", "reason", "remedy"),
    [
        (
            "r = np.bincount(k)",
            "the length that `np.bincount` gives depends on values that the program computes",
            "Say how many there are by `minlength=`",
        ),
        ("r = np.poly1d(x).roots", "`roots` of a polynomial", ""),
        ("r = np.delete(x, k)", "the number of elements that `np.delete` leaves is not known while tracing", ""),
        ("r = np.insert(x, k[0], 1.0)", "where `np.insert` puts elements is not known while tracing", ""),
        (
            "r = scipy.stats.norm.rvs(size=2)",
            "`scipy`'s `rvs` may have effects, or give something else at the next run",
            "",
        ),
        ("r = scipy.stats.poisson.pmf(k, 2.0)", "`scipy`'s `pmf` has no counterpart in JAX", ""),
        (
            "w, u = scipy.linalg.eigh(h)",
            "the signs of the eigenvectors that `scipy.linalg.eigh` gives are those of its own algorithm",
            "",
        ),
    ],
)
def test_what_stops_says_why(source, reason, remedy):
    report = run(source, dict(_NAMES)).report
    assert [(entry.reason, entry.remedy) for entry in report.breaks] == [(reason, remedy)]


def test_a_polynomial_of_another_cell_is_seen_to_change():
    names = dict(_NAMES)
    assert run("p = np.poly1d(np.polyfit(x, 2 * x + 1, 1))", names).report.breaks == ()
    assert type(names["p"]) is np.poly1d
    np.testing.assert_allclose(names["p"].coeffs, [2, 1], rtol=1e-13)
    assert run("r = p(x)", names).report.breaks == ()
    np.testing.assert_allclose(names["r"], 2 * names["x"] + 1, rtol=1e-13)
    names["p"] = np.poly1d([1.0, 0.0])
    run("r = p(x)", names)
    np.testing.assert_allclose(names["r"], names["x"], rtol=1e-13)
