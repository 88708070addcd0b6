"""Installing jaxlab into what Colab ships changes nothing that is there."""

import json
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
PROFILE = (ROOT / "tests" / "kernel" / "colab-profile.txt").read_text().splitlines()
PINS = [Requirement(line) for line in PROFILE if not line.startswith("#")]


def is_here(pin: Requirement) -> bool:
    try:
        return pin.specifier.contains(metadata.version(pin.name))
    except metadata.PackageNotFoundError:
        return False


@pytest.mark.skipif(not all(map(is_here, PINS)), reason="this environment is not the Colab profile")
def test_installing_changes_no_package_that_is_there(tmp_path):
    report = tmp_path / "report.json"
    install = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--report", str(report), str(ROOT)]
    subprocess.run(install, check=True)
    planned = {entry["metadata"]["name"].lower() for entry in json.loads(report.read_text())["install"]}
    present = {distribution.name.lower() for distribution in metadata.distributions()}
    assert planned & present <= {"jaxlab"}
