"""The user's functions as tracing runs them: rewritten code over a read-through namespace, closures lifted."""

from functools import lru_cache, partial
from types import CellType, CodeType, FunctionType, MethodType
from typing import Any

from jaxlab.cell.functions import rewritten_code
from jaxlab.cell.ownership import is_ours
from jaxlab.cell.rewrite import PROTOCOL
from jaxlab.tracing.lifting import lift, namespace_over
from jaxlab.tracing.log.guards import ABSENT
from jaxlab.tracing.log.reads import (
    by_attribute,
    by_cell_contents,
    by_closure,
    by_default,
    by_keyword_default,
    cell_contents,
)
from jaxlab.tracing.namespace import Namespace
from jaxlab.tracing.trace import Trace, Variable
from jaxlab.tracing.untraceable import Untraceable


@lru_cache(maxsize=2048)
def _rewritten(code: CodeType, file: str) -> CodeType | None:
    # By file too: to Python the same function on the same lines of another file is equal code.
    return rewritten_code(code)


def converted(trace: Trace, function: FunctionType) -> FunctionType:
    """The function to run in place of `function`, one a trace.

    Raises:
      Untraceable: Its source is not at hand.
    """
    if isinstance(function.__globals__, Namespace):
        return function  # made while tracing: its code is rewritten already
    found = trace.converted.get(id(function))
    if found is None:
        found = trace.converted[id(function)] = (function, _convert(trace, function))
    return found[1]


def _convert(trace: Trace, function: FunctionType) -> FunctionType:
    code = _rewritten(function.__code__, function.__code__.co_filename)
    if code is None:
        raise Untraceable(f"the source of `{function.__name__}` is not at hand")
    origin = trace.origin(function)
    namespace = namespace_over(trace, function.__globals__)
    closure = _lifted_closure(trace, function, code, origin)
    made = FunctionType(code, namespace, function.__name__, None, closure)
    made.__qualname__, made.__module__ = function.__qualname__, function.__module__
    made.__defaults__ = _lifted_defaults(trace, function, origin)
    made.__kwdefaults__ = _lifted_keyword_defaults(trace, function, origin)
    return made


def _lifted_closure(trace: Trace, function: FunctionType, code: CodeType, origin: int | None):
    if not code.co_freevars:
        return None
    names = function.__code__.co_freevars
    cells = []
    for name in code.co_freevars:
        index = names.index(name)
        cells.append(_lifted_cell(trace, function, origin, index, name))
    return tuple(cells)


def _lifted_cell(trace: Trace, function: FunctionType, origin: int | None, index: int, name: str) -> CellType:
    """The cell that stands for one of the function's; functions that share a variable share it."""
    assert function.__closure__ is not None
    cell = function.__closure__[index]
    value = cell_contents(cell)
    if name == "__class__" or value is function:
        return CellType(value)
    lift(trace, cell, _known_origin(origin, function), by_closure(index, name))
    known = trace.cells.get(id(cell))
    if known is None:
        read = trace.origin(cell)
        lifted = lift(trace, value, read, by_cell_contents())
        known = trace.cells[id(cell)] = Variable(cell, CellType() if value is ABSENT else CellType(lifted), lifted)
    return known.made


def _lifted_defaults(trace: Trace, function: FunctionType, origin: int | None) -> tuple[Any, ...] | None:
    if function.__defaults__ is None:
        return None
    names = function.__code__.co_varnames[: function.__code__.co_argcount][-len(function.__defaults__) :]
    return tuple(
        lift(trace, value, _known_origin(origin, function), by_default(index, name))
        for index, (value, name) in enumerate(zip(function.__defaults__, names, strict=True))
    )


def _lifted_keyword_defaults(trace: Trace, function: FunctionType, origin: int | None) -> dict[str, Any] | None:
    if function.__kwdefaults__ is None:
        return None
    return {
        name: lift(trace, value, _known_origin(origin, function), by_keyword_default(name))
        for name, value in function.__kwdefaults__.items()
    }


def _known_origin(origin: int | None, function: FunctionType) -> int:
    if origin is None:
        raise Untraceable(f"`{function.__name__}` comes from where its variables can't be watched")
    return origin


def is_compiled_function(function: Any) -> bool:
    """Whether `function` is one that `jaxlab.jit` gave."""
    return isinstance(function, FunctionType) and is_ours(function) and hasattr(function, "__wrapped__")


def as_written(trace: Trace, function: Any) -> Any:
    """The function under the decorator; that of one that the notebook holds is logged."""
    origin = trace.origin(function)
    if origin is None:
        return function.__wrapped__
    return lift(trace, function.__wrapped__, origin, by_attribute("__wrapped__"))


def method_parts(trace: Trace, method: MethodType) -> tuple[Any, Any]:
    """Function and owner of a bound method; those of one that the notebook holds are logged."""
    origin = trace.origin(method)
    if origin is None:
        return method.__func__, method.__self__
    function = lift(trace, method.__func__, origin, by_attribute("__func__"))
    return function, lift(trace, method.__self__, origin, by_attribute("__self__"))


def partial_parts(trace: Trace, function: partial) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
    """Function and arguments of a `partial`; those of one that the notebook holds are logged."""
    origin = trace.origin(function)
    if origin is None:
        return function.func, function.args, function.keywords
    func = lift(trace, function.func, origin, by_attribute("func"))
    given = lift(trace, function.args, origin, by_attribute("args"))
    return func, given, lift(trace, function.keywords, origin, by_attribute("keywords"))


__all__ = ["ABSENT", "PROTOCOL", "converted", "method_parts", "partial_parts"]
