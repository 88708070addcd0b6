"""Intervals for medians and their ratios, by the percentile bootstrap (Efron 1979). Standard library only."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from statistics import median

RESAMPLES = 1000
CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """Where a figure lies, with 95 % confidence.

    Attributes:
      low: Lower end.
      high: Upper end.
    """

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        """Whether `value` is one of those that the samples do not speak against."""
        return self.low <= value <= self.high


@lru_cache(maxsize=512)
def median_interval(samples: tuple[float, ...]) -> Interval | None:
    """The interval of the median of `samples`; None for fewer than two, which tell nothing of their spread."""
    return _percentiles(_medians(samples)) if len(samples) > 1 else None


@lru_cache(maxsize=512)
def ratio_interval(samples: tuple[float, ...], others: tuple[float, ...]) -> Interval | None:
    """The interval of the median of `samples` over that of `others`; None where one has fewer than two."""
    if min(len(samples), len(others)) < 2:
        return None
    pairs = zip(_medians(samples), _medians(others, seed=1), strict=True)
    return _percentiles([above / below for above, below in pairs if below > 0])


def _medians(samples: Sequence[float], seed: int = 0) -> list[float]:
    """Medians of samples drawn from `samples` with replacement; the same ones at every call."""
    draw = Random(seed)
    return [median(draw.choices(samples, k=len(samples))) for _ in range(RESAMPLES)]


def _percentiles(figures: list[float]) -> Interval | None:
    if not figures:
        return None
    figures.sort()
    outside = int((1 - CONFIDENCE) / 2 * len(figures))
    return Interval(figures[outside], figures[-1 - outside])
