"""A cell compared at several sizes: where the lead changes, and how time grows."""

from dataclasses import dataclass
from math import exp, log
from statistics import fmean

from jaxlab.model.statistics import ratio_interval
from jaxlab.model.timing import ComparisonRow

FITTED = 3
"""Sizes, the largest ones, that a growth is fitted to: small ones show what a call costs, not what the work does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepPoint:
    """What was measured at one size.

    Attributes:
      size: Value of the swept name.
      rows: One a backend, the baseline first.
    """

    size: int
    rows: tuple[ComparisonRow, ...]

    def row(self, label: str) -> ComparisonRow | None:
        """The row of that label; None where it did not run or does not agree."""
        found = next((row for row in self.rows if row.label == label), None)
        return found if found is not None and found.is_ranked_against(self.rows[0]) else None


@dataclass(frozen=True, slots=True)
class Crossing:
    """A change of the lead.

    Attributes:
      size: From which size on: between two that were measured, on log axes, where the medians are alike.
      is_faster: Whether the row is then the faster one, or the slower one.
    """

    size: float
    is_faster: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """A cell compared at several sizes.

    Attributes:
      name: The swept name.
      points: One a size, smallest first.
      rebuilt: Names that were made anew at each size.
      note: Why sizes are missing at the end; empty if none are.
    """

    name: str
    points: tuple[SweepPoint, ...]
    rebuilt: tuple[str, ...] = ()
    note: str = ""

    @property
    def labels(self) -> tuple[str, ...]:
        """The rows' labels, the baseline's first."""
        return tuple(dict.fromkeys(row.label for point in self.points for row in point.rows))

    def curve(self, label: str) -> tuple[tuple[int, float], ...]:
        """Sizes and medians in seconds, where both are known."""
        rows = ((point.size, point.row(label)) for point in self.points)
        return tuple((size, row.median_s) for size, row in rows if row is not None and row.median_s)

    def crossing(self, label: str) -> Crossing | None:
        """Where the row takes the lead from the baseline, or loses it, for all larger sizes.

        None where it does neither, and where the samples at the largest size do not show who leads.
        """
        leads = self._leads(label)
        is_faster = leads[-1].is_ahead if leads else None
        others = [place for place, lead in enumerate(leads) if lead.is_ahead is not is_faster]
        if is_faster is None or not others:
            return None
        last, next_ = leads[others[-1]], leads[others[-1] + 1]
        is_between = (last.gain > 0) is not (next_.gain > 0)
        return Crossing(_zero(last, next_) if is_between else next_.size, is_faster)

    def has_too_few_samples(self, label: str) -> bool:
        """Whether who leads at the largest size of the row can't be told for want of samples."""
        leads = self._leads(label)
        return bool(leads) and leads[-1].is_sampled_too_little

    def _leads(self, label: str) -> list["_Lead"]:
        pairs = [(point.size, point.row(self.labels[0]), point.row(label)) for point in self.points]
        return [
            _Lead.of(size, base, row)
            for size, base, row in pairs
            if base is not None and row is not None and base.median_s and row.median_s
        ]

    def order(self, label: str) -> float | None:
        """The power p of size that time grows with, as n**p, by least squares on log axes over the largest sizes.

        None with fewer than three sizes.
        """
        curve = self.curve(label)
        if len(dict(curve)) < FITTED:
            return None
        kept = curve[-max(FITTED, len(curve) // 2) :]
        sizes, times = [log(size) for size, _ in kept], [log(median_s) for _, median_s in kept]
        middle, spread = fmean(sizes), fmean(times)
        slope = sum((x - middle) * (y - spread) for x, y in zip(sizes, times, strict=True))
        return slope / sum((x - middle) ** 2 for x in sizes)


@dataclass(frozen=True, slots=True)
class _Lead:
    """How a row stands against the baseline at a size; `gain` is the log of the ratio of their medians."""

    size: int
    gain: float
    is_ahead: bool | None
    is_sampled_too_little: bool

    @classmethod
    def of(cls, size: int, base: ComparisonRow, row: ComparisonRow) -> "_Lead":
        gain = log((base.median_s or 1.0) / (row.median_s or 1.0))
        interval = ratio_interval(base.samples_s, row.samples_s)
        is_seen = interval is not None and 1.0 not in interval
        return cls(size, gain, gain > 0 if is_seen else None, interval is None)


def _zero(one: _Lead, two: _Lead) -> float:
    """The size between two at which nobody gains."""
    return exp(log(one.size) + (log(two.size) - log(one.size)) * -one.gain / (two.gain - one.gain))
