"""The log of what a traced cell read from the notebook, and the guards that say whether it would read the same again.

The log is the exact set of a program's inputs and constants. A later run resolves every entry in order and asks its
guard; the first that does not hold says why the cell is compiled again.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from jaxlab.tracing.log.guards import ABSENT, Guard


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the way to a value: by name, attribute, item, ...

    Attributes:
      kind: What sort of step; with `key` it tells two steps from the same parent apart.
      key: Name, index or key.
      fetch: Takes the parent's value, gives this one's; `ABSENT` where there is none.
      label: How a person writes the step after its parent's label.
    """

    kind: str
    key: Any
    fetch: Callable[[Any], Any] = field(compare=False)
    label: Callable[[str], str] = field(compare=False)


def by_name(name: str, namespace: Mapping[str, Any]) -> Step:
    """A name in a notebook's or a module's namespace."""
    return Step("name", (id(namespace), name), lambda _: namespace.get(name, ABSENT), lambda _: name)


def by_attribute(name: str) -> Step:
    """An attribute that is no property."""
    return Step("attribute", name, lambda parent: getattr(parent, name, ABSENT), lambda label: f"{label}.{name}")


def by_item(key: Any) -> Step:
    """An element of a list, a tuple or a dict."""
    return Step("item", key, lambda parent: parent[key], lambda label: f"{label}[{key!r}]")


def by_contents() -> Step:
    """The elements of a list, all together."""
    return Step("contents", None, lambda parent: parent, lambda label: label)


def by_cell(index: int, name: str) -> Step:
    """A closure variable of a function."""
    return Step(
        "cell", index, lambda parent: cell_contents(parent.__closure__[index]), lambda label: f"{label}: {name}"
    )


def by_closure(index: int, name: str) -> Step:
    """The cell that holds a closure variable of a function, which other functions may share."""
    return Step("closure", index, lambda parent: parent.__closure__[index], lambda label: f"{label}: {name}")


def by_cell_contents() -> Step:
    """What such a cell holds; nothing before the variable is bound."""
    return Step("contents", None, lambda cell: cell_contents(cell), lambda label: label)


def by_default(index: int, name: str) -> Step:
    """The default value of a parameter."""
    return Step("default", index, lambda parent: parent.__defaults__[index], lambda label: f"{label}({name}=…)")


def by_keyword_default(name: str) -> Step:
    """The default value of a keyword-only parameter."""
    return Step("keyword", name, lambda parent: parent.__kwdefaults__[name], lambda label: f"{label}({name}=…)")


def by_class() -> Step:
    """The class of an object."""
    return Step("class", "", type, lambda label: f"type({label})")


def by_leaf(index: int, flatten: Callable[[Any], list[Any]]) -> Step:
    """A leaf of an object that is registered with JAX as a pytree."""
    return Step("leaf", index, lambda parent: flatten(parent)[index], lambda label: f"{label}: leaf {index}")


def cell_contents(cell: Any) -> Any:
    """The variable that a cell holds; `ABSENT` if it is not bound."""
    try:
        return cell.cell_contents
    except ValueError:
        return ABSENT


@dataclass(frozen=True, slots=True)
class Read:
    """One value that the cell read.

    Attributes:
      parent: Index in the log of the value it was reached through; None for a name.
      step: The way from there.
      guard: What must hold for a later value.
      label: How a person writes the whole way: `params['w']`.
    """

    parent: int | None
    step: Step
    guard: Guard
    label: str

    def fetch(self, values: list[Any]) -> Any:
        """The value as it is now, given those of the earlier entries of the log."""
        return self.step.fetch(None if self.parent is None else values[self.parent])


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Why an earlier program does not fit.

    Attributes:
      read: The entry of the log whose guard does not hold.
      reason: One clause: "`n` went from 100 to 200".
    """

    read: Read
    reason: str


def resolve(log: tuple[Read, ...]) -> list[Any] | Mismatch:
    """The values that the log stands for now, or the first that does not fit."""
    values: list[Any] = []
    for read in log:
        try:
            value = read.fetch(values)
        except Exception:  # a step can run code of the user's: a property
            return Mismatch(read, f"`{read.label}` is gone")
        if not read.guard.holds(value, values):
            return Mismatch(read, read.guard.explain(read.label, value))
        values.append(value)
    return values
