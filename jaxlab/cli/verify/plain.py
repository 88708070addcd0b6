"""The plain form of a notebook's cell: the same text without jaxlab's magic lines."""

import re
from dataclasses import dataclass

# `%%explore` runs nothing, so its cell has no plain form but the empty one.
RUN_THE_CELL = frozenset({"jit", "grad", "jacobian", "hessian", "compare", "jaxprof"})
RUN_NOTHING = frozenset({"explore"})
# They mean a loop over examples, which the text of the cell does not show.
NO_PLAIN_FORM = frozenset({"vmap", "pmap"})
DEFAULT_TARGETS = {"grad": "grads", "jacobian": "jac", "hessian": "hess"}
ABOUT_JAXLAB = re.compile(
    r"(?P<indent>\s*)%(?:devices|placement|jaxlab|config\s+JaxLab|(?:re|un)?load_ext\s+jaxlab)\b.*",
)
LINE_MAGIC = re.compile(r"(?P<before>\s*(?:[\w.,\[\]' ]+=\s*)?)%(?P<name>\w+)(?:\s+(?P<rest>.*))?$")
SWITCHES = ("-q", "--strict", "--x32", "--check", "--live", "--passes", "--code", "--profile")
# In the line form an unknown word with one dash, as in `%jit -x + 1`, is the expression.
_SWITCH = rf"(?:{'|'.join(SWITCHES)})(?!\S)\s*"
_VALUE = r"""[\s=]\s*(?:"[^"]*"|'[^']*'|[^\s,]+(?:\s*,\s*[^\s,]+)*)\s*"""
OPTION = re.compile(rf"{_SWITCH}|(?:-o|--[a-z]\w*){_VALUE}")
COMPARE_OPTION = re.compile(rf"{OPTION.pattern}|(?:-n|-r){_VALUE}")
TARGET = re.compile(r"(?<!\S)(?:-o|--into)[\s=]\s*(\w+)")
EMPTY = "pass"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainCell:
    """A cell without its magic lines.

    Attributes:
      text: Never empty, so that cells keep their numbers: IPython does not count an empty one.
      magics: Names of the magics that were taken away, in order.
      adds: Names of their own that they bind: gradients, or a report under `-o`.
    """

    text: str
    magics: tuple[str, ...] = ()
    adds: frozenset[str] = frozenset()


class NoPlainFormError(Exception):
    """The cell's magic gives its text another meaning (`%%vmap`, `%%pmap`)."""


def plain(source: str) -> PlainCell:
    """The cell `source` without its magic lines.

    Raises:
      NoPlainFormError: Its magic is `%%vmap` or `%%pmap`.
    """
    first, _, body = source.lstrip("\n").partition("\n")
    if not first.startswith("%%"):
        return _without_line_magics(source)
    name, _, options = first[2:].partition(" ")
    if name in NO_PLAIN_FORM:
        raise NoPlainFormError(f"%%{name}")
    if name in RUN_NOTHING:
        return PlainCell(text=EMPTY, magics=(name,), adds=_added(name, options))
    if name not in RUN_THE_CELL:
        return PlainCell(text=source)
    inner = plain(body) if body.startswith("%%") else PlainCell(text=body if body.strip() else EMPTY)
    return PlainCell(text=inner.text, magics=(name, *inner.magics), adds=_added(name, options) | inner.adds)


def _without_line_magics(source: str) -> PlainCell:
    cells = [_without_line_magic(line) for line in source.split("\n")]
    text = "\n".join(cell.text for cell in cells)
    return PlainCell(
        text=text if text.strip() else EMPTY,
        magics=tuple(name for cell in cells for name in cell.magics),
        adds=frozenset().union(*(cell.adds for cell in cells)),
    )


def _without_line_magic(line: str) -> PlainCell:
    if found := ABOUT_JAXLAB.fullmatch(line):
        return PlainCell(text=found["indent"] + EMPTY, magics=("jaxlab",))
    found = LINE_MAGIC.fullmatch(line)
    if found is None or found["name"] not in RUN_THE_CELL | RUN_NOTHING | NO_PLAIN_FORM:
        return PlainCell(text=line)
    name, rest = found["name"], found["rest"] or ""
    if name in NO_PLAIN_FORM:
        raise NoPlainFormError(f"%{name}")
    expression = EMPTY if name in RUN_NOTHING else found["before"] + _expression(name, rest)
    inner = _without_line_magic(expression)  # `%compare %grad loss(w)`
    return PlainCell(text=inner.text, magics=(name, *inner.magics), adds=_added(name, rest) | inner.adds)


def _expression(name: str, rest: str) -> str:
    """What follows the options: the magics take it verbatim from the first word that is none; `--` ends them."""
    option = COMPARE_OPTION if name == "compare" else OPTION
    while found := option.match(rest):
        rest = rest[found.end() :]
    return rest.removeprefix("-- ").lstrip()


def _added(name: str, options: str) -> frozenset[str]:
    """Names that the magic binds besides those that the cell binds."""
    before_expression = options[: len(options) - len(_expression(name, options))]
    named = frozenset(TARGET.findall(before_expression))
    has_target = "--into" in before_expression or name not in DEFAULT_TARGETS
    return named if has_target else named | {DEFAULT_TARGETS[name]}
