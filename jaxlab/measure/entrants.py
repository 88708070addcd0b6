"""Who runs: every variant of the cell by every backend that was asked for."""

import ast
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import FunctionType, ModuleType
from typing import Any

from jaxlab.cell.names import names_of
from jaxlab.cell.parse import Cell
from jaxlab.measure.backends import Choice, Ran, Subject, Unavailable, registry
from jaxlab.measure.checkpoint import Checkpoint
from jaxlab.measure.rules import Rules
from jaxlab.measure.sections import Sections
from jaxlab.measure.trials import Entrant
from jaxlab.model.options import Gradient

BASELINE = "numpy"
_LOOPS = (ast.For, ast.AsyncFor)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORTS = (ast.Import, ast.ImportFrom)
RUNS = 6
"""Runs of a backend until it has a sample, about: the first, a second without compiling, loops counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What all entrants have in common.

    Attributes:
      namespace: The globals that they run in, as a first run has left them.
      backends: As a person names them.
      execute: Runs a cell under `%%jit`, as the choice says.
      begin: The state that every run begins at.
      limit_s: Seconds of all samples together.
      x32: Whether the compiled cell is to compute in 32 bits.
      gradient: What is to be differentiated, every name to differentiate by among it; None where the cell is only run.
    """

    namespace: dict[str, Any]
    backends: tuple[str, ...]
    execute: Callable[[Cell, Choice], Ran]
    begin: Checkpoint
    limit_s: float
    x32: bool = False
    gradient: Gradient | None = None

    def entrants(self, parts: Sections) -> tuple[Entrant, ...]:
        """Every variant by every backend, plain NumPy first."""
        outputs = _outputs(self.namespace, next(iter(parts.variants.values())))
        return tuple(
            self._entrant(variant, choice, parts, outputs) for variant in parts.variants for choice in self._choices()
        )

    def _choices(self) -> tuple[Choice, ...]:
        asked = [choice for choice in map(registry.choice, self.backends) if choice is not None]
        if self.x32:
            asked = [replace(choice, bits=32) if choice.base == "jit" else choice for choice in asked]
        return tuple(dict.fromkeys([Choice(base=BASELINE), *asked]))

    def _entrant(self, variant: str, choice: Choice, parts: Sections, outputs: tuple[str, ...]) -> Entrant:
        cell = parts.variants[variant]
        subject = Subject(
            cell=cell,
            namespace=self.namespace,
            choice=choice,
            known=self.begin.names(self.namespace),
            outputs=tuple(name for name in outputs if name in names_of(cell.body).binds),
            execute=self.execute,
            gradient=self.gradient,
            held=self.begin.held,
            limit_s=self.limit_s / RUNS,
        )
        entrant = Entrant(variant=variant, cell=cell, choice=choice, backend=None, rules=_rules(subject, parts))
        try:
            return replace(entrant, backend=registry.make(subject))
        except Unavailable as why:
            return replace(entrant, why_not=str(why))


def _rules(subject: Subject, parts: Sections) -> Rules:
    """What of a run is compared, and how closely."""
    bits, own_types = subject.choice.bits, not subject.is_python
    if subject.gradient is not None:
        by_differences = subject.choice.base == BASELINE
        names = frozenset({subject.gradient.into})
        return Rules(bits=bits, has_own_types=own_types or by_differences, names=names, is_approximate=by_differences)
    names_of_all = _common_names(parts, subject.cell)
    if subject.is_python:
        return Rules(bits=bits, names=names_of_all)
    # A library's function gives data back, not the functions that the cell defines.
    data = frozenset(subject.outputs)
    return Rules(bits=bits, has_own_types=True, names=data if names_of_all is None else names_of_all & data)


def _outputs(namespace: dict[str, Any], cell: Cell) -> tuple[str, ...]:
    """Names that the cell has bound to data, not to code."""
    bound = sorted(names_of(cell.body).binds & namespace.keys())
    return tuple(name for name in bound if not isinstance(namespace[name], (FunctionType, ModuleType, type)))


def _common_names(parts: Sections, cell: Cell) -> frozenset[str] | None:
    """Names whose values are compared: the results of this variant and of the first; all where there is one variant."""
    if len(parts.variants) == 1:
        return None
    first = next(iter(parts.variants.values()))
    return _results(first) & _results(cell)


def _results(cell: Cell) -> frozenset[str]:
    """Names that it binds, but for those of loops, of definitions and of imports: these are its own affair."""
    nodes = [node for statement in cell.statements for node in ast.walk(statement.node)]
    targets = (name for node in nodes if isinstance(node, _LOOPS) for name in ast.walk(node.target))
    loops = (name.id for name in targets if isinstance(name, ast.Name))
    made = (node.name for node in nodes if isinstance(node, _DEFINITIONS))
    taken = (alias.asname or alias.name for node in nodes if isinstance(node, _IMPORTS) for alias in node.names)
    return names_of(cell.body).binds - {*loops, *made, *taken}
