"""Random cells, run plainly and compiled: the same values, types, memory, text, errors and random numbers."""

import jax
import pytest
from hypothesis import HealthCheck, Phase, given, note, seed, settings

from tests.fuzz.programs import START, cells, changes
from tests.promise import Notebook, Turn, broken, play

FEW = 300
SEEDS, EACH = range(20), 1000
"""The long run: so many programs for each of so many seeds, 20,000 in all."""

ZERO = 1e-300
"""Everything is compared to the bit but the sign of zeros: XLA takes 0 + x for x, and NumPy's sort mixes zeros."""
LEAST_COMPILED = 0.95
"""Share of the programs that must have no break."""

_settings = settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))


def _check(cell: str, later: list[str]) -> list[Turn]:
    plain = Notebook()
    plain.plain(START)
    plain.plain(cell)
    runnable = [change for change in later if plain.plain(change).raised is None]
    turns = play(START, cell, runnable[:1], atol=ZERO)
    note(f"{cell}\n--- then ---\n" + "\n---\n".join(runnable))
    assert not broken(turns)
    return turns


def _run(configured: settings, number: int) -> float:
    """Runs random cells; gives the share that compiled without a break, of those in which NumPy raises nothing."""
    compiled: list[bool] = []

    @seed(number)
    @settings(configured)
    @given(cells, changes)
    def check(cell: str, later: list[str]) -> None:
        turn = _check(cell, later)[0]
        if turn.raised is None:
            compiled.append(not turn.breaks)
        if len(compiled) % 100 == 0:  # thousands of programs fill the memory
            jax.clear_caches()

    check()
    return sum(compiled) / len(compiled)


def test_random_cells_mean_the_same(record_property) -> None:
    share = _run(settings(_settings, max_examples=FEW), number=0)

    record_property("compiled", f"{share:.1%}")
    assert share >= LEAST_COMPILED


@pytest.mark.long
@pytest.mark.parametrize("number", SEEDS)
def test_many_random_cells_mean_the_same(number, record_property, capsys) -> None:
    share = _run(settings(_settings, max_examples=EACH, phases=[Phase.generate, Phase.shrink]), number)

    record_property("compiled", f"{share:.1%}")
    with capsys.disabled():
        print(f"\nseed {number}: {EACH} programs without a difference, {share:.1%} without a break")
    assert share >= LEAST_COMPILED
