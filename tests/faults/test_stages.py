"""A fault at each stage of a run: an exception, an interrupt, a failure of our own. What is left is what the contract says."""

import numpy as np
import pytest

from jaxlab import execution
from jaxlab.pipeline import run
from jaxlab.stages import attempt, program, staging
from jaxlab.tracing.effects import commit

BODY = "x[0] = 5.0\nlog.append(float(x.sum()))\nbox.total = x * 2\ny = x + np.random.rand(3)\nprint('ran')\ny.sum()"


class Box:
    total = None


class OurFault(Exception):
    """Stands for a failure of jaxlab's own."""


def namespace() -> dict:
    np.random.seed(4)
    return {"np": np, "__name__": "__main__", "x": np.arange(3.0), "log": [], "box": Box()}


def left(names: dict) -> tuple:
    box = names["box"].total
    return (
        names["x"].tolist(),
        names["log"],
        None if box is None else box.tolist(),
        names["y"].tolist() if "y" in names else None,
        repr(np.random.get_state(legacy=False)),
    )


def raising(error: BaseException):
    def fails(*args, **options):
        raise error

    return fails


STAGES = {
    "trace": (attempt, "collect"),
    "lower and compile": (staging, "interruptible"),
    "draw": (execution, "draw_again"),
    "run": (program, "to_device"),
    "results": (program, "to_notebook"),
    "build": (commit, "Build"),
}


@pytest.fixture
def plain():
    names = namespace()
    exec(BODY, names)
    return left(names)


@pytest.mark.parametrize("stage", STAGES)
def test_an_interrupt_leaves_everything_as_before(stage, monkeypatch, capsys):
    names = namespace()
    before = left(names)
    monkeypatch.setattr(*STAGES[stage], raising(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        run(BODY, names)
    assert left(names) == before
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("stage", STAGES)
def test_after_a_fault_the_cell_still_runs(stage, monkeypatch, plain, capsys):
    names = namespace()
    with monkeypatch.context() as patched:
        patched.setattr(*STAGES[stage], raising(KeyboardInterrupt()))
        with pytest.raises(KeyboardInterrupt):
            run(BODY, names)
    np.random.seed(4)
    run(BODY, names)
    assert left(names) == plain


@pytest.mark.parametrize("stage", ["trace", "lower and compile", "run", "results"])
def test_a_failure_of_our_own_gives_plain_pythons_values(stage, monkeypatch, plain, capsys):
    capsys.readouterr()
    names = namespace()
    monkeypatch.setattr(*STAGES[stage], raising(OurFault("something broke")))
    report = run(BODY, names).report
    assert left(names) == plain
    assert capsys.readouterr().out == "ran\n"
    assert report.breaks or report.diagnostics
    said = [entry.reason for entry in report.breaks] + [str(entry) for entry in report.diagnostics]
    assert any("something broke" in text for text in said)


@pytest.mark.parametrize("stage", ["draw", "build"])
def test_a_failure_between_run_and_commit_leaves_everything_as_before(stage, monkeypatch):
    names = namespace()
    before = left(names)
    monkeypatch.setattr(*STAGES[stage], raising(OurFault("something broke")))
    with pytest.raises(OurFault):
        run(BODY, names)
    assert left(names) == before


ERRORS = {
    "index": ("z = x[i]", "i = np.array([7])", IndexError, "index 7 is out of bounds for axis 0 with size 3"),
    "singular": ("z = np.linalg.inv(m)", "m = np.zeros((2, 2))", np.linalg.LinAlgError, "Singular matrix"),
    "division": ("z = 1.0 / d", "d = 0.0", ZeroDivisionError, "division by zero|float division by zero"),
    "shapes": ("z = x + w", "w = np.ones(4)", ValueError, "operands could not be broadcast together"),
    "raise": ("raise KeyError('mine')", "", KeyError, "mine"),
    "assert": ("assert x.sum() < 0, 'negative'", "", AssertionError, "negative"),
    "name": ("z = nothing + 1", "", NameError, "name 'nothing' is not defined"),
    "read-only": ("r[0] = 1", "r = np.arange(3.0); r.flags.writeable = False", ValueError, "read-only"),
    "casting": ("k += 0.5", "k = np.arange(3)", TypeError, "Cannot cast ufunc 'add' output"),
}


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("again", [False, True], ids=["first run", "found again"])
def test_an_error_of_the_program_is_pythons_own(error, again):
    line, setup, kind, text = ERRORS[error]
    body = f"x[0] += 1\ng = np.random.rand()\n{line}\nlate = 1"
    plain, compiled = namespace(), namespace()
    for names in (plain, compiled):
        exec(setup, names)
    np.random.seed(9)
    if again:
        with pytest.raises(kind):
            run(
                body, namespace() | {name: value for name, value in compiled.items() if name not in ("x", "box", "log")}
            )
    np.random.seed(9)
    with pytest.raises(kind):
        exec(body, plain)
    stream = repr(np.random.get_state(legacy=False))
    np.random.seed(9)
    with pytest.raises(kind, match=text) as caught:
        run(body, compiled)
    assert compiled["x"].tolist() == plain["x"].tolist()
    assert compiled["g"] == plain["g"] and "late" not in compiled
    assert repr(np.random.get_state(legacy=False)) == stream
    assert caught.traceback[-1].lineno + 1 == 4 or "site-packages" in str(caught.traceback[-1].path)
