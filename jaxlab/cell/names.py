"""What a cell may read from the notebook, what it binds and what it deletes, by Python's own scope rules."""

import ast
import symtable
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Names:
    """Names of a cell's top level.

    Attributes:
      may_read: Loaded where they may not be bound by the cell yet, in the cell or in a function that it defines.
      binds: Bound by an assignment of any kind, a loop, `with`, an import, a definition, or through `global`.
      deletes: Named in a `del`.
    """

    may_read: frozenset[str]
    binds: frozenset[str]
    deletes: frozenset[str]


@lru_cache(maxsize=256)
def names_of(body: str) -> Names:
    """The names of a cell.

    Raises:
      SyntaxError: Python's own.
    """
    tree = ast.parse(body)
    table = symtable.symtable(body, "<cell>", "exec")
    walk = _TopLevel()
    walk.block(tree.body)
    inner = {name for scope in _scopes(table) for name in _reads_globals(scope)}
    by_global = {name for scope in _scopes(table) for name in _binds_globals(scope)}
    return Names(
        may_read=frozenset(walk.reads | (inner - walk.bound_before_functions)),
        binds=frozenset(walk.binds | by_global),
        deletes=frozenset(walk.deletes),
    )


def root_name(node: ast.AST) -> str:
    """`params` of `params['w'].T`; empty where there is no such name."""
    while isinstance(node, (ast.Subscript, ast.Attribute, ast.Starred)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _scopes(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    """The scopes of functions and classes, at any depth; comprehensions are walked with the code around them."""
    for child in table.get_children():
        if child.get_name() not in ("listcomp", "setcomp", "dictcomp", "genexpr"):
            yield child
        yield from _scopes(child)


def _reads_globals(scope: symtable.SymbolTable) -> Iterator[str]:
    return (symbol.get_name() for symbol in scope.get_symbols() if symbol.is_global() and symbol.is_referenced())


def _binds_globals(scope: symtable.SymbolTable) -> Iterator[str]:
    return (symbol.get_name() for symbol in scope.get_symbols() if symbol.is_declared_global() and symbol.is_assigned())


class _TopLevel(ast.NodeVisitor):
    """Walks the code that runs in the cell's own scope, in the order in which it runs.

    A name that only one branch binds may be unbound after it: only what every way binds counts as bound.
    """

    def __init__(self) -> None:
        self.bound: set[str] = set()
        self.binds: set[str] = set()
        self.reads: set[str] = set()
        self.deletes: set[str] = set()
        self.bound_before_functions: set[str] = set()
        self._hidden: list[set[str]] = []

    def block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self.visit(statement)

    def _branch(self, *blocks: list[ast.stmt]) -> None:
        before, ends = set(self.bound), []
        for block in blocks:
            self.bound = set(before)
            self.block(block)
            ends.append(self.bound)
        self.bound = set.intersection(*ends) if ends else before

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Store):
            self._bind(node.id)
        elif isinstance(node.ctx, ast.Del):
            self.deletes.add(node.id)
            self._read(node.id)
            self.bound.discard(node.id)
        else:
            self._read(node.id)

    def _bind(self, name: str | None) -> None:
        if name is not None:
            self.bound.add(name)
            self.binds.add(name)

    def _read(self, name: str) -> None:
        if name not in self.bound and not any(name in hidden for hidden in self._hidden):
            self.reads.add(name)

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            self.visit(target)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            self._read(node.target.id)
        self.visit(node.value)
        self.visit(node.target)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.visit(node.annotation)
        if node.value is not None:
            self.visit(node.value)
            self.visit(node.target)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)
        self._bind(node.target.id)

    def visit_If(self, node: ast.If) -> None:
        self.visit(node.test)
        self._branch(node.body, node.orelse)

    def visit_For(self, node: ast.For) -> None:
        self.visit(node.iter)
        before = set(self.bound)
        self.visit(node.target)
        self.block(node.body)
        self.bound = before
        self.block(node.orelse)

    def visit_While(self, node: ast.While) -> None:
        self.visit(node.test)
        before = set(self.bound)
        self.block(node.body)
        self.bound = before
        self.block(node.orelse)

    def visit_With(self, node: ast.With) -> None:
        for item in node.items:
            self.visit(item.context_expr)
            if item.optional_vars is not None:
                self.visit(item.optional_vars)
        self.block(node.body)

    def visit_Try(self, node: ast.Try) -> None:
        before = set(self.bound)
        self.block(node.body)
        self.block(node.orelse)
        after = self.bound
        for handler in node.handlers:
            self.bound = set(before)
            if handler.type is not None:
                self.visit(handler.type)
            if handler.name is not None:
                self._bind(handler.name)
            self.block(handler.body)
            after = after & (self.bound - {handler.name})
        self.bound = after
        self.block(node.finalbody)

    visit_TryStar = visit_Try  # type: ignore[assignment]  # noqa: N815 - the names are those of the syntax tree

    def visit_Match(self, node: ast.Match) -> None:
        self.visit(node.subject)
        before = set(self.bound)
        for case in node.cases:
            self.bound = set(before)
            for part in ast.walk(case.pattern):
                self._bind(getattr(part, "name", None) or getattr(part, "rest", None))
            self.generic_visit(case.pattern)
            if case.guard is not None:
                self.visit(case.guard)
            self.block(case.body)
        self.bound = before

    def visit_Import(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            self._bind((alias.asname or alias.name).partition(".")[0])

    visit_ImportFrom = visit_Import  # noqa: N815

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for decorator in node.decorator_list:
            self.visit(decorator)
        self._defaults(node.args)
        self.bound_before_functions |= self.bound
        self._bind(node.name)

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._defaults(node.args)
        self.bound_before_functions |= self.bound

    def _defaults(self, arguments: ast.arguments) -> None:
        for default in (*arguments.defaults, *arguments.kw_defaults):
            if default is not None:
                self.visit(default)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for part in (*node.decorator_list, *node.bases, *(keyword.value for keyword in node.keywords)):
            self.visit(part)
        self.bound_before_functions |= self.bound
        self._bind(node.name)

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> None:
        targets: set[str] = set()
        self._hidden.append(targets)
        for generator in node.generators:
            self.visit(generator.iter)
            targets |= {part.id for part in ast.walk(generator.target) if isinstance(part, ast.Name)}
            for condition in generator.ifs:
                self.visit(condition)
        for part in (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,):
            self.visit(part)
        self._hidden.pop()

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = _comprehension  # noqa: N815
