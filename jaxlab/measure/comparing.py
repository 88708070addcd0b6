"""`%%compare`: plain NumPy against the compiled cell and others, as a report."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from jaxlab.measure import findings, machine
from jaxlab.measure.backends import Choice
from jaxlab.measure.backends.jit import Compiled
from jaxlab.measure.compare import Compared, NotRepeatable, Task, compare
from jaxlab.model.comparison import TOLERANCES, Comparison
from jaxlab.model.diagnostic import Diagnostic
from jaxlab.model.report import Report


def compare_compiled(task: Task, blank: Callable[[], Report]) -> tuple[Any, Report]:
    """The cell's value, and the report of its last compiled run with the comparison in it.

    Args:
      task: What is to be compared, and how.
      blank: Makes the report of a cell that did not run compiled.

    Raises:
      Exception: Whatever the cell raises.
    """
    try:
        found = compare(task)
    except NotRepeatable as refusal:
        obstacles = refusal.obstacles
    else:
        return _compared(task, found, blank)
    # Not within the handler: what the cell raises would have the refusal in its traceback.
    ran = task.execute(task.cell, Choice(base="jit"))
    told = findings.not_repeated(task.cell, obstacles, "so there is nothing to compare")
    return ran.value, _with(ran.details(), told)


def _compared(task: Task, found: Compared, blank: Callable[[], Report]) -> tuple[Any, Report]:
    report = replace(_report(found) or blank(), source=task.cell.source, comparison=_comparison(task, found))
    return found.value, _with(report, *_findings(found, report))


def _report(found: Compared) -> Report | None:
    """The report of the first compiled entrant that ran."""
    compiled = (one.entrant.backend for one in found.tried if isinstance(one.entrant.backend, Compiled))
    return next((report for report in (backend.report() for backend in compiled) if report is not None), None)


def _comparison(task: Task, found: Compared) -> Comparison:
    return Comparison(
        rows=found.rows,
        tolerance=max(_tolerances(found), default=min(TOLERANCES.values())),
        threads=machine.threads(task.measuring.threads),
        others_busy=found.others_busy,
        sweep=found.sweep,
        is_interrupted=found.is_interrupted,
    )


def _tolerances(found: Compared) -> Iterator[float]:
    """Of those that compute in the baseline's bits, and not by differences."""
    for one in found.tried:
        if one.agreement is not None and one.entrant.choice.bits is None and not one.entrant.rules.is_approximate:
            yield one.agreement.tolerance


def _findings(found: Compared, report: Report) -> Iterator[Diagnostic]:
    for one in found.tried:
        if one.agreement is not None and not one.agreement.agrees:
            yield findings.different(one.row.label, one.agreement)
        if one.agreement is not None and one.agreement.uncompared:
            yield findings.uncompared(one.row.label, one.agreement)
    if found.not_swept_because:
        yield findings.not_swept(found.not_swept_because)
    comparison = report.comparison
    assert comparison is not None
    told = (findings.slower(comparison, report), findings.busy(comparison), findings.noisy(comparison))
    yield from (one for one in told if one is not None)


def _with(report: Report, *diagnostics: Diagnostic) -> Report:
    return replace(report, diagnostics=(*report.diagnostics, *diagnostics))
