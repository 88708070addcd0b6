"""Each cell means the same compiled and plainly, at every run."""

import pytest

from tests.promise import broken, play
from tests.regressions.cells import CELLS


@pytest.mark.parametrize("name", CELLS)
def test_the_cell_means_the_same(name: str) -> None:
    case = CELLS[name]

    turns = play(f"import numpy as np\n{case.setup}", case.cell, case.changes)

    assert not broken(turns)
