"""`%%explore` and what it can be asked for."""

from time import sleep

import numpy as np
import pytest

from jaxlab.measure import profile as profiling
from jaxlab.model.options import Options
from jaxlab.pipeline import explore
from jaxlab.stages import dumps, waiting


@pytest.fixture
def report(cell, shell):
    """The report of a small cell, explored with options."""

    def explore(options: str):
        cell("a = np.ones((8, 8))")
        shown = cell(f"%%explore -q -o report {options}\nb = np.sin(a) + 1\nb.sum()")
        assert shown.error is None, shown.text
        return shell.user_ns["report"]

    return explore


def test_passes_are_there_if_they_were_asked_for(report):
    assert report("").segments[0].passes is None
    passes = report("--passes").segments[0].passes
    assert len(passes.steps) > 3
    assert 2 in {span.line for line in passes.lines for span in line.spans}


def test_code_is_there_if_it_was_asked_for(report):
    assert "llvm" not in report("").segments[0].listings
    explored = report("--code")
    assert "llvm" in explored.segments[0].listings
    assert explored.segments[0].passes is None


def test_a_program_without_code_of_its_own_says_so(cell, shell):
    cell("a = np.ones((8, 8), np.float32)")
    cell("%%explore -q -o report --code\nb = a.copy()")
    (finding,) = shell.user_ns["report"].diagnostics
    assert str(finding) == "JL308  XLA made no code of its own for this program."


def test_options_of_xla(report):
    plain, flagged = report("--code"), report("--code --xla xla_backend_optimization_level=0")
    lengths = [len(each.segments[0].listings["llvm"].lines) for each in (plain, flagged)]
    assert lengths[0] != lengths[1]


def test_an_option_that_xla_does_not_know(cell):
    cell("a = np.ones(8)")
    shown = cell("%%jit --xla xla_nothing=1\na + 1")
    assert "JL106  `--xla xla_nothing`: No such compile option: 'xla_nothing'." in shown.text
    assert "without the dashes" in shown.text


def test_a_value_that_xla_does_not_take(cell):
    cell("a = np.ones(8)")
    shown = cell("%%explore --xla xla_backend_optimization_level=high\na + 1")
    assert "'high' is not a valid int32 value." in shown.text


def test_a_profile_tells_the_time_of_lines_and_leaves_the_notebook_alone(report, shell):
    profile = report("--profile").profile
    assert {entry.line for entry in profile.lines} <= {2, 3}
    assert profile.lines[0].own_ns > 0
    assert profile.ops[0].launches >= 1
    assert "b" not in shell.user_ns
    assert report("").profile is None


def test_a_profiled_run_means_the_same(cell, shell):
    code = "x = np.random.rand(4)\na += x\nprint(a.sum() > 0)\nlog.append(1)"
    begin = "a = np.ones(4)\nlog = []\nnp.random.seed(3)"
    kept = []
    for magic in ("", "%%jit -q -o report --profile\n"):
        cell(begin)
        shown = cell(magic + code)
        kept.append((shown.text, shell.user_ns["a"].tolist(), shell.user_ns["log"], np.random.rand()))
    assert kept[0] == kept[1]
    assert shell.user_ns["report"].profile is not None
    assert "Device time by line" in str(cell("%jaxlab report").text)


def test_a_gradient_is_profiled_and_means_the_same(cell, shell):
    cell("w, x = np.ones(50), np.arange(50.0)")
    cell("%%grad -q -o report --profile --wrt w\n(np.sin(w) * x).sum()")
    assert np.allclose(shell.user_ns["grads"], np.cos(1.0) * np.arange(50.0))
    assert shell.user_ns["report"].profile.lines[0].line == 2


def test_a_piece_in_a_loop_is_profiled_once(cell, shell, monkeypatch):
    profiled = []
    real = profiling.profile

    def counted(*arguments):
        profiled.append(arguments)
        return real(*arguments)

    monkeypatch.setattr(profiling, "profile", counted)
    monkeypatch.setattr("jaxlab.interpreting.PATIENCE_S", -1.0)  # or the clock decides whether pieces are compiled
    monkeypatch.setattr("jaxlab.interpreting.WORTHWHILE_S", 0.0)
    cell("import os\na = b = np.ones((30, 30))")
    cell("%%jit -q -o report --profile\nfor i in range(40):\n    b = np.sin(b) @ a\n    open(os.devnull).close()")
    report = shell.user_ns["report"]
    assert report.profile.lines[0].line == 3
    assert len(profiled) == len(report.segments)


def test_a_program_whose_check_fails_is_not_profiled(cell, shell):
    cell("a = np.ones(4)")
    cell("%%explore -q -o report --profile\nassert (a > 2).all()\nb = a + 1")
    report = shell.user_ns["report"]
    assert report.profile is None
    assert [str(finding) for finding in report.diagnostics] == [
        "JL410  The program was not profiled: a check of values fails in it."
    ]


def test_a_device_that_fails_is_told_of(cell, shell, monkeypatch):
    def fail(*_):
        raise RuntimeError("RESOURCE_EXHAUSTED: out of memory\nlong details")

    monkeypatch.setattr(profiling, "execute", fail)
    cell("a = np.ones(4)")
    assert cell("%%explore -q -o report --profile\nb = a + 1").error is None
    assert [str(finding) for finding in shell.user_ns["report"].diagnostics] == [
        "JL411  The program was not profiled, as the device could not run it: RESOURCE_EXHAUSTED: out of memory"
    ]


def test_inputs_and_results_tell_their_places_in_the_program(cell, shell):
    cell("a = np.ones(3)\nw = np.ones(3)")
    cell("%%explore -q -o report\nb = w * 2\nc = (a + b).sum()\nc")
    (segment,) = shell.user_ns["report"].segments
    assert {argument.name: argument.position for argument in segment.inputs} == {"w": 0, "a": 1}
    places = {argument.name: argument.position for argument in segment.outputs}
    assert places["c"] == places["Out"] != places["b"]


def test_the_wait_for_a_dump_is_told_of(monkeypatch):
    waited = []
    monkeypatch.setattr(waiting, "FIRST_NOTICE_S", 0.001)
    monkeypatch.setattr(waiting, "NOTICE_EVERY_S", 0.001)
    real = dumps.passes_of

    def slow(*arguments):
        before = len(waited)
        while len(waited) == before:  # until the caller was told
            sleep(0.001)
        return real(*arguments)

    monkeypatch.setattr(dumps, "passes_of", slow)
    report = explore("b = a + 1", {"a": np.ones(3)}, options=Options(passes=True), on_wait=waited.append)
    assert report.segments[0].passes is not None
    assert waited
