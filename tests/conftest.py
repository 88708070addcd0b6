"""What every test stands on: the CPU, and nobody's own configuration."""

import os
import shutil
import tempfile
from pathlib import Path

# Set before anything imports JAX or Jupyter, and inherited by the kernels that tests start.
_HOME = Path(tempfile.mkdtemp(prefix="jaxlab-tests-"))
os.environ.update(
    IPYTHONDIR=str(_HOME / "ipython"),
    JAX_PLATFORMS="cpu",
    JUPYTER_CONFIG_DIR=str(_HOME / "jupyter-config"),
    JUPYTER_DATA_DIR=str(_HOME / "jupyter-data"),
    JUPYTER_PLATFORM_DIRS="1",
    JUPYTER_RUNTIME_DIR=str(_HOME / "jupyter-runtime"),
    MPLBACKEND="agg",
)


def pytest_unconfigure() -> None:
    shutil.rmtree(_HOME, ignore_errors=True)
