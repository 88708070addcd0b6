"""A cell by several backends on the same inputs: results first, then times.

The cell runs plainly once, for real: its prints, its warnings and what it leaves are what the person gets. Everything
is measured after that, each run silent and from where that one began; then the notebook is put back to what it left.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from time import perf_counter
from typing import Any

from jaxlab.cell.parse import Cell
from jaxlab.measure import machine
from jaxlab.measure.agreement import After
from jaxlab.measure.backends import Choice, Ran
from jaxlab.measure.backends.numpy import Plain
from jaxlab.measure.checkpoint import Checkpoint
from jaxlab.measure.clocks import Clock
from jaxlab.measure.contest import Contest, OnProgress
from jaxlab.measure.entrants import Entry
from jaxlab.measure.reach import Held, Obstacle, reach
from jaxlab.measure.rebuilding import NotRebuildable, Rebuilding, rebuilding
from jaxlab.measure.sections import Sections, sections
from jaxlab.measure.silence import silence
from jaxlab.measure.steady import Sampling
from jaxlab.measure.sweeping import sweep
from jaxlab.measure.trials import Tried, heard
from jaxlab.model.measuring import Measuring
from jaxlab.model.options import Gradient
from jaxlab.model.sweep import Sweep
from jaxlab.model.timing import ComparisonRow


class NotRepeatable(Exception):
    """The cell must not run more than once.

    Attributes:
      obstacles: Why.
    """

    def __init__(self, obstacles: tuple[Obstacle, ...]) -> None:
        super().__init__(obstacles)
        self.obstacles = obstacles


@dataclass(frozen=True)
class Task:
    """What is to be compared, and how.

    Attributes:
      cell: The cell.
      namespace: The globals it runs in.
      execute: Runs a cell under `%%jit`, or `%%grad` where there is a gradient, as the choice says.
      measuring: What the person asked for.
      history: Code of the cells that have run, oldest first: where a sweep finds what made its inputs.
      gradient: What `%%grad` differentiates; None for a cell that is only run.
      x32: Whether the compiled cell is to compute in 32 bits.
      clock: Seconds, monotonic.
      on_progress: Told how far it is.
    """

    cell: Cell
    namespace: dict[str, Any]
    execute: Callable[[Cell, Choice], Ran]
    measuring: Measuring = field(default_factory=Measuring)
    history: tuple[str, ...] = ()
    gradient: Gradient | None = None
    x32: bool = False
    clock: Clock = perf_counter
    on_progress: OnProgress = lambda progress: None

    def first_run(self, cell: Cell) -> Callable[[], Ran]:
        """What runs a cell first, whose results are the ones to compare with: plain Python, or `%%grad`."""
        if self.gradient is None:
            return Plain(cell, self.namespace).run
        return partial(self.execute, cell, Choice(base="jit"))


@dataclass(frozen=True, slots=True)
class First:
    """The run that the others are compared with.

    Attributes:
      after: What it left.
      took_s: Seconds.
      by: Names that a gradient was taken by.
    """

    after: After
    took_s: float
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What a comparison found.

    Attributes:
      value: The value of the plain run.
      rows: One a variant and backend, the baseline first.
      tried: The first runs, in the order of the rows; those that an interrupt left out are missing.
      others_busy: CPUs that other processes kept busy meanwhile; None where unknown.
      sweep: The sizes, if they were asked for and could be swept over.
      not_swept_because: Why they could not; empty if they could.
      is_interrupted: Whether the measuring was interrupted.
    """

    value: Any
    rows: tuple[ComparisonRow, ...]
    tried: tuple[Tried, ...]
    others_busy: float | None = None
    sweep: Sweep | None = None
    not_swept_because: str = ""
    is_interrupted: bool = False


def compare(task: Task) -> Compared:
    """Runs the cell by every backend, many times; leaves in the namespace what one run leaves. Synchronises.

    That is a plain run; where there is a gradient, one under `%%grad`.

    Raises:
      NotRepeatable: The cell acts on the outside; nothing has run.
      Exception: Whatever the plain run raises; the notebook is then as that run left it.
    """
    parts = sections(task.cell)
    plan, not_swept_because = _plan(task)
    scope = reach(task.cell, task.namespace)
    if scope.obstacles:
        raise NotRepeatable(scope.obstacles)
    held = _held_together(scope.held, plan.setup, task.namespace) if plan else scope.held
    before = Checkpoint.take(held)
    aloud = task.first_run(task.cell)
    first = _timed(task, lambda: (aloud(), None), before)
    used = machine.usage()
    with first.after.state.at_the_end(), machine.on_cores(task.measuring.threads):
        contest = hold(task, parts, before, first if "" in parts.variants else None)
        before.restore()
        swept = _swept(task, parts, plan) if plan and not contest.is_interrupted else None
    return Compared(
        value=first.after.value,
        rows=contest.rows,
        tried=tuple(contest.tried),
        others_busy=machine.others_busy(used, machine.usage()),
        sweep=swept,
        not_swept_because=not_swept_because,
        is_interrupted=contest.is_interrupted or (swept is not None and swept.note == "interrupted"),
    )


def hold(
    task: Task, parts: Sections, before: Checkpoint, first: First | None, *, counts_memory: bool = True
) -> Contest:
    """Holds the contest from `before`; the notebook is then somewhere in the midst of it.

    Args:
      task: What is to be compared.
      parts: Its variants.
      before: The state that the cell begins at.
      first: The first run of the first variant, which began there; None if there was none.
      counts_memory: Whether the peak memory of each is wanted.
    """
    begin = before
    if first is None:
        begin = _after_shared(parts, task.namespace, before)
        run = task.first_run(next(iter(parts.variants.values())))
        first = _timed(task, lambda: heard(run, begin), begin)
    entry = Entry(
        namespace=task.namespace,
        backends=task.measuring.backends,
        execute=task.execute,
        begin=begin,
        limit_s=task.measuring.limit_s,
        x32=task.x32,
        gradient=replace(task.gradient, wrt=first.by) if task.gradient is not None else None,
    )
    contest = Contest(
        entrants=entry.entrants(parts),
        namespace=task.namespace,
        begin=begin,
        sampling=_sampling(task.measuring),
        clock=task.clock,
        on_progress=task.on_progress,
        counts_memory=counts_memory,
    )
    contest.run(first.after, first.took_s if task.gradient is None else None)
    return contest


def _timed(task: Task, run: Callable[[], tuple[Ran, str | None]], before: Checkpoint) -> First:
    """A first run; what it prints is None where the person is to see it."""
    start = task.clock()
    ran, printed = run()
    took_s = task.clock() - start
    return First(After(before.now(), ran.value, printed), took_s, ran.by)


def _sampling(measuring: Measuring) -> Sampling:
    """How many samples at each size; half of a sweep's time is left for compiling."""
    shares = 2 * len(measuring.sizes.values) if measuring.sizes else 1
    return Sampling(repeats=measuring.repeats, loops=measuring.loops, budget_s=measuring.limit_s / shares)


def _plan(task: Task) -> tuple[Rebuilding | None, str]:
    """How a sweep makes its inputs, or why it can't."""
    measuring = task.measuring
    if measuring.sizes is None:
        return None, ""
    try:
        name = measuring.sizes.name
        return rebuilding(name, task.cell, task.namespace, measuring.setup, task.history), ""
    except NotRebuildable as why:
        return None, str(why)


def _held_together(held: tuple[Held, ...], setup: Cell, namespace: dict[str, Any]) -> tuple[Held, ...]:
    """What the cell can change, and what the setup can."""
    known = {(id(entry.owner), type(entry.holder)) for entry in held}
    more = (entry for entry in reach(setup, namespace).held if (id(entry.owner), type(entry.holder)) not in known)
    return (*held, *more)


def _swept(task: Task, parts: Sections, plan: Rebuilding) -> Sweep:
    assert task.measuring.sizes is not None

    def compare_at(size: int) -> Contest:
        plan.at(size, task.namespace)
        begin = Checkpoint.take(reach(task.cell, task.namespace).held)
        return hold(replace(task, on_progress=lambda progress: None), parts, begin, None, counts_memory=False)

    return sweep(
        task.measuring.sizes,
        plan.names,
        compare_at,
        limit_s=task.measuring.limit_s,
        clock=task.clock,
        on_progress=task.on_progress,
    )


def _after_shared(parts: Sections, namespace: dict[str, Any], before: Checkpoint) -> Checkpoint:
    """The state after what all variants share."""
    before.restore()
    if parts.shared is None:
        return before
    with silence():
        Plain(parts.shared, namespace).run()
    return Checkpoint.take(before.held)
