"""A cell on its way to the screen: capture, trace and compile, run, commit, report. Reads as a table of contents."""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from jaxlab.cell.parse import Cell, Statement, parse, show_source_of
from jaxlab.model.diagnostic import Diagnostic
from jaxlab.model.options import Options
from jaxlab.model.report import Report
from jaxlab.stages.assembly import Piece as ReportPiece
from jaxlab.stages.assembly import assemble, refuse_break
from jaxlab.stages.building import Unfit, build
from jaxlab.stages.devices import chosen_device, on_device
from jaxlab.stages.gradient import void_gradient
from jaxlab.stages.program import Finished, Program, Void, execute
from jaxlab.stages.programs import Programs, find, loosen
from jaxlab.tracing.commit import commit
from jaxlab.tracing.random import draw_again
from jaxlab.tracing.reads import resolve
from jaxlab.tracing.trace import ScalarPolicy

_programs = Programs()
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


@dataclass(slots=True)
class _Run:
    """A run that is going on: where it runs, and what it has found so far."""

    cell: Cell
    namespace: dict[str, Any]
    options: Options
    device: Any
    on_wait: Callable[[float], None] | None
    pieces: list[ReportPiece] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    value: Any = None
    built: bool = False


def run(
    source: str,
    namespace: dict[str, Any],
    *,
    options: Options | None = None,
    filename: str | None = None,
    title: str = "this cell",
    magic_line: str = "%%jit",
    on_wait: Callable[[float], None] | None = None,
) -> Outcome:
    """Runs a cell compiled; what it leaves in `namespace` is what plain Python would have left. Synchronises.

    Args:
      source: The cell's code without the magic line.
      namespace: The globals it runs in.
      options: What the person asked for.
      filename: The name the code is compiled under; by default one made from the code.
      title: What the report calls the cell.
      magic_line: Line 1 of the cell as the notebook shows it.
      on_wait: Called with the elapsed seconds while compiling takes more than one.

    Raises:
      Exception: Whatever the cell raises.
      StrictError: Under `strict`, a statement cannot be compiled.
    """
    state = _begin(source, namespace, options or Options(), filename, title, magic_line, on_wait)
    if state.options.check:
        from jaxlab.measure.check import check

        state.diagnostics.append(check(state.cell, namespace, lambda: _execute(state)))
    else:
        _execute(state)
    return _outcome(state, state.value, _report(state))


def compare(
    source: str,
    namespace: dict[str, Any],
    *,
    options: Options | None = None,
    filename: str | None = None,
    title: str = "this cell",
    magic_line: str = "%%compare",
    on_wait: Callable[[float], None] | None = None,
) -> Outcome:
    """Times a cell as plain NumPy and compiled, many runs each, and checks that the results agree. Synchronises.

    What the cell prints and leaves in `namespace` is that of one plain run. A cell that acts outside the notebook's
    values runs once, compiled; the report says so and has no comparison. Arguments are those of `run`.

    Raises:
      Exception: Whatever the cell raises.
    """
    from jaxlab.measure.backends import Ran
    from jaxlab.measure.comparing import compare_compiled

    def begin() -> _Run:
        return _begin(source, namespace, options or Options(magic="compare"), filename, title, magic_line, on_wait)

    def execution() -> Ran:
        state = begin()
        _execute(state)
        return Ran(state.value, compiled=state.built, earlier_s=_earlier_s(state), details=lambda: _report(state))

    state = begin()
    value, report = compare_compiled(state.cell, namespace, execution, lambda: _report(state))
    return _outcome(state, value, report)


def explore(
    source: str,
    namespace: dict[str, Any],
    *,
    options: Options | None = None,
    filename: str | None = None,
    title: str = "this cell",
    magic_line: str = "%%explore",
    on_wait: Callable[[float], None] | None = None,
) -> Report:
    """Compiles a cell without running it; stops at the first statement that would have to run plainly.

    Definitions and imports alone are executed, on a copy of the namespace. Arguments are those of `run`.

    Raises:
      SyntaxError: The cell is no Python.
      StrictError: Under `strict`, a statement cannot be compiled.
    """
    options = options or Options(magic="explore")
    state = _begin(source, dict(namespace), options, filename, title, magic_line, on_wait)
    with on_device(state.device):
        _compile_first_piece(state)
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
    magic_line: str,
    on_wait: Callable[[float], None] | None,
) -> _Run:
    cell = parse(source, filename or _default_name(source), magic_line, title)
    show_source_of(cell)
    return _Run(cell, namespace, options, chosen_device(options.device), on_wait)


def _execute(state: _Run) -> Any:
    with on_device(state.device):
        _run_statements(state)
    return state.value


def _report(state: _Run) -> Report:
    return assemble(state.cell, state.options, state.pieces, state.diagnostics, state.namespace, state.device)


def _earlier_s(state: _Run) -> float:
    """What an earlier run spent in the stages of the programs that this one found again."""
    found = (piece.program.staged for piece in state.pieces if piece.program and piece.reused)
    return sum(staged.trace_s + staged.lower_s + staged.compile_s for staged in found if staged)


def _outcome(state: _Run, value: Any, report: Report) -> Outcome:
    remember(report)
    has_value = bool(state.cell.statements) and state.cell.statements[-1].is_result
    return Outcome(value, has_value, report)


def _run_statements(state: _Run) -> None:
    statements = state.cell.statements
    position = 0
    while position < len(statements):
        if statements[position].is_definition:
            _run_plainly(state, statements[position])
            position += 1
        else:
            position += _run_piece(state, position)


def _compile_first_piece(state: _Run) -> None:
    statements = state.cell.statements
    position = 0
    while position < len(statements) and statements[position].is_definition:
        _run_plainly(state, statements[position])
        position += 1
    if position == len(statements):
        return
    program, unfit, _ = build(
        _until_definition(statements[position:]),
        state.namespace,
        _policy(state.options),
        state.options,
        gradient=state.options.gradient,
        device=state.device,
        on_wait=state.on_wait,
    )
    if program is not None:
        values = resolve(program.reads)
        state.pieces.append(ReportPiece(program=program, values=values if isinstance(values, list) else ()))
    if unfit is not None:
        refuse_break(state.cell, state.options, unfit)
        state.pieces.append(ReportPiece(unfit=unfit))


def _policy(options: Options) -> ScalarPolicy:
    return ScalarPolicy(frozenset(options.static), frozenset(options.traced))


def _run_piece(state: _Run, position: int) -> int:
    """Runs the longest compiled piece that begins at `position`, or one statement plainly; gives how many it ran."""
    statements = _until_definition(state.cell.statements[position:])
    piece = _programs.piece((state.cell.key, id(state.namespace), position, state.options, str(state.device)))
    found = find(piece)
    entry, values, why = found.entry, found.values, ""
    if entry is None:
        why = found.mismatch.reason if found.mismatch else ""
        loosen(piece, found)
        entry = _build(state, piece, statements, position)
        values = find(piece).values
    if isinstance(entry, Unfit):
        refuse_break(state.cell, state.options, entry)
        state.pieces.append(ReportPiece(unfit=entry))
        _run_plainly(state, entry.statement)
        return 1
    _run_program(state, entry, values, why, reused=found.entry is not None)
    return len(entry.statements)


def _until_definition(statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
    for count, statement in enumerate(statements):
        if statement.is_definition:
            return statements[:count]
    return statements


def _build(state: _Run, piece: Any, statements: tuple[Statement, ...], position: int) -> Program | Unfit:
    state.built = True
    policy = piece.policy(_policy(state.options))
    gradient = state.options.gradient if not state.pieces else None
    program, unfit, policy = build(
        statements,
        state.namespace,
        policy,
        state.options,
        gradient=gradient,
        device=state.device,
        on_wait=state.on_wait,
    )
    piece.pinned |= policy.pinned
    if program is None:
        assert unfit is not None
        piece.add(unfit)
        return unfit
    piece.add(program)
    if unfit is not None:
        later = position + len(program.statements)
        key = (state.cell.key, id(state.namespace), later, state.options, str(state.device))
        _programs.piece(key).add(unfit)
    return program


def _run_program(state: _Run, program: Program, values: list[Any], why: str, *, reused: bool) -> None:
    try:
        drawn = draw_again(program.effects.randomness, values)
        finished = execute(program, values, drawn.values)
    except Void:
        finished = None
    if finished is None:
        _replay(state, program)
        finished = Finished([], 0.0, 0.0)
    else:
        value = commit(program.effects, finished.results, values, drawn)
        if program.statements[-1].is_result:
            state.value = value
    state.pieces.append(ReportPiece(program=program, values=values, finished=finished, why=why, reused=reused))


def _replay(state: _Run, program: Program) -> None:
    """Runs a piece plainly whose results were void: what it raises is Python's own."""
    for statement in program.statements:
        _run_plainly(state, statement)
    if state.options.gradient is not None:
        raise void_gradient()
    span = program.statements[0].span
    state.diagnostics.append(
        Diagnostic(
            code="JL203",
            message="A check of values failed in the compiled piece, so it ran again as plain Python, which did not raise.",
            hint="The values are Python's own.",
            span=span,
        )
    )


def _run_plainly(state: _Run, statement: Statement) -> None:
    value = _evaluated(statement.plain, state.namespace)
    if statement.is_result:
        state.value = value


def _evaluated(code: CodeType, namespace: dict[str, Any]) -> Any:
    return eval(code, namespace)


def _default_name(source: str) -> str:
    from hashlib import sha1

    return f"<jaxlab-{sha1(source.encode()).hexdigest()[:12]}>"
