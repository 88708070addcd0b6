"""`with jaxlab.compiled():` in a notebook's cell, with and without the extension."""

import numpy as np
import pytest


@pytest.fixture(params=["loaded", "bare"])
def run(request):
    """Runs a cell in a shell where jaxlab is imported; the extension is loaded or not."""
    cell = request.getfixturevalue("cell" if request.param == "loaded" else "bare_cell")
    cell("import numpy as np, jaxlab\na = np.arange(3.0)")
    return cell


CELL = "scale = 2\nwith jaxlab.compiled() as report:\n    b = a * scale\n    print('sum', b.sum())\nb + 1"


def test_the_block_runs_compiled_and_the_cell_goes_on(run, bare_shell):
    shown = run(CELL)
    np.testing.assert_array_equal(shown.value, [1.0, 3.0, 5.0])
    assert shown.text.startswith("sum 6.0\n")
    report = bare_shell.user_ns["report"]
    assert (report.breaks, [span.line for span in report.segments[0].spans]) == ((), [3, 4])
    assert "\n".join(report.source.lines).rstrip("\n") == CELL


def test_the_same_cell_again_finds_its_program(run, bare_shell):
    run(CELL)
    run(CELL)
    assert bare_shell.user_ns["report"].reused


def test_an_error_shows_the_blocks_line(run):
    shown = run("with jaxlab.compiled():\n    b = a + 1\n    c = a[7]")
    assert str(shown.error) == "index 7 is out of bounds for axis 0 with size 3"
    assert "----> 3     c = a[7]" in shown.text
    assert "execution.py" not in shown.text
