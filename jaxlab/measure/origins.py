"""What each name of a cell was computed from, by its assignments: rounding grows with those numbers, with no others."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from jaxlab.cell.names import names_of, root_name
from jaxlab.cell.parse import Cell

VALUE = ""
"""Stands for the cell's value among the names."""
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_WITH_STATEMENTS = (ast.stmt, ast.ExceptHandler, ast.match_case)
_ALWAYS_RUN = (ast.With, ast.AsyncWith)
_CHANGES_NOTHING = frozenset({"print", "display", "len", "repr", "str"})


@dataclass(frozen=True, slots=True)
class Origins:
    """What a value was computed from.

    Attributes:
      at_start: Names that count as they were before the cell ran.
      at_end: Names that count as the cell left them.
    """

    at_start: frozenset[str] = frozenset()
    at_end: frozenset[str] = frozenset()


def origins_of(cell: Cell | None) -> Mapping[str, Origins]:
    """By name that the cell binds or changes, `VALUE` among them; nothing without a cell."""
    return {} if cell is None else _origins(cell.body)


def origins_of_the_rest(cell: Cell | None) -> Origins:
    """What all else that the cell changes may have been computed from: whatever it reads."""
    return Origins() if cell is None else Origins(at_start=names_of(cell.body).may_read)


@lru_cache(maxsize=64)
def _origins(body: str) -> Mapping[str, Origins]:
    flow = _Flow()
    tree = ast.parse(body)
    flow.block(tree.body)
    last = tree.body[-1] if tree.body else None
    if isinstance(last, ast.Expr):
        flow.define(VALUE, flow.read(last))
    return {name: flow.origins(name) for name in flow.current if flow.current[name] != {flow.starts.get(name)}}


@dataclass(slots=True)
class _Flow:
    """Definitions by number: of which name, and the definitions that it was computed from."""

    names: list[str] = field(default_factory=list)
    sources: list[frozenset[int]] = field(default_factory=list)
    starts: dict[str, int] = field(default_factory=dict)
    current: dict[str, frozenset[int]] = field(default_factory=dict)

    def block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        blocks = [] if isinstance(node, _SCOPES) else list(_blocks(node))
        read = [(targets, frozenset().union(*map(self.read, parts))) for targets, parts in _assignments(node)]
        for targets, found in read:
            for name, keeps in targets:
                self.define(name, found | (self.now(name) if keeps else frozenset()))
        for block in blocks * (2 if isinstance(node, _LOOPS) else 1):
            before = dict(self.current)
            self.block(block)
            if not isinstance(node, _ALWAYS_RUN):
                self.merge(before)

    def merge(self, before: dict[str, frozenset[int]]) -> None:
        """A block may have run or not."""
        for name, after in self.current.items():
            self.current[name] = after | before.get(name, frozenset())

    def read(self, node: ast.AST) -> frozenset[int]:
        return frozenset().union(*(self.now(name) for name in _loaded(node)))

    def now(self, name: str) -> frozenset[int]:
        if name not in self.current:
            self.starts[name] = self._new(name, frozenset())
            self.current[name] = frozenset({self.starts[name]})
        return self.current[name]

    def define(self, name: str, sources: frozenset[int]) -> None:
        self.current[name] = frozenset({self._new(name, sources)})

    def _new(self, name: str, sources: frozenset[int]) -> int:
        self.names.append(name)
        self.sources.append(sources)
        return len(self.names) - 1

    def origins(self, name: str) -> Origins:
        found: set[int] = set()
        todo = [source for one in self.current[name] for source in self.sources[one]]
        while todo:
            if (one := todo.pop()) not in found:
                found.add(one)
                todo += self.sources[one]
        starts = set(self.starts.values())
        left = {self.names[one] for one in found - starts if one in self.current[self.names[one]]}
        return Origins(frozenset(self.names[one] for one in found & starts), frozenset(left - {name}))


def _blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for name in ("body", "handlers", "cases", "orelse", "finalbody"):
        inner = getattr(node, name, None) or []
        if inner and isinstance(inner[0], ast.stmt):
            yield inner
        elif isinstance(inner, list):
            for one in inner:
                yield from _blocks(one)


def _assignments(node: ast.stmt) -> Iterator[tuple[list[tuple[str, bool]], Sequence[ast.AST]]]:
    """Names that are set, each with whether it keeps a part of what it was, and what they are computed from."""
    if isinstance(node, ast.Assign) and (pairs := _pairs(node)):
        yield from (([*_stored(target)], [target, value]) for target, value in pairs)
        return
    if isinstance(node, _SCOPES):
        yield [(node.name, False)], [node]
        return
    header = _header(node)
    targets = [target for part in header for target in (*_stored(part), *_changed(part, is_alone=_is_call(node)))]
    if isinstance(node, ast.AugAssign):
        targets = [(name, True) for name, _ in targets]
    if targets:
        yield targets, header


def _pairs(node: ast.Assign) -> list[tuple[ast.expr, ast.expr]]:
    """Targets with their values, of `a, b = x, y`; nothing where the two do not match one by one."""
    target, value = node.targets[0], node.value
    if len(node.targets) > 1 or not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple):
        return []
    return list(zip(target.elts, value.elts, strict=True)) if len(target.elts) == len(value.elts) else []


def _is_call(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)


def _header(node: ast.stmt) -> list[ast.AST]:
    """A statement without the statements in it."""
    if not any(_blocks(node)):
        return [node]
    return [child for child in ast.iter_child_nodes(node) if not isinstance(child, _WITH_STATEMENTS)] + [
        case.pattern for case in getattr(node, "cases", ())
    ]


def _stored(node: ast.AST) -> Iterator[tuple[str, bool]]:
    for one in _outside_comprehensions(node):
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
            yield one.id, False
        elif isinstance(one, (ast.Subscript, ast.Attribute)) and isinstance(one.ctx, ast.Store) and root_name(one):
            yield root_name(one), True
        elif isinstance(one, (ast.MatchAs, ast.MatchStar)) and one.name:
            yield one.name, False
        elif isinstance(one, ast.alias):
            yield (one.asname or one.name).partition(".")[0], False


def _changed(node: ast.AST, *, is_alone: bool) -> Iterator[tuple[str, bool]]:
    """Names whose value a call may change in place: those after `out=`, and all of a call whose result nobody takes."""
    for one in ast.walk(node):
        if isinstance(one, ast.keyword) and one.arg == "out" and root_name(one.value):
            yield root_name(one.value), True
    call = node.value if is_alone and isinstance(node, ast.Expr) else None
    if isinstance(call, ast.Call) and root_name(call.func) not in _CHANGES_NOTHING:
        roots = [root_name(call.func) if isinstance(call.func, ast.Attribute) else "", *map(root_name, call.args)]
        yield from ((name, True) for name in roots if name)


def _loaded(node: ast.AST) -> set[str]:
    """Names that are read in it; those that a function or a comprehension in it binds for itself are not."""
    names = [one for one in ast.walk(node) if isinstance(one, ast.Name)]
    inner = [one for one in ast.walk(node) if isinstance(one, (*_SCOPES, *_COMPREHENSIONS, ast.Lambda))]
    own = {one.id for scope in inner for one in ast.walk(scope) if isinstance(one, ast.Name) and _is_stored(one)}
    own |= {one.arg for scope in inner for one in ast.walk(scope) if isinstance(one, ast.arg)}
    return {one.id for one in names if isinstance(one.ctx, ast.Load)} - own


def _is_stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _outside_comprehensions(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (*_COMPREHENSIONS, ast.Lambda)):
            yield from _outside_comprehensions(child)
