"""What `%jaxlab` tells."""

import platform
import sys
from importlib import metadata

import IPython

from jaxlab.magics.commands import COMMANDS
from jaxlab.magics.config import JaxLab
from jaxlab.model.report import Report
from jaxlab.views.text import render_summary, render_text


def about(word: str, settings: JaxLab) -> str:
    """The text of `%jaxlab WORD`; of `%jaxlab` alone where the word is empty."""
    return {"": _status, "report": _report, "version": _version, "help": _help}[word](settings)


def _status(settings: JaxLab) -> str:
    values = [f"{name} = {getattr(settings, name)!r}" for name in sorted(settings.class_trait_names(config=True))]
    report = _last_report()
    return "\n".join(
        [
            ", ".join(f"{name} {version}" for name, version in _versions().items()),
            f"%config JaxLab: {', '.join(values)}",
            f"last run: {render_summary(report) if report else 'none yet'}",
        ]
    )


def _report(settings: JaxLab) -> str:
    report = _last_report()
    return render_text(report) if report else "No cell has run under a jaxlab magic yet."


def _version(settings: JaxLab) -> str:
    return _versions()["jaxlab"]


def _help(settings: JaxLab) -> str:
    magics = [(f"%%{command.name}", command.summary) for command in COMMANDS.values()]
    magics += [("%devices", "Show the devices, their memory, and the arrays on each.")]
    magics += [("%placement", "Show which device holds which part of an array: `%placement x`.")]
    magics += [("%jaxlab", "Show versions, settings and the last run; `%jaxlab?` tells what else.")]
    lines = [f"{name:<12}{summary}" for name, summary in magics]
    more = "`%%jit?` shows options. A magic with `%%` has a line form too, as in `%jit f(x)`."
    return "\n".join([*lines, "", more])


def _last_report() -> Report | None:
    # Where the pipeline is not loaded nothing has run, and loading it loads JAX.
    return sys.modules["jaxlab.pipeline"].last_report() if "jaxlab.pipeline" in sys.modules else None


def _versions() -> dict[str, str]:
    found = {name: _installed(name) for name in ("jaxlab", "jax", "jaxlib", "numpy")}
    return {**found, "IPython": IPython.__version__, "Python": platform.python_version()}


def _installed(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "unknown"
