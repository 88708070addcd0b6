"""Charts as one Plotly figure, in Plotly's JSON: a notebook that knows its mimetype draws it without the network."""

from dataclasses import dataclass
from math import ceil, log10
from typing import Any

from jaxlab.views.comparison_names import MOST_IN_LEGEND, shortened
from jaxlab.views.figures.chart import Axis, Chart, Point, Series, Style
from jaxlab.views.figures.palette import GRID, INK, colour
from jaxlab.views.figures.ticks import Scale, scales
from jaxlab.views.rows import count, seconds

MIMETYPE = "application/vnd.plotly.v1+json"
COLUMNS = 2
GAP = 0.14
"""Share of the width between two charts."""
ROW_HEIGHT = 360
HEAD, FOOT = 0.08, 0.30
"""Shares of a row for the title of a chart, and for what stands below its axis."""
LEGEND = 0.19
"""How far below its chart a legend begins, as a share of a row."""
TEXT_ROOM = 0.45
"""Share of a chart of bars that the texts beside them may take."""
BELOW = {"orientation": "h", "yref": "paper", "xref": "paper", "bgcolor": "rgba(0,0,0,0)"}
"""A legend below the title of its chart's axis."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a chart lies in its figure, in shares of it; `suffix` names its axes and its legend."""

    suffix: str
    left: float
    right: float
    bottom: float
    top: float
    legend: float


def figure(charts: tuple[Chart, ...]) -> dict[str, Any]:
    """The charts beside each other, as the `data`, `layout` and `config` of a Plotly figure."""
    rows = ceil(len(charts) / COLUMNS)
    layout: dict[str, Any] = {
        "height": ROW_HEIGHT * rows,
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"color": INK, "size": 12},
        "margin": {"l": 70, "r": 20, "t": 10, "b": 10},
        "shapes": [],
        "annotations": [],
    }
    data: list[dict[str, Any]] = []
    for number, chart in enumerate(charts):
        _draw(chart, _place(number, min(len(charts), COLUMNS), rows), data, layout)
    # No `responsive`: with it, JupyterLab's figures collapse when the theme changes.
    return {"data": data, "layout": layout, "config": {"displaylogo": False}}


def _place(number: int, columns: int, rows: int) -> _Place:
    row, column = divmod(number, columns)
    width = (1 - GAP * (columns - 1)) / columns
    left, top = column * (width + GAP), 1 - row / rows
    suffix = "" if number == 0 else str(number + 1)
    bottom = top - (1 - FOOT) / rows
    return _Place(suffix, left, left + width, bottom, top - HEAD / rows, bottom - LEGEND / rows)


def plotly_figure(charts: tuple[Chart, ...]) -> Any:
    """The same as a `plotly.graph_objects.Figure`, to be changed or exported.

    Raises:
      ModuleNotFoundError: plotly is not installed.
    """
    from plotly.graph_objects import Figure

    drawn = figure(charts)
    return Figure(data=drawn["data"], layout=drawn["layout"])


def _draw(chart: Chart, place: _Place, data: list[dict[str, Any]], layout: dict[str, Any]) -> None:
    """Adds a chart to a figure: its traces to `data`, its axes, title, legend and rules to `layout`."""
    suffix = place.suffix
    x, y = scales(chart)
    has_texts = any(point.text for series in chart.series for point in series.points)
    layout[f"xaxis{suffix}"] = _axis(x, TEXT_ROOM if has_texts else 0.0) | {
        "domain": [place.left, place.right],
        "anchor": f"y{suffix}",
    }
    layout[f"yaxis{suffix}"] = _axis(y) | {"domain": [place.bottom, place.top], "anchor": f"x{suffix}"}
    layout[f"legend{suffix}"] = {"x": place.left, "xanchor": "left", "y": place.legend, "yanchor": "top"} | BELOW
    layout["annotations"].append(_heading(chart.title, place))
    for series in chart.series:
        ours = {"xaxis": f"x{suffix}", "yaxis": f"y{suffix}", "legend": f"legend{suffix}"}
        data.append(_trace(series, chart) | ours)
        if any(point.text for point in series.points):
            data.append(_texts(series) | ours)
    for number, rule in enumerate(chart.rules):
        line = {"color": INK, "dash": "dot", "width": 1}
        ends = {"x0": rule.x, "x1": rule.x, "y0": 0, "y1": 1}
        layout["shapes"].append(
            {"type": "line", "xref": f"x{suffix}", "yref": f"y{suffix} domain", "line": line, **ends}
        )
        layout["annotations"].append(_beside(rule.text, rule.x, number, x, suffix))


def _axis(scale: Scale, room: float = 0.0) -> dict[str, Any]:
    """An axis; `room` is the share of it that is left free at its end."""
    axis, ticks = scale.axis, scale.ticks()
    low, high = (log10(scale.low), log10(scale.high)) if axis.is_log else (scale.low, scale.high)
    ends = [low, low + (high - low) / (1 - room)]
    return {
        "title": {"text": axis.title, "font": {"size": 12}},
        "type": "log" if axis.is_log else "linear",
        "range": ends[::-1] if axis.names else ends,
        "tickvals": [value for value, _ in ticks],
        "ticktext": [text for _, text in ticks],
        "gridcolor": GRID,
        "showgrid": not axis.names,
        "zeroline": False,
        "automargin": True,
    }


def _heading(text: str, place: _Place) -> dict[str, Any]:
    at = {"x": place.left, "y": place.top, "xref": "paper", "yref": "paper", "xanchor": "left", "yanchor": "bottom"}
    return {"text": f"<b>{text}</b>", "showarrow": False, "yshift": 4, **at}


def _trace(series: Series, chart: Chart) -> dict[str, Any]:
    points = series.points
    trace: dict[str, Any] = {
        "name": shortened(series.name, MOST_IN_LEGEND),
        "showlegend": not chart.y.names,
        "x": [point.x for point in points],
        "y": [point.y for point in points],
        "hovertext": [_told(series, point, chart) for point in points],
        "hoverinfo": "text",
    }
    along = "x" if chart.y.names else "y"
    errors = _errors(points, along)
    if errors:
        trace[f"error_{along}"] = errors | {"color": INK if series.style is Style.BARS else colour(series.colour)}
    if series.style is Style.BARS:
        marker = {"color": colour(series.colour), "line": {"width": 0}}
        return trace | {"type": "bar", "orientation": "h", "width": 0.55, "marker": marker}
    mode = "markers" if series.style is Style.DOTS else "lines+markers" if errors else "lines"
    marks = {"marker": {"color": colour(series.colour), "size": 7}, "line": {"color": colour(series.colour)}}
    return trace | marks | {"type": "scatter", "mode": mode}


def _texts(series: Series) -> dict[str, Any]:
    """What stands beside the points, beyond their intervals."""
    return {
        "type": "scatter",
        "mode": "text",
        "x": [max(point.x, point.high or 0.0) for point in series.points],
        "y": [point.y for point in series.points],
        "text": [f"  {point.text}" for point in series.points],
        "textposition": "middle right",
        "cliponaxis": False,
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _errors(points: tuple[Point, ...], along: str) -> dict[str, Any]:
    if all(point.low is None for point in points):
        return {}
    middles = [point.x if along == "x" else point.y for point in points]
    known = [
        (middle if point.low is None else point.low, middle if point.high is None else point.high)
        for middle, point in zip(middles, points, strict=True)
    ]
    pairs = list(zip(middles, known, strict=True))
    return {
        "type": "data",
        "symmetric": False,
        "array": [high - middle for middle, (_, high) in pairs],
        "arrayminus": [middle - low for middle, (low, _) in pairs],
    }


def _told(series: Series, point: Point, chart: Chart) -> str:
    """What shows while the mouse is on a point."""
    figures = [_figure(axis, value) for axis, value in ((chart.x, point.x), (chart.y, point.y)) if not axis.names]
    interval = f" (95 %: {seconds(point.low)}–{seconds(point.high)})" if point.low is not None else ""
    return f"{series.name}: {', '.join(figures)}{interval}"


def _figure(axis: Axis, value: float) -> str:
    return seconds(value) if axis.is_time else f"{axis.title} {count(value)}"


def _beside(text: str, x: float, place: int, scale: Scale, suffix: str) -> dict[str, Any]:
    is_left = scale.place(x) > 0.5
    return {
        "text": text,
        "showarrow": False,
        "x": log10(x) if scale.axis.is_log else x,
        "y": 1.0,
        "xref": f"x{suffix}",
        "yref": f"y{suffix} domain",
        "xanchor": "right" if is_left else "left",
        "yanchor": "top",
        "yshift": -16 * place,
        "xshift": -4 if is_left else 4,
    }
