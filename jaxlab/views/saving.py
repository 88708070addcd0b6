"""Reports as files: a page that needs nothing, or JSON."""

import re
from pathlib import Path

from jaxlab.model.codec import from_json, to_json
from jaxlab.model.diagnostic import Diagnostic
from jaxlab.model.errors import ReportFormatError, ReportPathError
from jaxlab.model.report import Report
from jaxlab.views.figures.bundle import images
from jaxlab.views.html import container
from jaxlab.views.markup import Markup, element, joined
from jaxlab.views.payload import Payload, pack, unpack

PAGE_STYLE = """
:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) { html { background: #14171c } }
body { margin: 0 auto; max-width: 1500px; padding: 16px; font-family: system-ui, sans-serif }
"""
PAYLOAD = re.compile(r'<script type="application/octet-stream" class="jaxlab-payload">([^<]*)</script>')
TIMINGS = re.compile(r'<script type="application/json" class="jaxlab-timings">([^<]*)</script>')


def save(report: Report, path: str | Path) -> None:
    """Writes the report to `path`: `.html` for a page that needs no kernel and no network, `.json` for data.

    Nothing is cut, and files keep their names.

    Raises:
      ReportPathError: The ending is neither. It is a ValueError.
    """
    path = Path(path)
    match path.suffix:
        case ".html":
            text = page(report)
        case ".json":
            text = to_json(report)
        case _:
            raise ReportPathError(
                Diagnostic(
                    code="JL512",
                    message=f"A report is saved as .html or .json, and {path.name!r} is neither.",
                    hint=f"Name it {path.stem + '.html'!r} for a page to open, or {path.stem + '.json'!r} for data.",
                )
            )
    path.write_text(text, encoding="utf-8")


def load(path: str | Path) -> Report:
    """Reads a report from a `.json` or `.html` file that `save` wrote.

    Raises:
      ReportFormatError: The file holds no report. It is a ValueError.
      OSError: The file cannot be read.
    """
    text = Path(path).read_text(encoding="utf-8")
    if Path(path).suffix != ".html":
        return from_json(text)
    data, timings = PAYLOAD.search(text), TIMINGS.search(text)
    if data is None or timings is None:
        raise ReportFormatError(
            Diagnostic(
                code="JL513",
                message=f"The page {Path(path).name!r} holds no report.",
                hint="Load a page that `Report.save` wrote.",
            )
        )
    return unpack(Payload(data=data[1], timings=timings[1]))


def page(report: Report) -> str:
    """A whole HTML document that shows the report, open."""
    head = element(
        "head",
        Markup('<meta charset="utf-8"><meta name="viewport" content="width=device-width">'),
        element("title", f"jaxlab: {report.magic}"),
        element("style", Markup(PAGE_STYLE)),
    )
    charts = images(report.comparison) if report.comparison else Markup()
    body = element("body", container(report, pack(report), opened=True), charts)
    return joined(Markup("<!DOCTYPE html>\n"), element("html", head, body, lang="en"))
