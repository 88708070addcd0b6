"""Loops and branches that can't be traced run as Python runs them, and what is inside is compiled once."""

import itertools

import numpy as np
import pytest

from jaxlab import interpreting
from jaxlab.pipeline import run

PROGRAMS = {
    "while": "while err > 0.1:\n    x = x * 0.5\n    err = np.abs(x).max()\nz = x.sum()",
    "while else": "while x.max() > 1:\n    x = x - 0.5\nelse:\n    done = x * 2",
    "for break": "for i in range(9):\n    x = x + i\n    if x.sum() > 20:\n        break\nelse:\n    i = -1\ny = x * i",
    "for no break": "for i in range(4):\n    x = x + i\n    if x.sum() > 1e6:\n        break\nelse:\n    i = -1\ny = x * i",
    "continue": "t = 0\nfor i in range(9):\n    if x[i % 3] > 1:\n        continue\n    t = t + x[i % 3] * i",
    "nested": "for i in range(3):\n    for j in range(3):\n        if x[j] > i:\n            break\n        x[j] += 1\n    w = x * j",
    "tuple target": "for k, (a, b) in enumerate([(1, 2), (3, 4)]):\n    if x.sum() > 0:\n        x = x * a + b",
    "attribute target": "for box.v, q[0] in [(1, 2), (3, 4)]:\n    if x.sum() > 0:\n        x = x * box.v + q[0]",
    "over an iterator": "for v in it:\n    if x.sum() > v:\n        x = x + v",
    "if": "if x.sum() > 1:\n    y = x * 2\nelif x.sum() > 0:\n    y = x * 3\nelse:\n    y = x",
    "if in a loop": "for i in range(5):\n    if x[0] < i:\n        x[0] += 2\n        h.append(float(x[0]))\n    else:\n        x[1] -= 1",
    "empty": "for i in range(0):\n    x = x / 0\nelse:\n    n = 1\nif x.sum() > 0: pass",
    "del in a loop": "for i in range(3):\n    if x.sum() > 0:\n        t = x * i\n        u = t.sum()\n        del t",
    "definitions in a loop": "for i in range(3):\n    if x.sum() > 0:\n        def f(v): return v * i\n        x = f(x) + 1",
    "print": "for i in range(3):\n    if x.sum() > 0:\n        x = x + 1\n        print(i, x)",
    "try": "for i in range(3):\n    try:\n        if x[i] > 1:\n            raise ValueError\n        x[i] = 9\n    except ValueError:\n        x[i] = -1",
    "break in with": "for i in range(3):\n    with np.errstate(all='ignore'):\n        if x[i] > 1: break\n        x = x + 1",
    "iter changes": "for v in h2:\n    if x.sum() > 0 and len(h2) < 5:\n        h2.append(v + 1)\n        x = x + v",
}


class Box:
    v = 0


def namespace() -> dict:
    return {
        "np": np,
        "__name__": "__main__",
        "x": np.array([0.5, 1.5, 2.5]),
        "err": 1.0,
        "h": [],
        "h2": [1, 2],
        "it": iter([1, 2, 3]),
        "box": Box(),
        "q": [0],
    }


def shown(names: dict) -> dict:
    left = {"np", "__builtins__", "__name__", "it", "f"}
    return {name: (type(value), repr(value)) for name, value in names.items() if name not in left | {"box"}} | {
        "box.v": names["box"].v
    }


@pytest.fixture(params=["pieces", "quick", "patient"])
def pace(request, monkeypatch):
    """Loops run as pieces at once; as plain code after two turns; as pieces after a while."""
    patience, worthwhile = {"pieces": (-1.0, 0.0), "quick": (1e9, 1e9), "patient": (0.002, 0.0)}[request.param]
    monkeypatch.setattr(interpreting, "PATIENCE_S", patience)
    monkeypatch.setattr(interpreting, "WORTHWHILE_S", worthwhile)
    return request.param


@pytest.mark.parametrize("program", PROGRAMS)
def test_as_python_runs_it(program, pace, capsys):
    plain, compiled = namespace(), namespace()
    for _ in range(2):
        exec(PROGRAMS[program], plain)
        expected = capsys.readouterr().out
        report = run(PROGRAMS[program], compiled).report
        assert capsys.readouterr().out == expected
        assert shown(compiled) == shown(plain)
        assert report.diagnostics == ()


def test_what_is_inside_is_compiled_once(monkeypatch):
    monkeypatch.setattr(interpreting, "PATIENCE_S", -1.0)
    body = "while err > 0.01:\n    x = x * 0.5\n    err = np.abs(x).max()"
    report = run(body, namespace()).report
    assert len(report.segments) == 1
    assert [(span.line, span.end_line) for span in report.segments[0].spans] == [(3, 3), (4, 4)]
    assert [(entry.line, entry.span.end_line) for entry in report.breaks] == [(2, 2)]
    assert [str(report.line_state(line)) for line in (2, 3, 4)] == ["plain", "compiled", "compiled"]


def test_an_error_inside_is_pythons(monkeypatch):
    monkeypatch.setattr(interpreting, "PATIENCE_S", -1.0)
    names = namespace()
    with pytest.raises(IndexError, match="index 3 is out of bounds") as caught:
        run("for i in itertools.count():\n    if x.sum() < 1e9:\n        x[i] = i", names | {"itertools": itertools})
    assert caught.traceback[-1].lineno + 1 == 4


def test_nothing_of_ours_stays_in_the_namespace(monkeypatch):
    monkeypatch.setattr(interpreting, "PATIENCE_S", 1e9)
    monkeypatch.setattr(interpreting, "WORTHWHILE_S", 1e9)
    names = namespace()
    with pytest.raises(ZeroDivisionError):
        run("for i in range(5):\n    if x.sum() > 0:\n        k = 1 / (3 - i)", names)
    assert not [name for name in names if name.startswith("__jaxlab")]
    assert names["i"] == 3
