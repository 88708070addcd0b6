"""A compiled piece of a cell: what it reads, what it runs, what it leaves behind."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from time import perf_counter
from typing import Any

from jaxlab.cell.parse import Statement
from jaxlab.stages.spares import Borrowed
from jaxlab.stages.staging import Staged
from jaxlab.stages.transfers import to_device, to_notebook
from jaxlab.tracing._compat import x64
from jaxlab.tracing.effects.writes import Effects
from jaxlab.tracing.log.code_guards import SameClass
from jaxlab.tracing.log.guards import WRITEABLE, ArrayLike
from jaxlab.tracing.log.reads import Read
from jaxlab.tracing.trace import PathKey

NO_DRAWS: list[Any] = []


class Void(Exception):
    """The program's results must not be used: a condition on its values did not hold at run time."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Program:
    """Statements of a cell as one compiled function.

    Attributes:
      statements: What it covers.
      reads: The log of reads, whose guards say whether it fits.
      keys: The way to each read, across traces.
      inputs: Indices into `reads` of the function's first arguments, in order; random draws are the others.
      effects: What a run leaves in the notebook.
      results: How many of the function's outputs the effects need; those after them are conditions.
      staged: The stages; None if there was nothing to compute.
      device: What it is compiled for; None for JAX's default.
      gradients: Labels of the inputs that a gradient is taken by, each with its output.
      owners: For each read of an array that is a part of another, the read of that one.
      can_warn: Whether NumPy would warn of floating-point errors in it, if there were any.
      has_warned: Whether it would warn of some whatever the inputs.
      distinct: How many different objects the reads of arrays, containers and objects gave.
    """

    statements: tuple[Statement, ...]
    reads: tuple[Read, ...]
    keys: tuple[PathKey, ...]
    inputs: tuple[int, ...]
    effects: Effects
    results: int
    staged: Staged | None
    device: Any = None
    distinct: int = 0
    owners: dict[int, int] = field(default_factory=dict)
    gradients: tuple[tuple[str, int], ...] = ()
    can_warn: bool = False
    has_warned: bool = False

    @cached_property
    def object_reads(self) -> tuple[int, ...]:
        """Reads that gave what can be written in place."""
        return tuple(index for index, read in enumerate(self.reads) if isinstance(read.guard, WRITEABLE))

    @cached_property
    def classes(self) -> tuple[tuple[int, SameClass], ...]:
        """Reads that gave classes of the user's, with their guards."""
        return tuple((index, read.guard) for index, read in enumerate(self.reads) if isinstance(read.guard, SameClass))

    @cached_property
    def array_reads(self) -> tuple[int, ...]:
        """Reads that gave NumPy arrays, each array once."""
        return tuple(index for index, read in enumerate(self.reads) if isinstance(read.guard, ArrayLike))


@dataclass(frozen=True, slots=True)
class Finished:
    """A run of a program.

    Attributes:
      results: NumPy arrays, and JAX arrays where the notebook gets these.
      transfer_s: Seconds of moving inputs to the device and results back.
      run_s: Seconds in all, transfers included.
      borrowed: Memory that the run uses, to be given back once the results are committed.
    """

    results: list[Any]
    transfer_s: float
    run_s: float
    borrowed: Borrowed = field(default_factory=Borrowed)


def execute(
    program: Program,
    values: list[Any],
    drawn: list[Any] = NO_DRAWS,
    *,
    on_device: Callable[[Any], Any] = lambda value: value,
    clock: Callable[[], float] = perf_counter,
) -> Finished:
    """Runs the program on the notebook's values; waits until the device has finished.

    Args:
      program: The piece.
      values: The notebook's values for its reads.
      drawn: The run's random numbers.
      on_device: Gives a device array with the contents of a value, or the value itself.
      clock: Seconds, monotonic.

    Raises:
      Void: A condition did not hold.
    """
    staged = program.staged
    if staged is None:
        return Finished([], 0.0, 0.0)
    start = clock()
    borrowed = Borrowed()
    given = [*(on_device(values[index]) for index in program.inputs), *drawn]
    with x64(True):
        arguments = to_device(given, program.device, borrowed)
        places = borrowed.for_outputs(staged.placed, staged.place) if staged.placed else []
        moved = clock()
        outputs = staged.calls.wait_for(*arguments, *places)
        computed = clock()
    if not all(map(bool, outputs[program.results :])):
        raise Void
    results = to_notebook(outputs[: program.results], program.effects.slots, arguments, borrowed)
    end = clock()
    return Finished(results, (moved - start) + (end - computed), end - start, borrowed)
