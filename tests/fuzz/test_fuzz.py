"""Random cells, run plainly and compiled: the same values, types, memory, text, errors and random numbers."""

import os

import pytest
from hypothesis import HealthCheck, given, note, settings

from tests.fuzz.programs import SETUP, cells, changes
from tests.promise import Notebook, Turn, broken, play

FEW, MANY = 300, int(os.environ.get("JAXLAB_FUZZ", "5000"))
START = SETUP + "r0 = 1.0\nr1 = np.arange(3.0)\nr2 = 2\nr3 = a[::2]\n"
ZERO = 1e-300
"""Everything is compared to the bit but the sign of zeros: XLA takes 0 + x for x, and NumPy's sort mixes zeros."""
LEAST_COMPILED = 0.5
"""Share of the programs that must have no break; random programs are full of what NumPy itself refuses."""

_settings = settings(deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))


def _check(cell: str, later: list[str]) -> list[Turn]:
    plain = Notebook()
    plain.plain(START)
    plain.plain(cell)
    runnable = [change for change in later if plain.plain(change).raised is None]
    turns = play(START, cell, runnable[:1], atol=ZERO)
    note(f"{cell}\n--- then ---\n" + "\n---\n".join(runnable))
    assert not broken(turns)
    return turns


def _run(examples: int) -> float:
    """Runs so many random cells; gives the share that compiled without a break."""
    compiled: list[bool] = []

    @settings(_settings, max_examples=examples)
    @given(cells, changes)
    def check(cell: str, later: list[str]) -> None:
        turn = _check(cell, later)[0]
        if turn.raised is None:
            compiled.append(not turn.breaks)

    check()
    return sum(compiled) / len(compiled)


def test_random_cells_mean_the_same(record_property) -> None:
    share = _run(FEW)

    record_property("compiled", f"{share:.0%}")
    assert share >= LEAST_COMPILED


@pytest.mark.long
def test_many_random_cells_mean_the_same(record_property) -> None:
    record_property("compiled", f"{_run(MANY):.0%}")
