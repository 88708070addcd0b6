"""A list that only grows does not compile a cell again; a list that is read is guarded."""

import numpy as np
import pytest

from jaxlab.pipeline import run
from tests.promise import broken, play


def namespace(**more) -> dict:
    return {"np": np, "__name__": "__main__", "x": np.arange(3.0), "hist": [], "log": {"loss": []}, **more}


@pytest.mark.parametrize(
    "body",
    [
        "hist.append(float(x.sum()))",
        "hist.extend([x.sum(), 2])",
        "hist += [x * 2]",
        "log['loss'].append(f'{x.sum():.1f}')",
        "h = hist\nh.append(x.max())",
        "for k in range(3):\n    hist.append(k * x)",
    ],
)
def test_appending_compiles_once(body):
    plain, compiled = namespace(), namespace()
    for turn in range(4):
        exec(body, plain)
        report = run(body, compiled).report
        assert report.breaks == ()
        assert report.reused == (turn > 0)
    for name in ("hist", "log"):
        assert repr(compiled[name]) == repr(plain[name])
    if "h" in plain:
        assert compiled["h"] is compiled["hist"]


@pytest.mark.parametrize(
    "body",
    [
        "hist.append(x.sum())\nn = len(hist)",
        "hist.append(x.sum())\ny = np.array(hist) * 2",
        "y = sum(hist) + x.sum()\nhist.append(y)",
        "hist.append(1)\nhist[0] = x.sum()",
        "hist.append(2.0)\nz = [v * 2 for v in hist]",
        "hist.append(1)\nz = hist + [2]",
        "hist.append(1)\nz = [2] + hist",
        "hist.append(1)\nz = [*hist, 3]",
        "hist.append(1)\nz = 1 in hist, hist == [1], not hist",
        "hist.append(3)\nhist.insert(0, x.sum())\nhist.sort",
        "hist.append(4)\ndel hist[0]\nz = x + 1",
        "hist.append(x.sum())\nprint(hist, f'{hist}', '%s' % hist)",
        "hist.append(1.0)\nhist *= 2\nz = hist is hist",
        "hist.append(1.0)\na, *b = hist\nz = x * a",
        "hist.append([1.0])\nhist[0].append(2)\nz = x * hist[0][0]",
        "z = isinstance(hist, list), type(hist) is list\nhist.append(1)",
        "hist.append(1)\nassert hist\nz = max(hist, default=0)",
    ],
)
def test_a_list_that_is_read_is_right_at_every_run(body, capsys):
    plain, compiled = namespace(), namespace()
    for _ in range(3):
        exec(body, plain)
        expected = capsys.readouterr().out
        run(body, compiled)
        assert capsys.readouterr().out == expected
        for name in set(plain) - {"np", "__builtins__"}:
            assert repr(compiled[name]) == repr(plain[name]), name
            assert type(compiled[name]) is type(plain[name])


@pytest.mark.parametrize(
    "body",
    [
        "r = list(map(double, [r, 1]))\nr = list(map(double, [r, 2]))",
        "made = [held]\nlist(map(grow, [made]))\nz = x * made[0][-1]",
        "r = sorted([r, r], key=len)\nr[0].append(4)",
        "r = list(reversed([held, [held]]))",
    ],
)
def test_lists_handed_to_builtins_stay_the_objects_they_are(body):
    setup = """import numpy as np
x = np.arange(3.0)
held = [x, 2]
r = [held, 4]
def double(q):
    return q * 2
def grow(q):
    q[0].append(3)
"""
    assert not broken(play(setup, body, ["", "held.append(1)"]))
