"""Where XLA would round twice, or JAX would compute in fewer bits, the results are NumPy's to the last bit."""

import numpy as np
import pytest

from jaxlab.pipeline import run
from tests.promise import broken, play

_X = np.arange(1, 41) / 7


def _value(source, **names):
    outcome = run(source, {"np": np, "x": _X.copy(), **names})
    assert outcome.report.breaks == ()
    return outcome.value


@pytest.mark.parametrize("source", ["x / 3", "x / x[2]", "x / x.sum()", "np.round(x, 2)", "x ** 2"])
def test_divisions_are_rounded_once(source):
    plain = eval(source, {"np": np, "x": _X.copy()})
    assert np.array_equal(_value(source), plain)


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int32"])
@pytest.mark.parametrize(
    "source", ["i.mean()", "np.std(i)", "np.nanmean(i)", "i / 7", "np.exp(i)", "np.interp(i, [0, 4], [0, 0.1])"]
)
def test_integers_and_booleans_are_computed_in_the_precision_of_numpy(source, dtype):
    i = np.arange(5).astype(dtype)
    plain = eval(source, {"np": np, "i": i})
    value = _value(source, i=i)
    assert value.dtype == plain.dtype
    np.testing.assert_allclose(value, plain, rtol=1e-14)


def test_a_float_that_is_an_exponent_becomes_a_guarded_constant():
    namespace = {"np": np, "x": _X.copy(), "p": 2.0}
    assert np.array_equal(run("x ** p", namespace).value, _X**2)
    namespace["p"] = 3.0
    np.testing.assert_allclose(run("x ** p", namespace).value, _X**3, rtol=1e-14)


def test_the_order_of_equal_elements_is_left_to_numpy():
    namespace = {"np": np, "x": np.array([2.0, 1.0, 2.0])}
    outcome = run("np.argsort(x)", namespace)
    assert outcome.value.tolist() == np.argsort(namespace["x"]).tolist()
    assert [entry.code for entry in outcome.report.diagnostics] == ["JL203"]


@pytest.mark.parametrize(
    "expression",
    [
        *(
            "flag + True",
            "True + flag",
            "flag + flag",
            "flag * 3",
            "-flag",
            "+flag",
            "~flag",
            "flag - flag",
            "flag << 1",
        ),
        *("flag ** 2", "flag & True", "flag ^ flag", "flag | 3", "abs(flag)", "sum([flag, True])", "flag < 2"),
        *("flag == 1", "flag / 2", "(s > 1) + (s > 0)", "m[0] + True", "m[0] & flag", "np.add(flag, 1)"),
    ],
)
def test_pythons_booleans_count_as_integers(expression):
    setup = "import numpy as np\ns = 2.0\nm = np.array([True, False])\n"

    turns = play(setup, f"flag = bool(s)\nr = {expression}\nx = s * 2", ["s = 0.0"])

    assert not broken(turns)
    assert turns[0].breaks == []


@pytest.mark.parametrize("operator", ["<<", ">>"])
def test_a_negative_shift_raises_as_in_python(operator):
    turns = play("import numpy as np\nk = np.array([5, 2])\n", f"r = int(k[0]) {operator} int(k[1])", ["k[1] = -1"])

    assert not broken(turns)
    assert isinstance(turns[1].raised, ValueError)
