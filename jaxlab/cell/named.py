"""Names that a person gave in options: they have to be names of the cell."""

from typing import Any

from jaxlab.cell.names import names_of
from jaxlab.cell.parse import Cell
from jaxlab.model.diagnostic import Diagnostic
from jaxlab.model.errors import UsageProblem
from jaxlab.model.options import Options


def check_names(cell: Cell, namespace: dict[str, Any], options: Options) -> None:
    """Refuses `--static` and `--traced` of names that nothing can read.

    Raises:
      UsageProblem: Neither the cell nor the notebook has the name.
    """
    for flag, names in (("--static", options.static), ("--traced", options.traced)):
        for name in names:
            if name.isidentifier() and name not in namespace and name not in names_of(cell.body).may_read:
                raise _unknown(flag, name, cell, namespace)


def _unknown(flag: str, name: str, cell: Cell, namespace: dict[str, Any]) -> UsageProblem:
    read = sorted(other for other in names_of(cell.body).may_read if other in namespace)
    hint = f"It reads {', '.join(f'`{other}`' for other in read)}." if read else "It reads nothing."
    return UsageProblem(Diagnostic(code="JL101", message=f"`{flag} {name}`: the cell reads no `{name}`.", hint=hint))
