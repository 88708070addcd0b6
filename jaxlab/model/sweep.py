"""A cell compared at several sizes: where the lead changes, and how time grows."""

from dataclasses import dataclass
from itertools import pairwise
from math import exp, log
from statistics import fmean

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
        return tuple((size, row.median_s) for size, row in rows if row is not None and row.median_s is not None)

    def crossover(self, label: str) -> float | None:
        """The size from which on the row is faster than the baseline, between two sizes on log axes.

        None where it is faster or slower at all of them.
        """
        base = dict(self.curve(self.labels[0]))
        leads = [(size, log(base[size] / median_s)) for size, median_s in self.curve(label) if size in base]
        changes = [pair for pair in pairwise(leads) if pair[0][1] <= 0 < pair[1][1]]
        if not changes:
            return None
        (small, behind), (large, ahead) = changes[-1]
        return exp(log(small) + (log(large) - log(small)) * -behind / (ahead - behind))

    def order(self, label: str) -> float | None:
        """The power p of size that time grows with, as n**p, by least squares on log axes over the largest sizes.

        None with fewer than three sizes.
        """
        curve = self.curve(label)
        if len(curve) < FITTED:
            return None
        kept = curve[-max(FITTED, len(curve) // 2) :]
        sizes, times = [log(size) for size, _ in kept], [log(median_s) for _, median_s in kept]
        middle, spread = fmean(sizes), fmean(times)
        slope = sum((x - middle) * (y - spread) for x, y in zip(sizes, times, strict=True))
        return slope / sum((x - middle) ** 2 for x in sizes)
