"""`!command` once JAX has started: IPython forks for it, and JAX warns of every fork that a deadlock is likely.

The process that IPython makes this way becomes the command at once and runs nothing of JAX. Forks of anybody else are
warned of as before.
"""

import warnings
from contextlib import suppress


class QuietCommands:
    """Keeps JAX's warning from forks that the standard library's `pty` makes, which run a command."""

    def install(self) -> None:
        """Puts a filter before the ones that are there."""
        warnings.filterwarnings("ignore", r"os\.fork\(\) was called", RuntimeWarning, module=r"pty\Z")
        self._filter = warnings.filters[0]

    def uninstall(self) -> None:
        """Takes the filter out, if nobody has."""
        with suppress(ValueError):
            warnings.filters.remove(self._filter)  # type: ignore[attr-defined]
