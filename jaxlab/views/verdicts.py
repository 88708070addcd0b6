"""How a row compares with the baseline, in two words: `5× faster`, `13× slower`, no more than its samples bear out."""

from jaxlab.model.comparison import Comparison
from jaxlab.model.statistics import Interval
from jaxlab.model.timing import ComparisonRow
from jaxlab.views.rows import ratio

TOO_FEW = "too few samples to say how certain"
NEAR = 0.05
"""Difference of two times that one sample of each does not tell from none."""
HARDLY = 0.01
"""Difference that is not worth a figure, however certain."""


def faster(speedup: float) -> str:
    """`5× faster`; where the speed-up is below 1, how much slower."""
    return f"{ratio(speedup)} faster" if speedup >= 1 else f"{ratio(1 / speedup)} slower"


def is_seen(comparison: Comparison, row: ComparisonRow) -> bool:
    """Whether the row is seen to be faster or slower than the baseline; of too few samples the ratio alone is seen."""
    speedup, different = comparison.speedup(row), comparison.is_different(row)
    if speedup is None:
        return False
    return different if different is not None else abs(speedup - 1) >= NEAR


def is_certain(comparison: Comparison, row: ComparisonRow) -> bool:
    """Whether the samples show that the row is faster or slower than the baseline."""
    return bool(comparison.is_different(row))


def is_worth_a_figure(comparison: Comparison, row: ComparisonRow) -> bool:
    """Whether what is seen is more than a hundredth."""
    return is_seen(comparison, row) and abs((comparison.speedup(row) or 1.0) - 1) >= HARDLY


def how_sure(comparison: Comparison, row: ComparisonRow) -> str:
    """`95 %: 4.8–5.3×`, or that this can't be told."""
    return certainty(comparison, row) or TOO_FEW


def certainty(comparison: Comparison, row: ComparisonRow) -> str:
    """`95 %: 4.8–5.3×`, of how much faster or how much slower the row is; empty where that is unknown."""
    interval = comparison.speedup_interval(row)
    if interval is None:
        return ""
    if is_seen(comparison, row) and (comparison.speedup(row) or 1.0) < 1:
        interval = Interval(1 / interval.high, 1 / interval.low)
    low, high = ratio(interval.low), ratio(interval.high)
    return f"95 %: {high}" if low == high else f"95 %: {low.rstrip('×')}–{high}"
