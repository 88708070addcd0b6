"""Charts as the mimetypes that a notebook stores: Plotly's where it is known, an image everywhere else, and text."""

from typing import Any

from jaxlab.model.comparison import Comparison
from jaxlab.views.figures.charts import charts
from jaxlab.views.figures.plotly import MIMETYPE, figure
from jaxlab.views.figures.svg import image
from jaxlab.views.figures.text import render_chart
from jaxlab.views.markup import Markup, element


def chart_bundle(comparison: Comparison) -> dict[str, Any]:
    """What shows the charts of a comparison; empty where nothing was timed."""
    drawn = charts(comparison)
    return {MIMETYPE: figure(drawn), **image_bundle(comparison)} if drawn else {}


def image_bundle(comparison: Comparison) -> dict[str, Any]:
    """The same without Plotly: JupyterLab's Plotly keeps the first figure where a display is updated."""
    drawn = charts(comparison)
    return {"text/html": images(comparison), "text/plain": "\n\n".join(map(render_chart, drawn))}


def images(comparison: Comparison) -> Markup:
    """The charts as images, beside each other where there is room."""
    style = "display:flex;flex-wrap:wrap;align-items:flex-start;gap:12px 24px"
    return element("div", *map(image, charts(comparison)), class_="jaxlab-charts", style=style)
