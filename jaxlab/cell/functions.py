"""From a function's code back to its source, and on to code rewritten for tracing."""

import ast
import copy
import linecache
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType

from jaxlab.cell.rewrite import _Rewriter

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass(frozen=True, slots=True)
class _Found:
    node: FunctionNode
    class_name: str | None


def rewritten_code(code: CodeType) -> CodeType | None:
    """The code of the same function, rewritten for tracing; None if its source is not at hand.

    Its free variables are those of `code`, though perhaps in another order.
    """
    text = "".join(linecache.getlines(code.co_filename))
    found = _find(code, text) if text else None
    return None if found is None else _compiled(found, code)


def _find(code: CodeType, text: str) -> _Found | None:
    try:
        tree = _parsed(text)
    except SyntaxError:
        return None
    if not any(is_same_code(code, other) for other in _codes(text) if other.co_name == code.co_name):
        return None  # the file has changed since, or something else rewrites code: the text is not what runs
    matching = [found for found in _functions(tree, None) if _stands_at(found.node, code)]
    if code.co_name == "<lambda>":
        matching = [found for found in matching if _body_holds(found.node, code)]
    return matching[-1] if matching else None


@lru_cache(maxsize=64)
def _parsed(text: str) -> ast.Module:
    first, rest = text.split("\n", 1) if "\n" in text else (text, "")
    if first.lstrip().startswith("%%"):
        text = "\n" + rest  # a cell under a magic: its lines count from the magic line
    return ast.parse(text)


def _codes(text: str) -> Iterator[CodeType]:
    """The code of every function in the text, as Python compiles it: a module as a whole, a cell by its statements.

    They can differ: what a module imports at its top is called by other instructions than what is merely a global.
    """
    yield from _compiled_whole(text)
    yield from _compiled_by_statements(text)


@lru_cache(maxsize=64)
def _compiled_whole(text: str) -> tuple[CodeType, ...]:
    return tuple(_inner(compile(_parsed(text), "<source>", "exec", dont_inherit=True)))


@lru_cache(maxsize=64)
def _compiled_by_statements(text: str) -> tuple[CodeType, ...]:
    units = (ast.Module([statement], []) for statement in _parsed(text).body)
    return tuple(code for unit in units for code in _inner(compile(unit, "<source>", "exec", dont_inherit=True)))


def _inner(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _inner(constant)


def is_same_code(code: CodeType, other: CodeType) -> bool:
    """Whether two codes do the same, instruction by instruction, wherever they are written."""
    names = ("co_code", "co_names", "co_varnames", "co_freevars", "co_cellvars")
    return (
        all(getattr(code, name) == getattr(other, name) for name in names)
        and len(code.co_consts) == len(other.co_consts)
        and all(map(_is_same_constant, code.co_consts, other.co_consts))
    )


def _is_same_constant(one: object, other: object) -> bool:
    if isinstance(one, CodeType):
        return isinstance(other, CodeType) and is_same_code(one, other)
    return repr(one) == repr(other)


def _functions(node: ast.AST, class_name: str | None) -> Iterator[_Found]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield _Found(child, class_name)
        yield from _functions(child, child.name if isinstance(child, ast.ClassDef) else class_name)


def _stands_at(node: FunctionNode, code: CodeType) -> bool:
    if isinstance(node, ast.Lambda):
        return code.co_name == "<lambda>" and node.lineno == code.co_firstlineno
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return node.name == code.co_name and first == code.co_firstlineno


def _body_holds(node: FunctionNode, code: CodeType) -> bool:
    body = node.body
    assert isinstance(body, ast.expr)
    start, end = (body.lineno, body.col_offset), (body.end_lineno, body.end_col_offset)
    places = [(line, column) for line, _, column, _ in code.co_positions() if line is not None and column is not None]
    inside = [place for place in places[1:] if start <= place < end]  # the first is that of the function's start
    return len(inside) == len([place for place in places[1:] if place != (code.co_firstlineno, 0)]) and bool(inside)


def _compiled(found: _Found, code: CodeType) -> CodeType | None:
    node = copy.deepcopy(found.node)
    if not isinstance(node, ast.Lambda):
        node.decorator_list = []
        node.returns = None
        for argument in ast.walk(node.args):
            if isinstance(argument, ast.arg):
                argument.annotation = None
    node.args.defaults = [ast.Constant(None) for _ in node.args.defaults]
    node.args.kw_defaults = [default and ast.Constant(None) for default in node.args.kw_defaults]
    rewritten = _Rewriter(found.class_name).visit(node)
    module = _enclosed(rewritten, code)
    return _function_code(compile(module, code.co_filename, "exec"), code, depth=2 if code.co_freevars else 1)


def _enclosed(node: FunctionNode, code: CodeType) -> ast.Module:
    """The function in a module of its own, inside a function that has its free variables."""
    statement = ast.copy_location(ast.Expr(node), node) if isinstance(node, ast.Lambda) else node
    body: list[ast.stmt] = [statement]
    if code.co_freevars:
        parameters = ast.arguments([], [ast.arg(name) for name in code.co_freevars], None, [], [], None, [])
        outer = ast.FunctionDef("__jaxlab_enclosing", parameters, body, [], None)
        if "type_params" in ast.FunctionDef._fields:
            outer.type_params = []  # type: ignore[attr-defined]
        body = [ast.copy_location(outer, node)]
    return ast.fix_missing_locations(ast.Module(body, []))


def _function_code(module: CodeType, code: CodeType, depth: int) -> CodeType | None:
    found = module
    for _ in range(depth):
        inner = [constant for constant in found.co_consts if isinstance(constant, CodeType)]
        if not inner:
            return None
        found = inner[-1]
    return found.replace(co_qualname=code.co_qualname)
