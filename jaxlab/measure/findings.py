"""What measuring has to tell, in words: the diagnostics JL400 to JL406 and JL412."""

from jaxlab.cell.parse import Cell
from jaxlab.measure.agreement import PRINTED_LABEL, Agreement
from jaxlab.measure.reach import Obstacle
from jaxlab.measure.scale import VALUE_LABEL
from jaxlab.model.comparison import Comparison
from jaxlab.model.diagnostic import Diagnostic
from jaxlab.model.report import LineState, Report
from jaxlab.model.source import Span
from jaxlab.model.timing import ComparisonRow

MATTERS = 0.5
"""Share of the time from which on something is the reason for it."""
LITTLE_S = 2e-5
"""A baseline shorter than this is little work: starting a compiled program alone takes longer."""
SEQUENTIAL = "Its loop takes one step after the other: compiling pays where steps are large, or become arrays."
BUSY = 0.5
"""CPUs that others keep busy from which on they are named: what the system itself does stays below."""


def not_repeated(cell: Cell, obstacles: tuple[Obstacle, ...], consequence: str) -> Diagnostic:
    """The cell ran once only."""
    first = obstacles[0]
    place = f" on line {first.line}" if first.line is not None else ""
    return Diagnostic(
        code="JL401",
        message=f"The cell ran once only, {consequence}: {first.reason}{place}{_more(len(obstacles) - 1, 'reason')}.",
        hint="Move what acts outside the notebook's values to a cell of its own.",
        span=Span(file=cell.source.file, line=first.line, end_line=first.line) if first.line is not None else None,
    )


def checked(found: Agreement) -> Diagnostic:
    """Whether the compiled run left what plain Python leaves."""
    if not found.agrees:
        return different("the compiled cell", found)
    number = "1 result" if found.compared == 1 else f"{found.compared} results"
    return Diagnostic(
        code="JL400",
        message=f"Checked: {number}, in-place changes included, equal plain Python's within {found.tolerance:g}.",
    )


def plain_raised(error: BaseException) -> Diagnostic:
    """The compiled run went well, the plain one did not."""
    return Diagnostic(
        code="JL402", message=f"Plain Python raises {type(error).__name__} where the compiled cell does not: {error}"
    )


def different(backend: str, found: Agreement) -> Diagnostic:
    """Results that are not the baseline's."""
    first = found.differences[0]
    return Diagnostic(
        code="JL402",
        message=f"In {backend}, {_place(first.label)} {first.reason}{_more(len(found.differences) - 1, 'difference')}.",
        hint="The notebook's values are plain Python's." if backend == "jit" else "",
    )


def uncompared(backend: str, found: Agreement) -> Diagnostic:
    """Results that nothing tells the sameness of."""
    first = found.uncompared[0]
    left_out = f"{_place(first.label)} was not compared{_more(len(found.uncompared) - 1, 'such result')}"
    return Diagnostic(
        code="JL412",
        message=f"In {backend}, {left_out}: nothing tells whether {first.reason} are the same.",
        hint="Compare what it gives: a name that the cell binds to numbers.",
    )


def busy(comparison: Comparison) -> Diagnostic | None:
    """That others were at work on the machine; None where they were not, or it is unknown."""
    if comparison.others_busy is None or comparison.others_busy < BUSY:
        return None
    return Diagnostic(
        code="JL404",
        message=f"Other processes kept {comparison.others_busy:.1f} CPUs busy meanwhile, so times may be too long.",
        hint="Stop them and run the cell again; ratios suffer less than times, as samples were taken in turns.",
    )


def noisy(comparison: Comparison) -> Diagnostic | None:
    """Whose samples scatter too much to tell; None where nobody's do."""
    rows = [row.label for row in comparison.rows if row.is_noisy]
    if not rows:
        return None
    return Diagnostic(
        code="JL405",
        message=f"Samples of {', '.join(rows)} scatter so much that a median is known to no better than a tenth.",
        hint="More samples (`-r 100 --budget 20s`) or a quieter machine make it certain.",
    )


def not_swept(reason: str) -> Diagnostic:
    """That there is no sweep."""
    return Diagnostic(
        code="JL406",
        message=f"The cell was not run at other sizes: {reason}.",
        hint="Say how its inputs are made, as in `--setup 'x = np.random.rand(n)'`.",
    )


def slower(comparison: Comparison, report: Report) -> Diagnostic | None:
    """Why the compiled cell is slower than the baseline; None where it is not seen to be, or they are not ranked."""
    row = next((row for row in comparison.rows if row.backend == "jit" and not row.variant), None)
    speedup = None if row is None else comparison.speedup(row)
    if row is None or speedup is None or speedup >= 0.95 or not comparison.is_different(row):
        return None
    return Diagnostic(
        code="JL403",
        message=f"jit is slower here: {_reason(row, comparison.baseline, report)}.",
        hint=SEQUENTIAL if _has_loop(report) else "",
    )


def _reason(row: ComparisonRow, baseline: ComparisonRow, report: Report) -> str:
    """What the runs that were timed tell: which of its lines are compiled, and what part of them is moving arrays."""
    if not set(report.line_states.values()) - {LineState.CONSTANT, LineState.PLAIN}:
        return "nothing of it is compiled"
    if report.breaks:
        return _plain_lines(report)
    median_s, transfer_s = row.median_s or 0.0, row.transfer_s or 0.0
    if MATTERS * median_s < transfer_s <= median_s:
        return f"moving arrays between NumPy and JAX is {_share(transfer_s, median_s)} of its time"
    rest_s = max(median_s - transfer_s, 0.0)
    all_of_it = f"all of it takes {_microseconds(baseline.median_s or 0.0)} by {baseline.label}"
    if (baseline.median_s or 0.0) < LITTLE_S:
        return (
            f"there is little to compute: {all_of_it}; compiled, it takes {_microseconds(rest_s)} without moving arrays"
        )
    return f"without moving arrays it takes {_microseconds(rest_s)}; {all_of_it}"


def _plain_lines(report: Report) -> str:
    number, line = len(report.breaks), report.breaks[0].line
    if number == 1:
        return f"1 of its statements runs as plain Python, on line {line}"
    return f"{number} of its statements run as plain Python, the first on line {line}"


def _share(part_s: float, whole_s: float) -> str:
    return f"{part_s / whole_s:.0%}"


def _microseconds(time_s: float) -> str:
    return f"{time_s * 1e6:,.0f} µs" if time_s >= 1e-5 else f"{time_s * 1e6:.1f} µs"


def _has_loop(report: Report) -> bool:
    """Whether a compiled piece runs a loop step by step."""
    listings = (segment.listings.get("hlo") for segment in report.segments)
    return any(" while(" in line.text for listing in listings if listing for line in listing.lines)


def _place(label: str) -> str:
    return label if label in (VALUE_LABEL, PRINTED_LABEL) else f"`{label}`"


def _more(number: int, what: str) -> str:
    """That there are so many more, in brackets; empty for none."""
    return f" (and {number} more {what}{'s' if number > 1 else ''})" if number else ""
