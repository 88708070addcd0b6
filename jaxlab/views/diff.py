"""Two reports compared: before and after an edit, in 32 and 64 bits, on two devices."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from difflib import unified_diff

from jaxlab.model.report import Report, Segment
from jaxlab.views.markup import Markup, element, joined
from jaxlab.views.rows import UNKNOWN, Table, bytes_, count, ratio, seconds
from jaxlab.views.table_html import HEADING_STYLE, table_html
from jaxlab.views.table_text import table_text

OPCODE = re.compile(r" = (?:\(.*?\)|\S+) ([a-z][\w\-]*)\(")
PLUMBING = frozenset({"parameter", "constant", "tuple", "get-tuple-element", "bitcast"})
COLOURS = {"+": "rgba(0,158,115,.18)", "-": "rgba(213,94,0,.18)"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One figure of a report.

    Attributes:
      name: What it counts.
      of: Gives it, or None where it is unknown.
      show: Writes it.
    """

    name: str
    of: Callable[[Report], float | None]
    show: Callable[[float | None], str]


def diff_text(before: Report, after: Report, names: tuple[str, str] = ("before", "after")) -> str:
    """What differs between two reports, as plain text."""
    changed = _changed_lines(before, after, names)
    parts = [table_text(table) for table in diff_tables(before, after, names)]
    return "\n\n".join([*parts, *(["\n".join(["The cell", *(f"  {line}" for line in changed)])] if changed else [])])


def diff_html(before: Report, after: Report, names: tuple[str, str] = ("before", "after")) -> Markup:
    """What differs between two reports, as HTML that needs no script."""
    lines = [
        element("div", line, style=f"background:{COLOURS[line[0]]}" if line[0] in COLOURS else "")
        for line in _changed_lines(before, after, names)
    ]
    cell = (
        element("section", element("h4", "The cell", style=HEADING_STYLE), element("pre", *lines))
        if lines
        else Markup()
    )
    return joined(*map(table_html, diff_tables(before, after, names)), cell)


def diff_tables(before: Report, after: Report, names: tuple[str, str]) -> tuple[Table, ...]:
    """Figures that either report knows, and operations whose number changed."""
    tables = (_figures(before, after, names), _operations(before, after, names))
    return tuple(table for table in tables if table.rows)


def _figures(before: Report, after: Report, names: tuple[str, str]) -> Table:
    rows = []
    for figure in FIGURES:
        old, new = figure.of(before), figure.of(after)
        if old is not None or new is not None:
            rows.append((figure.name, figure.show(old), figure.show(new), change(old, new)))
    return Table(title="Compared", columns=("", *names, "change"), rows=tuple(rows), numeric=(1, 2, 3))


def change(before: float | None, after: float | None) -> str:
    """By how much a figure changed: `=`, `+1.5 %`, `0.5×`, `new`, `gone`; unknown where either is."""
    if before is None or after is None:
        return UNKNOWN
    if before == after:
        return "="
    if not before:
        return "new"
    if not after:
        return "gone"
    factor = after / before
    return f"{100 * (factor - 1):+.1f} %" if 0.9 < factor < 1.1 else ratio(factor)


def _operations(before: Report, after: Report, names: tuple[str, str]) -> Table:
    old, new = _opcodes(before), _opcodes(after)
    differing = sorted(name for name in old | new if old[name] != new[name])
    rows = ((name, str(old[name]), str(new[name]), f"{new[name] - old[name]:+d}") for name in differing)
    return Table(title="Operations of the HLO", columns=("", *names, "change"), rows=tuple(rows), numeric=(1, 2, 3))


def _opcodes(report: Report) -> Counter[str]:
    texts = (line.text for segment in report.segments for line in _lines(segment, "hlo"))
    found = (OPCODE.search(text) for text in texts)
    return Counter(match[1] for match in found if match and match[1] not in PLUMBING)


def _changed_lines(before: Report, after: Report, names: tuple[str, str]) -> list[str]:
    old, new = (report.source.text.rstrip("\n").split("\n") for report in (before, after))
    return list(unified_diff(old, new, *names, lineterm="", n=1))[2:]


def _lines(segment: Segment, kind: str) -> tuple:
    return segment.listings[kind].lines if kind in segment.listings else ()


def _length(kind: str) -> Callable[[Report], float | None]:
    def length(report: Report) -> float | None:
        return sum(len(_lines(segment, kind)) for segment in report.segments) or None

    return length


def _total(part: str, field: str) -> Callable[[Report], float | None]:
    """Sums a field of each segment's cost or memory; unknown where a segment does not know it."""

    def total(report: Report) -> float | None:
        figures = [getattr(getattr(segment, part), field, None) for segment in report.segments if segment.listings]
        known = [figure for figure in figures if figure is not None]
        return sum(known) if known and len(known) == len(figures) else None

    return total


def _fusions(report: Report) -> float | None:
    return _opcodes(report)["fusion"] if _length("hlo")(report) else None


def _device_time(report: Report) -> float | None:
    return None if report.profile is None else 1e-9 * report.profile.total_ns


FIGURES = (
    Figure(name="lines of jaxpr", of=_length("jaxpr"), show=count),
    Figure(name="lines of StableHLO", of=_length("stablehlo"), show=count),
    Figure(name="lines of HLO", of=_length("hlo"), show=count),
    Figure(name="fusions", of=_fusions, show=count),
    Figure(name="flops", of=_total("cost", "flops"), show=count),
    Figure(name="transcendentals", of=_total("cost", "transcendentals"), show=count),
    Figure(name="bytes accessed", of=_total("cost", "bytes_accessed"), show=bytes_),
    Figure(name="temporaries", of=_total("memory", "temporary_bytes"), show=bytes_),
    Figure(name="peak memory", of=_total("memory", "peak_bytes"), show=bytes_),
    Figure(name="trace, lower and compile", of=lambda r: r.trace_s + r.lower_s + r.compile_s, show=seconds),
    Figure(name="device time of a run", of=_device_time, show=seconds),
    Figure(name="run, conversions included", of=lambda r: r.run_s, show=seconds),
)
