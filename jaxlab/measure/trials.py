"""First runs: each backend runs the cell until it compiles nothing more, and its results are compared."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from jaxlab.cell.names import names_of
from jaxlab.cell.parse import Cell
from jaxlab.measure.agreement import After, Agreement, agreement
from jaxlab.measure.backends import Backend, Choice, Ran, Unavailable
from jaxlab.measure.checkpoint import Checkpoint
from jaxlab.measure.clocks import Clock
from jaxlab.measure.rules import STRICT, Rules
from jaxlab.measure.silence import silence
from jaxlab.model.error_text import named
from jaxlab.model.errors import JaxlabError
from jaxlab.model.timing import ComparisonRow

WARM_UPS = 3
"""Runs after the first: a number whose change caused a compilation is an input from the next one on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A variant of the cell and the backend that is to run it.

    Attributes:
      variant: Name of the section; empty for the whole cell.
      cell: Its code.
      choice: The backend, as asked for.
      backend: The backend, ready; None where there is none.
      why_not: Why there is none.
      rules: What counts as the same results.
    """

    variant: str
    cell: Cell
    choice: Choice
    backend: Backend | None
    why_not: str = ""
    rules: Rules = STRICT

    @property
    def row(self) -> ComparisonRow:
        """Its row before anything has run."""
        name = self.backend.name if self.backend is not None else self.choice.name
        return ComparisonRow(backend=name, variant=self.variant, bits=self.choice.bits, note=self.why_not)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """An entrant after its first runs.

    Attributes:
      entrant: The entrant.
      row: What is known of it before it is timed.
      agreement: How its results compare with the baseline's; None if it raised.
      after: What it left; None if it raised.
      unranked_because: Why its time says nothing of the cell; empty if it does.
    """

    entrant: Entrant
    row: ComparisonRow
    agreement: Agreement | None = None
    after: Checkpoint | None = None
    unranked_because: str = ""

    @property
    def can_be_timed(self) -> bool:
        """Whether it ran and has a steady state."""
        return self.after is not None and not self.row.note

    @property
    def backend(self) -> Backend:
        """The backend; it has run."""
        assert self.entrant.backend is not None
        return self.entrant.backend


def try_out(entrant: Entrant, begin: Checkpoint, baseline: After, clock: Clock, first: Entrant) -> Tried:
    """Runs an entrant until it compiles nothing more; compares what its first run left with the baseline's.

    Args:
      entrant: Who is to run.
      begin: The state that every run begins at.
      baseline: What the baseline left.
      clock: Seconds, monotonic.
      first: Whose code the baseline's is.
    """
    backend = entrant.backend
    if backend is None:
        return Tried(entrant=entrant, row=entrant.row)
    try:
        start = clock()
        ran, printed = heard(backend.run, begin)
        first_s = clock() - start
        after = begin.now()
        found = agreement(begin, baseline, After(after, ran.value, printed), entrant.rules, first.cell)
        warm = _warm_up(backend, begin) if backend.compiles else ran
    except Unavailable as why:
        return Tried(entrant=entrant, row=replace(entrant.row, note=str(why)))
    except JaxlabError as problem:
        return Tried(entrant=entrant, row=replace(entrant.row, note=_as_a_clause(problem)))
    except Exception as error:
        return Tried(entrant=entrant, row=replace(entrant.row, note=f"it raised {named(error)}"))
    # The one run of a whole cell prints for the person, unheard: that may be all it does.
    is_compared = found.compared > 0 or bool(found.differences) or baseline.printed is None
    unranked = backend.unranked_because() if is_compared else _nothing_in_common(first, entrant)
    row = replace(
        entrant.row,
        first_call_s=first_s + ran.earlier_s if backend.compiles else None,
        agrees=found.agrees if is_compared else None,
        max_abs_error=found.max_abs_error if is_compared else None,
        is_ranked=not unranked,
        note="it compiles anew at every run, so it has no steady state" if warm.compiled else "",
    )
    return Tried(entrant=entrant, row=row, agreement=found, after=after, unranked_because=unranked)


def _warm_up(backend: Backend, begin: Checkpoint) -> Ran:
    for _ in range(WARM_UPS):
        ran = silently(backend.run, begin)
        if not ran.compiled:
            break
    return ran


def _as_a_clause(problem: JaxlabError) -> str:
    """Its message as half a sentence."""
    text = problem.diagnostic.message.rstrip(".")
    return text[:1].lower() + text[1:]


def _nothing_in_common(first: Entrant, entrant: Entrant) -> str:
    """That there is nothing to compare, with the names that one of two variants alone binds."""
    nothing = "it leaves nothing that could be compared"
    mine, its = (names_of(one.cell.body).binds for one in (first, entrant))
    only = [(first, sorted(mine - its)), (entrant, sorted(its - mine))]
    told = [f"only {one.variant} binds {', '.join(f'`{name}`' for name in names)}" for one, names in only if names]
    return f"{nothing}: {', and '.join(told)}" if told else nothing


def heard(run: Callable[[], Ran], begin: Checkpoint) -> tuple[Ran, str]:
    """A run from `begin` that nobody notices, and what it printed.

    Raises:
      Exception: Whatever the cell raises.
    """
    begin.restore()
    with silence() as printed:
        ran = run()
    return ran, printed.getvalue()


def silently(run: Callable[[], Ran], begin: Checkpoint) -> Ran:
    """A run from `begin` that nobody notices.

    Raises:
      Exception: Whatever the cell raises.
    """
    return heard(run, begin)[0]
