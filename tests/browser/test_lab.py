"""The quickstart's first compiled cell in JupyterLab: run it, read it, point at a line."""

from collections.abc import Iterator

import pytest

from jaxlab.cli import notebooks, quickstart
from tests.browser.servers import KERNEL_IS_READY, ON_A_SERVER, RUN_TIMEOUT_MS, Server, serving

pytestmark = [*ON_A_SERVER]


@pytest.fixture(scope="module")
def lab(tmp_path_factory) -> Iterator[Server]:
    """JupyterLab as `jaxlab quickstart` starts it, on a port of its own and without a browser."""
    pytest.importorskip("jupyterlab")
    home = tmp_path_factory.mktemp("home")
    notebooks.copy_into(home / "notebooks")
    command = [*quickstart.lab_command(home / "notebooks" / "quickstart.ipynb"), "--LabApp.expose_app_in_browser=True"]
    with serving(command, "lab/tree", home, quickstart.lab_environment()) as server:
        yield server


@pytest.fixture
def page(lab, chromium, theme):
    """The quickstart, open, its kernel ready, in a light or a dark JupyterLab."""
    context = chromium.new_context(viewport={"width": 1400, "height": 1000})
    opened = context.new_page()
    opened.goto(lab.url("quickstart.ipynb"))
    opened.wait_for_function(KERNEL_IS_READY, timeout=RUN_TIMEOUT_MS)
    name = "JupyterLab Dark" if theme == "dark" else "JupyterLab Light"
    opened.evaluate("name => jupyterapp.commands.execute('apputils:change-theme', {theme: name})", name)
    opened.wait_for_selector(f"body[data-jp-theme-name='{name}']", state="attached")
    yield opened
    # The next page gets a kernel of its own.
    opened.evaluate("() => jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    context.close()


def test_nobody_is_asked_about_news(page):
    assert page.locator(".Toastify__toast").all_inner_texts() == []


def run_cells(page, last: str) -> None:
    """Runs the quickstart's code cells up to the one that contains `last`, and waits for the kernel."""
    page.evaluate(
        """async last => {
          const panel = jupyterapp.shell.currentWidget;
          const cells = panel.content.widgets;
          const stop = cells.findIndex(cell => cell.model.sharedModel.source.includes(last));
          panel.content.activeCellIndex = stop + 1;
          await jupyterapp.commands.execute('notebook:run-all-above');
        }""",
        last,
    )
    page.wait_for_function(KERNEL_IS_READY, timeout=RUN_TIMEOUT_MS)


def test_pointing_at_a_line_lights_what_became_of_it(page, tmp_path, theme):
    run_cells(page, last="np.tanh(a @ a.T)")
    output = page.locator(".jp-OutputArea").filter(has=page.locator(".jp-OutputArea-executeResult")).first
    output.locator("summary").first.click()
    row = output.locator(".list.python .row", has_text="np.tanh(a @ a.T)")
    row.wait_for(timeout=RUN_TIMEOUT_MS)
    row.hover()
    lit = output.locator(".frame[data-kind=jaxpr] .row.linked").all_inner_texts()
    page.screenshot(path=tmp_path / f"lab-{theme}.png")
    assert any("tanh" in line for line in lit)
    assert any("dot_general" in line for line in lit)
    assert "float64" in output.locator(".jp-OutputArea-executeResult, summary").all_inner_texts()[0]
