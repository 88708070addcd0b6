"""Comparisons: what a cell takes by several backends. Ratios, intervals and break-even are derived."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Any

from jaxlab.model import records
from jaxlab.model.statistics import Interval, ratio_interval
from jaxlab.model.sweep import Sweep
from jaxlab.model.timing import ComparisonRow

TOLERANCES = {8: 1e-6, 4: 1e-4, 2: 1e-2}
"""Relative tolerance by the bytes of a real number: XLA sums in another order than NumPy."""
ROUNDING_STEPS = 1000
"""Machine epsilons of the largest number behind a result that are taken for what cancellation leaves of a zero."""
_EPSILONS = {8: 2.0**-52, 4: 2.0**-23, 2: 2.0**-10}


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A cell run by several backends on the same inputs.

    Attributes:
      rows: One a backend; the first is the baseline (plain NumPy).
      tolerance: Relative tolerance within which results in the baseline's bits count as the same.
      threads: By library, how many threads it computes with.
      others_busy: CPUs that other processes kept busy meanwhile, on average; None where unknown.
      sweep: Timings by size, if they were asked for.
      is_interrupted: Whether it was interrupted, so that figures rest on fewer samples than asked for.
    """

    rows: tuple[ComparisonRow, ...]
    tolerance: float
    threads: Mapping[str, int] = field(default_factory=dict)
    others_busy: float | None = None
    sweep: Sweep | None = None
    is_interrupted: bool = False

    @property
    def baseline(self) -> ComparisonRow:
        """The plain NumPy run."""
        return self.rows[0]

    def is_ranked(self, row: ComparisonRow) -> bool:
        """Whether the row's time may be compared with the baseline's."""
        return row.is_ranked_against(self.baseline)

    def tolerance_of(self, row: ComparisonRow) -> float:
        """Of each number, how much the row's may be away from it: the tolerance of the bits that it computes in."""
        return self.tolerance if row.bits is None else max(self.tolerance, TOLERANCES[row.bits // 8])

    def rounding_of(self, row: ComparisonRow) -> float:
        """How much it may be away on top of that, of the largest number that the result was computed from."""
        tolerance = self.tolerance_of(row)
        size = next((size for size, known in TOLERANCES.items() if tolerance <= known), min(TOLERANCES))
        return ROUNDING_STEPS * _EPSILONS[size]

    def speedup(self, row: ComparisonRow) -> float | None:
        """Baseline's median over the row's; None unless both ran, took a time and agree."""
        if not self.is_ranked(row) or not row.median_s or not self.baseline.median_s:
            return None
        return self.baseline.median_s / row.median_s

    def speedup_interval(self, row: ComparisonRow) -> Interval | None:
        """95 % interval of `speedup`; None where that is None or samples are too few."""
        return ratio_interval(self.baseline.samples_s, row.samples_s) if self.is_ranked(row) else None

    def is_different(self, row: ComparisonRow) -> bool | None:
        """Whether the samples show that the row is faster or slower than the baseline; None where they are too few."""
        interval = self.speedup_interval(row)
        return None if interval is None else 1.0 not in interval

    def break_even(self, row: ComparisonRow) -> int | None:
        """Calls after which the row has spent no more time than the baseline, its first call included.

        None where that never happens, or is unknown.
        """
        if not self.is_ranked(row) or row.median_s is None or self.baseline.median_s is None:
            return None
        gain_s = self.baseline.median_s - row.median_s
        return max(ceil(row.start_s / gain_s), 1) if gain_s > 0 else None

    def to_dataframe(self) -> Any:
        """The records as a `pandas.DataFrame`.

        Raises:
          ModuleNotFoundError: pandas is not installed.
        """
        return records.data_frame(self.to_records())

    def to_records(self) -> list[records.Record]:
        """One dictionary a backend, of a sweep one a size and backend; times in seconds, the unknown as None."""
        if self.sweep is None:
            return [records.record(self, row) for row in self.rows]
        at_sizes = ((point.size, replace(self, rows=point.rows, sweep=None)) for point in self.sweep.points)
        return [{self.sweep.name: size, **line} for size, found in at_sizes for line in found.to_records()]

    def to_csv(self) -> str:
        """The records as CSV text with a heading; what is unknown is left empty."""
        return records.csv_text(self.to_records())

    def to_json(self) -> str:
        """The records as JSON text."""
        return records.json_text(self.to_records())

    def __repr__(self) -> str:
        """One line a backend, as a person reads it."""
        from jaxlab.views.comparison import render_comparison

        return render_comparison(self)
