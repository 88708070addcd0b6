"""Tracebacks that hold the user's frames only: nothing of jaxlab, nothing of how IPython calls a magic."""

import linecache
import sys
from collections.abc import Callable, Iterator
from types import FrameType, TracebackType
from typing import Any

from IPython.core.interactiveshell import InteractiveShell

_MAGICS = __package__
# Older IPythons wrap their magics with the package `decorator`.
_NOT_THE_USERS = ("jaxlab", "IPython", "ipykernel", "decorator")


class UserTracebacks:
    """Shows an exception that passed through a jaxlab magic as if the cell had run without it.

    IPython adds its own frames on the way out, so what shows can only be decided when it shows.
    """

    def __init__(self, shell: InteractiveShell) -> None:
        self._shell = shell
        self._original = shell.showtraceback

    def install(self) -> None:
        """Puts itself before the shell's `showtraceback`."""
        self._replace(self._show)

    def uninstall(self) -> None:
        """Takes itself out, unless somebody else has since put their own on top."""
        if vars(self._shell).get("showtraceback") == self._show:
            del self._shell.showtraceback
            if self._shell.showtraceback != self._original:
                self._replace(self._original)

    def _replace(self, shows: Callable[..., None]) -> None:
        vars(self._shell)["showtraceback"] = shows

    def _show(self, exc_tuple: Any = None, *args: Any, **kwargs: Any) -> None:
        kind, value, traceback = exc_tuple or sys.exc_info()
        if kind is None or value is None or not any(_is_of(entry.tb_frame, _MAGICS) for entry in _entries(traceback)):
            self._original(exc_tuple, *args, **kwargs)
            return
        show_text_alone(value)
        # On the exception too, for debuggers and for IPython's way with exception groups, which look there.
        value.__traceback__ = user_part(traceback)
        # For a syntax error this flag would add the frames of the run.
        kwargs["running_compiled_code"] = False
        self._original((kind, value, value.__traceback__), *args, **kwargs)


def show_text_alone(error: BaseException) -> None:
    """Makes IPython show an error of jaxlab's own as its text, with no traceback."""
    from jaxlab.model.errors import JaxlabError

    if isinstance(error, JaxlabError):
        error._render_traceback_ = str(error).splitlines  # type: ignore[attr-defined]


def user_part(traceback: TracebackType | None) -> TracebackType | None:
    """The frames of `traceback` that are the user's, after the first.

    The first is IPython's own, which it leaves out when it shows a traceback.
    """
    if traceback is None:
        return None
    entries = list(_entries(traceback))
    kept = [
        entry for entry, following in zip(entries, [*entries[1:], None], strict=True) if _is_users(entry, following)
    ]
    rebuilt = None
    for entry in reversed([entries[0], *(entry for entry in kept if entry is not entries[0])]):
        rebuilt = TracebackType(rebuilt, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    return rebuilt


def _is_users(entry: TracebackType, following: TracebackType | None) -> bool:
    frame = entry.tb_frame
    if frame.f_code.co_filename.startswith("<decorator-gen") or any(_is_of(frame, name) for name in _NOT_THE_USERS):
        return False
    return following is None or not _is_magic_call(frame, following.tb_frame.f_code.co_name)


def _is_magic_call(frame: FrameType, calls: str) -> bool:
    """Whether the frame holds nothing but the call that IPython makes of a magic."""
    is_one_line = len(linecache.getlines(frame.f_code.co_filename)) == 1
    return calls == "run_cell_magic" or (calls == "run_line_magic" and is_one_line)


def _is_of(frame: FrameType, package: str) -> bool:
    return f"{frame.f_globals.get('__name__')}.".startswith(f"{package}.")


def _entries(traceback: TracebackType | None) -> Iterator[TracebackType]:
    while traceback is not None:
        yield traceback
        traceback = traceback.tb_next
