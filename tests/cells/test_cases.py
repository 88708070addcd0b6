"""The case file: real situations of people who port NumPy, each held to the promise and to the values it states."""

from pathlib import Path

import numpy as np
import pytest
import yaml

from tests.promise import Notebook, broken, play

CASES = yaml.safe_load((Path(__file__).parent / "cases.yaml").read_text())
JIT = [case for case in CASES if case["magic"] == "jit"]
COUNTED = ("dtype", "numpy-call", "state-and-names")
LEAST_COMPILED = 0.8


def _named(cases):
    return [pytest.param(case, id=case["id"]) for case in cases]


def _played(case):
    changes = [case["rerun_after"] or ""] if "rerun_after" in case else []
    return play(case["setup"], case["cell"], changes, rtol=float(case["rtol"]), atol=float(case["atol"]))


@pytest.mark.parametrize("case", _named(JIT))
def test_the_cell_means_the_same(case) -> None:
    assert not broken(_played(case))


@pytest.mark.parametrize("case", _named(case for case in JIT if case.get("numpy_values")))
def test_the_cell_gives_the_stated_values(case) -> None:
    notebook = Notebook()
    notebook.plain(case["setup"])
    notebook.compiled(case["cell"])

    for name, stated in case["numpy_values"].items():
        if name not in case.get("optional_names", ()):
            _assert_stated(notebook.namespace[name], stated, float(case["rtol"]), float(case["atol"]))


def _assert_stated(value, stated, rtol: float, atol: float) -> None:
    if "dict" in stated:
        for key, item in value.items():
            _assert_stated(item, stated["dict"][str(key)], rtol, atol)
    elif "list" in stated:
        for item, part in zip(value, stated["list"], strict=True):
            _assert_stated(item, part, rtol, atol)
    else:
        _assert_array(np.asarray(value), stated, rtol, atol)


def _assert_array(array: np.ndarray, stated, rtol: float, atol: float) -> None:
    assert str(array.dtype) == stated["dtype"]
    assert list(array.shape) == stated["shape"]
    if "sum" in stated:
        first, last = array.ravel()[: len(stated["first"])], array.ravel()[-len(stated["last"]) :]
        found = {"sum": array.sum(), "abs_sum": abs(array).sum(), "first": first, "last": last}
        for name, part in found.items():
            np.testing.assert_allclose(part, stated[name], rtol=rtol, atol=atol)
    elif "real" in stated:
        np.testing.assert_allclose(array.real, stated["real"], rtol=rtol, atol=atol)
        np.testing.assert_allclose(array.imag, stated["imag"], rtol=rtol, atol=atol)
    elif stated["dtype"] != "object":
        np.testing.assert_allclose(array, np.asarray(stated["value"], array.dtype), rtol=rtol, atol=atol)


def test_most_cells_compile() -> None:
    cases = [case for case in JIT if case["topic"] in COUNTED and case["expect"] == "value"]

    compiled = [case["id"] for case in cases if not any(turn.breaks for turn in _played(case))]

    assert len(compiled) >= LEAST_COMPILED * len(cases), sorted({case["id"] for case in cases} - {*compiled})
