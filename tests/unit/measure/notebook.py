"""A small notebook for tests: cells run in one namespace under names that jaxlab takes for the user's."""

import itertools
from textwrap import dedent
from types import ModuleType
from typing import Any

import numpy as np

from jaxlab.cell.parse import Cell, parse, show_source_of

_numbers = itertools.count()


def notebook(text: str = "") -> dict[str, Any]:
    """A namespace in which `text` has run as its first cell; classes that it defines count as the user's."""
    module = ModuleType("__main__")
    namespace = vars(module)
    namespace |= {"np": np, "__module_kept__": module}
    run(cell(text), namespace)
    return namespace


def cell(text: str) -> Cell:
    """A cell, known to linecache."""
    made = parse(dedent(text).strip("\n"), f"<jaxlab-test-{next(_numbers)}>", "%%jit\n")
    show_source_of(made)
    return made


def run(made: Cell, namespace: dict[str, Any]) -> Any:
    """Runs a cell plainly; gives its value."""
    value = None
    for statement in made.statements:
        value = eval(statement.plain, namespace)
    return value
