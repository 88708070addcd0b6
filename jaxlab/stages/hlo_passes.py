"""Dumped states of a program as the steps that XLA's passes took, lines that stay held once."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from jaxlab.model.listing import Listing, ListingLine
from jaxlab.model.passes import Pass, Passes
from jaxlab.stages.frames import Stacks
from jaxlab.stages.hlo import hlo_listing
from jaxlab.stages.hlo_proto import module_in
from jaxlab.stages.hlo_text import instruction
from jaxlab.stages.provenance import CallSites

_Key = tuple[str, int, int]


class State(NamedTuple):
    """The program after a pass, as XLA wrote it down.

    Attributes:
      name: The pass; empty where it is no pass's.
      pipeline: The pipeline that the pass ran in, or that begins here.
      text: The module.
      proto: The serialised `HloProto`; None where none was written.
    """

    name: str
    pipeline: str
    text: str
    proto: bytes | None = None


def passes_of(states: Iterable[State], call_sites: CallSites, stacks: Stacks) -> Passes | None:
    """The steps that the states show; None if there are none.

    A state that is no pass's, such as the start of a pipeline, is a step where something changed on the way there.
    """
    pool = _Pool()
    steps: list[Pass] = []
    before = ""
    for state in states:
        if steps and state.text == before:
            if state.name:
                steps.append(_step(state, steps[-1].instructions, steps[-1].runs))
            continue
        before = state.text
        proto = None if state.proto is None else module_in(state.proto)
        listing = hlo_listing(state.text, proto, call_sites, stacks)
        step = _step(state, _instructions(listing), pool.runs(listing))
        if not steps or state.name or step.runs != steps[-1].runs:
            steps.append(step)
    return Passes(steps=tuple(steps), lines=tuple(pool.lines)) if steps else None


def _step(state: State, instructions: int, runs: tuple[tuple[int, ...], ...]) -> Pass:
    return Pass(name=state.name, pipeline=state.pipeline, instructions=instructions, runs=runs)


def _instructions(listing: Listing) -> int:
    return sum(bool(instruction(line.text).opcode) for line in listing.lines)


class _Pool:
    """Lines of all states, each once, in the order in which they come up."""

    def __init__(self) -> None:
        self.lines: list[ListingLine] = []
        self._places: dict[_Key, int] = {}

    def runs(self, listing: Listing) -> tuple[tuple[int, ...], ...]:
        """The listing as stretches of the lines."""
        seen: Counter[tuple[str, int]] = Counter()
        runs: list[tuple[int, int]] = []
        for line in listing.lines:
            # Tuples of stacks are held once, so their identity tells them apart.
            what = (line.text, id(line.stacks))
            place = self._place((*what, seen[what]), line)
            seen[what] += 1  # the third closing brace of one state is the third of the next
            if runs and runs[-1][1] == place:
                runs[-1] = (runs[-1][0], place + 1)
            else:
                runs.append((place, place + 1))
        return tuple(runs)

    def _place(self, key: _Key, line: ListingLine) -> int:
        place = self._places.setdefault(key, len(self.lines))
        if place == len(self.lines):
            self.lines.append(line)
        return place
