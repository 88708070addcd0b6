"""Places in the user's source, and the source itself."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A stretch of source text.

    Attributes:
      file: The name the code was compiled under: a cell's name in IPython, or a path.
      line: First line, counted from 1. In the cell under a magic the magic line is line 1.
      column: First column, counted from 0; None where the source of the span does not say.
      end_line: Last line, inclusive.
      end_column: Column after the last character; None where unknown.
      function: Name of the function the code stands in; empty at the top level of a cell.
    """

    file: str
    line: int
    column: int | None = None
    end_line: int
    end_column: int | None = None
    function: str = ""

    def covers(self, file: str, line: int) -> bool:
        """Whether `line` of `file` lies in this span."""
        return self.file == file and self.line <= line <= self.end_line


Stack = tuple[Span, ...]
"""One call stack of user code, innermost frame first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceText:
    """The text of one cell or module.

    Attributes:
      file: As in `Span.file`.
      title: What a person calls it: "this cell", "In [3]", "helpers.py".
      text: The whole text; for the cell under a magic the magic line is its first line.
    """

    file: str
    title: str
    text: str

    @property
    def lines(self) -> tuple[str, ...]:
        """The text's lines without their line ends."""
        return tuple(self.text.split("\n"))
