"""Whether a piece of code that runs as plain Python can write nothing: it looks at most."""

import ast
from collections.abc import Callable
from functools import lru_cache

_LOOKING = (
    ast.Name, ast.Constant, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Tuple,
    ast.cmpop, ast.boolop, ast.unaryop, ast.operator, ast.expr_context,
)  # fmt: skip


def only_looks(node: ast.expr, is_plain: Callable[[str], bool]) -> bool:
    """Whether an expression is made of operators on plain values, or a target of names: no code of the user's runs.

    Args:
      node: The expression.
      is_plain: Whether a name stands for a number, a text or an array, whose operators are known.
    """
    return _is_simple(node) and all(map(is_plain, _names_read(node)))


@lru_cache(maxsize=1024)
def _is_simple(node: ast.expr) -> bool:
    return all(isinstance(child, _LOOKING) for child in ast.walk(node))


@lru_cache(maxsize=1024)
def _names_read(node: ast.expr) -> tuple[str, ...]:
    names = (child for child in ast.walk(node) if isinstance(child, ast.Name))
    return tuple(name.id for name in names if isinstance(name.ctx, ast.Load))
