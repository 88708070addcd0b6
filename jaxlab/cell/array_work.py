"""Whether a statement computes with arrays: a break there costs speed, one at `plt.plot(x)` does not."""

import ast
from collections.abc import Callable, Iterator
from enum import Enum
from functools import lru_cache
from types import CodeType, FunctionType
from typing import TypeGuard

from jaxlab.cell.ownership import is_user_function

_ARRAY_PACKAGES = frozenset({"numpy", "scipy", "jax", "jaxlib", "flax", "optax", "equinox", "haiku"})
_FUNCTION_MAKERS = frozenset(
    "jit grad value_and_grad vmap pmap jacfwd jacrev jacobian hessian checkpoint remat custom_jvp custom_vjp".split()
)
"""Calls of JAX that give functions: they compute nothing yet."""


class _Use(Enum):
    """What is done with a name."""

    OPERAND = "computed with, compared, written into"
    CALLED = "called, or called on: `f(...)`, `module.f(...)`"
    GIVEN = "given to what is called"
    METHOD = "called on, by an attribute"


def is_array_work(node: ast.stmt, value_of: Callable[[str], object]) -> bool:
    """Whether `node` holds an operation on arrays.

    Args:
      node: The statement.
      value_of: Gives the value of a name in the notebook, None where there is none.
    """
    uses = [(value_of(name), use) for name, use in _uses(node)]
    if any(_works(value, use) for value, use in uses):
        return True
    gets_arrays = any(use is _Use.GIVEN and hasattr(value, "dtype") for value, use in uses)
    called = [value for value, use in uses if use is _Use.CALLED and _is_helper(value)]
    return any(_names_arrays(helper, set()) or (gets_arrays and _has_operators(helper.__code__)) for helper in called)


def _works(value: object, use: _Use) -> bool:
    if use in (_Use.OPERAND, _Use.METHOD) and hasattr(value, "dtype"):
        return True
    return use in (_Use.CALLED, _Use.METHOD) and _package(value) in _ARRAY_PACKAGES


def _is_helper(value: object) -> TypeGuard[FunctionType]:
    return is_user_function(value)


def _names_arrays(helper: FunctionType, seen: set[CodeType]) -> bool:
    """Whether a function of the user's, or one that it calls, names a package of arrays."""
    if helper.__code__ in seen:
        return False
    seen.add(helper.__code__)
    names = {name for code in _codes(helper.__code__) for name in code.co_names}
    values = [helper.__globals__.get(name) for name in names]
    return any(
        _package(value) in _ARRAY_PACKAGES or (_is_helper(value) and _names_arrays(value, seen)) for value in values
    )


def _has_operators(code: CodeType) -> bool:
    import dis

    return any(step.opname == "BINARY_OP" for part in _codes(code) for step in dis.get_instructions(part))


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code, and that of the functions in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


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
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        yield from ((part.id, _Use.GIVEN) for one in given for part in ast.walk(one) if isinstance(part, ast.Name))
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
