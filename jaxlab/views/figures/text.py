"""A chart of rows as text: bars of characters, for a terminal."""

from jaxlab.views.figures.chart import Chart
from jaxlab.views.figures.ticks import scales

WIDTH = 40
"""Characters of the longest bar."""


def render_chart(chart: Chart) -> str:
    """One line a row: `jit    ████ 2 ms, 5×`; what has no named rows is told in its sentence."""
    if not chart.y.names:
        return f"{chart.title}: {chart.description}"
    across, _ = scales(chart)
    width = max(len(name) for name in chart.y.names)
    lines = [chart.title]
    for name, series in zip(chart.y.names, chart.series, strict=True):
        point = series.points[0]
        bar = "█" * max(round(across.place(point.x) * WIDTH), 1)
        lines.append(f"  {name:<{width}}  {bar} {point.text}")
    return "\n".join(lines)
