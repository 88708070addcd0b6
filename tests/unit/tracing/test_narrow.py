"""`--x32`: NumPy code in 32 bits, and the report says so."""

import numpy as np
import pytest

from jaxlab.model.options import Options
from jaxlab.pipeline import run

X32 = Options(x32=True)


def names() -> dict:
    return {
        "np": np,
        "__name__": "__main__",
        "x": np.linspace(0, 1, 7),
        "i": np.arange(3),
        "k": 2.0,
        "s": np.float64(3),
    }


@pytest.mark.parametrize(
    "body",
    [
        "y = x * k + s",
        "y = np.zeros(3) + i / 2",
        "y = np.mean(i) + x",
        "y = np.exp(x).sum()",
        "y = x.astype(float) * 2",
        "y = np.random.rand(3) + x[:3]",
        "y = np.fft.fft(x)",
        "y = np.arange(2000) * 0.5",
    ],
)
def test_floats_have_32_bits(body):
    plain, narrow = names(), names()
    np.random.seed(1)
    exec(body, plain)
    np.random.seed(1)
    report = run(body, narrow, options=X32).report
    assert report.breaks == ()
    assert narrow["y"].dtype == {"f": np.float32, "c": np.complex64}[plain["y"].dtype.kind]
    np.testing.assert_allclose(narrow["y"], plain["y"], rtol=1e-5, atol=1e-6)
    assert [finding.code for finding in report.diagnostics] == ["JL216"]


def test_what_is_no_numpy_float_stays():
    space = names()
    run("j = i * 2\nf = k * 2\nn = len(x)\nx[0] = k", space, options=X32)
    assert space["j"].dtype == np.int64 and type(space["f"]) is float and space["n"] == 7
    assert space["x"].dtype == np.float64 and space["x"][0] == 2.0


def test_a_view_of_the_notebooks_array_stays_one():
    space = names()
    run("v = x[1:3]\nw = x", space, options=X32)
    space["v"][0] = 9.0
    assert space["x"][1] == 9.0 and space["w"] is space["x"]
