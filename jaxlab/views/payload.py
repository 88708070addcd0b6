"""What the explorer reads: the report without its timings, deflated, so that two runs of a cell save the same bytes."""

import json
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from jaxlab.model.codec import TIMING_SUFFIX, from_document, timings, to_document
from jaxlab.model.diagnostic import Diagnostic
from jaxlab.model.errors import ReportFormatError
from jaxlab.model.listing import Listing, ListingLine
from jaxlab.model.passes import Passes
from jaxlab.model.report import Report, Segment
from jaxlab.views.deflated import deflated, inflated
from jaxlab.views.rows import bytes_, count

LIMIT_BYTES = 500_000
"""What one cell may add to a notebook."""
FEWEST_LINES = 200
"""A listing is never cut below this."""
_BETWEEN = "programs between passes are left out"
_RECENT: deque[tuple[tuple[Any, ...], str]] = deque(maxlen=4)
"""What was packed last: a cell that runs again shows the same program, and packing it takes longer than running it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Payload:
    """A report as a page carries it.

    Attributes:
      data: Deflated JSON, as `deflated` writes it.
      timings: JSON of the timings, which `data` leaves out.
    """

    data: str
    timings: str


def pack(report: Report, *, limit_bytes: int | None = None, stable_names: bool = False) -> Payload:
    """Packs a report for a page.

    Args:
      report: What to pack.
      limit_bytes: Size of `data` above which listings are cut, with a notice; None for no limit.
      stable_names: Whether files are renamed to "cell-0", "cell-1", ...: IPython's names hold the kernel's process id,
        and paths say whose machine it was.
    """
    key = (*_apart_from_timings(report), limit_bytes, stable_names)
    known = next((data for other, data in _RECENT if other == key), None)
    if known is None:
        known = _cut_to_fit(report, limit_bytes, stable_names)
        _RECENT.append((key, known))
    return Payload(data=known, timings=_json(timings(report)))


def _apart_from_timings(report: Report) -> tuple[Any, ...]:
    return tuple(getattr(report, field.name) for field in fields(report) if not field.name.endswith(TIMING_SUFFIX))


def _cut_to_fit(report: Report, limit_bytes: int | None, stable_names: bool) -> str:
    data = _packed(report, stable_names, notice="")
    if limit_bytes is not None and len(data) > limit_bytes and any(segment.passes for segment in report.segments):
        report = _without_programs_between(report)
        data = _packed(report, stable_names, _left_out(_BETWEEN.capitalize(), limit_bytes))
    keep = max((len(listing.lines) for listing in _listings(report)), default=0)
    while limit_bytes is not None and len(data) > limit_bytes and keep > FEWEST_LINES:
        # Lines are much alike, so their share tells how many fit; a tenth less, as that is no promise.
        keep = max(min(int(0.9 * keep * limit_bytes / len(data)), keep - 1), FEWEST_LINES)
        data = _packed(_cut(report, keep), stable_names, _notice(report, keep, limit_bytes))
    return data


def unpack(payload: Payload) -> Report:
    """The report that was packed.

    Raises:
      ReportFormatError: The payload is damaged, or of a schema that this version does not know.
    """
    try:
        document = json.loads(inflated(payload.data))["document"]
        document["timings"] = json.loads(payload.timings)
    except (ValueError, KeyError, TypeError) as problem:
        raise ReportFormatError(
            Diagnostic(
                code="JL511",
                message=f"The page's report is damaged: {problem}.",
                hint="Save it again with `Report.save`.",
            )
        ) from problem
    return from_document(document)


def _packed(report: Report, stable_names: bool, notice: str) -> str:
    document = to_document(report)
    del document["timings"]
    if stable_names:
        _rename_files(document)
    states = {str(line): state.value for line, state in sorted(report.line_states.items())}
    return deflated(_json({"document": document, "line_states": states, "notice": notice}).encode())


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _rename_files(document: Mapping[str, Any]) -> None:
    body = document["report"]
    named = [body["source"], *body["helpers"], *document["spans"]]
    names: dict[str, str] = {}
    for entry in named:
        entry["file"] = names.setdefault(entry["file"], f"cell-{len(names)}")


def _listings(report: Report) -> list[Listing]:
    return [listing for segment in report.segments for listing in segment.listings.values()]


def _cut(report: Report, keep: int) -> Report:
    def cut(segment: Segment) -> Segment:
        return replace(
            segment,
            listings={kind: replace(listing, lines=_kept(listing, keep)) for kind, listing in segment.listings.items()},
        )

    return replace(report, segments=tuple(map(cut, report.segments)))


def _kept(listing: Listing, keep: int) -> tuple[ListingLine, ...]:
    """The lines that stay: the first ones, but of HLO, which prints what is called before it is, the entry's."""
    lines = listing.lines
    if listing.kind != "hlo" or len(lines) <= keep:
        return lines[:keep]
    entry = next((index for index, line in enumerate(lines) if line.text.startswith("ENTRY")), 0)
    start = min(entry, len(lines) - keep)
    return lines[start : start + keep]


def _without_programs_between(report: Report) -> Report:
    """The report with the names and sizes of passes alone."""

    def bare(passes: Passes) -> Passes:
        return Passes(steps=tuple(replace(step, runs=()) for step in passes.steps))

    segments = (replace(each, passes=bare(each.passes)) if each.passes else each for each in report.segments)
    return replace(report, segments=tuple(segments))


def _notice(report: Report, keep: int, limit_bytes: int) -> str:
    longest = max(len(listing.lines) for listing in _listings(report))
    cut = f"Listings are cut to {count(keep)} lines (the longest has {count(longest)})"
    has_passes = any(segment.passes for segment in report.segments)
    return _left_out(f"{cut}, and {_BETWEEN}" if has_passes else cut, limit_bytes)


def _left_out(what: str, limit_bytes: int) -> str:
    return (
        f"{what}, to keep this output under {bytes_(limit_bytes)}. "
        "`jaxlab.last_report().save('report.html')` writes them whole."
    )
