"""Rewrites code so that tracing sees what NumPy's own hooks don't show: calls, attributes, items and loops.

`f(x)` becomes `__jaxlab__.call(f, x)`, `a.b` becomes `__jaxlab__.attribute(a, "b")`, and so on: an operator protocol.
Every node keeps its place, so tracebacks and JAX's locations are those of the user's own lines and columns.
"""

import ast
import copy
from typing import Any

from jaxlab.cell.jumps import takes_every_turn

PROTOCOL = "__jaxlab__"
"""The name under which rewritten code finds the operators."""


def rewrite(tree: ast.AST) -> Any:
    """The tree with its operations as calls of the protocol; locations kept.

    The tree is changed in place.
    """
    return ast.fix_missing_locations(_Rewriter().visit(tree))


def mangled(name: str, class_name: str | None) -> str:
    """A private name as Python writes it inside `class_name`."""
    if class_name is None or not name.startswith("__") or name.endswith("__") or "." in name:
        return name
    return f"_{class_name.lstrip('_')}{name}"


class _Rewriter(ast.NodeTransformer):
    def __init__(self, class_name: str | None = None) -> None:
        self.class_name = class_name

    def _call(self, operator: str, arguments: list[ast.expr], at: ast.AST, keywords: Any = ()) -> ast.Call:
        function = ast.copy_location(ast.Attribute(_name(at), operator, ast.Load()), at)
        return ast.copy_location(ast.Call(function, arguments, list(keywords)), at)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and node.func.id == "super":
            return node  # `super()` finds its class through the frame that calls it
        self.generic_visit(node)
        return self._call("call", [node.func, *node.args], node, node.keywords)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            return node
        name = ast.copy_location(ast.Constant(mangled(node.attr, self.class_name)), node)
        return self._call("attribute", [node.value, name], node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            return node
        return self._call("item", [node.value, _index(node.slice)], node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        return self._assigned(node)

    def _assigned(self, node: ast.Assign) -> Any:
        """An assignment whose parts have been rewritten, its stores into objects as calls."""
        if len(node.targets) == 1 and isinstance(node.targets[0], (ast.Attribute, ast.Subscript)):
            stored = self._store(node.targets[0], node.value)
            return ast.copy_location(ast.Expr(stored), node)
        if any(_stores_into_objects(target) for target in node.targets):
            return self._unpacked(node)
        return node

    def _unpacked(self, node: ast.Assign) -> list[ast.stmt]:
        """`a.x, b[i] = value`: into temporary names first, then each to its place."""
        kept = "__jaxlab_value__"
        statements: list[ast.stmt] = [ast.Assign([ast.Name(kept, ast.Store())], node.value)]
        for target in node.targets:
            later: list[tuple[ast.expr, str]] = []
            plain = _with_temporaries(target, later)
            statements.append(ast.Assign([plain], ast.Name(kept, ast.Load())))
            statements += [ast.Expr(self._store(place, ast.Name(name, ast.Load()))) for place, name in later]
        return [ast.fix_missing_locations(ast.copy_location(statement, node)) for statement in statements]

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.target, ast.Name):
            return node
        operator = ast.copy_location(ast.Constant(type(node.op).__name__), node)
        target = node.target
        if isinstance(target, ast.Attribute):
            name = ast.copy_location(ast.Constant(mangled(target.attr, self.class_name)), node)
            call = self._call("augment_attribute", [target.value, name, operator, node.value], node)
        else:
            call = self._call("augment_item", [target.value, _index(target.slice), operator, node.value], node)
        return ast.copy_location(ast.Expr(call), node)

    def visit_For(self, node: ast.For) -> ast.AST:
        whole = ast.copy_location(ast.Constant(takes_every_turn(node)), node.iter)
        self.generic_visit(node)
        node.iter = self._call("iterate", [node.iter, whole], node.iter)
        if _stores_into_objects(node.target):
            kept = "__jaxlab_turn__"
            first = ast.copy_location(ast.Assign([node.target], ast.Name(kept, ast.Load())), node)
            node.target = ast.copy_location(ast.Name(kept, ast.Store()), node)
            unpacked = self._assigned(ast.fix_missing_locations(first))
            node.body = (unpacked if isinstance(unpacked, list) else [unpacked]) + node.body
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.iter = self._call("iterate", [node.iter], node.iter)
        return node

    def _eager(self, node: ast.ListComp | ast.SetComp | ast.DictComp) -> ast.AST:
        """A comprehension that takes every element; what takes those of a generator may stop early."""
        self.generic_visit(node)
        for generator in node.generators:
            assert isinstance(generator.iter, ast.Call)
            generator.iter.args.append(ast.copy_location(ast.Constant(True), generator.iter))
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = _eager  # noqa: N815 - the names are those of the syntax tree

    def visit_Delete(self, node: ast.Delete) -> list[ast.stmt]:
        self.generic_visit(node)
        return [ast.copy_location(self._deletion(target, node), node) for target in node.targets]

    def _deletion(self, target: ast.expr, node: ast.Delete) -> ast.stmt:
        if isinstance(target, ast.Attribute):
            return ast.Expr(
                self._call(
                    "delete_attribute", [target.value, ast.Constant(mangled(target.attr, self.class_name))], node
                )
            )
        return ast.copy_location(ast.Delete([target]), node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        pattern = isinstance(node.left, ast.Constant) and isinstance(node.left.value, str)
        if pattern and isinstance(node.op, ast.Mod):
            return self._call("percent", [node.left, node.right], node)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        """An f-string as its parts; each value is formatted by the protocol."""
        parts = [self._part(part) for part in node.values]
        return self._call("joined", parts, node)

    def _part(self, part: ast.expr) -> ast.expr:
        if not isinstance(part, ast.FormattedValue):
            return self.visit(part)
        conversion = ast.Constant("" if part.conversion == -1 else chr(part.conversion))
        spec = self.visit(part.format_spec) if part.format_spec is not None else ast.Constant("")
        return self._call("formatted", [self.visit(part.value), conversion, spec], part)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if all(isinstance(operator, (ast.Is, ast.IsNot)) for operator in node.ops):
            return node
        if len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            is_negated = ast.copy_location(ast.Constant(isinstance(node.ops[0], ast.NotIn)), node)
            return self._call("contained", [node.left, node.comparators[0], is_negated], node)
        node.left, *node.comparators = [self._compared(operand) for operand in (node.left, *node.comparators)]
        return node

    def _compared(self, operand: ast.expr) -> ast.expr:
        return operand if isinstance(operand, ast.Constant) else self._call("compared", [operand], operand)

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        self.generic_visit(node)
        node.test = self._call("asserted", [node.test], node.test)
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        self.generic_visit(node)
        node.body = [self._statement("caught", [], node), *node.body]
        return node

    def visit_Try(self, node: ast.Try) -> ast.AST:
        self.generic_visit(node)
        if node.finalbody:
            node.finalbody = [self._statement("caught", [], node), *node.finalbody]
        return node

    def visit_With(self, node: ast.With) -> Any:
        self.generic_visit(node)
        for item in node.items:
            item.context_expr = self._call("entered", [item.context_expr], item.context_expr)
            if item.optional_vars is not None and _stores_into_objects(item.optional_vars):
                return [self._refused("a `with` stores into an object", node), node]
        return node

    def visit_Match(self, node: ast.Match) -> Any:
        """The subject as a call; the constants that patterns name are read, and so logged, beforehand."""
        node.subject = self._call("matched", [self.visit(node.subject)], node.subject)
        values = [inner.value for inner in ast.walk(node) if isinstance(inner, ast.MatchValue)]
        dotted = [value for value in values if isinstance(value, ast.Attribute)]
        for case in node.cases:
            case.guard = case.guard and self.visit(case.guard)
            case.body = [part for statement in case.body for part in _listed(self.visit(statement))]
        return [*map(self._pattern_value, dotted), node]

    def _pattern_value(self, value: ast.Attribute) -> ast.stmt:
        owner = self.visit(copy.deepcopy(value.value))
        nothing = ast.arguments([], [], None, [], [], None, [])
        return self._statement("pattern_value", [ast.Lambda(nothing, owner), ast.Constant(value.attr)], value)

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        return [self._refused("a class is defined inside a statement", node), node]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        node.decorator_list = [self._call("decorating", [decorator], decorator) for decorator in node.decorator_list]
        return node

    def visit_Import(self, node: ast.Import) -> Any:
        names: list[ast.expr] = [ast.Constant(alias.name) for alias in node.names]
        return [self._statement("importing", names, node), node]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> Any:
        if node.level or any(alias.name == "*" for alias in node.names):
            return [self._refused("a relative import, or one of all names", node), node]
        return [self._statement("importing", [ast.Constant(node.module)], node), node]

    def _asynchronous(self, node: ast.AST) -> Any:
        return [self._refused("asynchronous code", node), node]

    visit_AsyncFunctionDef = visit_AsyncFor = _asynchronous  # noqa: N815 - the names are those of the syntax tree
    visit_AsyncWith = visit_TryStar = _asynchronous  # noqa: N815

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = mangled(node.id, self.class_name)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.arg = mangled(node.arg, self.class_name)
        return node

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        self.generic_visit(node)
        node.arg = node.arg and mangled(node.arg, self.class_name)
        return node

    def _statement(self, operator: str, arguments: list[ast.expr], at: ast.AST) -> ast.stmt:
        return ast.fix_missing_locations(ast.copy_location(ast.Expr(self._call(operator, arguments, at)), at))

    def _refused(self, what: str, at: ast.AST) -> ast.stmt:
        return self._statement("refused", [ast.Constant(what)], at)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is None or isinstance(node.target, ast.Name):
            self.generic_visit(node)
            return node
        return self.visit_Assign(ast.copy_location(ast.Assign([node.target], node.value), node))

    def _store(self, target: ast.expr, value: ast.expr) -> ast.Call:
        if isinstance(target, ast.Attribute):
            name = ast.copy_location(ast.Constant(mangled(target.attr, self.class_name)), target)
            return self._call("store_attribute", [target.value, name, value], target)
        assert isinstance(target, ast.Subscript)
        return self._call("store_item", [target.value, _index(target.slice), value], target)


def _listed(found: Any) -> list[ast.stmt]:
    return found if isinstance(found, list) else [found]


def _name(at: ast.AST) -> ast.Name:
    return ast.copy_location(ast.Name(PROTOCOL, ast.Load()), at)


def _index(node: ast.expr) -> ast.expr:
    """An index as an argument: `a:b` as a call of `slice`."""
    if isinstance(node, ast.Slice):
        ends = [end or ast.Constant(None) for end in (node.lower, node.upper, node.step)]
        return ast.copy_location(ast.Call(ast.Attribute(_name(node), "slice_of", ast.Load()), ends, []), node)
    if isinstance(node, ast.Tuple):
        return ast.copy_location(ast.Tuple([_index(item) for item in node.elts], ast.Load()), node)
    return node


def _stores_into_objects(target: ast.expr) -> bool:
    return any(
        isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, ast.Store)
        for node in ast.walk(target)
    )


def _with_temporaries(target: ast.expr, later: list[tuple[ast.expr, str]]) -> ast.expr:
    if isinstance(target, (ast.Attribute, ast.Subscript)):
        name = f"__jaxlab_part{len(later)}__"
        later.append((target, name))
        return ast.Name(name, ast.Store())
    if isinstance(target, (ast.Tuple, ast.List)):
        return ast.Tuple([_with_temporaries(item, later) for item in target.elts], ast.Store())
    if isinstance(target, ast.Starred):
        return ast.Starred(_with_temporaries(target.value, later), ast.Store())
    return target
