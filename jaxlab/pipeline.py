"""A cell on its way to the screen: capture, trace and compile, run, commit, report. Reads as a table of contents."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from jaxlab.cell.named import check_names
from jaxlab.cell.parse import Cell, parse, show_source_of
from jaxlab.execution import Execution
from jaxlab.model.measuring import Measuring, Progress
from jaxlab.model.options import Options
from jaxlab.model.report import Report
from jaxlab.stages.assembly import assemble
from jaxlab.stages.devices import chosen_device

_last: list[Report] = []


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run of a cell gives.

    Attributes:
      value: The value of the cell's last expression.
      has_value: Whether the cell ends in an expression.
      report: Everything else there is to tell.
    """

    value: Any
    has_value: bool
    report: Report


def run(
    source: str,
    namespace: dict[str, Any],
    *,
    options: Options | None = None,
    filename: str | None = None,
    title: str = "this cell",
    opening: str = "%%jit\n",
    on_wait: Callable[[float], None] | None = None,
) -> Outcome:
    """Runs a cell compiled; what it leaves in `namespace` is what plain Python would have left. Synchronises.

    Args:
      source: The cell's code without the magic line.
      namespace: The globals it runs in.
      options: What the person asked for.
      filename: The name the code is compiled under; by default one made from the code.
      title: What the report calls the cell.
      opening: What the notebook shows before the code: the magic line with its line end, or a line magic with options.
      on_wait: Called with the elapsed seconds while compiling takes more than one.

    Raises:
      Exception: Whatever the cell raises.
      StrictError: Under `strict`, a statement cannot be compiled.
    """
    return run_cell(_parsed(source, filename, title, opening), namespace, options=options, on_wait=on_wait)


def run_cell(
    cell: Cell,
    namespace: dict[str, Any],
    *,
    options: Options | None = None,
    on_wait: Callable[[float], None] | None = None,
) -> Outcome:
    """Runs a parsed cell as `run` does."""
    state = _execution(cell, namespace, options or Options(), on_wait)
    if state.options.check:
        from jaxlab.measure.check import check

        state.diagnostics.append(check(state.cell, namespace, state.run))
    else:
        state.run()
    return _outcome(state, state.value, _report(state))


def compare(
    source: str,
    namespace: dict[str, Any],
    *,
    options: Options | None = None,
    measuring: Measuring | None = None,
    history: tuple[str, ...] = (),
    filename: str | None = None,
    title: str = "this cell",
    opening: str = "%%compare\n",
    on_wait: Callable[[float], None] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Outcome:
    """Times a cell as plain NumPy and compiled, many runs each, and checks that the results agree. Synchronises.

    What the cell prints and leaves in `namespace` is that of one plain run. A cell that acts outside the notebook's
    values runs once, compiled; the report says so and has no comparison. An interrupt while it measures ends the
    measuring: the report holds what there is, and its comparison says so.

    With a gradient among the options, the gradient is timed and compared: by central differences, as `%%grad` takes
    it, and by the libraries that differentiate. What is left is then what one run under `%%grad` leaves.

    Args:
      source: As `run`; so are `namespace`, `options`, `filename`, `title`, `opening` and `on_wait`.
      namespace: The globals it runs in.
      options: What the person asked for.
      measuring: Backends, samples and sizes.
      history: Code of the cells that have run, oldest first: where a sweep finds what made its inputs.
      filename: The name the code is compiled under.
      title: What the report calls the cell.
      opening: What the notebook shows before the code: the magic line with its line end, or a line magic with options.
      on_wait: Called with the elapsed seconds while compiling takes more than one.
      on_progress: Called a few times a second with how far it is.

    Raises:
      Exception: Whatever the cell raises.
    """
    from jaxlab.measure.backends import Choice, Ran
    from jaxlab.measure.compare import Task
    from jaxlab.measure.comparing import compare_compiled

    options = options or Options(magic="compare")
    state = _begin(source, namespace, options, filename, title, opening, on_wait)

    def execute(cell: Cell, choice: Choice) -> Ran:
        wanted = replace(options, x32=options.x32 or choice.bits == 32, device=choice.device or options.device)
        state = Execution(cell, namespace, wanted, chosen_device(wanted.device), on_wait)
        state.run()
        return Ran(
            state.value,
            compiled=state.built,
            earlier_s=_earlier_s(state),
            transfer_s=sum(piece.finished.transfer_s for piece in state.pieces if piece.finished),
            by=_differentiated_by(state),
            details=lambda: _report(state),
        )

    told = on_progress or (lambda progress: None)
    task = Task(
        state.cell,
        namespace,
        execute,
        measuring or Measuring(),
        history,
        gradient=options.gradient,
        x32=options.x32,
        on_progress=told,
    )
    value, report = compare_compiled(task, lambda: _report(state))
    return _outcome(state, value, report)


def explore(
    source: str,
    namespace: dict[str, Any],
    *,
    options: Options | None = None,
    filename: str | None = None,
    title: str = "this cell",
    opening: str = "%%explore\n",
    on_wait: Callable[[float], None] | None = None,
) -> Report:
    """Compiles a cell without running it; stops at the first statement that would have to run plainly.

    Definitions and imports alone are executed, on a copy of the namespace. Arguments are those of `run`.

    Raises:
      SyntaxError: The cell is no Python.
      StrictError: Under `strict`, a statement cannot be compiled.
    """
    options = options or Options(magic="explore")
    state = _begin(source, dict(namespace), options, filename, title, opening, on_wait)
    state.compile_first_piece()
    report = _report(state)
    remember(report)
    return report


def last_report() -> Report | None:
    """The report of the run that ended last; None if there was none."""
    return _last[0] if _last else None


def remember(report: Report) -> None:
    """Makes `report` the last one."""
    _last[:] = [report]


def _begin(
    source: str,
    namespace: dict[str, Any],
    options: Options,
    filename: str | None,
    title: str,
    opening: str,
    on_wait: Callable[[float], None] | None,
) -> Execution:
    return _execution(_parsed(source, filename, title, opening), namespace, options, on_wait)


def _parsed(source: str, filename: str | None, title: str, opening: str) -> Cell:
    return parse(source, filename or _default_name(source), opening, title)


def _execution(
    cell: Cell, namespace: dict[str, Any], options: Options, on_wait: Callable[[float], None] | None
) -> Execution:
    show_source_of(cell)
    check_names(cell, namespace, options)
    return Execution(cell, namespace, options, chosen_device(options.device), on_wait)


def _report(state: Execution) -> Report:
    return assemble(
        state.cell, state.options, state.pieces, state.diagnostics, state.namespace, state.device, state.run_s
    )


def _earlier_s(state: Execution) -> float:
    """What an earlier run spent in the stages of the programs that this one found again."""
    found = (piece.program.staged for piece in state.pieces if piece.program and piece.reused)
    return sum(staged.trace_s + staged.lower_s + staged.compile_s for staged in found if staged)


def _differentiated_by(state: Execution) -> tuple[str, ...]:
    """Names of the notebook's that hold what a gradient was taken by: `params` for `params['w']`."""
    labels = (label for piece in state.pieces if piece.program for label, _ in piece.program.gradients)
    return tuple(dict.fromkeys(re.split(r"\W", label, maxsplit=1)[0] for label in labels))


def _outcome(state: Execution, value: Any, report: Report) -> Outcome:
    remember(report)
    has_value = bool(state.cell.statements) and state.cell.statements[-1].is_result
    return Outcome(value, has_value, report)


def _default_name(source: str) -> str:
    from hashlib import sha1

    return f"<jaxlab-{sha1(source.encode()).hexdigest()[:12]}>"
