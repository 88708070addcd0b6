"""What is said of a run: pieces that ran again plainly, faults of our own, 32 bits."""

from jaxlab.cell.parse import Cell
from jaxlab.model.diagnostic import Diagnostic
from jaxlab.model.error_text import first_line
from jaxlab.stages.program import Program
from jaxlab.stages.unfit import Unfit


def narrow(cell: Cell) -> Diagnostic:
    """NumPy code computed in 32 bits."""
    return Diagnostic(
        code="JL216",
        message="NumPy code computed in 32 bits: floats that NumPy gives as float64 are float32, good to seven digits.",
        hint="Leave `--x32` out for NumPy's own precision.",
        span=cell.statements[0].span,
    )


def values_void(program: Program) -> Diagnostic:
    """A condition on values did not hold at run time."""
    return Diagnostic(
        code="JL203",
        message="A check of values failed in the compiled piece, so it ran again as plain Python, which did not raise.",
        hint="The values are Python's own.",
        span=program.statements[0].span,
    )


def warning_sought(program: Program) -> Diagnostic:
    """NumPy may have warned, which compiled code does not."""
    return Diagnostic(
        code="JL217",
        message="What was computed holds NaN or infinity, so it ran again as plain Python, for NumPy to warn of it.",
        hint="Compiled code does not warn, so later runs won't. `np.errstate(all='ignore')` asks for no warnings.",
        span=program.statements[0].span,
    )


def device_failed(program: Program, error: Exception) -> Diagnostic:
    """The device could not run a piece."""
    return Diagnostic(
        code="JL305",
        message=f"The device could not run the compiled piece, so it ran as plain Python: {first_line(error)}",
        hint="`%devices` shows what fills its memory.",
        span=program.statements[0].span,
    )


def own_fault(unfit: Unfit) -> Diagnostic:
    """Tracing failed where plain Python does not."""
    return Diagnostic(
        code="JL210",
        message=f"Tracing failed at line {unfit.line}, which Python runs: {unfit.reason}.",
        hint="The line ran as plain Python. This is a fault of jaxlab's, worth a report.",
        span=unfit.statement.span,
    )
