"""Arrays of the notebook that overlap: a write through one is seen through the others, in one compiled program."""

import numpy as np
import pytest

from jaxlab.pipeline import run
from tests.promise import broken, play

SETUP = """import numpy as np
a = np.arange(6.0)
view = a[1:4]
b = np.arange(12.0).reshape(3, 4)
bt = b.T
row = b[1]
f = np.asfortranarray(np.arange(6.0).reshape(2, 3))
fv = f[:, 1]
memory = np.frombuffer(bytearray(48))
window = memory[2:]
back = a[::-1]
"""
CHANGES = ("a[0] = 9", "view = a[2:5]", "view = np.ones(3)", "row = b[2]\nb[0, 0] = 44", "view = b[0, :3]", "a = view")


@pytest.mark.parametrize(
    "cell",
    [
        "view[:] = view * 2\nr = a.sum()",
        "a += 1\nview -= 1\nr = a * view[0]",
        "row[:] = 0\nbt[0] = 5\nr = b.sum(axis=0)",
        "fv *= 3\nr = f[0] + fv[0]",
        "window[:] = 1\nr = memory.sum()",
        "back[0] = 7\nr = a * 1",
        "view.fill(1)\nview[0] = 3\nr = a.copy()",
        "r = np.shares_memory(a, view), np.shares_memory(a, b), np.may_share_memory(row, bt)",
        "r = a is view.base, view[1:].base is a, a.base is None",
        "v = view[1:]\nv += 1\nr = a[2:]",
        "items = [view, a]\nitems[0][:] = 2\nr = items[1].sum()",
    ],
)
def test_overlapping_arrays_compile_and_mean_the_same(cell):
    turns = play(SETUP, cell, CHANGES)

    assert not broken(turns)
    assert not any(turn.breaks for turn in turns)


def test_the_next_run_is_warm():
    namespace = {"__name__": "__main__"}
    exec(SETUP, namespace)

    reports = [run("view += 1\nr = a.sum()", namespace).report for _ in range(3)]

    assert [report.reused for report in reports] == [False, True, True]
    assert namespace["a"][1] == 4.0


def test_a_small_view_of_a_large_owner_is_a_break():
    namespace = {"np": np, "__name__": "__main__", "large": np.zeros(10_000_000)}
    namespace["view"] = namespace["large"][:3]

    report = run("view += 1\nr = large.sum()", namespace).report

    assert [entry.reason for entry in report.breaks] == ["the memory that `view` shares with `large` can't be an input"]
    assert namespace["r"] == 3.0
