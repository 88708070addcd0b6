"""What code shows: `print`, `logging`, `warnings.warn`. Noted with the values of the moment, done at every run."""

import logging
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import FrameType
from typing import Any

from jaxlab.cell.ownership import is_user_file
from jaxlab.tracing.code.objects import is_object, look_into
from jaxlab.tracing.effects.text import formatted, snapshot
from jaxlab.tracing.trace import Trace
from jaxlab.tracing.untraceable import Untraceable

_LEVELS = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
    "critical": logging.CRITICAL,
}


@dataclass(frozen=True, slots=True)
class Act:
    """Something to do at every run.

    Attributes:
      do: What does it, given the values.
      args, options: Its arguments: values in a trace, templates in a program.
    """

    do: Callable[..., Any]
    args: tuple[Any, ...]
    options: dict[str, Any]

    def map(self, convert: Callable[[Any], Any]) -> "Act":
        """The act with every argument converted."""
        return Act(
            self.do,
            tuple(map(convert, self.args)),
            {name: convert(value) for name, value in self.options.items()},
        )

    def perform(self) -> None:
        """Does it."""
        self.do(*self.args, **self.options)


def act_of(function: Any) -> Callable[..., None] | None:
    """What notes a call of `function`, if it only shows something; takes the trace and the call's arguments."""
    if function is print:
        return _print
    if function is warnings.warn:
        return _warn
    owner, name = getattr(function, "__self__", None), getattr(function, "__name__", "")
    if isinstance(owner, logging.Logger) and (name in _LEVELS or name == "log"):
        return partial(_log, owner, name)
    if getattr(logging, name, None) is function and (name in _LEVELS or name == "log"):
        return partial(_log, logging.root, name)
    return None


def _note(trace: Trace, do: Callable[..., Any], args: tuple, options: dict[str, Any]) -> None:
    trace.acts.append(Act(do, args, options).map(snapshot))


def _print(trace: Trace, *args: Any, **options: Any) -> None:
    if options.get("file") is not None:
        raise Untraceable("`print` writes to a file")
    args = tuple(formatted(arg, "s") if is_object(arg) else arg for arg in args)
    look_into("`print`", args)
    _note(trace, print, args, {name: value for name, value in options.items() if name not in ("flush", "file")})


def _log(logger: logging.Logger, name: str, trace: Trace, *args: Any, **options: Any) -> None:
    if options:
        raise Untraceable(f"`logging` with `{sorted(options)[0]}`")
    level, message, *values = args if name == "log" else (_LEVELS[name], *args)
    look_into("`logging`", values)
    frame = _users_frame()
    do = partial(_emit, logger, level, frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)
    _note(trace, do, (message, *values), {})


def _emit(logger: logging.Logger, level: int, file: str, line: int, function: str, message: Any, *values: Any) -> None:
    if logger is logging.root and not logger.handlers:
        logging.basicConfig()  # as the module's functions do
    if logger.isEnabledFor(level):
        logger.handle(logger.makeRecord(logger.name, level, file, line, message, values, None, function))


def _warn(trace: Trace, message: Any, category: Any = None, stacklevel: int = 1, **options: Any) -> None:
    if options or stacklevel != 1 or not isinstance(message, (str, Warning)):
        raise Untraceable("`warnings.warn` with a stack level of its own")
    frame = _users_frame()
    real = getattr(frame.f_globals, "real", frame.f_globals)
    kind = type(message) if isinstance(message, Warning) else category or UserWarning
    trace.acts.append(
        Act(
            partial(_show_warning, kind, frame.f_code.co_filename, frame.f_lineno, real),
            (message if isinstance(message, Warning) else snapshot(message),),
            {},
        )
    )


def _show_warning(kind: type[Warning], file: str, line: int, namespace: dict[str, Any], message: Any) -> None:
    registry = namespace.setdefault("__warningregistry__", {})
    module = namespace.get("__name__") or "<unknown>"
    warnings.warn_explicit(message, kind, file, line, module, registry)


def _users_frame() -> FrameType:
    """The frame of the user's code that is running."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and not is_user_file(frame.f_code.co_filename):
        frame = frame.f_back
    if frame is None:
        raise Untraceable("code that is not the user's shows something")
    return frame
