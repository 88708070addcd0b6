"""The errors that jaxlab itself raises. Each carries a diagnostic; its text is the diagnostic laid out for a person."""

from jaxlab.model.diagnostic import Diagnostic


class JaxlabError(Exception):
    """What every error of jaxlab's own is.

    Attributes:
      diagnostic: Code, message, hint and place.
      source_line: The text of the line that the diagnostic points at; empty if it points at none.
    """

    def __init__(self, diagnostic: Diagnostic, source_line: str = "") -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic
        self.source_line = source_line

    def __str__(self) -> str:
        """Code and message; the line with a caret under the place; the hint."""
        parts = [str(self.diagnostic)]
        if self.diagnostic.span is not None and self.source_line:
            parts.append(_caret(self.diagnostic, self.source_line))
        if self.diagnostic.hint:
            parts.append(self.diagnostic.hint)
        return "\n\n".join(parts)


class StrictError(JaxlabError):
    """Under `--strict`: a statement of the cell cannot be compiled."""


class EnvironmentProblem(JaxlabError):
    """JAX is missing, too old, or cannot start."""


class UsageProblem(JaxlabError):
    """An option, a name or an argument that jaxlab cannot use."""


class ReportFormatError(JaxlabError, ValueError):
    """A text or a file that holds no report that this version can read."""


class ReportPathError(JaxlabError, ValueError):
    """A path that a report cannot be written to, by its ending."""


def _caret(diagnostic: Diagnostic, source_line: str) -> str:
    span = diagnostic.span
    assert span is not None
    start = span.column or 0
    stops_here = span.end_line == span.line and span.end_column is not None
    stop = span.end_column if stops_here and span.end_column is not None else len(source_line.rstrip())
    margin = f"{span.line:4d} | "
    return f"{margin}{source_line.rstrip()}\n{' ' * (len(margin) - 2)}| {' ' * start}{'^' * max(stop - start, 1)}"
