"""A cell of several variants: the line `#: name` starts one, and what stands above the first belongs to all."""

import ast
from dataclasses import dataclass
from io import StringIO
from tokenize import COMMENT, generate_tokens

from jaxlab.cell.parse import Cell, parse
from jaxlab.model.diagnostic import Diagnostic
from jaxlab.model.errors import UsageProblem
from jaxlab.model.source import Span

MARK = "#:"


@dataclass(frozen=True, slots=True)
class Sections:
    """A cell in parts.

    Attributes:
      shared: What every variant starts from; it is not timed. None if there is nothing above the first variant.
      variants: The parts to compare, by name; the whole cell under "" if it has no headings.
    """

    shared: Cell | None
    variants: dict[str, Cell]


def sections(cell: Cell) -> Sections:
    """The parts of a cell; their lines keep their numbers.

    Raises:
      UsageProblem: JL108, a heading has no name, or another one's, or stands in the midst of a statement.
    """
    headings = _headings(cell)
    if not headings:
        return Sections(None, {"": cell})
    lines = list(headings)
    shared = _part(cell, 1, lines[0])
    stretches = zip(headings.items(), [*lines[1:], None], strict=True)
    variants = {name: _part(cell, line, end) for (line, name), end in stretches}
    return Sections(shared if shared.statements else None, variants)


def _headings(cell: Cell) -> dict[int, str]:
    """Names of variants by the line of the cell's body that they stand on: comments, as Python reads them."""
    tokens = generate_tokens(StringIO(cell.body).readline)
    comments = {token.start[0]: token.string for token in tokens if token.type == COMMENT and token.start[1] == 0}
    found: dict[int, str] = {}
    for line, text in comments.items():
        if text.startswith(MARK):
            name = text.removeprefix(MARK).strip()
            _check(cell, line, name, found)
            found[line] = name
    return found


def _check(cell: Cell, line: int, name: str, above: dict[int, str]) -> None:
    if not name:
        raise _problem(cell, line, "This variant has no name.", "Write `#: name`; `# :` is a comment like any other.")
    if name in above.values():
        hint = "A variant is told by its name: give each one of its own."
        raise _problem(cell, line, f"Two variants are named `{name}`.", hint)
    if any(_first_line(node) < line <= (node.end_lineno or 0) for node in ast.parse(cell.body).body):
        hint = "Move it above or below that statement; `# :` is a comment like any other."
        raise _problem(cell, line, f"The variant `{name}` begins in the midst of a statement.", hint)


def _first_line(node: ast.stmt) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", ()))])


def _problem(cell: Cell, line: int, message: str, hint: str) -> UsageProblem:
    shown = line + _opening(cell).count("\n")
    text = cell.body.split("\n")[line - 1]
    span = Span(file=cell.source.file, line=shown, column=0, end_line=shown, end_column=len(text))
    return UsageProblem(Diagnostic(code="JL108", message=message, hint=hint, span=span), source_line=text)


def _opening(cell: Cell) -> str:
    return cell.source.text.removesuffix(cell.body)


def _part(cell: Cell, start: int, end: int | None) -> Cell:
    """The lines from `start` to before `end` as a cell of their own, with blank lines for what stands above them."""
    lines = cell.body.split("\n")
    stop = None if end is None else end - 1
    text = "\n".join([*[""] * (start - 1), *lines[start - 1 : stop]])
    return parse(text, cell.source.file, _opening(cell), cell.source.title)
