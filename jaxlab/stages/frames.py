"""Which frames of a traceback are the user's, and the call stacks that they make."""

import linecache
import os
from collections.abc import Iterable
from typing import NamedTuple

from jaxlab.cell.ownership import is_user_file
from jaxlab.model.source import Span, Stack

STAGE_FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "staging.py")
"""Whose frame ends a stack: what called the stage is not part of the program."""


class Frame(NamedTuple):
    """One frame of a traceback; lines count from 1, columns from 0 in UTF-8 bytes; no columns known if both are 0."""

    file: str
    function: str
    line: int
    column: int = 0
    end_line: int = 0
    end_column: int = 0


class Stacks:
    """Makes call stacks, and holds each once: a program of 100,000 lines has far fewer."""

    def __init__(self) -> None:
        self._spans: dict[Frame, Span] = {}
        self._stacks: dict[Stack, Stack] = {}
        self._unions: dict[tuple[Stack, ...], tuple[Stack, ...]] = {}

    def of(self, frames: Iterable[Frame]) -> Stack:
        """The user's frames among `frames`, innermost first, up to the call of the stage.

        A place stands once in a stack: JAX repeats the callers of nested loops, and recursion says nothing new.
        """
        spans: dict[Span, None] = {}
        for frame in frames:
            if frame.file == STAGE_FILE:
                break
            if is_user_file(frame.file):
                spans[self._span(frame)] = None
        return self._held(tuple(spans))

    def join(self, inner: Stack, outer: Stack) -> Stack:
        """The stack of code that `inner` describes, called from `outer`."""
        return self._held(tuple(dict.fromkeys(inner + outer))) if inner and outer else inner or outer

    def union(self, stacks: Iterable[Stack]) -> tuple[Stack, ...]:
        """Each stack once, in order, without empty ones."""
        merged = tuple(stack for stack in dict.fromkeys(stacks) if stack)
        return self._unions.setdefault(merged, merged)

    def _held(self, stack: Stack) -> Stack:
        return self._stacks.setdefault(stack, stack)

    def _span(self, frame: Frame) -> Span:
        span = self._spans.get(frame)
        if span is None:
            span = self._spans[frame] = _span_of(frame)
        return span


def _span_of(frame: Frame) -> Span:
    has_columns = frame.end_column > 0
    end_line = max(frame.end_line, frame.line)
    return Span(
        file=frame.file,
        line=frame.line,
        column=_character(frame.file, frame.line, frame.column) if has_columns else None,
        end_line=end_line,
        end_column=_character(frame.file, end_line, frame.end_column) if has_columns else None,
        function="" if frame.function == "<module>" else frame.function,
    )


def _character(file: str, line: int, byte: int) -> int:
    """The column in characters; Python's compiler counts the bytes of UTF-8."""
    text = linecache.getline(file, line)
    return byte if text.isascii() else len(text.encode()[:byte].decode(errors="ignore"))
