"""A cell as a function: what it reads comes in, what it binds goes out. Libraries compile functions, not cells."""

import ast
import copy
from dataclasses import dataclass
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np

from jaxlab.cell.names import names_of
from jaxlab.measure.backends import Subject, Unavailable

NAME = "cell"
VALUE = "__jaxlab_value__"
_CODE = (FunctionType, BuiltinFunctionType, ModuleType, type, np.ufunc)


@dataclass(frozen=True, slots=True, kw_only=True)
class CellFunction:
    """The cell as a Python function.

    Attributes:
      function: Takes the values of `inputs`, gives a tuple of the values of `outputs` and of the cell's own value; of a
        cell that is to be differentiated the scalar alone.
      inputs: Names that it takes.
      outputs: Names that a run binds: the gradient's, where there is one.
    """

    function: FunctionType
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]


def cell_function(subject: Subject) -> CellFunction:
    """The cell of a subject as a function over the notebook's globals.

    Raises:
      Unavailable: It is none: it deletes names, binds globals in a function, or awaits.
    """
    names = names_of(subject.cell.body)
    if names.deletes:
        raise Unavailable(f"the cell deletes `{min(names.deletes)}`, which a function can't")
    # What a loop binds before it reads is read before that if the loop has no turns; it need not be there.
    read = sorted(names.may_read & subject.known & subject.namespace.keys())
    inputs = tuple(name for name in read if not _is_code(subject.namespace[name]))
    made: dict[str, Any] = {}
    exec(_compiled(subject, inputs), made)
    function = FunctionType(made[NAME].__code__, subject.namespace, NAME)
    outputs = subject.outputs if subject.gradient is None else (subject.gradient.into,)
    return CellFunction(function=function, inputs=inputs, outputs=outputs)


def _is_code(value: Any) -> bool:
    return isinstance(value, _CODE) or callable(value)


def _compiled(subject: Subject, inputs: tuple[str, ...]) -> Any:
    body = [copy.deepcopy(statement.node) for statement in subject.cell.statements]
    results: list[ast.expr] = [ast.Name(name, ast.Load()) for name in subject.outputs]
    if subject.cell.statements and subject.cell.statements[-1].is_result:
        last = body[-1]
        assert isinstance(last, ast.Expr)
        body[-1] = ast.Assign([ast.Name(VALUE, ast.Store())], last.value)
        results.append(ast.Name(VALUE, ast.Load()))
    body.append(ast.Return(_returned(subject, results)))
    arguments = ast.arguments(
        posonlyargs=[], args=[ast.arg(name) for name in inputs], kwonlyargs=[], kw_defaults=[], defaults=[]
    )
    definition = ast.FunctionDef(name=NAME, args=arguments, body=body, decorator_list=[], lineno=1, col_offset=0)
    if hasattr(definition, "type_params"):
        definition.type_params = []
    tree = ast.fix_missing_locations(ast.Module([definition], []))
    try:
        return compile(tree, subject.cell.source.file, "exec")
    except SyntaxError as error:
        raise Unavailable(f"the cell is no function: {error.msg}") from error


def _returned(subject: Subject, results: list[ast.expr]) -> ast.expr:
    """Everything, or the scalar to differentiate."""
    if subject.gradient is None:
        return ast.Tuple(results, ast.Load())
    return results[-1] if subject.gradient.of is None else ast.Name(subject.gradient.of, ast.Load())
