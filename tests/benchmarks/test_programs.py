"""Whole programs: the compiled cell leaves what NumPy leaves, whatever of it compiles."""

import pytest

from tests.benchmarks.programs import BACKENDS, NAMES, compare, document, jit_row, load

pytestmark = pytest.mark.long


@pytest.mark.parametrize("name", NAMES)
def test_a_program_agrees_with_numpy(name):
    row = jit_row(compare(load(name)))
    assert row is not None
    assert row.agrees, row.note


def test_the_document_has_a_figure_for_each_backend_or_says_why():
    lines = list(document(["selu"]))
    cells = [cell.strip() for cell in next(line for line in lines if line.startswith("| selu |")).split("|")]
    for backend, cell in zip(BACKENDS, cells[2:], strict=False):
        assert cell[0].isdigit() or any(
            line.startswith((f"- selu, {backend}:", f"- selu: In {backend},")) for line in lines
        )
    assert any(line.startswith("Measured on ") for line in lines)
