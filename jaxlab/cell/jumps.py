"""How control leaves a loop before its elements are used up, and a block before its end."""

import ast
from functools import lru_cache

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


@lru_cache(maxsize=4096)
def jumps(node: ast.AST) -> bool:
    """Whether `node` holds a `break` or `continue` of a loop around it."""
    if isinstance(node, (ast.Break, ast.Continue)):
        return True
    if isinstance(node, _SCOPES):
        return False
    inner = node.orelse if isinstance(node, _LOOPS) else list(ast.iter_child_nodes(node))
    return any(jumps(child) for child in inner if isinstance(child, (ast.stmt, ast.excepthandler, ast.match_case)))


def takes_every_turn(loop: ast.For) -> bool:
    """Whether the loop, unless it raises, runs once for each element: no `break` of its own, no `return` or `yield`."""
    return not any(_breaks(child) or _returns(child) for child in loop.body)


def _breaks(node: ast.AST) -> bool:
    """Whether `node` holds a `break` of the loop around it."""
    if isinstance(node, (*_SCOPES, ast.expr)):
        return False
    inner = node.orelse if isinstance(node, _LOOPS) else ast.iter_child_nodes(node)
    return isinstance(node, ast.Break) or any(map(_breaks, inner))


def _returns(node: ast.AST) -> bool:
    if isinstance(node, _SCOPES):
        return False
    return isinstance(node, (ast.Return, ast.Yield, ast.YieldFrom)) or any(map(_returns, ast.iter_child_nodes(node)))
