"""Two reports compared."""

from dataclasses import replace
from pathlib import Path

from jaxlab.model.profile import OpTime, Profile
from jaxlab.model.source import SourceText
from jaxlab.views.diff import change, diff_html, diff_tables, diff_text
from jaxlab.views.saving import load
from tests.views.samples import CELL, MATMUL, MATMUL_SEGMENT

REPORTS = Path(__file__).parents[1] / "reports"
EDITED = replace(
    MATMUL,
    source=SourceText(file=CELL, title="this cell", text=MATMUL.source.text.replace("np.tanh", "np.sin")),
    segments=(replace(MATMUL_SEGMENT, cost=replace(MATMUL_SEGMENT.cost, flops=125_125_000.0, transcendentals=None)),),
    run_s=0.0063,
)


def rows(title: str, before, after) -> dict[str, tuple[str, ...]]:
    table = next(table for table in diff_tables(before, after, ("a", "b")) if table.title == title)
    return {row[0]: row[1:] for row in table.rows}


def test_figures_side_by_side():
    compared = rows("Compared", MATMUL, EDITED)
    assert compared["flops"] == ("250 M", "125 M", "0.5×")
    assert compared["transcendentals"] == ("250 k", "unknown", "unknown")
    assert compared["run, conversions included"] == ("2.1 ms", "6.3 ms", "3×")
    assert compared["lines of HLO"][2] == "="


def test_operations_that_became_more_or_fewer():
    changed = rows("Operations of the HLO", load(REPORTS / "attention.json"), load(REPORTS / "sharded.json"))
    assert changed["rsqrt"] == ("1", "0", "-1")
    assert "parameter" not in changed


def test_the_edit_itself():
    text = diff_text(MATMUL, EDITED, ("a", "b"))
    assert "  -b = np.tanh(a @ a.T)\n  +b = np.sin(a @ a.T)" in text
    assert "The cell" not in diff_text(MATMUL, MATMUL)


def test_changes_in_words():
    said = [change(2, 2), change(2, 1), change(0, 3), change(3, 0), change(None, 1), change(1000, 1015)]
    assert said == ["=", "0.5×", "new", "gone", "unknown", "+1.5 %"]


def test_html_is_escaped():
    hostile = replace(EDITED, source=SourceText(file=CELL, title="x", text="%%jit\n<img src=x onerror=alert(1)>"))
    assert "<img" not in diff_html(MATMUL, hostile, ("<b>", "b"))
    assert "<b>" not in diff_html(MATMUL, hostile, ("<b>", "b"))


def test_device_time_is_compared_where_both_were_profiled():
    def profiled(ns):
        op = OpTime(name="dot", launches=1, total_ns=ns, own_ns=ns)
        return replace(MATMUL, segments=(replace(MATMUL_SEGMENT, profile=Profile(runs=3, ops=(op,))),))

    assert rows("Compared", profiled(2_000_000), profiled(1_000_000))["device time of a run"] == (
        "2 ms",
        "1 ms",
        "0.5×",
    )
    assert "device time of a run" not in rows("Compared", MATMUL, MATMUL)
