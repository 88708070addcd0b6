"""What stands on a magic's lines: `%%compare` may stand above `%%grad`, whose cell it then compares."""

import re
from dataclasses import dataclass
from types import MappingProxyType

from jaxlab.magics.arguments import Arguments, parse_cell, parse_line
from jaxlab.magics.commands import COMPARE, GRAD, Command

_GRAD_CELL = re.compile(rf"\s*%%{GRAD.name}(?P<line>(?:[ \t].*)?)(?:\n(?P<body>[\s\S]*))?")
_GRAD_LINE = re.compile(rf"%{GRAD.name}(?P<line>\s.*)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """Magic lines, parsed.

    Attributes:
      arguments: Options of all of them.
      source: The code.
      magic: Name of the magic that stands directly above the code.
      line: The rest of its line.
      differentiates: Whether the code is that of a `%%grad`.
    """

    arguments: Arguments
    source: str
    magic: str
    line: str
    differentiates: bool


def read_line(command: Command, line: str) -> Lines:
    """Reads the line form: `%compare --budget 5s %grad --wrt w loss(w)`.

    Raises:
      UsageError: An option is unknown or misused, or the expression is missing.
    """
    arguments = parse_line(command, line)
    inner = _GRAD_LINE.fullmatch(arguments.expression) if command is COMPARE else None
    if inner is not None:
        below = parse_line(GRAD, inner["line"] or "")
        arguments = Arguments(given=_merged(arguments, below), expression=below.expression)
    return Lines(
        arguments=arguments,
        source=arguments.expression,
        magic=command.name,
        line=line,
        differentiates=command is GRAD or inner is not None,
    )


def read_cell(command: Command, line: str, body: str) -> Lines:
    """Reads the cell form, `%%compare` alone or above `%%grad`.

    Raises:
      UsageError: An option is unknown or misused, or code follows the options.
    """
    arguments = parse_cell(command, line)
    inner = _GRAD_CELL.fullmatch(body) if command is COMPARE else None
    if inner is None:
        return Lines(arguments=arguments, source=body, magic=command.name, line=line, differentiates=command is GRAD)
    below = parse_cell(GRAD, inner["line"])
    return Lines(
        arguments=Arguments(given=_merged(arguments, below)),
        source=inner["body"] or "",
        magic=GRAD.name,
        line=inner["line"].strip(),
        differentiates=True,
    )


def _merged(above: Arguments, below: Arguments) -> MappingProxyType:
    """Options of both lines; what stands above counts where both say something."""
    return MappingProxyType({**below.given, **above.given})
