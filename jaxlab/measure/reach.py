"""What a cell can reach from the names it uses: everything that it might change in place."""

import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from types import BuiltinMethodType, CodeType, FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Any

import jax
import numpy as np

from jaxlab.cell.ownership import is_user_class, is_user_function
from jaxlab.cell.parse import Cell
from jaxlab.measure.holders import ARRAY, DRAWING, NAMES, Holder, holders_of, is_own_module
from jaxlab.measure.purity import PURE_PACKAGES, UNCHANGING_PACKAGES, acting_names, holds_a_position, package_of

MOST_OBJECTS = 500_000
_ATOMS = frozenset(
    {int, float, complex, bool, str, bytes, type(None), type(Ellipsis), slice, range, type(NotImplemented)}
)


@dataclass(frozen=True, slots=True)
class Held:
    """An object that the cell can change in place.

    Attributes:
      label: The way a person writes to it: `model.layers[0].w`; empty for a namespace.
      owner: The object.
      holder: What saves and puts back its contents.
    """

    label: str
    owner: Any
    holder: Holder


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why a cell must not run again.

    Attributes:
      line: Line of the cell; None where it stands in a function that the cell calls, or in no code.
      reason: One clause: "it calls `open`".
    """

    line: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Reach:
    """What a cell can change, and what forbids to run it more than once.

    Attributes:
      held: Every object that it can change in place; its namespace and the global random streams are among them.
      obstacles: Effects outside the notebook's values, and objects whose state can't be put back.
    """

    held: tuple[Held, ...]
    obstacles: tuple[Obstacle, ...]


def reach(cell: Cell, namespace: dict[str, Any]) -> Reach:
    """Walks from the names that the cell uses through all that they hold; runs no code of the user's."""
    walk = _Walk()
    for statement in cell.statements:
        walk.code(statement.plain, namespace, in_cell=True)
    walk.run()
    return Reach(_apart(walk.held), tuple(dict.fromkeys(walk.obstacles)))


@dataclass(slots=True)
class _Walk:
    held: list[Held] = field(default_factory=list)
    obstacles: list[Obstacle] = field(default_factory=list)
    todo: deque[tuple[str, Any]] = field(default_factory=deque)  # broad first: labels are short
    seen: dict[int, Any] = field(default_factory=dict)
    mentioned: set[str] = field(default_factory=set)
    modules: dict[str, ModuleType] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # Both modules save and restore the stream behind their functions, as a generator does its own.
        self.held += [Held("random's state", random, DRAWING), Held("numpy.random's state", np.random, DRAWING)]

    def code(self, code: CodeType, namespace: dict[str, Any], *, in_cell: bool = False) -> None:
        """Takes up the names that code mentions, nested code included."""
        self.namespace(namespace)
        for line, name in acting_names(code, namespace):
            self.obstacles.append(Obstacle(line if in_cell else None, f"it uses `{name}`"))
        for name in names_mentioned(code):
            self.mentioned.add(name)
            if name in namespace:
                self.todo.append((name, namespace[name]))

    def namespace(self, namespace: dict[str, Any]) -> None:
        if id(namespace) not in self.seen:
            self.seen[id(namespace)] = namespace
            self.held.append(Held("", namespace, NAMES))

    def run(self) -> None:
        while self.todo:
            while self.todo:
                self.visit(*self.todo.popleft())
            # Of a module of the user's, only what some code mentions can be used; more code may have been met by now.
            for label, module in self.modules.items():
                found = ((name, vars(module).get(name)) for name in self.mentioned)
                self.todo += [(f"{label}.{name}", value) for name, value in found if self.is_new(value)]

    def is_new(self, value: Any) -> bool:
        return type(value) not in _ATOMS and id(value) not in self.seen

    def visit(self, label: str, value: Any) -> None:
        if not self.is_new(value):
            return
        self.seen[id(value)] = value
        if len(self.seen) > MOST_OBJECTS:
            self.refuse(f"`{label}` holds too many objects to put back")
            self.todo.clear()
        elif is_own_module(value):
            self.modules[label] = value
            self.namespace(vars(value))
        elif isinstance(value, jax.Array):
            pass  # nothing can change it
        elif holds_a_position(value):
            self.refuse(f"`{label}` can't be put back to where it stands")
        elif (package := package_of(value)) and package not in PURE_PACKAGES and not _is_own(value):
            self.refuse(f"`{label}` is from `{package}`, which may act outside the notebook")
        elif not _is_library_code(value):
            self.parts(label, value)

    def parts(self, label: str, value: Any) -> None:
        holders = () if package_of(type(value)) in UNCHANGING_PACKAGES else holders_of(value)
        self.held += [Held(label, value, holder) for holder in holders]
        for holder in holders:
            self.todo += [(label + suffix, part) for suffix, part in holder.parts(value) if type(part) not in _ATOMS]
        self.todo += [(label + suffix, part) for suffix, part in fixed_parts(value) if type(part) not in _ATOMS]
        if is_user_function(value):
            self.code(value.__code__, value.__globals__)
        elif is_user_class(type(value)):
            self.todo.append((type(value).__name__, type(value)))

    def refuse(self, reason: str) -> None:
        self.obstacles.append(Obstacle(None, reason))


def names_mentioned(code: CodeType) -> Iterator[str]:
    """Global names and attributes in code, nested code included."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_mentioned(constant)


def _is_own(value: Any) -> bool:
    """Whether it is defined in the user's code: its effects are looked for there."""
    return is_user_function(value) or is_user_class(value if isinstance(value, type) else type(value))


def _is_library_code(value: Any) -> bool:
    """Code of a library that computes: calling it changes nothing but what it is given."""
    if isinstance(value, type):
        return not is_user_class(value)
    if isinstance(value, FunctionType):
        return not is_user_function(value)
    return isinstance(value, (ModuleType, np.ufunc))


def fixed_parts(value: Any) -> Iterator[tuple[str, Any]]:
    """Parts of what can't itself be changed but holds what can."""
    if isinstance(value, (tuple, frozenset)):
        yield from ((f"[{place}]", item) for place, item in enumerate(value))
    elif isinstance(value, MappingProxyType):
        yield from ((f"[{key!r}]", item) for key, item in value.items())
    elif isinstance(value, (MethodType, staticmethod, classmethod)):
        yield from (("", part) for part in (getattr(value, "__self__", None), value.__func__))
    elif isinstance(value, property):
        yield from (("", part) for part in (value.fget, value.fset, value.fdel))
    elif isinstance(value, partial):
        yield from (("", part) for part in (value.func, value.args, value.keywords))
    elif hasattr(value, "__wrapped__") and not isinstance(value, type):
        yield "", value.__wrapped__
    elif isinstance(value, BuiltinMethodType) and not isinstance(value.__self__, ModuleType):
        yield "", value.__self__  # a bound method of a builtin type: `items.append`


def _apart(held: list[Held]) -> tuple[Held, ...]:
    """Without the views of arrays that are held themselves."""
    whole = {id(entry.owner) for entry in held if entry.holder is ARRAY}
    return tuple(entry for entry in held if entry.holder is not ARRAY or not _bases(entry.owner) & whole)


def _bases(array: np.ndarray) -> set[int]:
    found, base = set(), array.base
    while isinstance(base, np.ndarray):
        found.add(id(base))
        base = base.base
    return found
