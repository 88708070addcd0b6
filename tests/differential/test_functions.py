"""Every function of the catalogue gives what plain NumPy gives: value, type, dtype, shape, shared memory, exception."""

import pytest

from tests.differential.catalogue import ENTRIES
from tests.differential.operands import ALL, FEW, Kind
from tests.differential.sweeping import sweep

_TOLERANCES = sorted({entry.ulps for entry in ENTRIES})


def _differences(kind: Kind, part: int = 0, parts: int = 1) -> list[str]:
    """What differs on operands of one kind, in every `parts`-th expression from `part` on."""
    wrong = []
    for ulps in _TOLERANCES:
        sources = [source for entry in ENTRIES if entry.ulps == ulps for source in entry.sources]
        verdicts = sweep(sources[part::parts], kind.inputs(), ulps=ulps)
        wrong += [f"{source}: {verdict.differences[0]}" for source, verdict in verdicts.items() if verdict.differences]
    return wrong


@pytest.mark.parametrize("number", range(len(FEW)), ids=map(str, FEW))
def test_part_of_the_catalogue_equals_numpy(number):
    assert _differences(FEW[number], number, len(FEW)) == []


@pytest.mark.long
@pytest.mark.parametrize("kind", ALL, ids=str)
def test_whole_catalogue_equals_numpy(kind):
    assert _differences(kind) == []
