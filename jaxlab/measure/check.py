"""`--check`: after a compiled run, whether plain Python would have left the same."""

from collections.abc import Callable
from typing import Any

from jaxlab.cell.parse import Cell
from jaxlab.measure import findings
from jaxlab.measure.agreement import After, agreement
from jaxlab.measure.backends.numpy import Plain
from jaxlab.measure.checkpoint import Checkpoint
from jaxlab.measure.reach import reach
from jaxlab.measure.silence import silence
from jaxlab.model.diagnostic import Diagnostic


def check(cell: Cell, namespace: dict[str, Any], execute: Callable[[], Any]) -> Diagnostic:
    """Runs the cell by `execute`, then plainly and unseen from the same state; says how the two compare.

    The notebook is left as `execute` left it. A cell that acts on the outside runs by `execute` alone.

    Args:
      cell: The cell.
      namespace: The globals it runs in.
      execute: Runs the cell compiled; gives its value.

    Raises:
      Exception: Whatever `execute` raises.
    """
    scope = reach(cell, namespace)
    if scope.obstacles:
        execute()
        return findings.not_repeated(cell, scope.obstacles, "so it is not checked")
    before = Checkpoint.take(scope.held)
    value = execute()
    after = before.now()
    with after.at_the_end():
        before.restore()
        try:
            with silence():
                plain = Plain(cell, namespace).run().value
        except Exception as error:
            return findings.plain_raised(error)
        baseline = After(before.now(), plain)
        return findings.checked(agreement(before, baseline, After(after, value), cell=cell))
