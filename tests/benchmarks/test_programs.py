"""Whole programs: the compiled cell leaves what NumPy leaves, whatever of it compiles."""

import pytest

from tests.benchmarks.programs import NAMES, compare, jit_row, load

pytestmark = pytest.mark.long


@pytest.mark.parametrize("name", NAMES)
def test_a_program_agrees_with_numpy(name):
    row = jit_row(compare(load(name)))
    assert row is not None
    assert row.agrees, row.note
