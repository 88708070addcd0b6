"""Compiled HLO as a listing: lines linked through fusions and calls, metadata removed from the text."""

from collections.abc import Mapping

from jaxlab.model.listing import Listing, ListingLine
from jaxlab.model.source import Stack
from jaxlab.stages.frames import Stacks
from jaxlab.stages.hlo_links import link
from jaxlab.stages.hlo_metadata import metadata_reader
from jaxlab.stages.hlo_text import Instruction, instruction, program_lines


def hlo_listing(
    text: str,
    proto: bytes | None = None,
    call_sites: Mapping[Stack, tuple[Stack, ...]] | None = None,
    stacks: Stacks | None = None,
) -> Listing:
    """The listing of an optimised HLO module.

    A fusion or a call is linked to everything that its computation is linked to. What XLA itself has put in, such as a
    copy, is linked to the line whose operation uses it.

    Args:
      text: The module as `compiled.as_text()` prints it.
      proto: The serialised `HloModuleProto`, where the text lacks tables of stack frames (`has_frame_tables`); without
        it, a line of such a text is linked to its innermost frame alone.
      call_sites: What recorded stacks stand for in this program, from `provenance.call_sites`.
      stacks: Holds the call stacks, if several listings are to share them.
    """
    stacks = stacks or Stacks()
    lines = program_lines(text)
    read = metadata_reader(text, proto, stacks)
    parsed = [instruction(line) for line in lines]
    recorded = [() if entry is None else read(entry) for entry in parsed]
    sites = call_sites or {}
    own = [stacks.union(sites.get(stack, (stack,))) for stack in recorded]
    linked = link(parsed, own, stacks)
    return Listing(kind="hlo", lines=tuple(map(_line, lines, parsed, linked)))


def _line(text: str, parsed: Instruction | None, stacks: tuple[Stack, ...]) -> ListingLine:
    if parsed is None:
        return ListingLine(text=text)
    return ListingLine(text=parsed.text, stacks=stacks, is_operation=parsed.is_operation)
