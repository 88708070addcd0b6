"""A comparison as tables: a row a backend, a row a size, and how it was measured."""

from jaxlab.model.comparison import Comparison
from jaxlab.model.timing import ComparisonRow
from jaxlab.views.comparison import calls, paid_back
from jaxlab.views.comparison_names import shortened
from jaxlab.views.rows import UNKNOWN, Table, bytes_, error, seconds, seconds_between
from jaxlab.views.verdicts import certainty, faster

NONE = "–"


def comparison_table(comparison: Comparison | None) -> Table | None:
    """One row a backend; None where nothing was compared."""
    if comparison is None:
        return None
    baseline = shortened(comparison.baseline.label)
    columns = (
        "backend",
        "steady state",
        "95 %",
        "transfer in it",
        "first call",
        f"against {baseline}",
        "95 %",
        "paid back after",
        "peak",
        "agrees",
        "largest error",
        "note",
    )
    rows = tuple(_row(comparison, row) for row in comparison.rows)
    return Table(title="Comparison", columns=columns, rows=rows, numeric=(1, 2, 3, 4, 5, 6, 7, 8, 10))


def sweep_table(comparison: Comparison | None) -> Table | None:
    """Medians by size, and how they grow; None where there was no sweep."""
    sweep = comparison.sweep if comparison is not None else None
    if sweep is None:
        return None
    curves = [dict(sweep.curve(label)) for label in sweep.labels]
    rows = [
        (f"{point.size:,}", *(seconds(curve[point.size]) if point.size in curve else NONE for curve in curves))
        for point in sweep.points
    ]
    orders = [sweep.order(label) for label in sweep.labels]
    rows.append(("grows as", *(NONE if order is None else f"{sweep.name}^{order:.1f}" for order in orders)))
    made = f" ({', '.join(sweep.rebuilt)} made anew)" if sweep.rebuilt else ""
    return Table(
        title=f"By {sweep.name}{made}" + (f": {sweep.note}" if sweep.note else ""),
        columns=(sweep.name, *map(shortened, sweep.labels)),
        rows=tuple(rows),
        numeric=tuple(range(len(sweep.labels) + 1)),
    )


def measured_table(comparison: Comparison | None) -> Table | None:
    """How it was measured: samples, threads, tolerance, who else was busy; names of rows are whole here."""
    if comparison is None:
        return None
    ran = [row for row in comparison.rows if row.samples_s]
    rows = [(row.label, f"{len(row.samples_s)} samples of {calls(row.loops)}") for row in ran]
    rows += [(f"{library} threads", str(number)) for library, number in comparison.threads.items()]
    busy = comparison.others_busy
    rows.append(("CPUs that others kept busy", UNKNOWN if busy is None else f"{busy:.1f}"))
    rows += [(f"{row.label} agrees within", _within(comparison, row)) for row in comparison.rows[1:] if row.agrees]
    return Table(title="How it was measured", rows=tuple(rows))


def _within(comparison: Comparison, row: ComparisonRow) -> str:
    """`1e-06 of each number, and 2.2e-13 of the largest that it was computed from`."""
    rounding = f"{comparison.rounding_of(row):.1e} of the largest that it was computed from"
    return f"{comparison.tolerance_of(row):g} of each number, and {rounding}"


def _row(comparison: Comparison, row: ComparisonRow) -> tuple[str, ...]:
    interval, speedup, is_baseline = row.interval_s, comparison.speedup(row), row is comparison.baseline
    return (
        shortened(row.label),
        seconds(row.median_s),
        seconds_between(interval.low, interval.high) if interval else NONE,
        NONE if row.transfer_s is None else seconds(row.transfer_s),
        NONE if row.first_call_s is None else seconds(row.first_call_s),
        "baseline" if is_baseline else NONE if speedup is None else faster(speedup),
        NONE if is_baseline else certainty(comparison, row).removeprefix("95 %: ") or NONE,
        paid_back(comparison, row) or NONE,
        bytes_(row.peak_bytes),
        UNKNOWN if row.agrees is None else "yes" if row.agrees else "no",
        error(row.max_abs_error),
        row.note or (f"in {row.bits} bits" if row.bits else NONE),
    )
