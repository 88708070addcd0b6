"""What a cell reads is always what it is now, on whatever way it is reached."""

import pytest

from tests.freshness.ways import WAYS, Way
from tests.promise import broken, play

KINDS = {
    "array": ("np.array([1.0, 2.0, 4.0])", "np.array([8.0, 2.0, 4.0])", "np.array([8.0, 2.0])"),
    "float": ("2.0", "4.0", "4"),
    "integer": ("2", "3", "3.0"),
    "zero": ("0.0", "-0.0", "0"),
    "flag": ("True", "False", "1"),
}
"""Three values each: the second is of the first one's shape and type, the third is not."""

SETUP = "import numpy as np\nx = np.array([-1.0, -2.0, -4.0])\n"


def _cases():
    for name, way in WAYS.items():
        for kind in _kinds(way):
            yield pytest.param(way, kind, id=f"{name}-{kind}")


def _kinds(way: Way) -> list[str]:
    """Python's `sum` starts from 0, and 0 + -0.0 is 0.0 in Python but -0.0 in XLA: no signed zeros there."""
    if "VALUE" not in way.setup:
        return ["array"]
    return [kind for kind in KINDS if "sum(" not in way.cell.replace("x.sum()", "") or kind not in ("zero", "flag")]


@pytest.mark.parametrize(("way", "kind"), [*_cases()])
def test_the_next_run_sees_every_change(way: Way, kind: str) -> None:
    turns = play(SETUP + way.setup.replace("VALUE", KINDS[kind][0]), way.cell, _changes(way, kind))

    assert not broken(turns)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("setup", "where"),
    [
        ("w = VALUE", "w"),
        ("w = [VALUE]", "w[0]"),
        ("w = {'a': VALUE}", "w['a']"),
        ("class M:\n    pass\nm = M()\nm.w = VALUE", "m.w"),
    ],
)
def test_a_value_that_is_only_handed_on_is_fresh(setup: str, where: str, kind: str) -> None:
    first, second, third = KINDS[kind]
    changes = [f"{where} = {second}", f"{where} = {third}"]

    turns = play(SETUP + setup.replace("VALUE", first), f"y = {where}\nz = [{where}, 1]", changes)

    assert not broken(turns)


def _changes(way: Way, kind: str) -> list[str]:
    _, second, third = KINDS[kind]
    changes = ["", way.rebind.replace("VALUE", second)]
    if way.where and kind == "array":
        changes.append(f"{way.where}[0] = 32.0")
    if "VALUE" in way.rebind:
        changes.append(way.rebind.replace("VALUE", third))
    return [*changes, *filter(None, [way.redefine, "x[1] = 8.0"])]
