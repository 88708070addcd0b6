"""The long command, `python tests/long.py`: fuzzing, benchmarks, packaging, and the newest JAX on every other Python.

It takes tens of minutes and needs the network. Interpreters that are not on the PATH are given as arguments.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
OTHER_PYTHONS = ("3.12", "3.13")


def main(given: list[str]) -> int:
    """Runs everything, also after something has failed. `given`: paths of Python interpreters."""
    failed = [] if _passes(sys.executable, "-m", "long") else ["the long tests"]
    failed += [str(python) for python in _pythons(given) if not _passes_in_new_environment(python)]
    print(f"Failed: {', '.join(failed)}." if failed else "All long checks passed.")
    return int(bool(failed))


def _pythons(given: list[str]) -> Iterator[str]:
    yield from given
    for version in OTHER_PYTHONS:
        found = shutil.which(f"python{version}")
        if found and not given:
            yield found


def _passes_in_new_environment(python: str) -> bool:
    """Runs the usual tests with the newest of everything that the index has for this Python."""
    with tempfile.TemporaryDirectory(prefix="jaxlab-long-") as folder:
        new = f"{folder}/bin/python"
        return (
            _succeeds(python, "-m", "venv", folder)
            and _succeeds(new, "-m", "pip", "install", "-q", "--upgrade", "-e", ".[test]")
            and _passes(new)
        )


def _passes(python: str, *arguments: str) -> bool:
    return _succeeds(python, "-m", "pytest", *arguments)


def _succeeds(*command: str) -> bool:
    print(f"$ {' '.join(command)}", flush=True)
    return subprocess.call(command, cwd=ROOT) == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
