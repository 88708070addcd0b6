"""Whole programs as people write them in NumPy, unmodified: equal values, run twice."""

import pytest

from tests.benchmarks.programs import NAMES, load
from tests.promise import broken, play

BREAKING = frozenset({"spmv_csr"})
"""Programs of which a part runs plainly: a slice whose length only the data say."""
SLOW = frozenset({"cavity_flow", "conv2d", "logistic_regression", "mlp_train", "wave_1d"})
RTOL, ATOL = 1e-9, 1e-12


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.long if name in SLOW else ()) for name in NAMES])
def test_a_program_means_the_same(name: str) -> None:
    program = load(name)

    turns = play(program.setup, program.cell, [program.setup], rtol=RTOL, atol=ATOL)

    assert not broken(turns)
    assert name in BREAKING or not [reason for turn in turns for reason in turn.breaks]
