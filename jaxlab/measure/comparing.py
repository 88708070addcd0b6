"""`%%compare`: plain NumPy against the compiled cell, as a report."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from jaxlab.cell.parse import Cell
from jaxlab.measure import findings
from jaxlab.measure.backends import Ran
from jaxlab.measure.backends.jit import Compiled
from jaxlab.measure.backends.numpy import Plain
from jaxlab.measure.compare import NotRepeatable, compare
from jaxlab.model.report import Report
from jaxlab.model.timing import Comparison


def compare_compiled(
    cell: Cell, namespace: dict[str, Any], execute: Callable[[], Ran], blank: Callable[[], Report]
) -> tuple[Any, Report]:
    """The cell's value, and the report of its last compiled run with the comparison in it.

    Args:
      cell: The cell.
      namespace: The globals it runs in.
      execute: Runs the cell compiled; `details` of what it gives makes the report of that run.
      blank: Makes the report of a cell that could not run compiled.

    Raises:
      Exception: Whatever the cell raises.
    """
    compiled = Compiled(execute)
    try:
        found = compare(cell, namespace, Plain(cell, namespace), (compiled,))
    except NotRepeatable as refusal:
        value = compiled.run().value
        told = findings.not_repeated(cell, refusal.obstacles, "so there is nothing to compare")
        return value, _with(compiled.report() or blank(), told)
    tolerances = [agreement.tolerance for agreement in found.agreements if agreement is not None]
    comparison = Comparison(rows=found.rows, tolerance=max(tolerances, default=0.0))
    report = replace(compiled.report() or blank(), comparison=comparison)
    for agreement in found.agreements:
        if agreement is not None and not agreement.agrees:
            report = _with(report, findings.different(compiled.name, agreement))
    slower = findings.slower(comparison, report)
    return found.value, report if slower is None else _with(report, slower)


def _with(report: Report, diagnostic: findings.Diagnostic) -> Report:
    return replace(report, diagnostics=(*report.diagnostics, diagnostic))
