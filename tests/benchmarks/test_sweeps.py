"""A sweep takes little longer than its samples."""

import pytest

from tests.benchmarks.sweeps import over_perfplot

pytestmark = pytest.mark.long

MOST = 1.2


def test_a_sweep_takes_about_as_long_as_perfplots():
    pytest.importorskip("perfplot")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("MPLBACKEND", "agg")
        assert over_perfplot(turns=3) < MOST
