"""Variants of a cell: `#: name` starts one."""

import numpy as np
import pytest

from jaxlab import pipeline
from jaxlab.measure.printed import difference
from jaxlab.measure.sections import sections
from jaxlab.model.errors import UsageProblem
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


MIDST = "Move it above or below that statement; `# :` is a comment like any other."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "y = [\n1,\n#: inside\n2]",
            "JL108  The variant `inside` begins in the midst of a statement.\n\n"
            f"   4 | #: inside\n     | ^^^^^^^^^\n\n{MIDST}",
        ),
        (
            "for k in x:\n    k\n#: inside\n    k",
            "JL108  The variant `inside` begins in the midst of a statement.\n\n"
            f"   4 | #: inside\n     | ^^^^^^^^^\n\n{MIDST}",
        ),
        (
            "#: a\ny = 1\n#: a\ny = 2",
            "JL108  Two variants are named `a`.\n\n   4 | #: a\n     | ^^^^\n\n"
            "A variant is told by its name: give each one of its own.",
        ),
        (
            "#:\ny = 1",
            "JL108  This variant has no name.\n\n   2 | #:\n     | ^^\n\n"
            "Write `#: name`; `# :` is a comment like any other.",
        ),
    ],
)
def test_what_is_wrong_with_a_heading_and_what_to_type(text, message):
    with pytest.raises(UsageProblem) as caught:
        sections(cell(text))
    assert str(caught.value) == message


@pytest.mark.parametrize("text", ['y = """\n#: no heading\n"""', "for k in x:\n    #: no heading\n    k"])
def test_what_only_looks_like_a_heading_is_none(text):
    assert list(sections(cell(text)).variants) == [""]


def test_a_string_of_a_variant_may_look_like_a_heading():
    parts = sections(cell('#: a\ny = """\n#: b\n"""\n#: c\ny = 1'))
    assert list(parts.variants) == ["a", "c"]
    assert parts.variants["c"].statements[0].span.line == 7


def told(text: str, *backends: str) -> list[str]:
    """Of each row after the first: that it agrees, or why it is not ranked."""
    report = compare(text, notebook("x = np.arange(1.0, 4.0)"), *(backends or ("numpy",)))
    diagnostics = {one.message for one in report.report.diagnostics if one.code == "JL402"}
    rows = report.report.comparison.rows[1:]
    return ["agrees" if row.agrees and row.is_ranked else row.note or min(diagnostics) for row in rows]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "#: a\nresult = x.sum()\n#: b\nreslt = x.sum() * 2",
            "it leaves nothing that could be compared: only a binds `result`, and only b binds `reslt`",
        ),
        ("#: a\nresult = x.sum()\n#: b\n", "it leaves nothing that could be compared: only a binds `result`"),
        (
            "#: a\nfor i in range(2):\n    u = i\n#: b\nfor i in range(2):\n    v = i",
            "it leaves nothing that could be compared: only a binds `u`, and only b binds `v`",
        ),
        ("#: a\npass\n#: b\npass", "it leaves nothing that could be compared"),
        ("#: a\nprint(x.sum())\n#: b\nprint(x.sum() * 2)", "In b (numpy), what it prints is '12.0', not '6.0'."),
        ("#: a\nprint(x / 3)\n#: b\nprint(x * (1 / 3))", "agrees"),
        ("#: a\nprint(1)\n#: b\nprint(1)\nprint(2)", "In b (numpy), what it prints has 2 lines, not 1 line."),
        ("#: a\ndef f():\n    return 1\ny = f()\n#: b\ndef f():\n    return 2 - 1\ny = f()", "agrees"),
        ("#: a\nx[0] = 5\n#: b\nx[0] = 5.0", "agrees"),
    ],
)
def test_variants_are_ranked_only_if_they_have_something_in_common(text, found):
    assert told(text) == [found]


def test_each_variant_is_compared_with_the_first_one_alone():
    assert told("#: a\ny = x + 1\nz = 1\n#: b\ny = x + 1.0\n#: c\nz = 1") == ["agrees", "agrees"]
    assert told("#: a\ny = x + 1\nt = 1\n#: b\ny = x + 1.0", "jax") == ["agrees", "agrees", "agrees"]


@pytest.mark.parametrize(
    ("mine", "its", "found"),
    [
        ("x 0.3\n", "x 0.30000000000000004\n", ""),
        ("0.0", "1.1e-16", ""),
        ("[0.5 1.  ]", "[0.5 1.0]", ""),
        ("<A at 0x7f01>", "<A at 0x8f02>", ""),
        ("1", "2", "is '2', not '1'"),
        ("a 1.0", "b 1.0", "is 'b 1.0', not 'a 1.0'"),
        ("1.0 2.0", "1.0", "is '1.0', not '1.0 2.0'"),
    ],
)
def test_printed_numbers_are_compared_as_numbers(mine, its, found):
    assert difference(mine, its, 1e-6) == found
