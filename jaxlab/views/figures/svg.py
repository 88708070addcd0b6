"""A chart as SVG that needs nothing: what a saved notebook shows without scripts, as an image."""

from base64 import b64encode

from jaxlab.views.comparison_names import MOST_IN_LEGEND, shortened
from jaxlab.views.figures.chart import Chart, Point, Series, Style
from jaxlab.views.figures.palette import GRID, INK, colour
from jaxlab.views.figures.ticks import scales
from jaxlab.views.markup import Markup, element, joined

WIDTH = 560
ROW = 34
CURVES_HEIGHT = 220
TOP, BOTTOM, RIGHT = 30, 44, 16
CHARACTER = 6.6
"""Width of a character of the labels, about."""
LABEL = 150
"""Room that a text beside a bar takes."""


def image(chart: Chart) -> Markup:
    """An `<img>` of the chart with the description as its alternative text."""
    data = b64encode(svg(chart).encode()).decode()
    source = f"data:image/svg+xml;base64,{data}"
    style = f"max-width:100%;width:{WIDTH}px"
    return element("img", src=source, alt=f"{chart.title}. {chart.description}", style=style)


def svg(chart: Chart) -> Markup:
    """The chart as a whole SVG document."""
    frame = _Frame(chart)
    return element(
        "svg",
        element("title", f"{chart.title}. {chart.description}"),
        _text(8, 18, chart.title, font_weight="600"),
        *frame.grid(),
        *(mark for series in chart.series for mark in frame.marks(series)),
        *frame.rules(),
        *frame.legend(),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {frame.height}",
        width=str(WIDTH),
        height=str(frame.height),
        font_family="system-ui, sans-serif",
        font_size="12",
        fill=INK,
    )


class _Frame:
    """Where things of a chart lie, in pixels."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.x, self.y = scales(chart)
        self.x_ticks, self.y_ticks = self.x.ticks(), self.y.ticks()
        self.left = 16 + CHARACTER * max(len(text) for _, text in self.y_ticks)
        self.is_named = bool(chart.y.names)
        inner = ROW * len(chart.y.names) if self.is_named else CURVES_HEIGHT
        self.bottom = TOP + inner
        self.right = WIDTH - RIGHT - (LABEL if self._has_texts() else 0)
        self.height = self.bottom + BOTTOM + (0 if self.is_named else 18 * len(chart.series))

    def _has_texts(self) -> bool:
        return any(point.text for series in self.chart.series for point in series.points)

    def across(self, value: float) -> float:
        return self.left + self.x.place(value) * (self.right - self.left)

    def down(self, value: float) -> float:
        share = self.y.place(value)
        # Rows count from the top, figures from the bottom.
        return TOP + (share if self.is_named else 1 - share) * (self.bottom - TOP)

    def grid(self) -> list[Markup]:
        drawn = []
        for value, text in self.x_ticks:
            place = self.across(value)
            drawn.append(_line(place, TOP, place, self.bottom, stroke=GRID))
            drawn.append(_text(place, self.bottom + 16, text, text_anchor="middle"))
        for value, text in self.y_ticks:
            place = self.down(value)
            if not self.is_named:
                drawn.append(_line(self.left, place, self.right, place, stroke=GRID))
            drawn.append(_text(self.left - 8, place + 4, text, self._whole_name(value), text_anchor="end"))
        drawn.append(_text((self.left + self.right) / 2, self.bottom + 34, self.chart.x.title, text_anchor="middle"))
        return drawn

    def _whole_name(self, row: float) -> str:
        return self.chart.series[round(row)].name if self.is_named else ""

    def marks(self, series: Series) -> list[Markup]:
        paint = colour(series.colour)
        drawn = []
        if series.style is Style.LINE:
            way = " ".join(f"{self.across(point.x):.1f},{self.down(point.y):.1f}" for point in series.points)
            drawn.append(element("polyline", points=way, fill="none", stroke=paint, stroke_width="2"))
        for point in series.points:
            drawn += self._mark(point, series.style, paint)
        return drawn

    def _mark(self, point: Point, style: Style, paint: str) -> list[Markup]:
        across, down = self.across(point.x), self.down(point.y)
        drawn = []
        if style is Style.BARS:
            start = self.across(0.0)
            sizes = {"x": start, "y": down - 9, "width": max(across - start, 1.0), "height": 18.0}
            drawn.append(element("rect", fill=paint, rx="2", **{key: f"{value:.1f}" for key, value in sizes.items()}))
        elif style is Style.DOTS or point.low is not None:
            drawn.append(
                element("circle", cx=f"{across:.1f}", cy=f"{down:.1f}", r="3.5", fill=paint, fill_opacity=".8")
            )
        if point.low is not None and point.high is not None:
            drawn += self._whisker(point, INK if style is Style.BARS else paint)
        if point.text:
            beside = self.across(max(point.x, point.high or 0.0)) + 8
            drawn.append(_text(beside, down + 4, point.text))
        return drawn

    def _whisker(self, point: Point, paint: str) -> list[Markup]:
        assert point.low is not None
        assert point.high is not None
        if self.is_named:
            low, high, down = self.across(point.low), self.across(point.high), self.down(point.y)
            ends = [(low, down, high, down), (low, down - 5, low, down + 5), (high, down - 5, high, down + 5)]
        else:
            low, high, across = self.down(point.low), self.down(point.high), self.across(point.x)
            ends = [
                (across, low, across, high),
                (across - 4, low, across + 4, low),
                (across - 4, high, across + 4, high),
            ]
        return [_line(*end, stroke=paint, stroke_width="1.5") for end in ends]

    def rules(self) -> list[Markup]:
        drawn = []
        for number, rule in enumerate(self.chart.rules):
            place = self.across(rule.x)
            is_left = place > (self.left + self.right) / 2
            drawn.append(_line(place, TOP, place, self.bottom, stroke=INK, stroke_dasharray="4 3"))
            beside = place - 6 if is_left else place + 6
            drawn.append(_text(beside, TOP + 12 + 15 * number, rule.text, text_anchor="end" if is_left else "start"))
        return drawn

    def legend(self) -> list[Markup]:
        if self.is_named:
            return []
        drawn = []
        for number, series in enumerate(self.chart.series):
            down = self.bottom + BOTTOM + 4 + 18 * number
            drawn.append(_line(self.left, down, self.left + 18, down, stroke=colour(series.colour), stroke_width="3"))
            drawn.append(_text(self.left + 26, down + 4, shortened(series.name, MOST_IN_LEGEND), series.name))
        return drawn


def _line(x1: float, y1: float, x2: float, y2: float, **attributes: str) -> Markup:
    ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    return element("line", **{name: f"{value:.1f}" for name, value in ends.items()}, **attributes)


def _text(x: float, y: float, text: str, whole: str = "", **attributes: str) -> Markup:
    """A text; `whole` shows while the mouse is on it, where it is another one."""
    shown = element("title", whole) if whole and whole != text else Markup()
    return element("text", shown, joined(text), x=f"{x:.1f}", y=f"{y:.1f}", **attributes)
