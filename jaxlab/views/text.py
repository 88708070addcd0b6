"""The report as plain text: what a terminal shows, and whatever strips HTML."""

from collections.abc import Iterable, Mapping

from jaxlab.model.listing import Listing, ListingLine
from jaxlab.model.report import LineState, Report
from jaxlab.views.rows import lines
from jaxlab.views.summary import summary
from jaxlab.views.table_text import table_text
from jaxlab.views.tables import tables

MARKS: Mapping[LineState | None, str] = {
    LineState.COMPILED: "●",
    LineState.PLAIN: "○",
    LineState.CONSTANT: "=",
    LineState.OPTIMISED_AWAY: "×",
    None: " ",
}
GUTTER = 9
"""Characters of a listing's margin, which names the lines of the cell that an IR line came from."""


def render_summary(report: Report) -> str:
    """One line: inputs and outputs, compile and run time, dtype, device, and what did not compile."""
    magic, *rest = (part.text for part in summary(report))
    return f"{magic}  {' · '.join(rest)}"


def render_text(report: Report, *, listings: Iterable[str] = ()) -> str:
    """The summary, the cell with a mark at each line, the figures, and the listings asked for.

    Args:
      report: What to show.
      listings: Kinds of listings to print in full: "jaxpr", "stablehlo", "hlo"; what a segment lacks is left out.
    """
    parts = [render_summary(report), render_source(report)]
    parts += [table_text(table) for table in tables(report)]
    for kind in listings:
        parts += [_listing(kind, listing, place, report) for place, listing in _placed(report, kind)]
    return "\n\n".join(parts)


def render_source(report: Report) -> str:
    """The cell with line numbers, a mark at each line that holds code, and what the marks mean."""
    states = report.line_states
    texts = report.source.text.rstrip("\n").split("\n")
    width = len(str(len(texts)))
    shown = [f"  {number:{width}d} {MARKS[states.get(number)]} {text}".rstrip() for number, text in enumerate(texts, 1)]
    legend = "   ".join(f"{MARKS[state]} {state.value}" for state in LineState if state in states.values())
    return "\n".join([*shown, *(["", f"  {legend}"] if legend else [])])


def _placed(report: Report, kind: str) -> list[tuple[str, Listing]]:
    """The listings of a kind, each with the lines of the cell that its segment covers."""
    return [
        (lines(segment.spans, report.source.file), segment.listings[kind])
        for segment in report.segments
        if kind in segment.listings
    ]


def _listing(kind: str, listing: Listing, place: str, report: Report) -> str:
    shown = (f"  {_gutter(line, report.source.file):>{GUTTER}} | {line.text}".rstrip() for line in listing.lines)
    return "\n".join([f"{kind} of {place}", *shown])


def _gutter(line: ListingLine, file: str) -> str:
    numbers = sorted({span.line for span in line.spans if span.file == file})
    shown = ",".join(map(str, numbers))
    return shown if len(shown) <= GUTTER else f"{numbers[0]}…{numbers[-1]}"
