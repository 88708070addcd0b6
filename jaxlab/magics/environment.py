"""Whether the JAX that is installed will do, asked without importing it."""

import re
import sys
from importlib import metadata
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # loading is to be quick, and this is needed only where it fails
    from jaxlab.model.errors import EnvironmentProblem

OLDEST_JAX = (0, 7, 2)


def require_jax() -> None:
    """Checks that JAX and its compiler are there and new enough.

    Raises:
      EnvironmentProblem: JL520 no JAX, JL521 too old, JL522 no jaxlib.
    """
    version = _jax_version()
    oldest = ".".join(map(str, OLDEST_JAX))
    if version is None:
        raise _problem("JL520", "JAX is not installed.", f"Type `%pip install 'jax>={oldest}'`, then load again.")
    if _numbers(version) < OLDEST_JAX:
        message = f"JAX {version} is too old; jaxlab needs {oldest} or newer."
        raise _problem("JL521", message, f"Type `%pip install -U 'jax>={oldest}'`, then restart the kernel.")
    if "jaxlib" not in sys.modules and find_spec("jaxlib") is None:
        message = f"JAX {version} has no compiler: the package `jaxlib` (JAX's own, not this one) is not installed."
        raise _problem("JL522", message, f"Type `%pip install 'jax=={version}'`, then load again.")


def _jax_version() -> str | None:
    if "jax" in sys.modules:
        return sys.modules["jax"].__version__
    try:
        return metadata.version("jax")
    except metadata.PackageNotFoundError:
        return None


def _numbers(version: str) -> tuple[int, ...]:
    found = re.match(r"\d+(\.\d+)*", version)
    return tuple(map(int, found[0].split("."))) if found else ()


def _problem(code: str, message: str, hint: str) -> "EnvironmentProblem":
    from jaxlab.model.diagnostic import Diagnostic
    from jaxlab.model.errors import EnvironmentProblem

    return EnvironmentProblem(Diagnostic(code=code, message=message, hint=hint))
