"""Where a compiled program spends its time on the device: by instruction, and by line of the cell."""

from collections.abc import Iterable
from dataclasses import dataclass

from jaxlab.model.listing import Listing


@dataclass(frozen=True, slots=True, kw_only=True)
class OpTime:
    """Time of one instruction of the optimised HLO, in a run of the program.

    Attributes:
      name: The instruction's name, without the percent sign.
      launches: How often the device began it in one run: more than once in a loop, in parts, or on several devices.
      total_ns: Nanoseconds of all launches together, what it calls included; the middle one of several runs.
      own_ns: The same without what it calls.
    """

    name: str
    launches: int
    total_ns: int
    own_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LineTime:
    """Time of what a line of the cell became, in a run of the program.

    Attributes:
      line: The line, as the notebook shows it.
      own_ns: Nanoseconds of its instructions. One that came from several lines gives each an equal part.
    """

    line: int
    own_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Times of a program's instructions. Threads and devices work at once: their sum can be more than the run took.

    Attributes:
      runs: How many runs were profiled.
      ops: Instructions that took time, longest first.
    """

    runs: int
    ops: tuple[OpTime, ...]

    def lines(self, hlo: Listing, file: str) -> tuple[LineTime, ...]:
        """Times of the lines of `file`, longest first.

        Args:
          hlo: The optimised HLO that was profiled.
          file: The name that the cell was compiled under.
        """
        own = {op.name: op.own_ns for op in self.ops}
        found: dict[int, float] = {}
        for entry in hlo.lines:
            name = entry.text.strip().removeprefix("ROOT ").partition(" = ")[0].lstrip("%")
            for stack in entry.stacks if name in own else ():
                for line in {
                    line for span in stack if span.file == file for line in range(span.line, span.end_line + 1)
                }:
                    found[line] = found.get(line, 0.0) + own[name] / len(entry.stacks)
        return longest_first(LineTime(line=line, own_ns=round(ns)) for line, ns in found.items())


def longest_first(lines: Iterable[LineTime]) -> tuple[LineTime, ...]:
    """The lines by their time; of equal ones the first in front."""
    return tuple(sorted(lines, key=lambda entry: (-entry.own_ns, entry.line)))
