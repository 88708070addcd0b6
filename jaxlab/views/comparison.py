"""A comparison in words and as a table: nothing is claimed that its samples do not bear out."""

from jaxlab.model.comparison import Comparison
from jaxlab.model.statistics import Interval
from jaxlab.model.sweep import Sweep
from jaxlab.model.timing import ComparisonRow
from jaxlab.views.rows import UNKNOWN, Table, bytes_, count, error, ratio, seconds

NONE = "–"


def compared(comparison: Comparison) -> str:
    """What the comparison found, one clause a backend."""
    clauses = [_clause(comparison, row) for row in comparison.rows[1:]]
    if comparison.sweep is not None:
        clauses += _leads(comparison.sweep)
    if comparison.is_interrupted:
        clauses.append("interrupted, so this rests on what had been measured by then")
    return "; ".join(clauses)


def comparison_table(comparison: Comparison | None) -> Table | None:
    """One row a backend; None where nothing was compared."""
    if comparison is None:
        return None
    baseline = comparison.baseline.label
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
        columns=(sweep.name, *sweep.labels),
        rows=tuple(rows),
        numeric=tuple(range(len(sweep.labels) + 1)),
    )


def measured_table(comparison: Comparison | None) -> Table | None:
    """How it was measured: samples, threads, tolerance, who else was busy."""
    if comparison is None:
        return None
    ran = [row for row in comparison.rows if row.samples_s]
    rows = [(row.label, f"{len(row.samples_s)} samples of {calls(row.loops)}") for row in ran]
    rows += [(f"{library} threads", str(number)) for library, number in comparison.threads.items()]
    busy = comparison.others_busy
    rows.append(("CPUs that others kept busy", UNKNOWN if busy is None else f"{busy:.1f}"))
    rows.append(("results agree within", f"{comparison.tolerance:g}, relative"))
    return Table(title="How it was measured", rows=tuple(rows))


def render_comparison(comparison: Comparison) -> str:
    """One line a backend: `jit     0.23 ms (95 %: 0.22–0.24)  9.2× (8.8–9.5)  same results`."""
    width = max(len(row.label) for row in comparison.rows)
    return "\n".join(f"{row.label:<{width}}  {_line(comparison, row)}" for row in comparison.rows)


def calls(number: int) -> str:
    """`1 call`, `1,000 calls`."""
    return f"{number:,} call" + ("" if number == 1 else "s")


def _line(comparison: Comparison, row: ComparisonRow) -> str:
    if row.median_s is None:
        return row.note or "not measured"
    interval = row.interval_s
    parts = [seconds(row.median_s) + (f" (95 %: {_times(interval)})" if interval else "")]
    speedup = comparison.speedup(row)
    if row is comparison.baseline:
        parts.append("baseline")
    elif speedup is not None:
        parts.append(ratio(speedup) + _within(comparison.speedup_interval(row)))
        parts.append("same results")
    return ", ".join([*parts, row.note] if row.note else parts)


def _leads(sweep: Sweep) -> list[str]:
    """From which size on who leads, and why sizes are missing."""
    crossings = ((label, sweep.crossover(label)) for label in sweep.labels[1:])
    said = [f"{label} is the faster one from {sweep.name} = {count(size)} on" for label, size in crossings if size]
    return [*said, sweep.note] if sweep.note else said


def _clause(comparison: Comparison, row: ComparisonRow) -> str:
    baseline, name = comparison.baseline, row.label
    if row.median_s is None:
        return f"{name} could not run" + (f": {row.note}" if row.note else "")
    if row.agrees is False:
        return f"{name} gives other results than {baseline.label}, so they are not ranked"
    if not row.is_ranked:
        return f"{name} is not ranked: {row.note}"
    speedup = comparison.speedup(row)
    if speedup is None:
        return f"{name} took {seconds(row.median_s)}, without a baseline to compare with"
    return ", ".join(part for part in (_verdict(comparison, row, speedup), _start(comparison, row), _same(row)) if part)


def _verdict(comparison: Comparison, row: ComparisonRow, speedup: float) -> str:
    baseline, interval = comparison.baseline, comparison.speedup_interval(row)
    times = f"{seconds(row.median_s)} against {seconds(baseline.median_s)}"
    if _no_difference(comparison, row, speedup):
        return f"no difference seen between {row.label} and {baseline.label}{_within(interval)} ({times})"
    bits = f" in {row.bits} bits" if row.bits else ""
    if speedup > 1:
        return f"{row.label} is {ratio(speedup)} as fast as {baseline.label}{bits}{_within(interval)} ({times})"
    slower = Interval(1 / interval.high, 1 / interval.low) if interval else None
    return f"{row.label} takes {ratio(1 / speedup)} the time of {baseline.label}{bits}{_within(slower)} ({times})"


def _no_difference(comparison: Comparison, row: ComparisonRow, speedup: float) -> bool:
    different = comparison.is_different(row)
    return not different if different is not None else 0.95 < speedup < 1.05


def _start(comparison: Comparison, row: ComparisonRow) -> str:
    if row.first_call_s is None or row.start_s == 0.0:
        return ""
    paid = _paid_back(comparison, row)
    return f"its first call took {seconds(row.first_call_s)}" + (f", paid back after {paid}" if paid else "")


def _paid_back(comparison: Comparison, row: ComparisonRow) -> str:
    """After how many calls; empty where it is not seen to be faster, or had nothing to pay."""
    number = comparison.break_even(row)
    return calls(number) if number and row.start_s and comparison.is_different(row) else ""


def _same(row: ComparisonRow) -> str:
    if not row.max_abs_error:
        return "same results"
    return f"same results to {error(row.max_abs_error)}"


def _within(interval: Interval | None) -> str:
    if interval is None:
        return ""
    return f" (95 %: {ratio(interval.low).rstrip('×')}–{ratio(interval.high)})"


def _times(interval: Interval) -> str:
    return f"{seconds(interval.low)}–{seconds(interval.high)}"


def _row(comparison: Comparison, row: ComparisonRow) -> tuple[str, ...]:
    interval, within, speedup = row.interval_s, comparison.speedup_interval(row), comparison.speedup(row)
    return (
        row.label,
        seconds(row.median_s),
        _times(interval) if interval else NONE,
        NONE if row.transfer_s is None else seconds(row.transfer_s),
        NONE if row.first_call_s is None else seconds(row.first_call_s),
        "baseline" if row is comparison.baseline else NONE if speedup is None else ratio(speedup),
        f"{ratio(within.low).rstrip('×')}–{ratio(within.high)}" if within and row is not comparison.baseline else NONE,
        _paid_back(comparison, row) or NONE,
        bytes_(row.peak_bytes),
        UNKNOWN if row.agrees is None else "yes" if row.agrees else "no",
        error(row.max_abs_error),
        row.note or NONE,
    )
