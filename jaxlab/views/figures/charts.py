"""The charts of a comparison: steady states, break-even, sweep, samples."""

from jaxlab.model.comparison import Comparison
from jaxlab.model.statistics import Interval
from jaxlab.model.sweep import Sweep
from jaxlab.model.timing import ComparisonRow
from jaxlab.views.comparison import calls, compared
from jaxlab.views.comparison_names import shortened
from jaxlab.views.figures.chart import Axis, Chart, Point, Rule, Series, Style
from jaxlab.views.rows import count, seconds
from jaxlab.views.verdicts import faster, is_worth_a_figure

FAR_APART = 30
"""A longest time over the shortest from which on bars would hide the short ones: dots on a log axis do not."""
MOST_CALLS = 1_000_000
SCATTERED = 5
"""Samples from which on it is worth seeing how they scatter."""
STEPS = 40
"""Points of a curve of total time."""


def charts(comparison: Comparison) -> tuple[Chart, ...]:
    """What is worth seeing of a comparison, in the order it is looked at."""
    timed = [row for row in comparison.rows if row.samples_s]
    if not timed:
        return ()
    made = [steady(comparison)]
    if comparison.sweep is not None and len(comparison.sweep.points) > 1:
        made.append(swept(comparison.sweep))
    if any(pays_back(comparison, row) for row in timed):
        made.append(break_even(comparison))
    if any(len(row.samples_s) >= SCATTERED for row in timed):
        made.append(samples(comparison))
    return tuple(made)


def steady(comparison: Comparison) -> Chart:
    """The steady state of each backend, with its interval."""
    rows = [row for row in comparison.rows if row.median_s is not None]
    medians = [row.median_s or 0.0 for row in rows]
    is_log = max(medians) > FAR_APART * max(min(medians), 1e-12)
    return Chart(
        title="Steady state",
        description=compared(comparison),
        x=Axis(title="seconds a call, 95 % interval", is_log=is_log, is_time=True),
        y=Axis(names=tuple(shortened(row.label) for row in rows)),
        series=tuple(
            Series(
                name=row.label,
                colour=_colour(comparison, row),
                style=Style.DOTS if is_log else Style.BARS,
                points=(_point(median_s, place, row.interval_s, _verdict(comparison, row)),),
            )
            for place, (row, median_s) in enumerate(zip(rows, medians, strict=True))
        ),
    )


def break_even(comparison: Comparison) -> Chart:
    """Total time against calls: what starting costs, and when it has paid."""
    rows = [row for row in comparison.rows[1:] if row.start_s and comparison.is_ranked(row)]
    calls_needed = [(shortened(row.label), comparison.break_even(row)) for row in rows if pays_back(comparison, row)]
    paid = [(label, number) for label, number in calls_needed if number]
    most = min(max([10 * number for _, number in paid], default=1000), MOST_CALLS)
    return Chart(
        title="Total time, first call included",
        description="; ".join(f"{label} has paid after {calls(number)}" for label, number in paid),
        x=Axis(title="calls", is_log=True),
        y=Axis(title="total", is_log=True, is_time=True),
        series=tuple(
            Series(
                name=row.label,
                colour=_colour(comparison, row),
                points=tuple(_total(row, number) for number in _log_steps(most)),
            )
            for row in (comparison.baseline, *rows)
        ),
        rules=tuple(Rule(x=number, text=f"{label}: {calls(number)}") for label, number in paid),
    )


def pays_back(comparison: Comparison, row: ComparisonRow) -> bool:
    """Whether the row had something to pay and is seen to be faster."""
    return row.start_s > 0 and bool(comparison.is_different(row)) and comparison.break_even(row) is not None


def swept(sweep: Sweep) -> Chart:
    """Time against size on log axes, with where the lead changes."""
    crossings = [(label, sweep.crossing(label)) for label in sweep.labels[1:]]
    verbs = {True: "leads", False: "trails"}
    rules = tuple(
        Rule(x=found.size, text=f"{shortened(label)} {verbs[found.is_faster]} from {sweep.name} = {count(found.size)}")
        for label, found in crossings
        if found is not None
    )
    return Chart(
        title=f"By {sweep.name}",
        description="; ".join(rule.text for rule in rules) or f"times for {len(sweep.points)} sizes",
        x=Axis(title=sweep.name, is_log=True),
        y=Axis(title="a call, 95 % interval", is_log=True, is_time=True),
        series=tuple(
            Series(
                name=_growing(sweep, label),
                colour=place,
                points=tuple(_at_size(sweep, label)),
            )
            for place, label in enumerate(sweep.labels)
        ),
        rules=rules,
    )


def samples(comparison: Comparison) -> Chart:
    """Every sample of every backend: how much they scatter."""
    rows = [row for row in comparison.rows if row.samples_s]
    return Chart(
        title="Samples",
        description="; ".join(f"{row.label}: {len(row.samples_s)} samples" for row in rows),
        x=Axis(title="seconds a call", is_log=True, is_time=True),
        y=Axis(names=tuple(shortened(row.label) for row in rows)),
        series=tuple(
            Series(
                name=row.label,
                colour=_colour(comparison, row),
                style=Style.DOTS,
                points=tuple(
                    Point(x=sample_s, y=place + _spread(number)) for number, sample_s in enumerate(row.samples_s)
                ),
            )
            for place, row in enumerate(rows)
        ),
    )


def _spread(number: int) -> float:
    """Where in its row a sample stands, so that equal ones are seen: a few lanes, by turns."""
    return ((number * 7) % 11 - 5) / 18


def _colour(comparison: Comparison, row: ComparisonRow) -> int:
    return comparison.rows.index(row)


def _point(x: float, y: float, interval: Interval | None, text: str) -> Point:
    return Point(x=x, y=y, low=interval.low if interval else None, high=interval.high if interval else None, text=text)


def _verdict(comparison: Comparison, row: ComparisonRow) -> str:
    speedup = comparison.speedup(row)
    if row is comparison.baseline or speedup is None:
        return seconds(row.median_s) + ("" if row.agrees else ", other results" if row.agrees is False else "")
    if not is_worth_a_figure(comparison, row):
        return f"{seconds(row.median_s)}, no difference seen"
    return f"{seconds(row.median_s)}, {faster(speedup)}" + (f", {row.bits} bits" if row.bits else "")


def _total(row: ComparisonRow, number: int) -> Point:
    return Point(x=number, y=row.start_s + number * (row.median_s or 0.0))


def _log_steps(most: int) -> list[int]:
    return list(dict.fromkeys(round(most ** (step / (STEPS - 1))) for step in range(STEPS)))


def _growing(sweep: Sweep, label: str) -> str:
    order = sweep.order(label)
    return label if order is None else f"{label}, grows as {sweep.name}^{order:.1f}"


def _at_size(sweep: Sweep, label: str) -> list[Point]:
    rows = [(point.size, point.row(label)) for point in sweep.points]
    return [
        Point(
            x=size,
            y=row.median_s,
            low=row.interval_s.low if row.interval_s else None,
            high=row.interval_s.high if row.interval_s else None,
        )
        for size, row in rows
        if row is not None and row.median_s is not None
    ]
