"""A report as the mimetypes a notebook stores."""

from jaxlab.model.report import Report
from jaxlab.views.html import render_html
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
