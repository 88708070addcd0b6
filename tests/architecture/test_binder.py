"""Binder's files make an environment in which the quickstart runs."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).parents[2]
BINDER = ROOT / "binder"


def test_binder_asks_for_a_python_that_jaxlab_supports():
    asked = re.search(r"- python=(\S+)", (BINDER / "environment.yml").read_text())[1]
    supported = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert SpecifierSet(supported).contains(asked)


@pytest.mark.long
def test_the_quickstart_runs_in_what_binder_builds(tmp_path):
    clone = tmp_path / "clone"
    shutil.copytree(ROOT, clone, ignore=shutil.ignore_patterns(".git", ".venv", "node_modules", "explorer.js"))
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "env"], check=True)
    # postBuild finds the environment's Python first on the PATH, as in repo2docker.
    environment = os.environ | {"PATH": f"{tmp_path / 'env' / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    environment.pop("PYTHONPATH", None)
    subprocess.run(["binder/postBuild"], cwd=clone, env=environment, check=True)
    page = tmp_path / "page.html"
    subprocess.run(["jaxlab", "quickstart", "--execute", page], cwd=tmp_path, env=environment, check=True)
    assert "jaxlab in ten minutes" in page.read_text()
