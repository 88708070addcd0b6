"""Figures as a person reads them: the only place where numbers get digits and units, and tables get their rows."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from jaxlab.model.cost import Cost, Memory
from jaxlab.model.placement import Argument, Aval
from jaxlab.model.report import Report, Segment
from jaxlab.model.source import Span
from jaxlab.model.timing import Comparison, ComparisonRow

UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows under a title, every cell already text.

    Attributes:
      title: What the table is about.
      columns: Headings; empty where the first column names each row and no heading is needed.
      rows: Each with as many cells as the others.
      numeric: Indices of the columns that hold figures, to be set flush right.
    """

    title: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[int, ...] = ()


def seconds(value: float | None) -> str:
    """Two digits and a unit: `0.21 s`, `2.1 ms`, `850 ns`."""
    if value is None:
        return UNKNOWN
    if value == 0:
        return "0 s"
    if abs(value) >= 0.1:
        return f"{_digits(value, 2)} s"
    unit, scale = next((pair for pair in (("ms", 1e3), ("µs", 1e6)) if abs(value) * pair[1] >= 1), ("ns", 1e9))
    return f"{_digits(value * scale, 2)} {unit}"


def bytes_(value: float | None) -> str:
    """Three digits and a decimal unit: `2 MB` is two million bytes."""
    return UNKNOWN if value is None else _scaled(value, ("B", "kB", "MB", "GB", "TB", "PB"))


def count(value: float | None) -> str:
    """Three digits and a power of a thousand: `250 M`."""
    return UNKNOWN if value is None else _scaled(value, ("", "k", "M", "G", "T", "P")).rstrip()


def ratio(value: float | None) -> str:
    """Two digits and a multiplication sign: `3.4×`."""
    return UNKNOWN if value is None else f"{_digits(value, 2)}×"


def error(value: float | None) -> str:
    """A difference, in scientific notation unless it is exactly zero."""
    if value is None:
        return UNKNOWN
    return "0" if value == 0 else f"{value:.1e}"


def aval(value: Aval) -> str:
    """As JAX writes it, scalars without brackets: `float64[500,500]`, `float64`."""
    return str(value) if value.shape else value.dtype


def lines(spans: Iterable[Span], file: str) -> str:
    """The lines of `file` that the spans cover: `line 3`, `lines 2–5, 8`."""
    covered = sorted({line for span in spans if span.file == file for line in range(span.line, span.end_line + 1)})
    runs: list[list[int]] = []
    for line in covered:
        if runs and line == runs[-1][-1] + 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    named = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
    return f"line{'' if len(covered) == 1 else 's'} {named or UNKNOWN}"


def tables(report: Report) -> tuple[Table, ...]:
    """Every table of the report that has rows, in reading order."""
    made = (
        _comparison(report.comparison),
        _plain(report),
        _findings(report),
        _arguments(report),
        _times(report),
        _costs(report),
        _environment(report),
    )
    return tuple(table for table in made if table is not None and table.rows)


def _times(report: Report) -> Table:
    earlier = " (in an earlier run)" if report.reused else ""
    rows = [
        (f"trace{earlier}", report.trace_s),
        (f"lower{earlier}", report.lower_s),
        (f"compile{earlier}", report.compile_s),
        ("transfer", report.transfer_s),
    ]
    if not any(segment.listings for segment in report.segments):
        rows = []
    if report.run_s is not None:
        rows.append(("run, conversions included", report.run_s))
    return Table(title="Time", rows=tuple((name, seconds(value)) for name, value in rows), numeric=(1,))


def _arguments(report: Report) -> Table:
    rows = [("in", argument) for argument in report.inputs] + [("out", argument) for argument in report.outputs]
    return Table(
        title="Inputs and outputs",
        columns=("", "name", "aval", "in the notebook", "size", "where", "per device", "sharding"),
        rows=tuple((role, *_argument(argument)) for role, argument in rows),
        numeric=(4, 6),
    )


def _argument(argument: Argument) -> tuple[str, ...]:
    head = (argument.name, aval(argument.aval), argument.python_type, bytes_(argument.bytes))
    placement = argument.placement
    if placement is None:
        return (*head, "host", UNKNOWN, UNKNOWN)
    devices = ", ".join(placement.devices)
    where = f"{devices} ({placement.memory_kind})" if placement.memory_kind else devices
    return (*head, where, bytes_(placement.bytes_per_device), placement.sharding)


COST_ROWS: tuple[tuple[str, Callable[[Cost], str]], ...] = (
    ("flops", lambda cost: count(cost.flops)),
    ("transcendentals", lambda cost: count(cost.transcendentals)),
    ("bytes accessed", lambda cost: bytes_(cost.bytes_accessed)),
    ("flops a byte", lambda cost: UNKNOWN if cost.arithmetic_intensity is None else _digits(cost.arithmetic_intensity, 2)),
)
MEMORY_ROWS: tuple[tuple[str, Callable[[Memory], str]], ...] = (
    ("arguments", lambda memory: bytes_(memory.argument_bytes)),
    ("outputs", lambda memory: bytes_(memory.output_bytes)),
    ("outputs in an input's place", lambda memory: bytes_(memory.alias_bytes)),
    ("temporaries", lambda memory: bytes_(memory.temporary_bytes)),
    ("peak", lambda memory: bytes_(memory.peak_bytes)),
)


def _costs(report: Report) -> Table:
    segments = [segment for segment in report.segments if segment.listings]
    rows = [(name, *(show(segment.cost or Cost()) for segment in segments)) for name, show in COST_ROWS]
    rows += [(name, *(show(segment.memory or Memory()) for segment in segments)) for name, show in MEMORY_ROWS]
    return Table(
        title="Cost and memory",
        columns=("", *(_segment_name(segment, report) for segment in segments)) if len(segments) > 1 else (),
        rows=tuple(rows) if segments else (),
        numeric=tuple(range(1, len(segments) + 1)),
    )


def _segment_name(segment: Segment, report: Report) -> str:
    return lines(segment.spans, report.source.file)


def _plain(report: Report) -> Table:
    return Table(
        title="Ran as plain Python",
        columns=("line", "why", "what to type instead"),
        rows=tuple((str(entry.line), entry.reason, entry.remedy or "–") for entry in report.breaks),
        numeric=(0,),
    )


def _findings(report: Report) -> Table:
    return Table(
        title="Findings",
        columns=("", "what", "what to do"),
        rows=tuple((entry.code, entry.message, entry.hint or "–") for entry in report.diagnostics),
    )


def _comparison(comparison: Comparison | None) -> Table | None:
    if comparison is None:
        return None
    return Table(
        title="Comparison",
        columns=("backend", "median", "first call", "against " + comparison.baseline.backend, "peak", "agrees", "largest error", "note"),
        rows=tuple(_comparison_row(row, comparison) for row in comparison.rows),
        numeric=(1, 2, 3, 4, 6),
    )


def _comparison_row(row: ComparisonRow, comparison: Comparison) -> tuple[str, ...]:
    agrees = UNKNOWN if row.agrees is None else "yes" if row.agrees else "no"
    speedup = comparison.speedup(row)
    return (
        row.backend,
        seconds(row.median_s),
        "–" if row.first_call_s is None else seconds(row.first_call_s),
        "baseline" if row is comparison.baseline else "–" if speedup is None else ratio(speedup),
        bytes_(row.peak_bytes),
        agrees,
        error(row.max_abs_error),
        row.note or "–",
    )


def _environment(report: Report) -> Table:
    rows = (("device", report.device or UNKNOWN), *report.versions.items())
    return Table(title="Environment", rows=rows if report.versions else ())


def _digits(value: float, digits: int) -> str:
    """`value` to so many significant digits, never in scientific notation, whole numbers kept whole."""
    rounded = float(f"{value:.{digits}g}")
    return f"{value:,.0f}" if abs(rounded) >= 10 ** (digits - 1) else f"{rounded:g}"


def _scaled(value: float, units: tuple[str, ...]) -> str:
    scaled, unit = float(value), units[0]
    for larger in units[1:]:
        if abs(float(f"{scaled:.3g}")) < 1000:
            break
        scaled, unit = scaled / 1000, larger
    return f"{scaled:.3g} {unit}" if abs(scaled) < 1000 else f"{scaled:,.0f} {unit}"
