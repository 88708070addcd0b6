"""Which statements of earlier cells made a cell's inputs out of one name: what has to run again when it changes."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from jaxlab.cell.names import names_of, root_name


@dataclass(frozen=True, slots=True)
class Made:
    """A statement and the names it deals with.

    Attributes:
      text: Its code.
      reads: Names that it may read.
      makes: Names that it binds or changes in place.
      binds: Those of them that it binds whatever happens.
    """

    text: str
    reads: frozenset[str]
    makes: frozenset[str]
    binds: frozenset[str]


def statements_from(name: str, wanted: frozenset[str], cells: Iterable[str]) -> tuple[Made, ...]:
    """The statements that make the names `wanted` out of `name`, in order; none if they do not depend on it.

    Args:
      name: The name that changes; statements that bind it are left out.
      wanted: Names that are needed.
      cells: Code that has run, oldest first; magic lines and what is no Python are passed over.
    """
    known = [made for cell in cells for made in _statements(cell)]
    needed, kept = set(wanted), []
    for made in reversed(known):
        if made.makes & needed and name not in made.binds:
            kept.append(made)
            needed = (needed - made.binds) | made.reads
    changed, chosen = {name}, []
    for made in reversed(kept):
        if made.reads & changed:
            chosen.append(made)
            changed |= made.makes
        else:
            changed -= made.binds
    return tuple(chosen)


def _statements(cell: str) -> Iterator[Made]:
    try:
        tree = ast.parse(_without_magics(cell))
    except SyntaxError:
        return
    for node in tree.body:
        text = ast.unparse(node)
        names = names_of(text)
        changed = frozenset(_changed_in_place(node))
        is_certain = not isinstance(node, (ast.If, ast.For, ast.While, ast.Try, ast.With, ast.Match))
        makes = names.binds | changed
        yield Made(text, names.may_read | changed, makes, names.binds if is_certain else frozenset())


def _without_magics(cell: str) -> str:
    lines = cell.split("\n")
    return "\n".join("" if line.startswith(("%", "!")) else line for line in lines)


def _changed_in_place(node: ast.AST) -> Iterator[str]:
    """Names whose elements or attributes are assigned to: `x[0] = 1`, `model.w += 1`."""
    for child in ast.walk(node):
        is_part = isinstance(child, (ast.Subscript, ast.Attribute)) and isinstance(child.ctx, ast.Store)
        if is_part and (name := root_name(child)):
            yield name
