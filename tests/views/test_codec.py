"""Reports to JSON and back."""

import json
from dataclasses import replace
from math import inf, nan
from pathlib import Path

import pytest

from jaxlab.model.codec import from_json, to_document, to_json
from jaxlab.model.comparison import Comparison
from jaxlab.model.errors import JaxlabError, ReportFormatError
from jaxlab.model.timing import ComparisonRow
from tests.views.samples import BROKEN, COMPARED, CONSTANT, MATMUL, PLAIN

GOLDEN = sorted((Path(__file__).parents[1] / "reports").glob("*.json"))


@pytest.mark.parametrize("report", [MATMUL, BROKEN, PLAIN, CONSTANT, COMPARED], ids=lambda report: report.magic)
def test_a_report_comes_back_equal(report):
    assert from_json(to_json(report)) == report


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_reports_are_written_as_they_are_read(path):
    text = path.read_text(encoding="utf-8").rstrip("\n")
    assert to_json(from_json(text)) == text


def test_spans_and_stacks_are_held_once():
    document = to_document(MATMUL)
    assert len(document["spans"]) == len({json.dumps(span) for span in document["spans"]})
    assert len(document["stacks"]) == len({json.dumps(stack) for stack in document["stacks"]})


def test_two_runs_differ_in_timings_alone():
    first = to_document(MATMUL)
    second = to_document(replace(MATMUL, run_s=0.5, compile_s=3.0))
    assert first.pop("timings") != second.pop("timings")
    assert first == second


def test_timings_inside_tuples_are_apart_too():
    document = to_document(COMPARED)
    assert document["timings"]["comparison.rows.1.first_call_s"] == 0.21
    assert "samples_s" not in json.dumps(document["report"])


@pytest.mark.parametrize("value", [inf, -inf])
def test_infinite_figures_survive(value):
    row = ComparisonRow(backend="numpy", samples_s=(1.0,), agrees=True, max_abs_error=value)
    report = replace(MATMUL, comparison=Comparison(rows=(row,), tolerance=1e-9))
    assert from_json(to_json(report)) == report


def test_nan_survives():
    row = ComparisonRow(backend="numpy", max_abs_error=nan)
    report = replace(MATMUL, comparison=Comparison(rows=(row,), tolerance=1e-9))
    read = from_json(to_json(report)).comparison.rows[0].max_abs_error
    assert read != read


def _damaged(path: tuple, value) -> str:
    document = to_document(MATMUL)
    inner = document
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return json.dumps(document)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "the text is not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)."),
        ("[]", "the document should be an object, and is []."),
        ("{}", "schema_version is missing, so this is not a report."),
        (_damaged(("spans",), 3), "spans should be a list, and is 3."),
        (_damaged(("report", "magic"), 7), "magic should be a string, and is 7."),
        (_damaged(("report", "colour"), 7), "colour is no field of Report."),
        (_damaged(("report", "segments", 0, "spans"), 99), "segments.0.spans points at entry 99 of a table of 6."),
        (_damaged(("timings", "trace_s"), "fast"), 'trace_s should be a number, and is "fast".'),
        (_damaged(("spans", 0), {"file": "a", "line": 1}), "spans.0.end_line is missing."),
    ],
)
def test_damage_is_named_by_its_place(text, message):
    with pytest.raises(ReportFormatError) as caught:
        from_json(text)
    assert str(caught.value) == (
        f"JL510  This is not a report that can be read: {message}\n\n"
        "Give the text that `Report.to_json` returned, unchanged."
    )


def test_a_later_schema_is_refused_as_a_value_error_of_ours():
    with pytest.raises(ValueError, match="schema_version is 99, and this jaxlab reads 1") as caught:
        from_json(_damaged(("schema_version",), 99))
    assert isinstance(caught.value, JaxlabError)
    assert caught.value.diagnostic.hint == "Read it with the jaxlab that wrote it, or run the cell again."
