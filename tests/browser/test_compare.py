"""`%%compare` in JupyterLab: charts in both themes, a saved notebook without its kernel, the live panel by the mouse."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from jaxlab.cli import quickstart
from tests.browser.servers import (
    KERNEL_IS_READY,
    ON_A_SERVER,
    RUN_TIMEOUT_MS,
    Server,
    as_notebook,
    opened,
    run_all,
    serving,
)

pytestmark = [*ON_A_SERVER]

CELLS = (
    "%load_ext jaxlab\nimport numpy as np\nx = np.linspace(0.0, 1.0, 1000)",
    "%%compare --budget 200ms -r 5\ny = np.tanh(x) * np.exp(-x)",
    "%%compare --live --budget 200ms -r 5\nz = np.tanh(x) + np.exp(-x)",
)
SIZES_OF_CHARTS = "() => [...document.querySelectorAll('.js-plotly-plot')].map(plot => plot.offsetHeight)"


@pytest.fixture(scope="module")
def lab(tmp_path_factory) -> Iterator[Server]:
    """JupyterLab with one notebook of comparisons."""
    pytest.importorskip("jupyterlab")
    home = tmp_path_factory.mktemp("home")
    path = home / "notebooks" / "compare.ipynb"
    path.parent.mkdir()
    path.write_text(as_notebook(CELLS), encoding="utf-8")
    command = [*quickstart.lab_command(path), "--LabApp.expose_app_in_browser=True"]
    with serving(command, "lab/tree", home, quickstart.lab_environment()) as server:
        yield server


@pytest.fixture
def page(lab, chromium):
    """The notebook, open; at the end nobody may have asked for another machine."""
    with opened(chromium, lab, "compare.ipynb", height=1400) as found:
        found.wait_for_function(KERNEL_IS_READY)
        yield found


def use_theme(page, name: str) -> None:
    page.evaluate("name => jupyterapp.commands.execute('apputils:change-theme', {theme: name})", name)
    page.wait_for_selector(f"body[data-jp-theme-name='{name}']", state="attached")


def save(page) -> None:
    page.evaluate("() => jupyterapp.commands.execute('docmanager:save')")
    page.wait_for_function("() => !jupyterapp.shell.currentWidget.context.model.dirty")


def test_charts_and_the_panel(page, lab, chromium, tmp_path: Path):
    run_all(page)
    page.locator(".js-plotly-plot .ytick").first.wait_for()
    for theme in ("JupyterLab Dark", "JupyterLab Light"):
        use_theme(page, theme)
        page.screenshot(path=tmp_path / f"{theme}.png")
        assert min(page.evaluate(SIZES_OF_CHARTS)) > 200
        assert "jit" in page.locator(".js-plotly-plot .ytick").all_text_contents()

    before = page.locator(".jaxlab-charts img").first.get_attribute("src")
    page.locator(".widget-checkbox, .jupyter-widget-checkbox").filter(has_text="jax").locator("input").check()
    page.locator("button.jupyter-button", has_text="Compare").click()
    page.wait_for_function(
        "before => document.querySelector('.jaxlab-charts img')?.getAttribute('src') !== before",
        arg=before,
        timeout=RUN_TIMEOUT_MS,
    )
    page.wait_for_function(KERNEL_IS_READY, timeout=RUN_TIMEOUT_MS)
    assert "jax" in page.locator(".jaxlab-charts img").first.get_attribute("alt")

    save(page)
    page.evaluate("() => jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    page.reload()
    page.locator(".jaxlab-charts img").first.wait_for(timeout=RUN_TIMEOUT_MS)
    assert "jax" in page.locator(".jaxlab-charts img").first.get_attribute("alt")
    assert page.locator(".jp-RenderedPlotly, .js-plotly-plot, .plot-img").count() > 0
