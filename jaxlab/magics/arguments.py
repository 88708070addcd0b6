"""A magic's line, parsed: options first, the rest is code, verbatim.

IPython's own argument parser loses the order of options, takes `-x + 1` for an option and splits `"a  b"`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from keyword import iskeyword
from types import MappingProxyType
from typing import NoReturn

from IPython.core.error import UsageError

from jaxlab.magics import values
from jaxlab.magics.commands import Command, Kind, Option

Value = bool | str | tuple[str, ...]

_WORD = re.compile(r"\s*(\S+)")
_NAME_LIST = re.compile(r"\s*([^\s,]+(?:\s*,\s*[^\s,]+)*)")
_QUOTED = re.compile(r"""\s*("[^"]*"|'[^']*'|\S+)""")
_DEVICE = re.compile(r"[a-z]\w*(:\d+)?")
_PATTERNS = {Kind.NAMES: _NAME_LIST, Kind.BACKENDS: _NAME_LIST, Kind.FLAGS: _NAME_LIST, Kind.TEXT: _QUOTED}
_FIGURES = {Kind.COUNT: values.count, Kind.SECONDS: values.seconds, Kind.SIZES: values.sizes}


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """What stood on a magic's line.

    Attributes:
      given: Values of the options that were given, by flag.
      expression: The code after the options; empty in the cell form.
    """

    given: Mapping[str, Value]
    expression: str = ""

    def is_given(self, flag: str) -> bool:
        """Whether the option was given."""
        return flag in self.given

    def name(self, flag: str) -> str | None:
        """The name an option was given; None without it."""
        value = self.given.get(flag)
        return value if isinstance(value, str) else None

    def names(self, flag: str) -> tuple[str, ...]:
        """The names an option was given; none without it."""
        value = self.given.get(flag)
        return value if isinstance(value, tuple) else ()


def parse_line(command: Command, line: str) -> Arguments:
    """Parses the line form, `%jit -q f(x)`.

    Raises:
      UsageError: An option is unknown or misused, or the expression is missing.
    """
    given, rest = _options(command, line, is_cell=False)
    if not rest:
        raise UsageError(f"`%{command.name}` needs an expression, as in `%{command.name} {command.example}`.")
    return Arguments(given=given, expression=rest)


def parse_cell(command: Command, line: str) -> Arguments:
    """Parses the first line of the cell form, `%%jit -q`.

    Raises:
      UsageError: An option is unknown or misused, or code follows the options.
    """
    given, rest = _options(command, line, is_cell=True)
    if rest and not rest.startswith("#"):
        raise UsageError(
            f"`%%{command.name}` takes options on its line, not `{rest}`. Put code on the lines below, "
            f"or write `%{command.name} {rest}` for this expression alone.\n{_valid(command)}"
        )
    return Arguments(given=given)


def _options(command: Command, line: str, *, is_cell: bool) -> tuple[Mapping[str, Value], str]:
    given: dict[str, Value] = {}
    position = 0
    while (word := _WORD.match(line, position)) is not None:
        flag, equals, _ = word[1].partition("=")
        if flag == "--":
            position = word.end()
            break
        if not _is_option(command, flag, is_cell):
            break
        option = command.option(flag) or _unknown(command, flag, is_cell)
        value_from = word.start(1) + len(flag) + len(equals)
        value, position = _value(command, option, line, value_from, bool(equals))
        given[flag] = _merged(command, option, given.get(flag), value)
    return MappingProxyType(given), line[position:].strip()


def _is_option(command: Command, word: str, is_cell: bool) -> bool:
    # In the line form `-x` is an expression; a long option that does not exist is a slip of the pen.
    if command.option(word) is not None:
        return True
    return word.startswith("-") if is_cell else re.match(r"--[a-z]", word) is not None


def _value(command: Command, option: Option, line: str, start: int, has_equals: bool) -> tuple[Value, int]:
    if option.kind is Kind.SWITCH:
        if has_equals:
            raise UsageError(f"`{option.flag}` takes no value. Write `{option.flag}` alone.")
        return True, start
    found = _PATTERNS.get(option.kind, _WORD).match(line, start)
    if found is None or found[1].startswith("-") or (has_equals and found.start(1) != start):
        raise UsageError(f"`{option.flag}` needs {option.kind}. Write `%%{command.name} {option.usage}`.")
    return _checked(option, found[1]), found.end()


def _checked(option: Option, text: str) -> Value:
    if option.kind is Kind.DEVICE:
        if not _DEVICE.fullmatch(text):
            raise UsageError(f"`{text}` is not a device. Write `{option.flag} cpu:0`; `%devices` lists them.")
        return text
    if option.kind is Kind.TEXT:
        return text.strip("\"'")
    if option.kind in _FIGURES:
        if _FIGURES[option.kind](text) is None:
            raise UsageError(f"`{text}` is not {option.kind}. Write `{option.usage}`.")
        return text
    words = tuple(word.strip() for word in text.split(","))
    if option.kind is Kind.BACKENDS:
        return words
    if option.kind is Kind.FLAGS:
        for word in words:
            if values.flag(word) is None:
                raise UsageError(f"`{word}` is not a name and a value. Write `{option.usage}`.")
        return words
    for word in words:
        if not word.isidentifier() or iskeyword(word):
            raise UsageError(f"`{word}` is not a name. Write `{option.usage}`.")
    return words if option.kind is Kind.NAMES else text


def _merged(command: Command, option: Option, before: Value | None, value: Value) -> Value:
    if isinstance(before, tuple) and isinstance(value, tuple):
        return tuple(dict.fromkeys((*before, *value)))
    if before is not None and before != value:
        raise UsageError(f"`{option.flag}` is given twice: `{before}` and `{value}`. Keep one.")
    return value


def _unknown(command: Command, flag: str, is_cell: bool) -> NoReturn:
    close = get_close_matches(flag, [option.flag for option in command.options], n=1)
    guess = f" Did you mean `{close[0]}`?" if close else ""
    escape = "" if is_cell else f"\nIf it is part of the expression, write `%{command.name} -- {flag} …`."
    sign = "%%" if is_cell else "%"
    raise UsageError(f"`{sign}{command.name}` has no option `{flag}`.{guess}\n{_valid(command)}{escape}")


def _valid(command: Command) -> str:
    return "Options: " + ", ".join(f"`{option.usage}`" for option in command.options) + "."
