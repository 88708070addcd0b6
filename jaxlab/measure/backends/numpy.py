"""The cell as the plain Python it is: the baseline."""

import ast
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from types import CodeType, FunctionType
from typing import Any

import jax

from jaxlab.cell.names import names_of
from jaxlab.cell.parse import Cell
from jaxlab.measure.backends import Backend, Ran, Subject
from jaxlab.measure.clocks import Inlined

_TURN, _TURNS = "__jaxlab_turn__", "__jaxlab_turns__"


@dataclass
class Plain:
    """Runs the cell's statements one after another, as Python does without the magic."""

    cell: Cell
    namespace: dict[str, Any]
    name: str = "numpy"
    compiles: bool = False
    _waits: bool = field(default=False, init=False)

    def run(self) -> Ran:
        """Runs the cell; JAX arrays that it binds are waited for."""
        value = None
        for statement in self.cell.statements:
            made = eval(statement.plain, self.namespace)
            if statement.is_result:
                value = made
        pending = self._pending()
        self._waits = bool(pending)
        jax.block_until_ready([value, *pending])
        return Ran(value)

    def steady(self) -> Callable[[], Any]:
        """The cell as a function on the notebook's globals, and as a loop where nothing has to be waited for."""
        call = _as_function(self.cell, self.namespace)
        return (lambda: [call(), self._pending()]) if self._waits else call

    def peak_bytes(self) -> int | None:
        """Runs the cell once more, slowly, and counts what Python and NumPy allocate; None if someone else counts."""
        if tracemalloc.is_tracing():
            return None
        tracemalloc.start()
        try:
            before, _ = tracemalloc.get_traced_memory()
            self.run()
            _, peak = tracemalloc.get_traced_memory()
            return peak - before
        finally:
            tracemalloc.stop()

    def transfer_s(self) -> None:
        """Nothing is converted."""

    def unranked_because(self) -> str:
        """Nothing: it is what the others are ranked against."""
        return ""

    def _pending(self) -> list[Any]:
        found = (self.namespace.get(name) for name in self._bound)
        return [value for value in found if _may_be_pending(value)]

    @cached_property
    def _bound(self) -> tuple[str, ...]:
        nodes = (node for statement in self.cell.statements for node in ast.walk(statement.node))
        return tuple(
            dict.fromkeys(node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
        )


def make(subject: Subject) -> Backend:
    """Plain NumPy is always there; of a gradient it has central differences."""
    if subject.gradient is not None:
        from jaxlab.measure.backends.differences import differences

        return differences(subject)
    return Plain(subject.cell, subject.namespace)


def _as_function(cell: Cell, namespace: dict[str, Any]) -> Callable[[], Any]:
    """A function without arguments that binds the cell's names as globals, as `%timeit` looks them up."""
    try:
        once, many = _codes(cell)
        return Inlined(FunctionType(once, namespace), FunctionType(many, namespace))
    except SyntaxError:  # what a cell can hold and a function can't: `from m import *`, an annotated global
        calls = [FunctionType(statement.plain, namespace) for statement in cell.statements]
        return lambda: [call() for call in calls]


@lru_cache(maxsize=64)
def _codes(cell: Cell) -> tuple[CodeType, CodeType]:
    """The cell as the code of a function that gives its value, and of one that runs it for each element of a range.

    Raises:
      SyntaxError: It can't stand in a function.
    """
    body = [statement.node for statement in cell.statements] or [ast.Pass()]
    returning = list(body)
    if cell.statements and cell.statements[-1].is_result:
        returning[-1] = ast.Return(body[-1].value)  # type: ignore[attr-defined]
    loop = ast.For(ast.Name(_TURN, ast.Store()), ast.Name(_TURNS, ast.Load()), body, [])
    return _code(cell, returning), _code(cell, [loop], _TURNS)


def _code(cell: Cell, body: list[ast.stmt], *arguments: str) -> CodeType:
    """A function of this body whose names are globals, its arguments apart."""
    names = names_of(cell.body)
    shared: list[ast.stmt] = [ast.Global(sorted(names.binds | names.deletes))] if names.binds | names.deletes else []
    definition = ast.parse(f"def cell({', '.join(arguments)}): pass")
    definition.body[0].body = [*shared, *body]  # type: ignore[attr-defined]
    made: dict[str, Any] = {}
    exec(compile(ast.fix_missing_locations(definition), cell.source.file, "exec"), made)
    return made["cell"].__code__


def _may_be_pending(value: Any) -> bool:
    """Whether JAX may still be computing it; a list of ten thousand numbers costs no walk."""
    if isinstance(value, (list, tuple)):
        return any(_may_be_pending(item) for item in value[:16])
    if isinstance(value, dict):
        return any(_may_be_pending(item) for item in list(value.values())[:16])
    return isinstance(value, jax.Array) or hasattr(value, "__dataclass_fields__")
