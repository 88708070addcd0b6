"""What Python refuses before it runs anything: a cell is checked as a whole, so that none of it runs."""

import ast
from collections.abc import Iterator

from jaxlab.model.diagnostic import Diagnostic
from jaxlab.model.errors import UsageProblem
from jaxlab.model.source import Span

_WAITING = (ast.Await, ast.AsyncFor, ast.AsyncWith)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def check_syntax(tree: ast.Module, file: str, text: str) -> None:
    """Refuses a cell that Python would not compile.

    Args:
      tree: The cell, parsed.
      file: The name it is compiled under.
      text: Its text, to show the line.

    Raises:
      SyntaxError: Python's own: `return` outside a function, `break` outside a loop.
      UsageProblem: JL102, an `await` at the top level, which IPython runs only in cells without a magic.
    """
    try:
        compile(tree, file, "exec", dont_inherit=True)
    except SyntaxError:
        waiting = next(_waiting(tree), None)
        if waiting is not None:
            raise _awaits(waiting, file, text) from None
        raise


def _waiting(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _WAITING):
            yield child
        if not isinstance(child, _FUNCTIONS):
            yield from _waiting(child)


def _awaits(node: ast.AST, file: str, text: str) -> UsageProblem:
    word = "await" if isinstance(node, ast.Await) else "async"
    line, end, column, end_column = (
        getattr(node, name) for name in ("lineno", "end_lineno", "col_offset", "end_col_offset")
    )
    return UsageProblem(
        Diagnostic(
            code="JL102",
            message=f"`{word}` at the top level of a cell can't run under a magic.",
            hint=f"IPython runs such code only in a cell without one. Move the `{word}` to a cell of its own.",
            span=Span(file=file, line=line, column=column, end_line=end, end_column=end_column),
        ),
        source_line=text.split("\n")[line - 1],
    )
