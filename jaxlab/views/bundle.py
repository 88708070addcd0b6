"""A report as the mimetypes a notebook stores."""

from jaxlab.model.report import Report
from jaxlab.views.figures.bundle import images
from jaxlab.views.html import render_html
from jaxlab.views.markup import Markup, joined
from jaxlab.views.text import render_summary, render_text


def bundle(report: Report, *, embed: bool, opened: bool = False) -> dict[str, str]:
    """`text/plain` and `text/html`, and never a widget's mimetype beside them: without its kernel it hides both.

    Args:
      report: What to show.
      embed: Whether the HTML carries the listings, for the explorer.
      opened: Whether the whole report shows at first; otherwise its one line does.
    """
    return {
        "text/plain": render_text(report) if opened else render_summary(report),
        "text/html": render_html(report, embed=embed, opened=opened),
    }


def value_bundle(report: Report) -> dict[str, str]:
    """A report that is a cell's value: as its magic shows it, with the charts of a comparison below."""
    shown = bundle(report, embed=True, opened=report.magic == "explore")
    charts = images(report.comparison) if report.comparison is not None else Markup()
    return {"text/plain": repr(report), "text/html": joined(Markup(shown["text/html"]), charts)}
