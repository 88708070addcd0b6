"""Where the device time goes, as tables: by line of the cell, and by instruction."""

from jaxlab.model.report import Report
from jaxlab.views.rows import Table, seconds

SHOWN_OPS = 10
_NS = 1e-9


def line_table(report: Report) -> Table | None:
    """Lines of the cell that took time, longest first; None where nothing was profiled."""
    profile = report.profile
    if profile is None:
        return None
    whole = profile.total_ns
    texts = report.source.lines
    rows = (
        (str(entry.line), texts[entry.line - 1].strip(), seconds(entry.own_ns * _NS), share(entry.own_ns, whole))
        for entry in profile.lines
        if entry.line <= len(texts)
    )
    return Table(
        title="Device time by line",
        columns=("line", "", "in a run", "of the whole"),
        rows=tuple(rows),
        numeric=(0, 2, 3),
    )


def operation_table(report: Report) -> Table | None:
    """The instructions that took longest; None where nothing was profiled."""
    profile = report.profile
    if profile is None:
        return None
    whole = profile.total_ns
    ops = sorted(profile.ops, key=lambda op: -op.own_ns)
    rows = [(op.name, str(op.launches), seconds(op.own_ns * _NS), share(op.own_ns, whole)) for op in ops[:SHOWN_OPS]]
    if rest := ops[SHOWN_OPS:]:
        own_ns = sum(op.own_ns for op in rest)
        rows.append((f"{len(rest)} others", "", seconds(own_ns * _NS), share(own_ns, whole)))
    return Table(
        title="Device time by instruction",
        columns=("instruction", "launches", "in a run", "of the whole"),
        rows=tuple(rows),
        numeric=(1, 2, 3),
    )


def hottest(report: Report) -> str:
    """The device time of a run and the line with most of it: `1.8 ms on the device, 58 % of it line 9`."""
    profile = report.profile
    if profile is None:
        return ""
    whole = profile.total_ns
    told = f"{seconds(whole * _NS)} on the device"
    if not profile.lines:
        return told
    first = profile.lines[0]
    return f"{told}, {share(first.own_ns, whole)} of it line {first.line}"


def share(part: float, whole: float) -> str:
    """A part of the whole: `43 %`, `<1 %`; nothing where there is no whole."""
    if not whole:
        return ""
    percent = 100 * part / whole
    return f"{percent:.0f} %" if percent >= 1 else "<1 %"
