"""A comparison in words: nothing is claimed that its samples do not bear out."""

from jaxlab.model.comparison import Comparison
from jaxlab.model.sweep import Sweep
from jaxlab.model.timing import ComparisonRow
from jaxlab.views.rows import count, seconds, seconds_between
from jaxlab.views.verdicts import faster, how_sure, is_certain, is_seen, is_worth_a_figure

INTERRUPTED = "interrupted"
"""The note of a sweep that was; the whole comparison then says so."""


def compared(comparison: Comparison) -> str:
    """What the comparison found, one clause a backend."""
    rivals = comparison.rows[1:]
    clauses = [_clause(comparison, row) for row in rivals]
    if all(row.median_s is None for row in rivals):
        clauses.append(_alone(comparison.baseline))
    if comparison.sweep is not None:
        clauses += _leads(comparison.sweep)
    if comparison.is_interrupted:
        clauses = [clause for clause in clauses if clause != INTERRUPTED]
        clauses.append("interrupted, so this rests on what had been measured by then")
    return "; ".join(clauses)


def render_comparison(comparison: Comparison) -> str:
    """One line a backend: `jit  2 ms a call (95 %: 1.9–2.1 ms; 30 samples of 1 call), 5× faster (95 %: 4.8–5.3×)`."""
    width = max(len(row.label) for row in comparison.rows)
    return "\n".join(f"{row.label:<{width}}  {_line(comparison, row)}" for row in comparison.rows)


def calls(number: int) -> str:
    """`1 call`, `1,000 calls`."""
    return f"{number:,} call" + ("" if number == 1 else "s")


def paid_back(comparison: Comparison, row: ComparisonRow) -> str:
    """After how many calls; empty where it is not seen to be faster, or had nothing to pay."""
    number = comparison.break_even(row)
    return calls(number) if number and row.start_s and is_certain(comparison, row) else ""


def _line(comparison: Comparison, row: ComparisonRow) -> str:
    if row.median_s is None:
        return row.note or "not measured"
    parts = [f"{seconds(row.median_s)} a call ({_sampled(row)})"]
    if row is comparison.baseline:
        parts.append("baseline")
    elif row.agrees is False:
        parts.append("other results")
    elif comparison.speedup(row) is not None:
        bits = [f"in {row.bits} bits"] if row.bits else []
        parts += [_verdict(comparison, row), *bits, _same(comparison, row)]
    return ", ".join([*parts, row.note] if row.note else parts)


def _sampled(row: ComparisonRow) -> str:
    number = len(row.samples_s)
    taken = f"{number} sample{'' if number == 1 else 's'} of {calls(row.loops)}"
    interval = row.interval_s
    return f"95 %: {seconds_between(interval.low, interval.high)}; {taken}" if interval else taken


def _verdict(comparison: Comparison, row: ComparisonRow) -> str:
    """`5× faster (95 %: 4.8–5.3×)`."""
    speedup, sure = comparison.speedup(row) or 1.0, how_sure(comparison, row)
    if is_worth_a_figure(comparison, row):
        said = faster(speedup)
    else:
        said = "hardly a difference" if is_seen(comparison, row) else "no difference seen"
    return f"{said} ({sure})"


def changes_of_lead(sweep: Sweep) -> list[str]:
    """From which size on who leads, one text a label; nothing of those of whom that can't be said."""
    crossings = ((label, sweep.crossing(label)) for label in sweep.labels[1:])
    return [
        f"{label} is the {'faster' if found.is_faster else 'slower'} one from {sweep.name} = {count(found.size)} on"
        for label, found in crossings
        if found is not None
    ]


def _leads(sweep: Sweep) -> list[str]:
    """From which size on who leads, of whom there are too few samples, and why sizes are missing."""
    few = [label for label in sweep.labels[1:] if sweep.has_too_few_samples(label)]
    told = [f"too few samples at the largest size to say whether {' or '.join(few)} leads there"] if few else []
    return [*changes_of_lead(sweep), *told, *([sweep.note] if sweep.note else [])]


def _clause(comparison: Comparison, row: ComparisonRow) -> str:
    baseline, name = comparison.baseline, row.label
    if row.median_s is None:
        return f"{name} could not run" + (f": {row.note}" if row.note else "")
    if row.agrees is False:
        return f"the results of {name} are not those of {baseline.label}, so the two are not ranked"
    if not row.is_ranked:
        return f"{name} is not ranked: {row.note}"
    if comparison.speedup(row) is None:
        return f"{name} took {seconds(row.median_s)}, without a baseline to compare with"
    times = f"{seconds(row.median_s)} against {seconds(baseline.median_s)}"
    parts = (_against(comparison, row), times, _start(comparison, row), _same(comparison, row))
    return ", ".join(part for part in parts if part)


def _against(comparison: Comparison, row: ComparisonRow) -> str:
    """`jit is 5× faster than numpy (95 %: 4.8–5.3×)`."""
    baseline, sure = comparison.baseline.label, how_sure(comparison, row)
    name = f"{row.label}, in {row.bits} bits," if row.bits else row.label
    if is_worth_a_figure(comparison, row):
        said = f"{name} is {faster(comparison.speedup(row) or 1.0)} than {baseline}"
    else:
        seen = "hardly a difference" if is_seen(comparison, row) else "no difference seen"
        said = f"{seen} between {name} and {baseline}".replace(", and", " and")
    return f"{said} ({sure})"


def _alone(row: ComparisonRow) -> str:
    """What the only row that ran took."""
    if row.median_s is None:
        return f"{row.label} was not measured"
    return f"{row.label} takes {seconds(row.median_s)} a call ({_sampled(row)})"


def _start(comparison: Comparison, row: ComparisonRow) -> str:
    if row.first_call_s is None or row.start_s == 0.0:
        return ""
    paid = paid_back(comparison, row)
    return f"its first call took {seconds(row.first_call_s)}" + (f", paid back after {paid}" if paid else "")


def _same(comparison: Comparison, row: ComparisonRow) -> str:
    """How far they may be apart, as a part of the numbers: the largest difference itself is that of the largest one."""
    return "same results" + (f" within {comparison.tolerance_of(row):g}, relative" if row.max_abs_error else "")
