"""The quickstart's first compiled cell in JupyterLab: run it, read it, point at a line."""

import os
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from jaxlab.cli import notebooks, quickstart

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore::ResourceWarning")]

TOKEN = "t"
START_TIMEOUT_S = 60
RUN_TIMEOUT_MS = 180_000
# The page's idle light is on before the kernel connects, and a run is then dropped silently.
KERNEL_IS_READY = """() => {
  const session = window.jupyterapp?.shell.currentWidget?.sessionContext;
  const kernel = session?.session?.kernel;
  return session?.isReady && kernel?.connectionStatus === 'connected' && kernel.status === 'idle';
}"""


@dataclass(frozen=True)
class Lab:
    """A JupyterLab server that shows one folder."""

    port: int

    @property
    def quickstart(self) -> str:
        return f"http://127.0.0.1:{self.port}/lab/tree/quickstart.ipynb?token={TOKEN}&reset"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(server: subprocess.Popen, port: int) -> None:
    """Returns once the server answers."""
    deadline = time.monotonic() + START_TIMEOUT_S
    while time.monotonic() < deadline and server.poll() is None:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api?token={TOKEN}", timeout=1).close()
            return
        except OSError:
            time.sleep(0.2)
    pytest.fail("JupyterLab did not start.")


@pytest.fixture(scope="module")
def lab(tmp_path_factory) -> Iterator[Lab]:
    """JupyterLab as `jaxlab quickstart` starts it, on a port of its own and without a browser."""
    pytest.importorskip("jupyterlab")
    home = tmp_path_factory.mktemp("home")
    notebooks.copy_into(home / "notebooks")
    port = free_port()
    command = quickstart.lab_command(home / "notebooks" / "quickstart.ipynb")
    private = ["--no-browser", "--ip=127.0.0.1", f"--port={port}", f"--IdentityProvider.token={TOKEN}"]
    exposed = ["--ServerApp.port_retries=0", "--LabApp.expose_app_in_browser=True"]
    environment = os.environ | quickstart.lab_environment() | {"HOME": str(home), "JUPYTER_CONFIG_DIR": str(home / "c")}
    with (home / "log").open("w") as log:
        server = subprocess.Popen([*command, *private, *exposed], env=environment, stdout=log, stderr=log)
        try:
            wait_for(server, port)
            yield Lab(port=port)
        finally:
            server.terminate()
            server.wait(timeout=30)


@pytest.fixture
def page(lab, chromium, theme):
    """The quickstart, open, its kernel ready, in a light or a dark JupyterLab."""
    context = chromium.new_context(viewport={"width": 1400, "height": 1000})
    opened = context.new_page()
    opened.goto(lab.quickstart)
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
