"""Cells that a report points into are called by their numbers, in a terminal and in a notebook's kernel."""

import linecache

import pytest
from ipykernel.compiler import XCachingCompiler

import jaxlab

HELPER = "def double(x):\n    return 2 * x"
CALL = "%%jit -o report\ny = double(np.ones(3) + a)"


@pytest.fixture(params=["terminal", "notebook"])
def run(request, shell, cell):
    """Runs a cell; in a notebook cells are files, whose names do not tell their numbers."""
    if request.param == "notebook":
        shell.compile = XCachingCompiler()
    cell("a = np.ones(3)")  # In [2]
    return cell


def titles(shell) -> list[str]:
    assert shell.user_ns["report"] is jaxlab.last_report()
    return [helper.title for helper in shell.user_ns["report"].helpers]


def test_a_helper_of_an_earlier_cell(run, shell):
    run(HELPER)
    run(CALL)
    assert titles(shell) == ["In [3]"]
    assert shell.user_ns["report"].source.title == "this cell"


def test_a_cell_that_ran_twice_has_its_last_number(run, shell):
    run(HELPER)
    run(HELPER)
    run(CALL)
    assert titles(shell) == ["In [4]"]


def test_a_helper_that_was_defined_under_a_magic(run, shell):
    run("%%jit\n" + HELPER)
    run(CALL)
    assert titles(shell) == ["In [3]"]


def test_cells_that_call_each_other(run, shell):
    run("def outer(x):\n    return inner(x) + 1")
    run("%matplotlib --list\ndef inner(x):\n    return x * 3")
    run("%%jit -o report\ny = outer(a)")
    assert sorted(titles(shell)) == ["In [3]", "In [4]"]


def test_a_module_keeps_its_file_name(run, shell, tmp_path, monkeypatch):
    (tmp_path / "jaxlab_title_helpers.py").write_text(HELPER)
    monkeypatch.syspath_prepend(tmp_path)
    run("from jaxlab_title_helpers import double")
    run(CALL)
    assert titles(shell) == ["jaxlab_title_helpers.py"]
    linecache.clearcache()


def test_an_explored_cell_too(run, shell):
    run(HELPER)
    run(CALL.replace("jit", "explore"))
    assert titles(shell) == ["In [3]"]
