"""StableHLO as a listing: locations become links to the source and leave the text."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from jaxlab.model.listing import Listing, ListingLine
from jaxlab.model.source import Stack
from jaxlab.stages.frames import Stacks
from jaxlab.stages.locations import Frames, Locations
from jaxlab.stages.provenance import CallSites

_OPERATION = re.compile(r'\s*(?:%[\w:, %]+ = )?"?((?:[a-z]\w*\.)*[a-z]\w*)"?')
_CALL = re.compile(r"\bcall @([\w.$-]+)")
_FUNCTION = re.compile(r'\s*func\.func (?:\w+ )?@"?([\w.$-]+)')
_NO_VALUE = frozenset({"", "module", "func.func", "return", "func.return", "stablehlo.return", "cond"})
_NO_OPERATION = _NO_VALUE | {"stablehlo.constant"}


class _Line(NamedTuple):
    text: str
    stacks: tuple[Frames, ...]


def stablehlo_listing(text: str, call_sites: CallSites | None = None, stacks: Stacks | None = None) -> Listing:
    """The listing of a StableHLO module.

    Args:
      text: The module as `lowered.as_text(debug_info=True)` prints it.
      call_sites: What recorded stacks stand for in this program, from `provenance.call_sites`.
      stacks: Holds the call stacks, if several listings are to share them.
    """
    linker = _Linker(stacks or Stacks(), call_sites or CallSites())
    lines = _regions_joined(list(_lines(text)))
    linked = [linker.stacks_of(line.stacks) for line in lines]
    _inherit_from_calls(lines, linked, linker.stacks)
    return Listing(
        kind="stablehlo",
        lines=tuple(
            ListingLine(
                text=line.text, stacks=found if _is_value(line.text) else (), is_operation=_is_operation(line.text)
            )
            for line, found in zip(lines, linked, strict=True)
        ),
    )


class _Linker:
    """Turns recorded frames into the user's stacks in this program."""

    def __init__(self, stacks: Stacks, call_sites: CallSites) -> None:
        self.stacks = stacks
        self._call_sites = call_sites
        self._known: dict[tuple[Frames, ...], tuple[Stack, ...]] = {}

    def stacks_of(self, recorded: tuple[Frames, ...]) -> tuple[Stack, ...]:
        if recorded not in self._known:
            own = [self.stacks.of(frames) for frames in recorded]
            self._known[recorded] = self.stacks.union(
                meant for stack in own for meant in self._call_sites.meant_by(stack)
            )
        return self._known[recorded]


def _lines(text: str) -> Iterator[_Line]:
    entries = text.splitlines()
    locations = Locations(entry for entry in entries if entry.startswith("#loc"))
    for entry in entries:
        if not entry.startswith("#loc"):
            yield _without_locations(entry, locations)


def _without_locations(entry: str, locations: Locations) -> _Line:
    """The line's text, and the stacks of its last location: those before are those of arguments."""
    kept: list[str] = []
    stacks: tuple[Frames, ...] = ()
    start = 0
    while (at := entry.find(" loc(", start)) >= 0:
        kept.append(entry[start:at])
        stacks, start = locations.read(entry, at + len(" loc"))
    ends_here = bool(kept) and start == len(entry)
    return _Line("".join((*kept, entry[start:])), stacks if ends_here else ())


def _regions_joined(lines: list[_Line]) -> list[_Line]:
    """Gives the line that opens a region the location that stands after its closing brace."""
    openers: list[int] = []
    for index, line in enumerate(lines):
        text = line.text.strip()
        if text.startswith("}") and not text.endswith("{") and openers:
            opener = openers.pop()
            lines[opener] = lines[opener]._replace(stacks=line.stacks)
            lines[index] = line._replace(stacks=())
        elif text.endswith("{") and not text.startswith("}"):
            # `stablehlo.while` stands alone on the line before `cond {`.
            openers.append(index - 1 if text == "cond {" else index)
    return lines


def _inherit_from_calls(lines: list[_Line], linked: list[tuple[Stack, ...]], stacks: Stacks) -> None:
    """Links what has no user frame of its own, such as the body of `jnp.where`, to the lines that call its function."""
    function_of = list(_functions(lines))
    calls: dict[str, list[int]] = {}
    for index, line in enumerate(lines):
        if call := _CALL.search(line.text):
            calls.setdefault(call[1], []).append(index)

    @cache
    def callers(function: str) -> tuple[Stack, ...]:
        return stacks.union(
            stack for index in calls.get(function, ()) for stack in linked[index] or callers(function_of[index])
        )

    for index, line in enumerate(lines):
        if not linked[index] and _is_operation(line.text):
            linked[index] = callers(function_of[index])


def _functions(lines: Iterable[_Line]) -> Iterator[str]:
    """For each line the name of the function it stands in."""
    name = ""
    for line in lines:
        if start := _FUNCTION.match(line.text):
            name = start[1]
        yield name


def _is_operation(text: str) -> bool:
    return _operation(text) not in _NO_OPERATION


def _is_value(text: str) -> bool:
    return _operation(text) not in _NO_VALUE


def _operation(text: str) -> str:
    """Name of the operation on a line, such as "stablehlo.add"; empty for a brace."""
    found = _OPERATION.match(text)
    return found[1] if found else ""
