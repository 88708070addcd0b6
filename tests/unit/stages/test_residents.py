"""Results of a compiled piece go on as device arrays to the next one, and never where a write may have come between."""

import numpy as np
import pytest

from jaxlab.cell.looking import only_looks
from jaxlab.pipeline import last_report, run
from jaxlab.stages import program
from jaxlab.stages.program import to_device

COUNT = 200_000


def names() -> dict:
    return {"np": np, "__name__": "__main__", "x": np.arange(float(COUNT)), "y": np.ones(COUNT), "w": np.ones(6)}


@pytest.fixture
def moved(monkeypatch):
    """The number of arrays of NumPy's that each run of a piece moved to the device."""
    counts: list[int] = []

    def counting(values, *args):
        counts.append(sum(isinstance(value, np.ndarray) for value in values))
        return to_device(values, *args)

    monkeypatch.setattr(program, "to_device", counting)
    return counts


def run_both(body: str) -> None:
    """Runs a cell three times under the magic and plainly: equal arrays each time, and no one array for two."""
    mine, plain = names(), names()
    for _ in range(3):
        run(body, mine)
        exec(body, plain)
        arrays = [name for name, value in plain.items() if isinstance(value, np.ndarray)]
        for name in arrays:
            np.testing.assert_array_equal(mine[name], plain[name], err_msg=name)
        for one in arrays:
            assert [np.may_share_memory(mine[one], mine[other]) for other in arrays] == [
                np.may_share_memory(plain[one], plain[other]) for other in arrays
            ]


LOOP = "s = w.sum()\nwhile s > 0.0:\n    {}\n    s = s - 1.0"


def test_the_second_turn_moves_nothing(moved, monkeypatch):
    monkeypatch.setattr("jaxlab.interpreting.PATIENCE_S", 0.0)
    mine = names()
    run(LOOP.format("x = x * 0.5 + 1.0"), mine)
    assert last_report().breaks
    del moved[:]
    run(LOOP.format("x = x * 0.5 + 1.0"), mine)
    assert len(moved) >= 6 and sum(moved) == 2  # x and w, by the first turn and by what comes before it


@pytest.mark.parametrize(
    "between",
    [
        "x = x * 0.5 + 1.0",
        "x *= 0.5; y = x + y",
        "x *= 0.5; open('/dev/null').close(); x[0] = s; open('/dev/null').close(); y = x + y",
        "y = x + 1; open('/dev/null').close() or y.__setitem__(0, 7.0); x = y + 1",
        "y = x + 1; v = y[1:]; open('/dev/null').close() or v.fill(3.0); x = y * 2",
        "y = x + 1; z = y; z += 1; x = y * 2",
        "y, x = x + 1, y",
        "y = x; x = x + 1",
        "y = x + 1; x = y[::-1] + 1",
    ],
)
def test_values_are_numpys_whatever_comes_between(between, monkeypatch):
    monkeypatch.setattr("jaxlab.interpreting.PATIENCE_S", 0.0)
    run_both(LOOP.format(between))


def test_elements_of_an_iterator_of_the_users_may_write(monkeypatch):
    monkeypatch.setattr("jaxlab.interpreting.PATIENCE_S", 0.0)
    body = (
        "def writing():\n    for k in range(5):\n        x[k] = -1.0\n        yield k\n"
        "for k in writing():\n    x = x * 2.0\n    if x[1] > 1e9: break"
    )
    run_both(body)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("n < 5", True),
        ("not (n == 3 or x)", True),
        ("n + 1 > -n", True),
        ("thing < 3", False),
        ("f()", False),
        ("x[0] > 1", False),
        ("(n := 3)", False),
        ("thing.value", False),
        ("[k for k in x]", False),
    ],
)
def test_what_only_looks(expression, expected):
    import ast

    assert only_looks(ast.parse(expression, mode="eval").body, lambda name: name in ("n", "x")) is expected
