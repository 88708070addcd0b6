"""The body of a `with` statement as a cell, its lines where they stand in the file."""

import ast
from collections.abc import Iterator

from jaxlab.cell.blocks import jumps
from jaxlab.cell.parse import Cell, Statement
from jaxlab.model.diagnostic import Diagnostic
from jaxlab.model.errors import UsageProblem
from jaxlab.model.source import SourceText, Span


def with_block(text: str, file: str, line: int, title: str) -> Cell:
    """The body of the `with` statement whose manager is made on `line` of `text`.

    Raises:
      UsageProblem: JL105, the block cannot be run apart from what is around it.
    """
    node = _statement_on(ast.parse(text), line) if text else None
    if node is None:
        raise _problem(file, line, "The source of the block is not at hand.", "Write it in a file or a cell.")
    first = _first_line(node.body[0])
    if len(node.items) > 1 or first <= max(item.context_expr.end_lineno or 0 for item in node.items):
        hint = "Give `with jaxlab.compiled():` a line of its own, and the block the lines below it."
        raise _problem(file, line, "The block shares a line or its `with` with something else.", hint)
    if any(map(jumps, node.body)):
        raise _problem(
            file, line, "The block leaves a loop around it.", "Put the whole loop under `with jaxlab.compiled():`."
        )
    statements = tuple(Statement(statement, file) for statement in node.body)
    body = "\n".join(text.split("\n")[first - 1 : node.end_lineno])
    return Cell(SourceText(file=file, title=title, text=text), body, statements, key=(f"{file}:{line}", text))


def _statement_on(tree: ast.Module, line: int) -> ast.With | None:
    found = [node for node in _withs(tree) if _manager_covers(node, line)]
    return found[-1] if found else None


def _withs(tree: ast.AST) -> Iterator[ast.With]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.With))


def _manager_covers(node: ast.With, line: int) -> bool:
    return any(item.context_expr.lineno <= line <= (item.context_expr.end_lineno or 0) for item in node.items)


def _first_line(node: ast.stmt) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", []))])


def _problem(file: str, line: int, message: str, hint: str) -> UsageProblem:
    return UsageProblem(
        Diagnostic(code="JL105", message=message, hint=hint, span=Span(file=file, line=line, end_line=line))
    )
