"""Loading and unloading: what goes into a shell, and how it comes out again."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from IPython.core.interactiveshell import InteractiveShell

from jaxlab.magics.completion import Completion
from jaxlab.magics.config import CompilationCache, JaxLab
from jaxlab.magics.environment import require_jax
from jaxlab.magics.magics import JaxlabMagics
from jaxlab.magics.shell_commands import QuietCommands
from jaxlab.magics.tracebacks import UserTracebacks, show_text_alone
from jaxlab.magics.typed import TypedCells

if TYPE_CHECKING:
    from jaxlab.magics.session import Session

_loaded: "WeakKeyDictionary[InteractiveShell, Extension]" = WeakKeyDictionary()


def load(shell: InteractiveShell) -> None:
    """Adds jaxlab to `shell`; does nothing where it is loaded already.

    Raises:
      EnvironmentProblem: JAX is missing or too old.
    """
    if shell in _loaded:
        return
    try:
        require_jax()
    except Exception as problem:
        show_text_alone(problem)
        raise
    _loaded[shell] = Extension(shell)


def unload(shell: InteractiveShell) -> None:
    """Takes jaxlab out of `shell`; does nothing where it is not loaded."""
    extension = _loaded.pop(shell, None)
    if extension is not None:
        extension.remove()


class Extension:
    """All that jaxlab puts into one shell; making it puts it in."""

    def __init__(self, shell: InteractiveShell) -> None:
        self._shell = shell
        self._typed = TypedCells()
        self._cache = CompilationCache()
        self._settings = JaxLab(parent=shell)
        self._magics = JaxlabMagics(shell, self._start_session)
        self._replaced = self._register_magics()
        self._completion = Completion(shell)
        self._tracebacks = UserTracebacks(shell)
        self._commands = QuietCommands()
        shell.configurables.append(self._settings)  # type: ignore[arg-type]
        for event, callback in self._callbacks():
            shell.events.register(event, callback)
        self._completion.install()
        self._tracebacks.install()
        self._commands.install()

    def remove(self) -> None:
        """Takes everything out, and puts back what it had replaced."""
        shell = self._shell
        if panels := sys.modules.get("jaxlab.magics.device_panel"):
            panels.stop_all()
        if memory := sys.modules.get("jaxlab.stages.spares"):
            memory.SPARES.clear()
        self._commands.uninstall()
        self._tracebacks.uninstall()
        self._completion.uninstall()
        for event, callback in self._callbacks():
            shell.events.unregister(event, callback)
        for configurable in (self._settings, self._magics):
            shell.configurables.remove(configurable)  # type: ignore[arg-type]
        self._restore_magics()
        self._cache.restore()

    def _start_session(self) -> "Session":
        # At the first magic: it loads more than `%load_ext` may.
        from jaxlab.magics.session import Session

        return Session(self._shell, self._settings, self._typed, self._cache)

    def _callbacks(self) -> tuple[tuple[str, Callable[[Any], None]], ...]:
        typed = self._typed
        return ("pre_run_cell", typed.on_pre_run_cell), ("post_run_cell", typed.on_post_run_cell)

    def _register_magics(self) -> dict[tuple[str, str], Any]:
        tables, ours = self._shell.magics_manager.magics, self._magics.magics
        before = {(kind, name): tables[kind].get(name) for kind in ours for name in ours[kind]}
        self._shell.register_magics(self._magics)
        return before

    def _restore_magics(self) -> None:
        manager = self._shell.magics_manager
        manager.registry.pop(type(self._magics).__name__)
        for (kind, name), before in self._replaced.items():
            del manager.magics[kind][name]
            if before is not None:
                manager.magics[kind][name] = before
