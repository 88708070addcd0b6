"""The report as HTML that needs no kernel and no network.

Plain tables first: they are what an untrusted notebook shows, where scripts and styles are stripped. The explorer
(built from `extension/`) takes them over where scripts run, and opens the listings beside the cell.
"""

from pathlib import Path

from jaxlab.model.report import Report
from jaxlab.views.markup import Markup, element, joined
from jaxlab.views.payload import LIMIT_BYTES, Payload, pack
from jaxlab.views.rows import Table
from jaxlab.views.summary import Part, summary
from jaxlab.views.tables import tables
from jaxlab.views.text import render_source

SEPARATOR = "\N{NO-BREAK SPACE}· "
"""A line may break after the dot, not before it."""
BUNDLE = Path(__file__).parent / "static" / "explorer.js"
NOT_BUILT = "The explorer is not part of this installation: its bundle was not built. Figures are below."

RULE = "1px solid rgba(128,128,128,.25)"
CELL_STYLE = f"text-align:left;vertical-align:top;padding:2px 14px 2px 0;border-bottom:{RULE}"
NUMBER_STYLE = f"text-align:right;vertical-align:top;padding:2px 14px 2px 0;border-bottom:{RULE};white-space:nowrap"


def render_html(report: Report, *, embed: bool, opened: bool = False) -> str:
    """A summary line that opens on the report.

    Args:
      report: What to show.
      embed: Whether the listings travel along, for the explorer; without them the page holds the figures alone.
      opened: Whether it stands open at first.
    """
    payload = pack(report, limit_bytes=LIMIT_BYTES, stable_names=True) if embed else None
    return container(report, payload, opened=opened)


def container(report: Report, payload: Payload | None, *, opened: bool) -> Markup:
    """The report's element, with the explorer's data and code if there is a payload."""
    bundle = _bundle() if payload is not None else None
    notice = element("p", NOT_BUILT) if payload is not None and bundle is None else Markup()
    details = element(
        "details",
        element("summary", *_summary(summary(report)), style="cursor:pointer"),
        notice,
        element("pre", render_source(report), class_="jaxlab-source", style="line-height:1.45"),
        element("div", *map(_table, tables(report)), class_="jaxlab-figures"),
        open=opened,
    )
    return element(
        "div",
        details,
        *(_data(payload) if payload is not None else ()),
        _script(bundle) if bundle is not None else Markup(),
        class_="jaxlab-report",
        data_lm_suppress_shortcuts="true",
    )


def _bundle() -> str | None:
    return BUNDLE.read_text(encoding="utf-8") if BUNDLE.exists() else None


def _summary(parts: tuple[Part, ...]) -> list[Markup]:
    shown: list[Markup] = []
    for part in parts:
        text = part.text.replace(" -> ", " → ") if part.kind == "signature" else part.text
        style = "font-weight:600" if part.kind in ("magic", "warning") else ""
        if shown:
            shown.append(element("span", SEPARATOR, class_="separator"))
        shown.append(element("span", text, class_=part.kind, style=style))
    return shown


def _table(table: Table) -> Markup:
    heading = element("tr", *_cells("th", table.columns, table.numeric)) if table.columns else Markup()
    rows = (element("tr", *_cells("td", row, table.numeric)) for row in table.rows)
    return element(
        "section",
        element("h4", table.title, style="margin:14px 0 4px;font-weight:600;font-size:inherit"),
        element(
            "table",
            element("thead", heading) if heading else Markup(),
            element("tbody", *rows),
            style="border-collapse:collapse;border:0",
        ),
    )


def _cells(tag: str, cells: tuple[str, ...], numeric: tuple[int, ...]) -> list[Markup]:
    return [
        element(tag, cell, class_="number", style=NUMBER_STYLE)
        if index in numeric
        else element(tag, cell, style=CELL_STYLE)
        for index, cell in enumerate(cells)
    ]


def _data(payload: Payload) -> tuple[Markup, Markup]:
    """Both scripts hold data; the browser runs neither. `<` is written so that no text can close the element."""
    timings = Markup(payload.timings.replace("<", "\\u003c"))
    return (
        element("script", payload.data, type="application/octet-stream", class_="jaxlab-payload"),
        element("script", timings, type="application/json", class_="jaxlab-timings"),
    )


def _script(bundle: str) -> Markup:
    return joined(Markup("<script>"), Markup(bundle), Markup("</script>"))
