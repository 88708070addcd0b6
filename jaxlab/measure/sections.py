"""A cell of several variants: the line `#: name` starts one, and what stands above the first belongs to all."""

import re
from dataclasses import dataclass

from jaxlab.cell.parse import Cell, parse

_HEADING = re.compile(r"^#:[ \t]*(?P<name>\S.*?)[ \t]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Sections:
    """A cell in parts.

    Attributes:
      shared: What every variant starts from; it is not timed. None if there is nothing above the first variant.
      variants: The parts to compare, by name; the whole cell under "" if it has no headings.
    """

    shared: Cell | None
    variants: dict[str, Cell]


def sections(cell: Cell) -> Sections:
    """The parts of a cell; their lines keep their numbers.

    Raises:
      SyntaxError: A heading stands in the midst of a statement.
    """
    headings = list(_HEADING.finditer(cell.body))
    if not headings:
        return Sections(None, {"": cell})
    ends = [*(heading.start() for heading in headings[1:]), len(cell.body)]
    shared = _part(cell, 0, headings[0].start())
    variants = {heading["name"]: _part(cell, heading.start(), end) for heading, end in zip(headings, ends, strict=True)}
    return Sections(shared if shared.statements else None, variants)


def _part(cell: Cell, start: int, end: int) -> Cell:
    """A stretch of the cell as one of its own, with blank lines for what stands above it."""
    opening = cell.source.text.removesuffix(cell.body)
    above = "\n" * cell.body.count("\n", 0, start)
    return parse(above + cell.body[start:end], cell.source.file, opening, cell.source.title)
