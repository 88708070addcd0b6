"""Compiled HLO as a listing: lines linked through fusions and calls, metadata removed from the text."""

from jaxlab.model.listing import Listing, ListingLine
from jaxlab.stages.frames import Stacks
from jaxlab.stages.hlo_links import link
from jaxlab.stages.hlo_metadata import metadata_reader
from jaxlab.stages.hlo_text import instruction, program_lines
from jaxlab.stages.provenance import CallSites


def hlo_listing(
    text: str,
    proto: bytes | None = None,
    call_sites: CallSites | None = None,
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
    stacks, sites = stacks or Stacks(), call_sites or CallSites()
    program = [instruction(line) for line in program_lines(text)]
    recorded = metadata_reader(text, proto, stacks)
    own = [stacks.union(sites.meant_in(*recorded(entry))) if entry.metadata else () for entry in program]
    linked = link(program, own, stacks)
    return Listing(
        kind="hlo",
        lines=tuple(
            ListingLine(text=entry.text, stacks=found, is_operation=entry.is_operation)
            for entry, found in zip(program, linked, strict=True)
        ),
    )
