"""`jaxlab quickstart`: copies the notebooks and opens JupyterLab on the first, or runs it to a page."""

import importlib.util
import os
import subprocess
import sys
import tempfile
from argparse import Namespace
from pathlib import Path

from jaxlab.cli import notebooks
from jaxlab.model.diagnostic import Diagnostic
from jaxlab.model.errors import EnvironmentProblem

DEFAULT_FOLDER = "jaxlab-notebooks"
FIRST_NOTEBOOK = "quickstart.ipynb"
# JupyterLab asks every newcomer whether it may fetch news; nobody came for that, and nothing here needs the network.
# No option turns the question off: the plugin that asks it has to be.
CONFIG_WITHOUT_NEWS = Path(__file__).parent / "lab_config"
EXECUTE_TIMEOUT_S = 600


def add_to(commands) -> None:
    """Adds the command to the command line's parser."""
    parser = commands.add_parser("quickstart", help="open the quickstart notebook in JupyterLab", description=__doc__)
    parser.add_argument(
        "folder",
        nargs="?",
        default=DEFAULT_FOLDER,
        type=Path,
        help="where the notebooks are copied to; files that are there stay as they are (default: %(default)s)",
    )
    parser.add_argument(
        "--execute",
        metavar="OUT.html",
        type=Path,
        help="open nothing: run the quickstart in a kernel and write the page to OUT.html",
    )
    parser.set_defaults(command=run)


def run(arguments: Namespace) -> int:
    """Copies the notebooks, then opens the quickstart or runs it.

    Raises:
      EnvironmentProblem: JupyterLab or nbconvert is missing (JL533), or the notebooks cannot be copied.
    """
    if arguments.execute is not None:
        return execute(arguments.execute)
    _require("jupyterlab")
    copied = notebooks.copy_into(arguments.folder)
    print(_what_was_copied(arguments.folder, copied), flush=True)
    return _run_until_it_ends(lab_command(arguments.folder / FIRST_NOTEBOOK), lab_environment())


def lab_command(notebook: Path, python: str = sys.executable) -> list[str]:
    """The command that opens `notebook` in JupyterLab, its folder as the root of the file browser."""
    root = notebook.resolve().parent
    # JupyterLab refuses to start as root, which is who a container's user often is.
    as_root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    lab = [python, "-m", "jupyterlab", str(notebook.resolve()), f"--ServerApp.root_dir={root}"]
    return [*lab, *as_root]


def lab_environment() -> dict[str, str]:
    """What to add to the environment of JupyterLab so that its news pop-up stays away, all other settings kept."""
    paths = (str(CONFIG_WITHOUT_NEWS), os.environ.get("JUPYTER_CONFIG_PATH", ""))
    return {"JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, paths))}


def execute(page: Path) -> int:
    """Runs the quickstart in a real kernel and writes it, outputs included, as one HTML page.

    Returns:
      0, or the exit status of nbconvert, which has then printed the cell that failed.
    """
    _require("nbconvert")
    page.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="jaxlab-") as scratch:
        notebooks.copy_into(Path(scratch))
        status = subprocess.call(_convert_command(Path(scratch) / FIRST_NOTEBOOK, page.resolve()))
    if status == 0:
        print(f"The quickstart ran from top to bottom; the page is {page}.")
    return status


def _convert_command(notebook: Path, page: Path) -> list[str]:
    convert = [sys.executable, "-m", "nbconvert", "--to", "html", "--execute", "--log-level=WARN"]
    timeout = f"--ExecutePreprocessor.timeout={EXECUTE_TIMEOUT_S}"
    return [*convert, timeout, str(notebook), "--output-dir", str(page.parent), "--output", page.name]


def _run_until_it_ends(command: list[str], environment: dict[str, str]) -> int:
    with subprocess.Popen(command, env=os.environ | environment) as process:
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:  # reaches JupyterLab as well, which asks whether to stop
                continue


def _what_was_copied(folder: Path, copied: tuple[Path, ...]) -> str:
    if not copied:
        return f"The notebooks are in {folder} already, and stay as they are."
    names = ", ".join(path.name for path in copied)
    return f"Copied to {folder}: {names}."


def _require(package: str) -> None:
    if importlib.util.find_spec(package) is None:
        raise EnvironmentProblem(
            Diagnostic(
                code="JL533",
                message=f"{package} is not installed in this environment ({sys.executable}).",
                hint='Type `pip install "jaxlab[lab]"`.',
            )
        )
