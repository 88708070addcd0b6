"""The plain form of a notebook's cell: the same text without jaxlab's magic lines."""

import re
from dataclasses import dataclass

# `%%explore` runs nothing, so its cell has no plain form but the empty one.
RUN_THE_CELL = frozenset({"jit", "grad", "jacobian", "hessian", "compare", "jaxprof"})
RUN_NOTHING = frozenset({"explore"})
# They mean a loop over examples, which the text of the cell does not show.
NO_PLAIN_FORM = frozenset({"vmap", "pmap"})
ADD_NAMES = frozenset({"grad", "jacobian", "hessian"})
ABOUT_JAXLAB = re.compile(
    r"(?P<indent>\s*)%(?:devices|placement|jaxlab|config\s+JaxLab|(?:re|un)?load_ext\s+jaxlab)\b.*",
)
LINE_MAGIC = re.compile(r"(?P<before>\s*(?:[\w.,\[\]' ]+=\s*)?)%(?P<name>\w+)(?:\s+(?P<rest>.*))?$")
# Options that stand alone; every other option is followed by its value.
FLAGS = frozenset({"-q", "--quiet", "--strict", "--x32", "--check", "--live"})
EMPTY = "pass"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainCell:
    """A cell without its magic lines.

    Attributes:
      text: Never empty, so that cells keep their numbers: IPython does not count an empty one.
      magics: Names of the magics that were taken away, in order.
      adds_names: Whether they bind names of their own: gradients, or a report under `-o`.
    """

    text: str
    magics: tuple[str, ...] = ()
    adds_names: bool = False


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
        return PlainCell(text=EMPTY, magics=(name,), adds_names=_stores_report(options))
    if name not in RUN_THE_CELL:
        return PlainCell(text=source)
    adds_names = name in ADD_NAMES or _stores_report(options)
    return PlainCell(text=body if body.strip() else EMPTY, magics=(name,), adds_names=adds_names)


def _without_line_magics(source: str) -> PlainCell:
    cells = [_without_line_magic(line) for line in source.split("\n")]
    text = "\n".join(cell.text for cell in cells)
    magics = tuple(name for cell in cells for name in cell.magics)
    return PlainCell(text=text if text.strip() else EMPTY, magics=magics, adds_names=any(c.adds_names for c in cells))


def _without_line_magic(line: str) -> PlainCell:
    if found := ABOUT_JAXLAB.fullmatch(line):
        return PlainCell(text=found["indent"] + EMPTY, magics=("jaxlab",))
    found = LINE_MAGIC.fullmatch(line)
    if found is None or found["name"] not in RUN_THE_CELL | RUN_NOTHING | NO_PLAIN_FORM:
        return PlainCell(text=line)
    name, rest = found["name"], found["rest"] or ""
    if name in NO_PLAIN_FORM:
        raise NoPlainFormError(f"%{name}")
    expression = EMPTY if name in RUN_NOTHING else found["before"] + _expression(rest)
    return PlainCell(text=expression, magics=(name,), adds_names=name in ADD_NAMES or _stores_report(rest))


def _expression(rest: str) -> str:
    """What follows the options: the magics take it verbatim from the first word that is none."""
    while rest.startswith("-"):
        option, _, rest = rest.partition(" ")
        rest = rest.lstrip()
        if option == "--":
            return rest
        if option not in FLAGS and "=" not in option:
            rest = rest.partition(" ")[2].lstrip()
    return rest


def _stores_report(options: str) -> bool:
    return re.search(r"(?:^|\s)-o\b", options) is not None
