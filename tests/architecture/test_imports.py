"""Imports go down only, and importing jaxlab costs next to nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = ("jax", "jaxlib", "numpy", "IPython", "plotly", "ipywidgets", "anywidget")


def test_the_import_rules_hold():
    pytest.importorskip("importlinter")
    script = Path(sys.executable).with_name("lint-imports")
    checked = subprocess.run([script, "--no-logo", "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def loaded_after(statement: str) -> set[str]:
    """Names of the heavy packages that are loaded in a fresh Python after `statement`."""
    program = f"{statement}\nimport sys\nprint(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(HEAVY) & set(ran.stdout.split())


def test_importing_jaxlab_loads_none_of_its_dependencies():
    assert loaded_after("import jaxlab") == set()


@pytest.mark.parametrize("package", ["model", "cell", "views", "cli"])
def test_these_packages_load_no_jax(package):
    assert not loaded_after(f"import jaxlab.{package}") & {"jax", "jaxlib"}


@pytest.mark.parametrize("drawing", ["plotly", "ipywidgets", "anywidget"])
def test_loading_the_extension_loads_nothing_that_draws(drawing):
    load = "import jaxlab\nfrom IPython.core.interactiveshell import InteractiveShell\n"
    assert drawing not in loaded_after(load + "jaxlab.load_ipython_extension(InteractiveShell())")


def test_a_stronger_statement_does_load_them():
    # Guards the tests above: they would pass, too, if nothing were ever found.
    assert {"jax", "numpy"} <= loaded_after("import jax")
