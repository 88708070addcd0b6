"""The quickstart in a real kernel: every cell shows what its text promises."""

import re
import subprocess
import sys

import nbclient
import nbformat
import pytest

from jaxlab.cli import notebooks

CELL_TIMEOUT_S = 300


@pytest.fixture(scope="module")
def cells(tmp_path_factory):
    """The code cells of the quickstart after a run from top to bottom, by id."""
    notebook = nbformat.read(notebooks.folder() / "quickstart.ipynb", as_version=4)
    folder = str(tmp_path_factory.mktemp("quickstart"))
    client = nbclient.NotebookClient(notebook, timeout=CELL_TIMEOUT_S, resources={"metadata": {"path": folder}})
    client.execute()
    return {cell.id: cell for cell in notebook.cells if cell.cell_type == "code"}


def result(cell) -> str:
    """The text of the cell's value."""
    return next(output.data["text/plain"] for output in cell.outputs if output.output_type == "execute_result")


def shown(cell) -> str:
    """The text of everything the cell displays besides its value."""
    return "\n".join(output.data["text/plain"] for output in cell.outputs if output.output_type == "display_data")


def number(text: str) -> float:
    """The number in a value's text: NumPy 2 writes `np.float64(0.5)`."""
    return float(re.search(r"\d+\.\d+", text)[0])


def test_jit_gives_numpys_value(cells):
    assert re.fullmatch(r"np\.float64\(\d+\.\d+\)|\d+\.\d+", result(cells["jit"]))
    assert result(cells["jit-result"]) == "(numpy.ndarray, dtype('float64'), (500, 500))"


def test_jit_says_what_happened(cells):
    assert "a float64[500,500]" in shown(cells["jit"])
    assert "cpu:0" in shown(cells["jit"])


@pytest.mark.parametrize("cell", ["jit", "write", "explore", "grad", "grad-line", "compare", "jax-jit"])
def test_everything_compiles(cells, cell):
    assert "break" not in shown(cells[cell])


def test_the_program_is_found_again(cells):
    assert "compiled before" in shown(cells["jit-again"])


def test_a_write_shows_under_both_names(cells):
    assert result(cells["write"]) == "array([0.  , 0.25, 0.75, 1.  ])"
    assert result(cells["write-check"]) == "(True, array([0.  , 0.25, 0.75, 1.  ]))"


def test_the_gradient_is_the_one_that_nudging_gives(cells):
    assert number(result(cells["grad"])) == pytest.approx(0.693147, abs=1e-6)
    assert result(cells["grad-check"]) in ("np.True_", "True")


def test_the_loss_goes_down(cells):
    losses = [number(result(cells[name])) for name in ("grad", "step-down", "step-down-again")]
    assert losses == sorted(losses, reverse=True)


def test_compare_says_that_the_results_agree(cells):
    assert "numpy" in shown(cells["compare"])
    assert "same results" in shown(cells["compare"])


def test_devices_are_listed(cells):
    assert "cpu:0" in shown(cells["devices"])


def test_jax_in_jax_out(cells):
    assert result(cells["jax-jit"]).startswith("Array([")


def test_a_break_names_its_line(cells):
    assert "1 break on line 6: " in shown(cells["break"])
    assert result(cells["break"]).startswith("'")


def test_the_error_is_numpys(cells):
    (error,) = (output for output in cells["error"].outputs if output.output_type == "error")
    assert error.ename == "IndexError"
    assert error.evalue == "index 500 is out of bounds for axis 0 with size 500"
    assert "jaxlab/" not in "".join(error.traceback)


def test_every_display_can_be_read_without_a_kernel(cells):
    outputs = [output for cell in cells.values() for output in cell.outputs]
    displays = [output.data for output in outputs if output.output_type == "display_data"]
    assert displays
    for data in displays:
        assert {"text/plain", "text/html"} <= data.keys()
        assert "application/vnd.jupyter.widget-view+json" not in data


def test_the_page(tmp_path):
    page = tmp_path / "new" / "page.html"
    command = [sys.executable, "-m", "jaxlab.cli", "quickstart", "--execute", str(page)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == f"The quickstart ran from top to bottom; the page is {page}.\n"
    assert "jaxlab in ten minutes" in page.read_text()
