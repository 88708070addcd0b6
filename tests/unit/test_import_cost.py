"""Importing and loading stay cheap: what they load is asserted, not how long they take."""

import json
import subprocess
import sys

import pytest

HEAVY = {"jax", "jaxlib", "numpy", "plotly", "ipywidgets", "anywidget"}


def loaded_after(code: str) -> set[str]:
    """Names of the modules that a fresh Python has loaded after `code`."""
    script = f"{code}\nimport json, sys\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_importing_loads_nothing_else():
    loaded = loaded_after("import jaxlab")
    assert not loaded & (HEAVY | {"IPython", "traitlets", "dataclasses"})
    assert {name for name in loaded if name.startswith("jaxlab")} == {"jaxlab"}


def test_loading_into_a_shell_loads_its_own_few_modules():
    start = "from IPython.core.interactiveshell import InteractiveShell\nshell = InteractiveShell()\n"
    load = "shell.run_line_magic('load_ext', 'jaxlab')"
    added = loaded_after(start + load) - loaded_after(start)
    assert not added & HEAVY
    assert not {name for name in added if name.startswith(("jaxlab.model", "jaxlab.views", "jaxlab.pipeline"))}
    assert len([name for name in added if name.startswith("jaxlab")]) <= 12


def test_a_public_name_that_needs_no_jax_loads_none():
    assert not loaded_after("import jaxlab\njaxlab.Report") & HEAVY


def test_an_unknown_name_is_an_attribute_error():
    import jaxlab

    with pytest.raises(AttributeError, match="module 'jaxlab' has no attribute 'nope'"):
        _ = jaxlab.nope
