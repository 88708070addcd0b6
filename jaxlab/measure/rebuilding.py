"""Making a cell's inputs anew at another size: by the setup that was given, or by the cells that made them."""

from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

from jaxlab.cell.names import Names, names_of
from jaxlab.cell.ownership import is_user_function
from jaxlab.cell.parse import Cell, parse
from jaxlab.cell.slicing import statements_from
from jaxlab.measure.backends.numpy import Plain
from jaxlab.measure.reach import names_mentioned, reach
from jaxlab.measure.silence import silence

FILE = "<jaxlab-setup>"
HEADER = "# setup\n"
_CODE = (ModuleType, type)


class NotRebuildable(Exception):
    """The inputs can't be made anew; the text says why, as a sentence without its stop."""


@dataclass(frozen=True, slots=True)
class Rebuilding:
    """What has to run when the swept name has changed.

    Attributes:
      name: The swept name.
      setup: The code.
      names: What it makes.
    """

    name: str
    setup: Cell
    names: tuple[str, ...]

    def at(self, size: int, namespace: dict[str, Any]) -> None:
        """Makes the inputs of a size in `namespace`, unseen.

        Raises:
          Exception: Whatever the setup raises.
        """
        namespace[self.name] = size
        with silence():
            Plain(self.setup, namespace).run()


def rebuilding(name: str, cell: Cell, namespace: dict[str, Any], setup: str, history: tuple[str, ...]) -> Rebuilding:
    """How the inputs of `cell` are made anew.

    Args:
      name: The swept name.
      cell: The cell.
      namespace: The globals it runs in.
      setup: Code that was given for it; empty where it is to be found in `history`.
      history: Code of the cells that have run, oldest first.

    Raises:
      NotRebuildable: No input depends on the name or on the setup, or what makes them acts outside the notebook.
      SyntaxError: The given setup is no Python.
    """
    read = _read_by(cell, namespace)
    text = setup or "\n".join(made.text for made in statements_from(name, read, history))
    if not text and name not in read:
        raise NotRebuildable(f"nothing that the cell reads was made from `{name}` in the cells that have run")
    parsed = parse(text, FILE, HEADER)
    if setup:
        _check_use(name, names_of(text), read, namespace)
    obstacles = reach(parsed, namespace).obstacles
    if obstacles:
        raise NotRebuildable(f"what makes the inputs can't run again, as {obstacles[0].reason}")
    return Rebuilding(name, parsed, tuple(sorted(names_of(text).binds)))


def _check_use(name: str, made: Names, read: frozenset[str], namespace: dict[str, Any]) -> None:
    """That the cell reads something of what a given setup makes or changes."""
    data = {
        one for one in read & namespace.keys() if not callable(namespace[one]) and not isinstance(namespace[one], _CODE)
    }
    if name in read or read & made.binds or data & made.may_read:
        return
    makes = f", {', '.join(f'`{one}`' for one in sorted(made.binds))}" if made.binds else ""
    reads = ", ".join(f"`{one}`" for one in sorted(data)) or "no value of the notebook"
    raise NotRebuildable(f"the cell reads nothing that `--setup` makes{makes}; it reads {reads}")


def _read_by(cell: Cell, namespace: dict[str, Any]) -> frozenset[str]:
    """Names that the cell reads, by itself or through functions of the notebook's that it calls."""
    found, todo = set(), list(names_of(cell.body).may_read)
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            value = namespace.get(name)
            if isinstance(value, FunctionType) and is_user_function(value) and value.__globals__ is namespace:
                todo += names_mentioned(value.__code__)
    return frozenset(found)
