"""What is built from a checkout: an sdist, and from that a wheel with the front end and the notebooks."""

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Neither what is built nor what is installed: as in a fresh clone.
NOT_IN_A_CLONE = shutil.ignore_patterns(
    ".git", ".venv", ".*_cache", "__pycache__", "node_modules", "dist", "explorer.js"
)


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    """The folder with what `python -m build` makes of a clone."""
    pytest.importorskip("build")
    clone = tmp_path_factory.mktemp("clone") / "jaxlab"
    shutil.copytree(ROOT, clone, ignore=NOT_IN_A_CLONE)
    ran = subprocess.run([sys.executable, "-m", "build", clone], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-3000:]
    return clone / "dist"


@pytest.mark.parametrize(
    "file",
    [
        "jaxlab/cli/lab_config/labconfig/page_config.json",
        "jaxlab/notebooks/quickstart.ipynb",
        "jaxlab/py.typed",
        "jaxlab/views/static/explorer.js",
    ],
)
def test_the_wheel_contains(built, file):
    (wheel,) = built.glob("*.whl")
    assert zipfile.ZipFile(wheel).getinfo(file) is not None


def test_the_sdist_contains_the_bundle_so_that_it_installs_without_node(built):
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        assert any(name.endswith("jaxlab/views/static/explorer.js") for name in archive.getnames())


def test_the_wheel_contains_only_the_package(built):
    (wheel,) = built.glob("*.whl")
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert tops == {"jaxlab", "jaxlab-0.1.0.dist-info"}
