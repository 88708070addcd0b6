"""A statement that cannot be compiled: which, why, and until when that holds."""

from dataclasses import dataclass
from types import TracebackType
from typing import Any

from jaxlab.cell.ownership import is_user_file
from jaxlab.cell.parse import Statement
from jaxlab.model.error_text import named
from jaxlab.tracing.log.reads import Read
from jaxlab.tracing.trace import Trace
from jaxlab.tracing.untraceable import Untraceable


@dataclass(frozen=True, slots=True)
class Unfit:
    """A statement that cannot be traced.

    Attributes:
      statement: The statement.
      reads: What it read until then, whose guards say whether that is still so.
      line: The line of the cell at which tracing stopped.
      reason: Why, in one clause.
      remedy: What to type so that it compiles; empty if nothing can be done.
      is_unexpected: Whether an error ended the trace; it is ours if plain Python does not raise it.
    """

    statement: Statement
    reads: tuple[Read, ...]
    line: int
    reason: str
    remedy: str = ""
    is_unexpected: bool = False


def stopped_by(error: BaseException | None, statement: Statement, reads: tuple[Read, ...]) -> Unfit:
    """The statement that raised `error` while it was traced."""
    reason, remedy = _reason(error)
    traceback = error.__traceback__ if error else None
    inside = _inside(traceback, statement)
    return Unfit(statement, reads, _line(traceback, statement), f"{reason}{inside}", remedy, _is_unexpected(error))


def guarded_from(trace: Trace, first: int) -> tuple[Read, ...]:
    """The log with the guards of one statement's reads alone; earlier ones are the earlier program's."""
    return tuple(
        read if index >= first else Read(read.parent, read.step, _Anything(), read.label)
        for index, read in enumerate(trace.reads)
    )


@dataclass(frozen=True, slots=True)
class _Anything:
    """Holds for every value: what another entry guards."""

    def holds(self, value: Any, values: list[Any]) -> bool:
        return True

    def explain(self, label: str, value: Any) -> str:
        return ""


def _reason(error: BaseException | None) -> tuple[str, str]:
    if isinstance(error, Untraceable):
        return error.reason, error.remedy
    assert error is not None
    try:
        return named(error), ""
    except Untraceable:  # the text of the error has traced values in it
        return type(error).__name__, ""


def _is_unexpected(error: BaseException | None) -> bool:
    """Whether neither tracing nor JAX says of itself that it stops here."""
    return not isinstance(error, Untraceable) and not type(error).__module__.startswith("jax")


def _line(traceback: TracebackType | None, statement: Statement) -> int:
    line = statement.span.line
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == statement.file:
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    return line


def _inside(traceback: TracebackType | None, statement: Statement) -> str:
    """The place in a function of another cell or file at which tracing stopped; empty if it is in the cell itself."""
    inside = ""
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if is_user_file(code.co_filename):
            is_here = code.co_filename == statement.file
            inside = "" if is_here else f", in line {traceback.tb_lineno} of `{code.co_name}`"
        traceback = traceback.tb_next
    return inside
