"""A report's tables, in the order a person reads them; text and HTML lay out the same ones."""

from collections.abc import Callable

from jaxlab.model.cost import Cost, Memory
from jaxlab.model.placement import Argument
from jaxlab.model.report import Report, Segment
from jaxlab.views.arguments import argument_rows
from jaxlab.views.collectives import collectives
from jaxlab.views.comparison_tables import comparison_table, measured_table, sweep_table
from jaxlab.views.profile import line_table, operation_table
from jaxlab.views.rows import UNKNOWN, Table, bytes_, count, intensity, lines, seconds

ARGUMENTS = "Inputs and outputs"


def tables(report: Report) -> tuple[Table, ...]:
    """Every table of the report that has rows, in reading order."""
    made = (
        comparison_table(report.comparison),
        sweep_table(report.comparison),
        _plain(report),
        _findings(report),
        _arguments(report),
        _times(report),
        line_table(report),
        operation_table(report),
        _costs(report),
        collectives(report),
        measured_table(report.comparison),
        _environment(report),
    )
    return tuple(table for table in made if table is not None and table.rows)


def _times(report: Report) -> Table:
    earlier = " (in an earlier run)" if report.reused else ""
    rows = [
        (f"trace{earlier}", report.trace_s),
        (f"lower{earlier}", report.lower_s),
        (f"compile{earlier}", report.compile_s),
    ]
    if not any(segment.listings for segment in report.segments):
        rows = []
    if report.run_s is not None:
        rows += [("transfer", report.transfer_s)] if rows else []
        rows.append(("run, conversions included", report.run_s))
    return Table(title="Time", rows=tuple((name, seconds(value)) for name, value in rows), numeric=(1,))


_OF_ARGUMENTS = ("", "name", "dtype and shape", "in the notebook", "size", "where", "per device", "sharding")
_WHERE = _OF_ARGUMENTS.index("where") + 1


def _arguments(report: Report) -> Table:
    sides = {"in": report.inputs, "out": report.outputs}
    # What each device has, and how it was shared out, says nothing of arrays that one device has whole.
    told = None if any(map(_is_spread, (*report.inputs, *report.outputs))) else _WHERE
    return Table(
        title=ARGUMENTS,
        columns=_OF_ARGUMENTS[:told],
        rows=tuple((side, *row)[:told] for side, arguments in sides.items() for row in argument_rows(arguments)),
        numeric=(4, 6),
    )


def _is_spread(argument: Argument) -> bool:
    return argument.placement is not None and len(argument.placement.devices) > 1


COST_ROWS: tuple[tuple[str, Callable[[Cost], str]], ...] = (
    ("flops", lambda cost: count(cost.flops)),
    ("transcendentals", lambda cost: count(cost.transcendentals)),
    ("bytes accessed", lambda cost: bytes_(cost.bytes_accessed)),
    ("flops a byte", lambda cost: intensity(cost.arithmetic_intensity)),
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
        title="Would run as plain Python" if report.run_s is None else "Ran as plain Python",
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


def _environment(report: Report) -> Table:
    rows = (("device", report.device or UNKNOWN), *report.versions.items())
    return Table(title="Environment", rows=rows if report.versions else ())
