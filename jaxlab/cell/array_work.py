"""Whether a statement computes with arrays: a break there costs speed, one at `plt.plot(x)` does not."""

import ast
from collections.abc import Callable, Iterator
from enum import Enum
from functools import lru_cache

_ARRAY_PACKAGES = frozenset({"numpy", "scipy", "jax", "jaxlib", "flax", "optax", "equinox", "haiku"})
_FUNCTION_MAKERS = frozenset(
    "jit grad value_and_grad vmap pmap jacfwd jacrev jacobian hessian checkpoint remat custom_jvp custom_vjp".split()
)
"""Calls of JAX that give functions: they compute nothing yet."""


class _Use(Enum):
    """What is done with a name."""

    OPERAND = "computed with, compared, written into"
    CALLED = "called, or called on: `f(...)`, `module.f(...)`"
    METHOD = "called on, by an attribute"


def is_array_work(node: ast.stmt, value_of: Callable[[str], object]) -> bool:
    """Whether `node` holds an operation on arrays.

    Args:
      node: The statement.
      value_of: Gives the value of a name in the notebook, None where there is none.
    """
    return any(_works(value_of(name), use) for name, use in _uses(node))


def _works(value: object, use: _Use) -> bool:
    if use is not _Use.CALLED and hasattr(value, "dtype"):
        return True
    return use is not _Use.OPERAND and _package(value) in _ARRAY_PACKAGES


def _package(value: object) -> str:
    is_module = type(value).__name__ == "module"
    return str(getattr(value, "__name__" if is_module else "__module__", "")).partition(".")[0]


@lru_cache(maxsize=1024)
def _uses(node: ast.stmt) -> tuple[tuple[str, _Use], ...]:
    """The names in a statement with what is done with each; a statement that runs again is not searched again."""
    return tuple(dict.fromkeys(use for child in ast.walk(node) for use in _uses_in(child)))


def _uses_in(node: ast.AST) -> Iterator[tuple[str, _Use]]:
    if isinstance(node, ast.Call):
        yield from _callee(node.func)
    for operand in _operands(node):
        yield from ((child.id, _Use.OPERAND) for child in ast.walk(operand) if isinstance(child, ast.Name))


def _operands(node: ast.AST) -> list[ast.AST]:
    if isinstance(node, (ast.BinOp, ast.UnaryOp)):
        return list(ast.iter_child_nodes(node))
    if isinstance(node, ast.AugAssign):
        return [node.target, node.value]
    if isinstance(node, ast.Compare):
        return [node.left, *node.comparators]
    return [node.value] if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) else []


def _callee(function: ast.expr) -> Iterator[tuple[str, _Use]]:
    if isinstance(function, ast.Attribute) and function.attr in _FUNCTION_MAKERS:
        return
    root, is_method = function, isinstance(function, ast.Attribute)
    while isinstance(root, (ast.Attribute, ast.Subscript, ast.Call)):
        root = root.func if isinstance(root, ast.Call) else root.value
    if isinstance(root, ast.Name):
        yield root.id, _Use.METHOD if is_method else _Use.CALLED
