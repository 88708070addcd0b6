"""The case file's situations of `%%compare`: fair figures, one run's results, and the values that the case states."""

import pytest

from jaxlab import pipeline
from jaxlab.model.measuring import Measuring
from tests.cells.test_cases import CASES, _assert_stated
from tests.unit.measure.notebook import notebook

COMPARE = [pytest.param(case, id=case["id"]) for case in CASES if case["magic"] == "compare"]
QUICK = Measuring(repeats=5, budget_s=0.5)


@pytest.mark.parametrize("case", COMPARE)
def test_both_agree_and_the_stated_values_are_left(case):
    namespace = notebook(case["setup"])
    report = pipeline.compare(case["cell"], namespace, measuring=QUICK).report

    numpy, jit = report.comparison.rows
    assert jit.agrees, report.diagnostics
    assert jit.bits is None  # NumPy's own precision on both sides
    for name, stated in (case.get("numpy_values") or {}).items():
        _assert_stated(namespace[name], stated, float(case["rtol"]), float(case["atol"]))
    assert numpy.first_call_s is None
    assert len(jit.samples_s) == len(numpy.samples_s) == 5


@pytest.mark.parametrize("case", COMPARE)
def test_compiling_transfers_and_steady_state_are_apart(case):
    jit = pipeline.compare(case["cell"], notebook(case["setup"]), measuring=QUICK).report.comparison.rows[1]
    if jit.is_ranked:
        assert jit.first_call_s > jit.median_s
        assert 0 < jit.transfer_s < jit.first_call_s
