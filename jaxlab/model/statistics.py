"""Intervals for medians, by order statistics, and for their ratios, by the bootstrap (Efron 1979); no library."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from random import Random

RESAMPLES = 1000
CONFIDENCE = 0.95
FEWEST = 6
"""Samples from which on there is an interval: the true median lies beyond all of five with a chance of 6 %."""


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
    """The interval of the median, between two of the ordered samples; None for fewer than `FEWEST`.

    Of n samples, as many lie below the true median as heads fall in n throws of a coin, whatever they are distributed
    like (Conover, Practical Nonparametric Statistics, section 3.2).
    """
    number = len(samples)
    if number < FEWEST:
        return None
    outside, chance = 0, 0.5**number
    while chance <= (1 - CONFIDENCE) / 2:
        outside += 1
        chance += comb(number, outside) * 0.5**number
    ordered = sorted(samples)
    return Interval(ordered[outside - 1], ordered[number - outside])


@lru_cache(maxsize=512)
def ratio_interval(samples: tuple[float, ...], others: tuple[float, ...]) -> Interval | None:
    """The bootstrap interval of the median of `samples` over that of `others`; None with fewer than `FEWEST` of one."""
    if min(len(samples), len(others)) < FEWEST:
        return None
    pairs = zip(_medians(samples), _medians(others, seed=1), strict=True)
    return _percentiles([above / below for above, below in pairs if below > 0])


def _medians(samples: Sequence[float], seed: int = 0) -> list[float]:
    """Medians of samples drawn from `samples` with replacement; the same ones at every call.

    Which of n ordered samples is the middle one of n draws is the middle one of n numbers drawn evenly from 0 to 1, and
    those need not all be drawn: order statistics have beta distributions.
    """
    draw, ordered, number = Random(seed), sorted(samples), len(samples)

    def at(place: float) -> float:
        return ordered[min(int(place * number), number - 1)]

    half = (number + 1) // 2
    if number % 2:
        return [at(draw.betavariate(half, half)) for _ in range(RESAMPLES)]
    below = [draw.betavariate(half, half + 1) for _ in range(RESAMPLES)]
    # Those above the lower one of the two in the middle lie evenly; the least of them is the upper one.
    pairs = ((place, 1 - (1 - place) * draw.random() ** (1 / half)) for place in below)
    return [(at(low) + at(high)) / 2 for low, high in pairs]


def _percentiles(figures: list[float]) -> Interval | None:
    if not figures:
        return None
    figures.sort()
    outside = int((1 - CONFIDENCE) / 2 * len(figures))
    return Interval(figures[outside], figures[-1 - outside])
