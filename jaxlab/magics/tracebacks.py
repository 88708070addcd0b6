"""Tracebacks that hold the user's frames only: nothing of jaxlab, nothing of how IPython calls a magic."""

import linecache
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from types import FrameType, TracebackType
from typing import Any

from IPython.core.interactiveshell import InteractiveShell

_MAGICS = "jaxlab.magics"
# Older IPythons wrap their magics with the package `decorator`.
_NOT_THE_USERS = {"jaxlab", "jax", "jaxlib", "IPython", "ipykernel", "decorator"}


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
        if kind is None or value is None or not _passes_a_magic(traceback):
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
    entries = list(_entries(traceback))
    rebuilt = None
    for entry in reversed([*entries[:1], *_users(entries)]):
        rebuilt = TracebackType(rebuilt, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    return rebuilt


def _users(entries: list[TracebackType]) -> Iterator[TracebackType]:
    is_foreign = True
    for entry, following in pairwise([*entries, None]):
        assert entry is not None
        package = _package(entry.tb_frame)
        # What the standard library does for us, such as leaving a context manager, is as little the user's as we are.
        is_foreign = package in _NOT_THE_USERS or (is_foreign and package in sys.stdlib_module_names)
        if not is_foreign and (following is None or not _is_magic_call(entry.tb_frame, following.tb_frame)):
            yield entry


def _is_magic_call(frame: FrameType, called: FrameType) -> bool:
    """Whether `frame` holds nothing but the call that IPython makes of a magic."""
    name = called.f_code.co_name
    is_one_line = len(linecache.getlines(frame.f_code.co_filename)) == 1
    return name == "run_cell_magic" or (name == "run_line_magic" and is_one_line)


def _package(frame: FrameType) -> str:
    if frame.f_code.co_filename.startswith("<decorator-gen"):
        return "decorator"
    return str(frame.f_globals.get("__name__")).partition(".")[0]


def _passes_a_magic(traceback: TracebackType | None) -> bool:
    return any(str(entry.tb_frame.f_globals.get("__name__")).startswith(_MAGICS) for entry in _entries(traceback))


def _entries(traceback: TracebackType | None) -> Iterator[TracebackType]:
    while traceback is not None:
        yield traceback
        traceback = traceback.tb_next
