"""JupyterLab and Notebook as servers, and the notebook pages they serve."""

import os
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import nbformat
import pytest

ON_A_SERVER = (pytest.mark.browser, pytest.mark.filterwarnings("ignore::ResourceWarning"))
"""Marks of tests that start one."""

TOKEN = "t"
START_TIMEOUT_S = 90
PYTHON = {"name": "python3", "display_name": "Python 3", "language": "python"}
RUN_TIMEOUT_MS = 180_000
# The page's idle light is on before the kernel connects, and a run is then dropped silently.
KERNEL_IS_READY = """() => {
  const session = window.jupyterapp?.shell.currentWidget?.sessionContext;
  const kernel = session?.session?.kernel;
  return session?.isReady && kernel?.connectionStatus === 'connected' && kernel.status === 'idle';
}"""
PRIVATE = ("--no-browser", "--ip=127.0.0.1", f"--IdentityProvider.token={TOKEN}", "--ServerApp.port_retries=0")
PRIVATE_BEFORE_7 = ("--no-browser", "--ip=127.0.0.1", f"--NotebookApp.token={TOKEN}", "--NotebookApp.port_retries=0")
"""What makes a server of ours alone: as JupyterLab and Notebook 7 spell it, and as earlier Notebooks do."""


@dataclass(frozen=True)
class Server:
    """A server that shows one folder.

    Attributes:
      port: Where it listens.
      path: Where a notebook's page is.
    """

    port: int
    path: str

    def url(self, notebook: str) -> str:
        """The page of a notebook in the folder."""
        return f"http://127.0.0.1:{self.port}/{self.path}/{notebook}?token={TOKEN}&reset"


@contextmanager
def serving(
    command: list[str], path: str, home: Path, environment: dict[str, str], *, own: Sequence[str] = PRIVATE
) -> Iterator[Server]:
    """Runs a server until the block ends; its settings and its log are in `home`."""
    port = _free_port()
    private = {"HOME": str(home), "JUPYTER_CONFIG_DIR": str(home / "config"), "IPYTHONDIR": str(home / "ipython")}
    with (home / "log").open("w") as log:
        server = subprocess.Popen(
            [*command, *own, f"--port={port}"], env=os.environ | environment | private, stdout=log, stderr=log
        )
        try:
            _wait_for(server, port)
            yield Server(port=port, path=path)
        finally:
            _end(server)


@contextmanager
def opened(chromium, server: Server, notebook: str, *, width: int = 1400, height: int = 1200) -> Iterator:
    """The page of a notebook in the folder; at the end it may have asked its own server and no other machine."""
    context = chromium.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    page.set_default_timeout(RUN_TIMEOUT_MS)
    elsewhere: list[str] = []
    own = (f"http://127.0.0.1:{server.port}", f"ws://127.0.0.1:{server.port}", "data:", "blob:")
    page.on("request", lambda request: None if request.url.startswith(own) else elsewhere.append(request.url))
    page.goto(server.url(notebook))
    yield page
    context.close()
    assert elsewhere == []


def as_notebook(sources: Sequence[str]) -> str:
    """A notebook file with these code cells, not yet run."""
    notebook = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, sources)))
    notebook.metadata["kernelspec"] = PYTHON
    return nbformat.writes(notebook)


def run_all(page, timeout_ms: float = RUN_TIMEOUT_MS) -> None:
    """Runs every cell and waits for the kernel."""
    page.wait_for_function(KERNEL_IS_READY, timeout=timeout_ms)
    page.evaluate("() => jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_function(KERNEL_IS_READY, timeout=timeout_ms)


def printed(page, code: str) -> str:
    """What the kernel of the page prints when it runs `code`."""
    return page.evaluate(
        """async code => {
          const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
          const asked = kernel.requestExecute({code});
          let text = '';
          asked.onIOPub = message => { if (message.header.msg_type === 'stream') text += message.content.text; };
          await asked.done;
          return text;
        }""",
        code,
    )


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _end(server: subprocess.Popen) -> None:
    """Ends a server, gently if it lets itself be: on a busy machine it may wait long for its kernels."""
    server.terminate()
    try:
        server.wait(timeout=30)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


def _wait_for(server: subprocess.Popen, port: int) -> None:
    deadline = time.monotonic() + START_TIMEOUT_S
    while time.monotonic() < deadline and server.poll() is None:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api?token={TOKEN}", timeout=1).close()
            return
        except OSError:
            time.sleep(0.2)
    pytest.fail("The server did not start.")
