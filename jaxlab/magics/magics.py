"""The magics. Each one parses, runs and shows."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from IPython.core.interactiveshell import InteractiveShell
from IPython.core.magic import Magics, line_cell_magic, line_magic, magics_class, no_var_expand

from jaxlab.magics.commands import COMMANDS, COMPARE, EXPLORE, GRAD, JIT, Command
from jaxlab.magics.help import docstring

if TYPE_CHECKING:
    from jaxlab.magics.session import Session


def _documented(command: Command) -> Callable[[Callable], Callable]:
    def document(magic: Callable) -> Callable:
        magic.__doc__ = docstring(command)
        return magic

    return document


def _refuse_place(name: str, line: str) -> None:
    from jaxlab.model.diagnostic import Diagnostic
    from jaxlab.model.errors import UsageProblem

    raise UsageProblem(
        Diagnostic(
            code="JL107",
            message=f"`%%{name}` is not on the first line of its cell.",
            hint="Move it to the top: it is about the whole cell, and comments can stand below it.",
        )
    )


@magics_class
class JaxlabMagics(Magics):
    """The jaxlab magics of one shell."""

    def __init__(self, shell: InteractiveShell, start_session: "Callable[[], Session]") -> None:
        super().__init__(shell)
        self._start_session = start_session
        # IPython takes `%%jit` below the first line for a line magic of this name.
        self.magics["line"] |= {f"%{name}": partial(_refuse_place, name) for name in COMMANDS}

    @cached_property
    def _session(self) -> "Session":
        return self._start_session()

    @_documented(JIT)
    @no_var_expand
    @line_cell_magic
    def jit(self, line: str, cell: str | None = None) -> Any:
        request = self._session.parse(JIT, line, cell)
        outcome = self._session.run(request)
        return self._session.show(request, outcome)

    @_documented(EXPLORE)
    @no_var_expand
    @line_cell_magic
    def explore(self, line: str, cell: str | None = None) -> Any:
        request = self._session.parse(EXPLORE, line, cell)
        outcome = self._session.explore(request)
        return self._session.show(request, outcome)

    @_documented(GRAD)
    @no_var_expand
    @line_cell_magic
    def grad(self, line: str, cell: str | None = None) -> Any:
        request = self._session.parse(GRAD, line, cell)
        outcome = self._session.run(request)
        return self._session.show(request, outcome)

    @_documented(COMPARE)
    @no_var_expand
    @line_cell_magic
    def compare(self, line: str, cell: str | None = None) -> Any:
        request = self._session.parse(COMPARE, line, cell)
        outcome = self._session.compare(request)
        return self._session.show(request, outcome)

    @no_var_expand
    @line_magic
    def devices(self, line: str) -> None:
        """Show the devices that JAX sees, their memory, and the arrays that live on each.

        %devices         as they are now
        %devices --live  a panel that stays up to date, also while a cell runs
        """
        word = self._session.parse_word("devices", line, words=("", "--live"))
        self._session.show_devices(live=bool(word))

    @no_var_expand
    @line_magic
    def placement(self, line: str) -> None:
        """Show which device holds which part of an array, or of each array in a container.

        %placement x
        %placement params['layers']
        """
        self._session.show_placement(line)

    @no_var_expand
    @line_magic
    def jaxlab(self, line: str) -> None:
        """Show versions, settings and reports.

        %jaxlab             versions, settings, and the summary of the last run
        %jaxlab report      the last report in full
        %jaxlab version     the version alone
        %jaxlab help        the magics
        %jaxlab diff a b    two reports compared, each stored with `-o NAME`
        """
        verb, _, names = line.strip().partition(" ")
        if verb == "diff":
            self._session.show_diff(names)
            return
        word = self._session.parse_word("jaxlab", line, words=("", "report", "version", "help"), more=("diff a b",))
        self._session.show_about(word)
