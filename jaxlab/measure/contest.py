"""Entrants against each other from one state of the notebook: results first, then times, in turns."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from jaxlab.cell.names import names_of
from jaxlab.measure.agreement import After
from jaxlab.measure.checkpoint import Checkpoint
from jaxlab.measure.clocks import Clock
from jaxlab.measure.fresh import FreshInputs
from jaxlab.measure.idempotence import Changes, needs_reset
from jaxlab.measure.silence import silence
from jaxlab.measure.steady import Race, Rival, Sampling
from jaxlab.measure.trials import Entrant, Tried, try_out
from jaxlab.model.error_text import named
from jaxlab.model.measuring import Progress
from jaxlab.model.timing import ComparisonRow, Timing

SLOW_S = 10.0
"""A baseline run longer than this is not repeated: it is its own only sample."""
PEAK_S = 1.0
"""A baseline run longer than this goes without its peak memory: counting allocations is slow."""

TELL_S = 0.2
"""Seconds between two words on how far it is."""

OnProgress = Callable[[Progress], None]


@dataclass(slots=True, kw_only=True)
class Contest:
    """Entrants, the first of them the baseline, and what is known of them so far.

    An interrupt ends the measuring, not the contest: what has been measured counts.

    Attributes:
      entrants: Who runs.
      namespace: The notebook's.
      begin: The state that every run begins at.
      sampling: How many samples; its budget is that of all entrants together.
      clock: Seconds, monotonic.
      on_progress: Told how far it is.
      tried: Those that have had their first runs.
      timings: By index into `entrants`, as are the next two.
      notes: Why figures are missing.
      peaks: Most memory in use, in bytes.
      counts_memory: Whether the peak memory of each is wanted: it takes another, slow run.
      is_interrupted: Whether it was.
    """

    entrants: tuple[Entrant, ...]
    namespace: dict[str, Any]
    begin: Checkpoint
    sampling: Sampling
    clock: Clock
    on_progress: OnProgress
    tried: list[Tried] = field(default_factory=list)
    timings: dict[int, Timing] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    peaks: dict[int, int | None] = field(default_factory=dict)
    counts_memory: bool = True
    is_interrupted: bool = False

    def run(self, baseline: After, plain_s: float | None) -> None:
        """Runs everybody, many times; the notebook is then somewhere in the midst of it.

        Args:
          baseline: What everybody has to leave that begins at `begin`.
          plain_s: Seconds that the first entrant took to leave it; None if it was not the first entrant that did.
        """
        try:
            self._try_all(baseline, has_run=plain_s is not None)
            self._time_all(plain_s or 0.0)
            if self.counts_memory:
                self._count_memory(plain_s or 0.0)
        except KeyboardInterrupt:
            self.is_interrupted = True

    @property
    def rows(self) -> tuple[ComparisonRow, ...]:
        """One an entrant, with what is known so far; first the one to compare with, which ran and agrees."""
        untried = [Tried(entrant=entrant, row=entrant.row) for entrant in self.entrants[len(self.tried) :]]
        rows = [self._row(place, one) for place, one in enumerate([*self.tried, *untried])]
        first = next((row for row in rows if row.samples_s and row.agrees), rows[0])
        return (first, *(row for row in rows if row is not first))

    def _row(self, place: int, one: Tried) -> ComparisonRow:
        timing = self.timings.get(place)
        return replace(
            one.row,
            samples_s=timing.samples_s if timing else (),
            loops=timing.loops if timing else 1,
            transfer_s=one.backend.transfer_s() if one.after is not None else None,
            peak_bytes=self.peaks.get(place),
            note=one.row.note or self.notes.get(place, "") or one.unranked_because,
        )

    def _try_all(self, baseline: After, *, has_run: bool) -> None:
        first = self.entrants[0]
        if has_run:
            row = replace(first.row, agrees=True, max_abs_error=0.0)
            self.tried.append(Tried(entrant=first, row=row, after=baseline.state))
        for entrant in self.entrants[len(self.tried) :]:
            self.on_progress(Progress(doing=f"first call of {entrant.row.label}"))
            self.tried.append(try_out(entrant, self.begin, baseline, self.clock, first))

    def _time_all(self, plain_s: float) -> None:
        fit = [place for place, one in enumerate(self.tried) if one.can_be_timed]
        if plain_s > SLOW_S:
            self.timings[0] = Timing(samples_s=(plain_s,))
            self.notes[0] = f"over {SLOW_S:.0f} s a run, so it ran once"
            fit.remove(0)
        self.begin.restore()
        changes = Changes.between(self.begin, tuple(one.after for one in self.tried if one.after))
        inputs = FreshInputs(self.begin.held, self.namespace)
        rivals = [self._rival(self.tried[place], changes, inputs) for place in fit]
        sampling = replace(self.sampling, budget_s=self.sampling.budget_s / max(len(fit), 1))
        try:
            with silence():
                race = Race.begin(rivals, sampling, self.clock)
            self._watch(race, fit)
        except Exception as error:  # the cell itself went well: only figures are lost
            self.notes |= {place: f"a later run raised {named(error)}" for place in fit if place}

    def _watch(self, race: Race, fit: list[int]) -> None:
        """Lets the race run; whatever ends it, what has been measured is kept."""
        start, rounds, share = self.clock(), race.rounds(), 0.0
        told = start
        try:
            while share < 1.0:
                with silence():  # around many rounds: it takes longer than a fast call does
                    while share < 1.0 and (now := self.clock()) - told <= TELL_S:
                        share = next(rounds, 1.0)
                told = now
                left_s = (now - start) * (1 - share) / share if share else None
                self.on_progress(Progress(doing="timing", share=share, remaining_s=left_s))
        finally:
            taken = zip(fit, race.timings(), strict=True)
            self.timings |= {place: timing for place, timing in taken if timing.samples_s}

    def _rival(self, one: Tried, changes: Changes, inputs: FreshInputs) -> Rival:
        cell = one.entrant.cell
        steady = one.backend.steady()
        if changed := needs_reset(cell, self.begin, changes):
            return Rival(steady, self.begin.part(changed).restore, can_loop=False)
        return Rival(steady, inputs.renewing(names_of(cell.body).may_read))

    def _count_memory(self, plain_s: float) -> None:
        for place, one in enumerate(self.tried):
            if one.can_be_timed and (place > 0 or plain_s <= PEAK_S):
                self.begin.restore()
                with silence():
                    self.peaks[place] = one.backend.peak_bytes()
