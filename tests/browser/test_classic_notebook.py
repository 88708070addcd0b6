"""The Colab profile's widgets in the front end of their time, Notebook 6: the explorer and the live panels."""

import sys
from collections.abc import Iterator
from importlib import metadata

import pytest

from jaxlab.cli import quickstart
from tests.browser.pages import CELL, HLO, JAXPR, NEEDS_BUNDLE, lit, tab
from tests.browser.servers import ON_A_SERVER, PRIVATE_BEFORE_7, as_notebook, opened, serving

pytestmark = [*ON_A_SERVER, NEEDS_BUNDLE]

CELLS = (
    "%load_ext jaxlab\nimport numpy as np\nx = np.linspace(0.0, 1.0, 1000)",
    "def features(x):\n    return np.tanh(x * 0.5)",
    "%%jit\ny = features(x) @ np.exp(-x)\ny",
    "%%explore --live\nnp.tanh(x).sum()",
    "%devices --live",
    "%%compare --live --budget 200ms -r 5\nz = np.tanh(x) + np.exp(-x)",
)
IS_READY = "() => window.Jupyter?.notebook?.kernel?.is_connected() && !Jupyter.notebook.kernel_busy"
IS_SETTLED = "() => 'jupyter.widget' in (Jupyter.notebook.kernel.comm_manager?.targets ?? {})"
SETTLING_MS, PATIENCE_MS = 3000, 60_000
"""Notebook 6 asks a new kernel for the widgets that it has; one that is made meanwhile is dropped."""
ALL_RAN = """() => Jupyter.notebook.get_cells().every(
  cell => cell.cell_type !== 'code' || Number.isInteger(cell.input_prompt_number)
)"""


def version() -> str:
    try:
        return metadata.version("notebook")
    except metadata.PackageNotFoundError:
        return ""


@pytest.fixture(scope="module")
def page(chromium, tmp_path_factory) -> Iterator:
    """The notebook, all its cells run; at the end nobody may have asked for another machine."""
    if not version().startswith("6."):
        pytest.skip("this environment has no Notebook 6")
    home = tmp_path_factory.mktemp("classic")
    (home / "x.ipynb").write_text(as_notebook(CELLS), encoding="utf-8")
    command = [sys.executable, "-m", "notebook", "--allow-root", f"--NotebookApp.notebook_dir={home}"]
    environment = quickstart.lab_environment()
    with (
        serving(command, "notebooks", home, environment, own=PRIVATE_BEFORE_7) as server,
        opened(chromium, server, "x.ipynb") as found,
    ):
        found.wait_for_function(IS_READY)
        found.wait_for_function(IS_SETTLED)
        found.wait_for_timeout(SETTLING_MS)
        found.evaluate("() => Jupyter.notebook.execute_all_cells()")
        found.wait_for_function(ALL_RAN)
        found.set_default_timeout(PATIENCE_MS)
        yield found


def cell(page, text: str):
    return page.locator(".code_cell", has_text=text)


def test_pointing_at_a_line_lights_what_became_of_it(page):
    output = cell(page, "y = features(x)").locator(".jaxlab-report").first
    output.locator("summary").first.click()
    row = output.locator(f"{CELL}.row", has_text="features(x)")
    row.hover()
    assert any("tanh" in line for line in lit(output, JAXPR))
    row.click()
    tab(output, "HLO")
    assert lit(output, HLO)
    page.keyboard.press("Escape")


def test_the_panel_compiles_again(page):
    panel = cell(page, "%%explore --live")
    panel.locator(".explorer").last.wait_for()
    panel.get_by_role("button", name="32 bits").click()
    panel.get_by_role("button", name="Compile").click()
    panel.get_by_text("32 bits, default device").first.wait_for()


def test_the_devices_panel_follows(page):
    panel = cell(page, "%devices --live")
    panel.get_by_text("cpu:0").first.wait_for()
    page.evaluate("() => Jupyter.notebook.kernel.execute('import jax.numpy as jnp; enormous = jnp.ones((3000, 1000))')")
    panel.get_by_text("enormous").wait_for()


def test_the_compare_panel_measures_again(page):
    panel = cell(page, "%%compare --live")
    before = panel.locator(".jaxlab-charts img").first.get_attribute("src")
    panel.get_by_role("button", name="Compare").click()
    page.wait_for_function(
        "before => ![...document.querySelectorAll('.jaxlab-charts img')].some(image => image.src === before)",
        arg=before,
    )
