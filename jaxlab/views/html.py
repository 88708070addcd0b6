"""The report as HTML that needs no kernel and no network.

Plain tables first: they are what an untrusted notebook shows, where scripts and styles are stripped. The explorer
(built from `extension/`) takes them over where scripts run, and opens the listings beside the cell.
"""

from functools import cache
from pathlib import Path

from jaxlab.model.report import Report
from jaxlab.views.deflated import deflated
from jaxlab.views.markup import Markup, element, joined
from jaxlab.views.payload import LIMIT_BYTES, Payload, pack
from jaxlab.views.placement import pictures
from jaxlab.views.summary import Part, summary
from jaxlab.views.table_html import table_html
from jaxlab.views.tables import ARGUMENTS, tables
from jaxlab.views.text import render_source

SEPARATOR = "\N{NO-BREAK SPACE}· "
"""A line may break after the dot, not before it."""
BUNDLE = Path(__file__).parent / "static" / "explorer.js"
LOADER = BUNDLE.with_name("loader.js")
ROOM_STEP = 10_000
NOT_BUILT = "The explorer is not part of this installation: its bundle was not built. Figures are below."


def render_html(report: Report, *, embed: bool, opened: bool = False) -> str:
    """A summary line that opens on the report.

    Args:
      report: What to show.
      embed: Whether the listings travel along, for the explorer; without them the page holds the figures alone.
      opened: Whether it stands open at first.
    """
    payload = pack(report, limit_bytes=_room(report), stable_names=True) if embed else None
    return container(report, payload, opened=opened)


def _room(report: Report) -> int:
    """Characters that the data may take beside the tables and the code, in steps, as timings change from run to run."""
    beside = len(container(report, None, opened=False)) + len(_code(BUNDLE, LOADER) if _is_built() else "")
    return max(LIMIT_BYTES - beside, LIMIT_BYTES // 2) // ROOM_STEP * ROOM_STEP


def _is_built() -> bool:
    return BUNDLE.exists() and LOADER.exists()


def container(report: Report, payload: Payload | None, *, opened: bool) -> Markup:
    """The report's element, with the explorer's data and code if there is a payload."""
    code = _code(BUNDLE, LOADER) if payload is not None and _is_built() else Markup()
    notice = element("p", NOT_BUILT) if payload is not None and not code else Markup()
    details = element(
        "details",
        element("summary", *_summary(summary(report)), style="cursor:pointer"),
        notice,
        element("pre", render_source(report), class_="jaxlab-source", style="line-height:1.45"),
        element("div", *_figures(report), class_="jaxlab-figures"),
        open=opened,
    )
    return element(
        "div",
        details,
        *(_data(payload) if payload is not None else ()),
        code,
        class_="jaxlab-report",
        data_lm_suppress_shortcuts="true",
    )


def _figures(report: Report) -> list[Markup]:
    shown = []
    for table in tables(report):
        shown.append(table_html(table))
        if table.title == ARGUMENTS:
            shown.append(pictures((*report.inputs, *report.outputs)))
    return shown


def _summary(parts: tuple[Part, ...]) -> list[Markup]:
    shown: list[Markup] = []
    for part in parts:
        text = part.text.replace("->", "→") if part.kind == "signature" else part.text
        style = "font-weight:600" if part.kind in ("magic", "warning") else ""
        if shown:
            shown.append(element("span", SEPARATOR, class_="separator"))
        shown.append(element("span", text, class_=part.kind, style=style))
    return shown


def _data(payload: Payload) -> tuple[Markup, Markup]:
    """Both scripts hold data; the browser runs neither. `<` is written so that no text can close the element."""
    timings = Markup(payload.timings.replace("<", "\\u003c"))
    return (
        element("script", payload.data, type="application/octet-stream", class_="jaxlab-payload"),
        element("script", timings, type="application/json", class_="jaxlab-timings"),
    )


@cache
def _code(bundle: Path, loader: Path) -> Markup:
    """The explorer's code, deflated to a third, as a notebook carries it once a cell; the loader inflates it."""
    code = deflated(bundle.read_bytes())
    script = joined(Markup("<script>"), Markup(loader.read_text(encoding="utf-8").strip()), Markup("</script>"))
    return joined(element("script", code, type="application/octet-stream", class_="jaxlab-code"), script)
