"""Variants of a cell: `#: name` starts one."""

import numpy as np
import pytest

from jaxlab import pipeline
from jaxlab.measure.sections import sections
from jaxlab.model.measuring import Measuring
from tests.unit.measure.notebook import cell, notebook

CELL = """\
half = x / 2
#: loop
y = np.zeros_like(x)
for place in range(len(x)):
    y[place] = half[place] ** 2
#: at once
y = half ** 2
#: wrong
y = half ** 3
"""


def compare(text: str, namespace: dict, *backends: str):
    return pipeline.compare(text, namespace, measuring=Measuring(backends=backends, repeats=2))


def test_a_cell_without_headings_is_one_variant():
    made = cell("y = x + 1  #: no heading\n# : neither")
    assert sections(made).variants == {"": made}


def test_lines_keep_their_numbers():
    parts = sections(cell(CELL))
    assert list(parts.variants) == ["loop", "at once", "wrong"]
    assert parts.shared.statements[0].span.line == 2
    assert [part.statements[0].span.line for part in parts.variants.values()] == [4, 8, 10]


def test_each_variant_is_a_row_and_starts_from_what_all_share():
    report = compare(CELL, notebook("x = np.arange(1.0, 4.0)"), "numpy", "jit").report
    rows = {row.label: row for row in report.comparison.rows}
    assert list(rows) == [
        "loop (numpy)",
        "loop (jit)",
        "at once (numpy)",
        "at once (jit)",
        "wrong (numpy)",
        "wrong (jit)",
    ]
    assert [row.agrees for row in rows.values()] == [True, True, True, True, False, False]
    assert all(row.samples_s for row in rows.values())
    assert report.source.text == f"%%compare\n{CELL}"


def test_the_notebook_is_left_as_the_whole_cell_leaves_it():
    namespace = notebook("x = np.arange(1.0, 4.0)")
    outcome = compare(CELL + "y.sum()", namespace, "numpy")
    np.testing.assert_array_equal(namespace["y"], (namespace["x"] / 2) ** 3)
    assert outcome.value == namespace["y"].sum()


def test_a_variant_does_not_see_what_another_one_left():
    report = compare("#: first\ny = x + 1\nz = y\n#: second\ny = z", notebook("x = np.ones(3)"), "numpy").report
    assert report.comparison.rows[1].note == "it raised NameError: name 'z' is not defined"


def test_a_heading_within_a_statement_is_a_syntax_error():
    with pytest.raises(SyntaxError):
        sections(cell("y = [\n1,\n#: inside\n2]"))
