"""Ranges and ticks of axes: round figures, in the units that a person reads."""

from dataclasses import dataclass
from math import ceil, floor, log10

from jaxlab.views.figures.chart import Axis, Chart
from jaxlab.views.rows import count, seconds

WANTED = 4
"""Intervals between ticks, about."""
MOST_DECADES = 5


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis with its range.

    Attributes:
      axis: The axis.
      low: Where it begins.
      high: Where it ends.
    """

    axis: Axis
    low: float
    high: float

    def place(self, value: float) -> float:
        """Where a value lies, from 0 to 1; a value outside lies at the end that it is beyond."""
        if self.axis.is_log:
            share = log10(max(value, self.low) / self.low) / log10(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return min(max(share, 0.0), 1.0)

    def ticks(self) -> list[tuple[float, str]]:
        """Values with their texts."""
        if self.axis.names:
            return [(float(place), name) for place, name in enumerate(self.axis.names)]
        values = _decades(self.low, self.high) if self.axis.is_log else _steps(self.high)
        return [(value, seconds(value) if self.axis.is_time else count(value)) for value in values]


def scales(chart: Chart) -> tuple[Scale, Scale]:
    """The two axes of a chart with ranges that hold all of it."""
    points = [point for series in chart.series for point in series.points]
    ends = [(point.low, point.high) for point in points]
    times = [end for pair in ends for end in pair if end is not None]
    xs = [point.x for point in points] + [rule.x for rule in chart.rules] + (times if chart.x.is_time else [])
    ys = [point.y for point in points] + (times if chart.y.is_time else [])
    return _scale(chart.x, xs), _scale(chart.y, ys)


def _scale(axis: Axis, values: list[float]) -> Scale:
    if axis.names:
        return Scale(axis, -0.5, len(axis.names) - 0.5)
    if not axis.is_log:
        return Scale(axis, 0.0, 1.05 * max(values, default=1.0) or 1.0)
    positive = [value for value in values if value > 0] or [1.0]
    return Scale(axis, min(positive) / 1.3, max(positive) * 1.3)


def _decades(low: float, high: float) -> list[float]:
    first, last = ceil(log10(low)), floor(log10(high))
    step = max(ceil((last - first) / MOST_DECADES), 1)
    decades = [10.0**power for power in range(first, last + 1, step)]
    if len(decades) > 1:
        return decades
    powers = range(floor(log10(low)), last + 1)
    return [digit * 10.0**power for power in powers for digit in (1, 2, 5) if low <= digit * 10.0**power <= high]


def _steps(high: float) -> list[float]:
    rough = high / WANTED
    power = 10.0 ** floor(log10(rough))
    step = next(digit * power for digit in (1, 2, 5, 10) if digit * power >= rough)
    return [step * place for place in range(int(high / step) + 1)]
