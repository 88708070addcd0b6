"""jaxlab: compile NumPy cells with JAX and see what became of each line.

In a notebook: `%load_ext jaxlab`, then `%%jit` on a cell. The same without magics: `@jaxlab.jit`, `with
jaxlab.compiled()`, `jaxlab.explore`, `jaxlab.compare`, `jaxlab.run`. Importing the package loads neither JAX nor
IPython; each public name loads what it needs.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from jaxlab.api.block import compiled
    from jaxlab.api.functions import compare, explore, jit
    from jaxlab.model.report import Report
    from jaxlab.pipeline import last_report, run

__all__ = ["Report", "compare", "compiled", "explore", "jit", "last_report", "run"]

_HOME = {
    "Report": "jaxlab.model.report",
    "compare": "jaxlab.api.functions",
    "compiled": "jaxlab.api.block",
    "explore": "jaxlab.api.functions",
    "jit": "jaxlab.api.functions",
    "last_report": "jaxlab.pipeline",
    "run": "jaxlab.pipeline",
}


def __getattr__(name: str) -> Any:
    """Loads a public name at its first use.

    Raises:
      AttributeError: The package has no such name.
    """
    if name == "__version__":
        from importlib.metadata import version

        return version("jaxlab")
    if name not in _HOME:
        raise AttributeError(f"module 'jaxlab' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    """What Tab completion offers."""
    return sorted([*__all__, "__version__"])


def load_ipython_extension(shell: "InteractiveShell") -> None:
    """Adds the magics to `shell`; what `%load_ext jaxlab` calls.

    Raises:
      EnvironmentProblem: JAX is missing or too old.
    """
    import_module("jaxlab.magics.extension").load(shell)


def unload_ipython_extension(shell: "InteractiveShell") -> None:
    """Takes out of `shell` all that loading put in; what `%unload_ext jaxlab` calls."""
    import_module("jaxlab.magics.extension").unload(shell)
