"""Two hundred cells with reports in one notebook: the file stays small, JupyterLab scrolls, the kernel lets go."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from jaxlab.cli import quickstart
from tests.browser.pages import NEEDS_BUNDLE, scrolling
from tests.browser.servers import ON_A_SERVER, RUN_TIMEOUT_MS, as_notebook, opened, printed, run_all, serving

pytestmark = [*ON_A_SERVER, NEEDS_BUNDLE, pytest.mark.long]

COUNT = 200
MOST_BYTES_A_CELL = 60_000
MOST_FRAME_MS = 50
SETUP = "%load_ext jaxlab\nimport numpy as np\nx = np.random.default_rng(0).random((64, 64))"
CELL = """\
%%jit
centred = x - x.mean(axis=0)
scaled = centred / (centred.std(axis=0) + {number})
products = scaled.T @ scaled / len(x)
weights = np.exp(products - products.max())
weights /= weights.sum(axis=1, keepdims=True)
mixed = scaled @ weights
mixed[:, 0] = 0
norms = np.sqrt((mixed ** 2).sum(axis=1))
best = norms.argmax()
total = np.tanh(norms).sum() + best"""
SCROLLER = "document.querySelector('.jp-WindowedPanel-outer')"
REPORTS_HELD = """
import gc, jaxlab
gc.collect()
print(sum(type(thing).__name__ == 'Report' and type(thing).__module__ == 'jaxlab.model.report' for thing in gc.get_objects()))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    made = tmp_path_factory.mktemp("many")
    cells = [SETUP, *(CELL.format(number=number + 1) for number in range(COUNT))]
    (made / "x.ipynb").write_text(as_notebook(cells), encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def page(folder, chromium) -> Iterator:
    """The notebook in JupyterLab, all its cells run and the file saved."""
    pytest.importorskip("jupyterlab")
    command = [sys.executable, "-m", "jupyterlab", "--allow-root", f"--ServerApp.root_dir={folder}"]
    exposed = "--LabApp.expose_app_in_browser=True"
    environment = quickstart.lab_environment()
    with (
        serving([*command, exposed], "lab/tree", folder, environment) as server,
        opened(chromium, server, "x.ipynb", width=1500, height=1100) as found,
    ):
        run_all(found, timeout_ms=10 * RUN_TIMEOUT_MS)
        found.evaluate("() => jupyterapp.commands.execute('docmanager:save')")
        yield found


def test_the_file_grows_by_little(page, folder):
    cells = json.loads((folder / "x.ipynb").read_text(encoding="utf-8"))["cells"][1:]
    sizes = [len(json.dumps(cell["outputs"])) for cell in cells]
    assert all("jaxlab-report" in json.dumps(cell["outputs"]) for cell in cells)
    print(f"bytes a cell: {sum(sizes) / COUNT:.0f}, at most {max(sizes)}")
    assert max(sizes) <= MOST_BYTES_A_CELL


def test_jupyterlab_scrolls(page):
    frame_ms = page.evaluate(scrolling(SCROLLER, frames=200, step_px=150))
    print(f"a frame while scrolling, 95 of 100: {frame_ms:.0f} ms")
    assert frame_ms <= MOST_FRAME_MS


def test_the_last_report_opens(page):
    page.evaluate("() => jupyterapp.commands.execute('notebook:move-cursor-down')")
    page.evaluate(f"""() => {{
      const notebook = jupyterapp.shell.currentWidget.content;
      notebook.activeCellIndex = {COUNT};
      return notebook.scrollToItem({COUNT}, 'center');
    }}""")
    last = page.locator(".jp-Cell", has_text=f"+ {COUNT})").locator(".jaxlab-report").first
    last.locator("summary").first.click()
    last.locator(".explorer").wait_for()


def test_the_kernel_holds_no_report_that_nothing_refers_to(page):
    assert int(printed(page, REPORTS_HELD)) == 1  # `jaxlab.last_report()`
