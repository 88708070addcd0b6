"""Whole programs as people write them in NumPy, unmodified: equal values, run twice."""

from pathlib import Path

import pytest

from tests.promise import broken, play

FILES = sorted({*Path(__file__).parent.glob("*.py")} - {Path(__file__)})
PROGRAMS = {path.stem: path.read_text() for path in FILES}
BREAKING = frozenset({"spmv_csr"})
"""Programs of which a part runs plainly: a slice whose length only the data say."""

RTOL = 1e-9


def _parts(text: str) -> tuple[str, str]:
    setup, cell = text.split("# cell\n")
    return setup, cell


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_means_the_same(name: str) -> None:
    setup, cell = _parts(PROGRAMS[name])

    turns = play(setup, cell, [setup], rtol=RTOL, atol=1e-12)

    assert not broken(turns)
    assert name in BREAKING or not [reason for turn in turns for reason in turn.breaks]
