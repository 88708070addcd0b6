"""A chart as plain data: what every way of drawing it reads."""

from dataclasses import dataclass
from enum import StrEnum


class Style(StrEnum):
    """How a series is drawn."""

    BARS = "bars"
    DOTS = "dots"
    LINE = "line"


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A point of a series.

    Attributes:
      x: Its place on the x axis; seconds on a time axis.
      y: Its place on the y axis; the number of the row, from the top, where rows are named.
      low: Lower end of what is known of its time; None where that is unknown.
      high: Upper end.
      text: What stands beside it; empty for nothing.
    """

    x: float
    y: float
    low: float | None = None
    high: float | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """Points of one colour.

    Attributes:
      name: Its whole name; a legend may shorten it.
      colour: Index into the palette.
      points: In the order they are joined.
      style: How they are drawn.
    """

    name: str
    colour: int
    points: tuple[Point, ...]
    style: Style = Style.LINE


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """An axis.

    Attributes:
      title: What it shows.
      is_log: Whether it is logarithmic; otherwise it begins at 0.
      is_time: Whether its figures are seconds.
      names: Names of its rows, from the top, shortened; empty where it has figures. There is a series for each.
    """

    title: str = ""
    is_log: bool = False
    is_time: bool = False
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A vertical line with a text, at `x`."""

    x: float
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A chart.

    Attributes:
      title: What it shows, in a few words.
      description: The same in a sentence, for those who do not see it.
      x: Its horizontal axis.
      y: Its vertical axis.
      series: What is drawn.
      rules: Places that are marked.
    """

    title: str
    description: str
    x: Axis
    y: Axis
    series: tuple[Series, ...]
    rules: tuple[Rule, ...] = ()
