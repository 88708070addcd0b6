"""The elapsed line: there while XLA compiles, gone afterwards."""

import pytest

from jaxlab.magics.display import Summary
from jaxlab.model.report import Report
from jaxlab.model.source import SourceText

REPORT = Report(magic="jit", source=SourceText(file="cell", title="this cell", text="%%jit\n1"))


class Publisher:
    """Keeps what a kernel would send, and what then stands below the cell."""

    def __init__(self):
        self.standing = {}

    def publish(self, data, metadata, transient=None, update=False):
        key = (transient or {}).get("display_id", len(self.standing))
        assert update == (key in self.standing)
        self.standing[key] = data


class Notebook:
    kernel = object()

    def __init__(self):
        self.display_pub = Publisher()


def test_in_a_notebook_the_summary_takes_the_place_of_the_elapsed_line():
    notebook = Notebook()
    summary = Summary(notebook)
    summary.elapsed(1.2)
    summary.elapsed(2.3)
    assert [data["text/plain"] for data in notebook.display_pub.standing.values()] == ["Compiling: 2 s"]
    summary.show_report(REPORT, embed=False)
    (data,) = notebook.display_pub.standing.values()
    assert data["text/plain"].startswith("jit ")


def test_in_a_notebook_it_vanishes_where_no_summary_shows():
    notebook = Notebook()
    summary = Summary(notebook)
    summary.elapsed(1.2)
    summary.clear()
    assert [data["text/plain"] for data in notebook.display_pub.standing.values()] == [""]
    summary.elapsed(1.0)
    assert len(notebook.display_pub.standing) == 2


@pytest.mark.parametrize("end", [lambda summary: summary.clear(), lambda summary: summary.show_report(REPORT, False)])
def test_in_a_terminal_it_is_written_over(bare_shell, capsys, end):
    summary = Summary(bare_shell)
    summary.elapsed(1.2)
    summary.elapsed(1.4)
    summary.elapsed(100.0)
    end(summary)
    assert capsys.readouterr().err == "\rCompiling: 1 s\rCompiling: 100 s\r                \r"


def test_a_cell_that_compiles_long_shows_it_until_it_is_done(cell, monkeypatch):
    monkeypatch.setattr("jaxlab.stages.waiting.FIRST_NOTICE_S", 0.0)
    cell("a = np.ones(4)")
    shown = cell("%%jit\n(a * 5).sum()")
    assert "\rCompiling: 0 s\r              \r" in shown.text
    assert "Compiling" not in cell("%%jit\n(a * 5).sum()").text


def test_what_ipython_puts_in_pythons_place_is_called_by_its_name(cell):
    cell("import os")
    shown = cell("%%jit\nopen(os.devnull).close()")
    assert "jit  ran as plain Python, line 2: a file is opened · " in shown.bundles[0]["text/plain"]


@pytest.mark.parametrize(
    ("call", "opened", "charts"), [("explore(np.sin, x)", True, 0), ("compare(np.sin, x)", False, 1)]
)
def test_a_report_that_is_a_cells_value_shows_as_its_magic_shows_it(cell, shell, call, opened, charts):
    cell("import jaxlab\nx = np.ones(3)")
    report = cell(f"jaxlab.{call}").value
    data, _ = shell.display_formatter.format(report)
    assert set(data) == {"text/plain", "text/html"}
    assert data["text/plain"] == repr(report)
    assert ("<details open>" in data["text/html"]) is opened
    assert data["text/html"].count("jaxlab-charts") == charts
