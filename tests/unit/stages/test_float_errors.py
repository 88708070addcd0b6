"""NumPy's warnings of floating-point errors under a magic: the same texts at the same lines, where they are seen at all."""

import warnings

import numpy as np
import pytest

from jaxlab.model.options import Gradient, Options
from jaxlab.pipeline import last_report, run
from jaxlab.stages import float_errors
from jaxlab.stages.float_errors import SAMPLE

WARNING = [
    "y = 1 / x",
    "y = np.log(x)",
    "y = np.log(x - 1)",
    "y = np.sqrt(x - 1)",
    "y = x ** -1.0",
    "y = np.power(x - 1, 0.5)",
    "y = np.exp(x + 1000)",
    "y = x * 1e308 * 100",
    "y = x / x",
    "y = (x / x).sum()",
    "y = 1.0 // x",
    "y = x % 0.0",
    "y = np.arccos(x + 1)",
    "y = (x + 1e300).astype(np.float32)",
    "y = (x - 1e300).astype(int)",
    "y = np.mean(x[:0])",
    "y = np.log(np.zeros(4)) + x",
    "y = np.log(np.zeros(3))",
    "y = n // (n - n)",
    "y = n % (n - n)",
    "x[0] = np.inf\nx -= x",
    "a = x + 1\nb = [a, a - a]\nc = b[0] / b[1]\nprint(c)",
]
SILENT = [
    "y = x + 1",
    "y = x > 0",
    "y = n // 2",
    "y = x + np.inf",
    "y = z * 2",
    "with np.errstate(all='ignore'): y = 1 / x",
]


def names() -> dict:
    return {"np": np, "__name__": "__main__", "x": np.arange(4.0), "n": np.arange(4), "z": np.array([np.nan, np.inf])}


def warned(call, action: str = "always") -> list[tuple[str, int]]:
    """The texts of the RuntimeWarnings that a call gives, with their lines."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter(action, RuntimeWarning)
        call()
    return [(str(entry.message), entry.lineno, entry.filename.startswith("<jaxlab-")) for entry in found]


def plainly(body: str, into: dict) -> None:
    exec(compile(f"\n{body}", "<jaxlab-plain>", "exec"), into)


@pytest.mark.parametrize("body", WARNING)
@pytest.mark.parametrize("action", ["always", "default"])
def test_warnings_are_numpys_own(body, action, capsys):
    mine, plain = names(), names()
    expected = warned(lambda: plainly(body, plain), action)
    told = capsys.readouterr().out
    assert expected
    assert warned(lambda: run(body, mine), action) == expected
    assert capsys.readouterr().out == told
    for name in set(plain) - {"np", "__builtins__", "__warningregistry__"}:
        np.testing.assert_array_equal(mine[name], plain[name])


@pytest.mark.parametrize("body", SILENT)
def test_nothing_is_said_where_numpy_says_nothing(body):
    assert warned(lambda: run(body, names())) == []


def test_a_piece_runs_plainly_once_and_then_compiled():
    mine = names()
    assert len(warned(lambda: run("y = 1 / x", mine), "default")) == 1
    assert last_report().diagnostics[0].code == "JL217"
    assert warned(lambda: run("y = 1 / x", mine), "default") == []
    assert last_report().diagnostics == () and mine["y"][0] == np.inf


def test_where_warnings_are_errors_each_run_raises_at_its_line():
    mine = names()
    for _ in range(2):
        with pytest.raises(RuntimeWarning, match=r"^divide by zero encountered in divide$"):
            run("y = x + 1\nz = 1 / x", mine)
        assert mine["y"][0] == 1.0 and np.isnan(mine["z"][0])


def test_where_errors_are_raised_the_line_runs_plainly():
    with np.errstate(all="raise"), pytest.raises(FloatingPointError, match=r"^divide by zero encountered in divide$"):
        run("y = 1 / x", names())
    with pytest.raises(FloatingPointError, match=r"^invalid value encountered in sqrt$"):
        run("with np.errstate(invalid='raise'):\n    y = np.sqrt(x - 1)", names())


def test_later_runs_look_at_a_sample_of_large_results(monkeypatch):
    monkeypatch.setattr(float_errors, "_shown", set())
    mine = names() | {"x": np.ones(100 * SAMPLE)}
    run("y = 1 / x", mine)
    mine["x"][::2] = 0.0
    assert len(warned(lambda: run("y = 1 / x", mine), "default")) == 1


def test_in_32_bits_numpy_does_not_compute_again():
    mine = names()
    assert warned(lambda: run("y = x * 1e38 * 10", mine, options=Options(x32=True))) == []
    assert mine["y"].dtype == np.float32 and np.isinf(mine["y"][3])


def test_a_gradient_is_not_run_plainly():
    mine = names()
    run("(1 / x).sum()", mine, options=Options(gradient=Gradient(wrt=("x",))))
    assert not np.isfinite(mine["grads"][0])
    assert all(entry.code != "JL217" for entry in last_report().diagnostics)
