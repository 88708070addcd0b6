"""A jaxpr as a listing: one line an equation, nested jaxprs in place, each line linked to the source."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import Any

import numpy as np
from jax.extend import core

from jaxlab.model.listing import Listing, ListingLine
from jaxlab.model.source import Stack
from jaxlab.stages import _compat
from jaxlab.stages.frames import Stacks

_INDENT = "  "
_LONGEST_VALUE = 200


def jaxpr_listing(closed_jaxpr: Any, stacks: Stacks | None = None) -> Listing:
    """The listing of a `jax.extend.core.ClosedJaxpr`.

    A jaxpr that several equations call is printed in each, and is linked there to the line that calls it.

    Args:
      closed_jaxpr: The program.
      stacks: Holds the call stacks, if several listings are to share them.
    """
    printer = _Printer(stacks or Stacks())
    printer.jaxpr(closed_jaxpr.jaxpr)
    return Listing(kind="jaxpr", lines=tuple(printer.lines))


class _Printer:
    """Writes lines in JAX's own notation, and names variables in the order they appear."""

    def __init__(self, stacks: Stacks) -> None:
        self.lines: list[ListingLine] = []
        self._stacks = stacks
        self._names: dict[Any, str] = {}
        self._fresh = map(_name, count())

    def jaxpr(self, jaxpr: Any, *, opening: str = "", indent: str = "", caller: Stack = ()) -> None:
        """A jaxpr in braces, `opening` before the first of them."""
        constants, inputs = self._typed(jaxpr.constvars), self._typed(jaxpr.invars)
        self._line(f"{indent}{opening}{{ lambda {constants}; {inputs}. let", caller)
        for equation in jaxpr.eqns:
            self._equation(equation, indent + 2 * _INDENT, caller)
        outputs = ", ".join(map(self._atom, jaxpr.outvars))
        comma = "," if len(jaxpr.outvars) == 1 else ""
        self._line(f"{indent}{_INDENT}in ({outputs}{comma}) }}", caller)

    def _equation(self, equation: Any, indent: str, caller: Stack) -> None:
        own = self._stacks.of(_compat.frames_in_program(equation.source_info))
        stack = self._stacks.join(own, caller)
        nested = dict(nested_jaxprs(equation.params))
        plain = {
            name: value for name, value in equation.params.items() if name not in nested and not _is_default(value)
        }
        inputs = "".join(f" {self._atom(atom)}" for atom in equation.invars)
        outputs = self._typed(equation.outvars)
        start = f"{indent}{outputs} = {equation.primitive.name}" if outputs else f"{indent}{equation.primitive.name}"
        if not nested:
            params = f"[{' '.join(map(_parameter, plain.items()))}]" if plain else ""
            self._operation(f"{start}{params}{inputs}", stack)
            return
        self._operation(f"{start}[", stack)
        for item in plain.items():
            self._line(f"{indent}{_INDENT}{_parameter(item)}", stack)
        for name, jaxprs in nested.items():
            for jaxpr in jaxprs:
                self.jaxpr(jaxpr, opening=f"{name}=", indent=indent + _INDENT, caller=stack)
        self._line(f"{indent}]{inputs}", stack)

    def _operation(self, text: str, stack: Stack) -> None:
        self.lines.append(ListingLine(text=text, stacks=self._stacks.union((stack,)), is_operation=True))

    def _line(self, text: str, stack: Stack = ()) -> None:
        """A line that computes nothing itself; where an equation goes on over several, they all come from one place."""
        self.lines.append(ListingLine(text=text, stacks=self._stacks.union((stack,))))

    def _typed(self, variables: Iterable[Any]) -> str:
        return " ".join(
            f"{self._variable(variable)}:{variable.aval.str_short(short_dtypes=True)}" for variable in variables
        )

    def _atom(self, atom: Any) -> str:
        if isinstance(atom, core.Literal):
            return f"{_literal(atom.val)}:{atom.aval.str_short(short_dtypes=True)}"
        return self._variable(atom)

    def _variable(self, variable: Any) -> str:
        if type(variable).__name__ == "DropVar":
            return "_"
        if variable not in self._names:
            self._names[variable] = next(self._fresh)
        return self._names[variable]


def nested_jaxprs(params: Mapping[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    """Parameters that hold jaxprs: one (`jit`, `scan`) or several (`cond`)."""
    for name, value in params.items():
        entries = value if isinstance(value, tuple | list) else (value,)
        jaxprs = [getattr(entry, "jaxpr", entry) for entry in entries]
        if jaxprs and all(isinstance(entry, core.Jaxpr) for entry in jaxprs):
            yield name, jaxprs


def _is_default(value: Any) -> bool:
    """Whether a parameter says nothing: absent, off, empty, unspecified, a bare function, or a tuple of such."""
    if isinstance(value, tuple | list):
        return all(map(_is_default, value))
    if value is None or value is False or getattr(value, "empty", None) is True:
        return True
    if callable(value) and not isinstance(value, type):
        return True
    return type(value).__name__ == "UnspecifiedValue"


def _literal(value: Any) -> str:
    """JAX holds literals as subclasses of Python's numbers or as arrays without axes; the number is what counts."""
    return _shortened(np.asarray(value).item()) if np.ndim(value) == 0 else _shortened(value)


def _parameter(item: tuple[str, Any]) -> str:
    name, value = item
    return f"{name}={_shortened(value)}"


def _shortened(value: Any) -> str:
    """In one line; a function by its name, as its address would differ at every run."""
    text = getattr(value, "__name__", None) or " ".join(str(value).split())
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}..."


def _name(index: int) -> str:
    """a, b, ..., z, ba, bb, ..., as JAX names variables."""
    letters = chr(ord("a") + index % 26)
    return letters if index < 26 else _name(index // 26) + letters
