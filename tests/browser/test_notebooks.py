"""A training step whose helpers live in two other cells, in Notebook 7 and JupyterLab: run, point, keys, panels."""

import sys
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from jaxlab.cli import quickstart
from tests.browser.pages import CELL, HLO, JAXPR, NEEDS_BUNDLE, STABLEHLO, lit, tab
from tests.browser.servers import ON_A_SERVER, Server, as_notebook, opened, printed, run_all, serving

pytestmark = [*ON_A_SERVER, NEEDS_BUNDLE]

CELLS = (
    "%load_ext jaxlab\nimport jax, jax.numpy as jnp, optax\nfrom flax import nnx",
    "def features(x):\n    return jnp.tanh(x * 0.5)",
    "def loss_of(model, x, y):\n    return jnp.mean((model(features(x)) - y) ** 2)",
    "model = nnx.Linear(8, 4, rngs=nnx.Rngs(0))\nx, y = jnp.ones((16, 8)), jnp.ones((16, 4))",
    "%%jit\nloss, grads_of = nnx.value_and_grad(loss_of)(model, x, y)\nstep = jax.tree.map(lambda g: 0.1 * g, grads_of)\nloss",
    "%%explore --live\njnp.tanh(x).sum()",
    "%devices --live",
)
HOSTS = {
    "notebook": ("notebook", "notebooks", "--JupyterNotebookApp.expose_app_in_browser=True"),
    "lab": ("jupyterlab", "lab/tree", "--LabApp.expose_app_in_browser=True"),
}


@pytest.fixture(scope="module", params=HOSTS)
def server(request, tmp_path_factory) -> Iterator[Server]:
    module, path, exposed = HOSTS[request.param]
    if find_spec(module) is None:
        pytest.skip(f"{module} is not installed")
    home = tmp_path_factory.mktemp(request.param)
    (home / "x.ipynb").write_text(as_notebook(CELLS), encoding="utf-8")
    command = [sys.executable, "-m", module, "--allow-root", f"--ServerApp.root_dir={home}", exposed]
    with serving(command, path, home, quickstart.lab_environment()) as running:
        yield running


@pytest.fixture(scope="module")
def page(server, chromium):
    """The notebook, all its cells run."""
    with opened(chromium, server, "x.ipynb", width=1500, height=1100) as found:
        run_all(found)
        yield found


@pytest.fixture
def output(page):
    """The explorer below the training step."""
    found = page.locator(".jp-Cell", has_text="value_and_grad").locator(".jaxlab-report").first
    if not found.locator(".explorer").count():
        found.locator("summary").first.click()
    return found


def test_pointing_lights_the_right_lines_in_all_panes(page, output):
    row = output.locator(f"{CELL}.row", has_text="value_and_grad")
    row.hover()
    assert any("dot_general" in line for line in lit(output, JAXPR))
    row.click()
    for kind, name in {STABLEHLO: "StableHLO", HLO: "HLO"}.items():
        tab(output, name)
        assert lit(output, kind), name
    assert sum("In [" in name for name in output.get_by_role("tab").all_inner_texts()) == 2
    page.keyboard.press("Escape")


def test_the_keyboard_alone_does_the_same(page, output):
    tab(output, "jaxpr")
    output.locator(f"{CELL}.scroller").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert lit(output, CELL)[0].startswith("loss, grads_of")
    assert any("dot_general" in line for line in lit(output, JAXPR))
    page.keyboard.press("Escape")
    assert lit(output, JAXPR) == []


def test_the_panel_compiles_again(page):
    cell = page.locator(".jp-Cell", has_text="%%explore --live")
    cell.locator(".explorer").last.wait_for()
    cell.get_by_role("button", name="32 bits").click()
    cell.get_by_role("button", name="Compile").click()
    cell.get_by_text("32 bits, default device").first.wait_for()
    cell.get_by_label("passes").check()
    cell.get_by_placeholder("XLA's options").fill("xla_backend_optimization_level=0")
    cell.get_by_role("button", name="Compile").click()
    cell.get_by_text("32 bits, default device, xla_backend_optimization_level=0").first.wait_for()
    cell.locator(".explorer").last.get_by_role("tab", name="Passes").wait_for()


def test_the_devices_panel_follows(page):
    panel = page.locator(".jp-Cell", has_text="%devices --live")
    panel.get_by_text("cpu:0").first.wait_for()
    page.evaluate("""() => {
      const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
      kernel.requestExecute({code: 'enormous = jnp.ones((3000, 1000))'});
    }""")
    panel.get_by_text("enormous").wait_for()


def test_the_devices_panel_rests_when_nobody_sees_it(page):
    assert "jaxlab-devices" in threads(page)
    page.evaluate("() => jupyterapp.commands.execute('notebook:clear-all-cell-outputs')")
    for _ in range(50):
        if "jaxlab-devices" not in threads(page):
            return
        page.wait_for_timeout(100)
    pytest.fail("The panel's thread goes on.")


def threads(page) -> str:
    """Names of the kernel's threads."""
    return printed(page, "import threading; print([t.name for t in threading.enumerate()])")
