"""Where the notebooks are that come with jaxlab, and copying them without harm."""

import shutil
from pathlib import Path

import jaxlab
from jaxlab.model.diagnostic import Diagnostic
from jaxlab.model.errors import EnvironmentProblem


def folder() -> Path:
    """The folder of the notebooks: inside an installed package, beside the package in a checkout.

    Raises:
      EnvironmentProblem: Neither is there (JL531).
    """
    package = Path(jaxlab.__file__).parent
    for candidate in (package / "notebooks", package.parent / "notebooks"):
        if (candidate / "quickstart.ipynb").is_file():
            return candidate
    raise EnvironmentProblem(
        Diagnostic(
            code="JL531",
            message=f"The notebooks of jaxlab are missing beside {package}.",
            hint="Install it again: `pip install --force-reinstall --no-deps jaxlab`.",
        )
    )


def copy_into(target: Path) -> tuple[Path, ...]:
    """Copies every notebook into `target`, which is made if it is missing.

    A file that is already there is left as it is: it may hold somebody's work.

    Returns:
      The files that were copied.

    Raises:
      EnvironmentProblem: `target` cannot be a folder or written to (JL532).
    """
    try:
        target.mkdir(parents=True, exist_ok=True)
        missing = [source for source in sorted(folder().glob("*.ipynb")) if not (target / source.name).exists()]
        return tuple(Path(shutil.copyfile(source, target / source.name)) for source in missing)
    except OSError as error:
        raise EnvironmentProblem(
            Diagnostic(
                code="JL532",
                message=f"The notebooks cannot be copied to {target}: {error.strerror}.",
                hint="Name another folder: `jaxlab quickstart FOLDER`.",
            )
        ) from error
