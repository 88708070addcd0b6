"""A cell as statements, each with its place, its code as written and its code rewritten for tracing."""

import ast
import copy
import linecache
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from types import CodeType

from jaxlab.cell.rewrite import rewrite
from jaxlab.cell.syntax import check_syntax
from jaxlab.model.source import SourceText, Span

RESULT = "__jaxlab_result__"
"""The name under which rewritten code leaves the value of the cell's last expression."""

_TRANSFORMS = frozenset("jit grad value_and_grad vmap pmap jacfwd jacrev hessian checkpoint remat named_call".split())
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Pass, ast.Global)


@dataclass(frozen=True)
class Statement:
    """One top-level statement of a cell.

    Attributes:
      node: Its syntax tree, with the lines that the notebook shows.
      file: The name its code is compiled under.
      is_result: Whether it is the cell's last expression.
    """

    node: ast.stmt
    file: str
    is_result: bool = False

    @cached_property
    def span(self) -> Span:
        """Where it stands, decorators included."""
        decorators = getattr(self.node, "decorator_list", [])
        line = min([self.node.lineno, *(decorator.lineno for decorator in decorators)])
        return Span(
            file=self.file,
            line=line,
            column=self.node.col_offset,
            end_line=self.node.end_lineno or line,
            end_column=self.node.end_col_offset,
        )

    @property
    def head(self) -> Span:
        """Where the line of a loop or a branch stands, without what is inside."""
        test = getattr(self.node, "iter", None) or getattr(self.node, "test", None)
        if test is None:
            return self.span
        return replace(self.span, end_line=test.end_lineno, end_column=test.end_col_offset)

    @property
    def is_definition(self) -> bool:
        """Whether it only defines or imports: it is run as it is, and is no loss."""
        if isinstance(self.node, _DEFINITIONS):
            return True
        if isinstance(self.node, ast.Assign):
            return isinstance(self.node.value, ast.Lambda) or _is_transformed(self.node.value)
        return isinstance(self.node, ast.Expr) and isinstance(self.node.value, ast.Constant) and not self.is_result

    @cached_property
    def plain(self) -> CodeType:
        """Its code as written: an expression for the result, else a statement."""
        if self.is_result:
            assert isinstance(self.node, ast.Expr)
            return compile(ast.Expression(self.node.value), self.file, "eval")
        return compile(ast.Module([self.node], []), self.file, "exec")

    @cached_property
    def rewritten(self) -> CodeType:
        """Its code for tracing; the result is left under `RESULT`."""
        node = copy.deepcopy(self.node)
        if self.is_result:
            assert isinstance(node, ast.Expr)
            node = ast.copy_location(ast.Assign([ast.Name(RESULT, ast.Store())], node.value), node)
        return compile(rewrite(ast.Module([node], [])), self.file, "exec")


def _is_transformed(node: ast.expr) -> bool:
    """Whether it is `jax.jit(f)`, `jax.vmap(jax.grad(f))`: a function made of functions, without a computation."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _TRANSFORMS):
        return False
    is_of_jax = isinstance(node.func.value, ast.Name) and node.func.value.id == "jax"
    return is_of_jax and all(isinstance(part, (ast.Name, ast.Lambda)) or _is_transformed(part) for part in node.args)


@dataclass(frozen=True)
class Cell:
    """A parsed cell.

    Attributes:
      source: Its text, magic line first.
      body: The text below the magic line, or beside a line magic.
      statements: Its top-level statements.
    """

    source: SourceText
    body: str
    statements: tuple[Statement, ...]
    key: tuple[str, str] = field(default=("", ""))


@lru_cache(maxsize=256)
def parse(body: str, file: str, opening: str, title: str = "this cell") -> Cell:
    """Parses the code under or beside a magic; its lines and columns count from the first of `opening`.

    Args:
      body: The code.
      file: The name it is compiled under.
      opening: What stands before it: the magic line with its line end, or a line magic and its options.
      title: What the report calls it.

    Raises:
      SyntaxError: Python's own, with the line that the notebook shows.
      UsageProblem: JL102, an `await` at the top level.
    """
    text = opening + body
    above = "\n" * opening.count("\n")  # so that every number is right from the start
    tree = ast.parse(above + body, file)
    _move_right(tree, columns=len(opening.rpartition("\n")[2].encode()))
    check_syntax(tree, file, text)
    last = tree.body[-1] if tree.body else None
    statements = tuple(
        Statement(node, file, is_result=node is last and isinstance(node, ast.Expr)) for node in tree.body
    )
    source = SourceText(file=file, title=title, text=text)
    return Cell(source, body, statements, (file, text))


def _move_right(tree: ast.Module, *, columns: int) -> None:
    """Moves code that starts in the midst of a line, which is all of it, to where it stands."""
    placed = [node for node in ast.walk(tree) if "col_offset" in node._attributes] if columns else []
    for node in placed:
        for side in ("col_offset", "end_col_offset"):
            setattr(node, side, getattr(node, side) + columns)


def show_source_of(cell: Cell) -> None:
    """Makes the cell's text known to `linecache`, so that tracebacks and `inspect` show its lines."""
    if not linecache.getlines(cell.source.file):
        lines = [f"{line}\n" for line in cell.source.lines]
        linecache.cache[cell.source.file] = (len(cell.source.text), None, lines, cell.source.file)


def ends_in_semicolon(body: str) -> bool:
    """Whether the last code of a cell, comments aside, is a `;`."""
    import io
    import tokenize

    last = ""
    try:
        for token in tokenize.generate_tokens(io.StringIO(body).readline):
            if token.type not in (
                tokenize.COMMENT,
                tokenize.NL,
                tokenize.NEWLINE,
                tokenize.ENDMARKER,
                tokenize.INDENT,
                tokenize.DEDENT,
            ):
                last = token.string
    except (tokenize.TokenError, IndentationError):
        return False
    return last == ";"
