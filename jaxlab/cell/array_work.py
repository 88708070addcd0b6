"""Whether a statement computes with arrays: a break there costs speed, one at `plt.plot(x)` does not."""

import ast
from collections.abc import Callable

_ARRAY_PACKAGES = frozenset({"numpy", "scipy", "jax", "jaxlib", "flax", "optax", "equinox", "haiku"})


_FUNCTION_MAKERS = frozenset(
    "jit grad value_and_grad vmap pmap jacfwd jacrev jacobian hessian checkpoint remat custom_jvp custom_vjp".split()
)
"""Calls of JAX that give functions: they compute nothing yet."""


def is_array_work(node: ast.stmt, value_of: Callable[[str], object]) -> bool:
    """Whether `node` holds an operation on arrays.

    Args:
      node: The statement.
      value_of: Gives the value of a name in the notebook, None where there is none.
    """
    return any(_works(child, value_of) for child in ast.walk(node))


def _works(node: ast.AST, value_of: Callable[[str], object]) -> bool:
    if isinstance(node, (ast.BinOp, ast.UnaryOp)):
        return any(_is_array(operand, value_of) for operand in ast.iter_child_nodes(node))
    if isinstance(node, ast.AugAssign):
        return any(_is_array(part, value_of) for part in (node.target, node.value))
    if isinstance(node, ast.Compare):
        return any(_is_array(part, value_of) for part in (node.left, *node.comparators))
    if isinstance(node, ast.Call):
        return _calls_array_code(node.func, value_of)
    return isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and _is_array(node.value, value_of)


def _is_array(node: ast.AST, value_of: Callable[[str], object]) -> bool:
    names = [child.id for child in ast.walk(node) if isinstance(child, ast.Name)]
    return any(hasattr(value_of(name), "dtype") for name in names)


def _calls_array_code(function: ast.expr, value_of: Callable[[str], object]) -> bool:
    if isinstance(function, ast.Attribute) and function.attr in _FUNCTION_MAKERS:
        return False
    root = function
    while isinstance(root, (ast.Attribute, ast.Subscript, ast.Call)):
        root = root.func if isinstance(root, ast.Call) else root.value
    value = value_of(root.id) if isinstance(root, ast.Name) else None
    if hasattr(value, "dtype") and isinstance(function, ast.Attribute):
        return True
    module = getattr(value, "__name__", "") if type(value).__name__ == "module" else getattr(value, "__module__", "")
    return str(module).partition(".")[0] in _ARRAY_PACKAGES
