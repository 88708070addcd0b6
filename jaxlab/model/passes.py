"""A program between XLA's passes: its lines held once, each state of it as runs of them."""

from dataclasses import dataclass

from jaxlab.model.listing import Listing, ListingLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """The program as one pass of XLA's left it.

    Attributes:
      name: The pass, such as "fusion"; empty for the program before the first, and for what changed between two
        pipelines.
      pipeline: The pipeline that it ran in, or that begins here; empty before the first.
      instructions: How many instructions the program then has, those of called computations included.
      runs: The program's lines, as stretches of `Passes.lines`: first index, and the index after the last.
    """

    name: str
    pipeline: str
    instructions: int
    runs: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Passes:
    """What XLA's passes made of a program, one after the other.

    Attributes:
      steps: The program before optimisation, then after each pass that XLA wrote down; a step that changed nothing
        has the runs of the one before.
      lines: Every line that any of them has. Empty where a page had no room for them; then the steps have no runs.
    """

    steps: tuple[Pass, ...]
    lines: tuple[ListingLine, ...] = ()

    def program(self, step: int) -> Listing:
        """The program after step number `step`; 0 is before optimisation."""
        runs = self.steps[step].runs
        return Listing(kind="hlo", lines=tuple(line for start, end in runs for line in self.lines[start:end]))

    @property
    def changing(self) -> tuple[int, ...]:
        """Numbers of the steps that changed the program."""
        steps = self.steps
        return tuple(i for i in range(1, len(steps)) if steps[i].runs != steps[i - 1].runs)
