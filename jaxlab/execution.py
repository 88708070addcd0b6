"""Executes a cell: compiled pieces, found again or built, and plain statements where no piece can be compiled."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from jaxlab.cell.parse import Cell, Statement
from jaxlab.model.diagnostic import Diagnostic
from jaxlab.model.options import Options
from jaxlab.stages.assembly import Piece as ReportPiece
from jaxlab.stages.assembly import refuse_break
from jaxlab.stages.building import Unfit, build
from jaxlab.stages.devices import on_device
from jaxlab.stages.gradient import void_gradient
from jaxlab.stages.program import Finished, Program, Void, execute
from jaxlab.stages.programs import Piece, Programs, find, loosen
from jaxlab.tracing.commit import commit
from jaxlab.tracing.random import draw_again
from jaxlab.tracing.reads import resolve
from jaxlab.tracing.trace import ScalarPolicy

_programs = Programs()


@dataclass(slots=True)
class Execution:
    """A run that is going on: where it runs, and what it has found so far.

    Attributes:
      cell: The cell.
      namespace: The globals it runs in.
      options: What the person asked for.
      device: Where it runs; None for JAX's default.
      on_wait: Called with the elapsed seconds while compiling takes more than one.
      pieces: What has run, in order.
      diagnostics: What was found on the way.
      value: The value of the last expression, once it has run.
      built: Whether anything was compiled.
    """

    cell: Cell
    namespace: dict[str, Any]
    options: Options
    device: Any = None
    on_wait: Callable[[float], None] | None = None
    pieces: list[ReportPiece] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    value: Any = None
    built: bool = False

    def run(self) -> Any:
        """Runs every statement; gives the value of the last expression. Synchronises.

        Raises:
          Exception: Whatever the cell raises.
          StrictError: Under `strict`, a statement cannot be compiled.
        """
        position = 0
        with on_device(self.device):
            while position < len(self.cell.statements):
                position += self._run_from(position)
        return self.value

    def compile_first_piece(self) -> None:
        """Runs definitions alone, compiles what follows, and stops where a statement would run plainly."""
        statements = self.cell.statements
        first = next((place for place, statement in enumerate(statements) if not statement.is_definition), None)
        with on_device(self.device):
            for statement in statements[:first]:
                self._run_plainly(statement)
            if first is not None:
                self._compile_only(_until_definition(statements[first:]))

    def _compile_only(self, statements: tuple[Statement, ...]) -> None:
        program, unfit, _ = self._compiled(statements, self._policy())
        if program is not None:
            values = resolve(program.reads)
            self.pieces.append(ReportPiece(program=program, values=values if isinstance(values, list) else ()))
        if unfit is not None:
            self._note_break(unfit)

    def _run_from(self, position: int) -> int:
        """Runs a definition, the longest compiled piece, or one plain statement; gives how many statements it ran."""
        statement = self.cell.statements[position]
        if statement.is_definition:
            self._run_plainly(statement)
            return 1
        piece = self._piece(position)
        found = find(piece)
        if found.entry is not None:
            return self._run_entry(found.entry, found.values, "", reused=True)
        loosen(piece, found)
        entry = self._build(piece, position)
        why = found.mismatch.reason if found.mismatch else ""
        return self._run_entry(entry, find(piece).values, why, reused=False)

    def _piece(self, position: int) -> Piece:
        return _programs.piece((self.cell.key, id(self.namespace), position, self.options, str(self.device)))

    def _build(self, piece: Piece, position: int) -> Program | Unfit:
        statements = _until_definition(self.cell.statements[position:])
        program, unfit, policy = self._compiled(statements, piece.policy(self._policy()))
        piece.pinned |= policy.pinned
        entry = program or unfit
        assert entry is not None
        piece.add(entry)
        if program is not None and unfit is not None:
            self._piece(position + len(program.statements)).add(unfit)
        return entry

    def _compiled(self, statements: tuple[Statement, ...], policy: ScalarPolicy):
        self.built = True
        gradient = self.options.gradient if not self.pieces else None
        return build(
            statements,
            self.namespace,
            policy,
            self.options,
            gradient=gradient,
            device=self.device,
            on_wait=self.on_wait,
        )

    def _policy(self) -> ScalarPolicy:
        return ScalarPolicy(frozenset(self.options.static), frozenset(self.options.traced))

    def _run_entry(self, entry: Program | Unfit, values: list[Any], why: str, *, reused: bool) -> int:
        if isinstance(entry, Unfit):
            self._note_break(entry)
            self._run_plainly(entry.statement)
            if entry.is_unexpected:
                self.diagnostics.append(_own_fault(entry))
            return 1
        finished = self._run_program(entry, values)
        self.pieces.append(ReportPiece(program=entry, values=values, finished=finished, why=why, reused=reused))
        return len(entry.statements)

    def _note_break(self, unfit: Unfit) -> None:
        refuse_break(self.cell, self.options, unfit)
        self.pieces.append(ReportPiece(unfit=unfit))

    def _run_program(self, program: Program, values: list[Any]) -> Finished:
        drawn = draw_again(program.effects.randomness, values)
        try:
            finished = execute(program, values, drawn.values)
        except Void:
            self._replay(program, _values_void(program))
            return Finished([], 0.0, 0.0)
        except Exception as error:  # the device failed: out of memory, lost
            self._replay(program, _device_failed(program, error))
            return Finished([], 0.0, 0.0)
        value = commit(program.effects, finished.results, values, drawn)
        if program.statements[-1].is_result:
            self.value = value
        return finished

    def _replay(self, program: Program, finding: Diagnostic) -> None:
        """Runs a piece plainly whose results are void: what it raises is Python's own."""
        for statement in program.statements:
            self._run_plainly(statement)
        if self.options.gradient is not None:
            raise void_gradient()
        self.diagnostics.append(finding)

    def _run_plainly(self, statement: Statement) -> None:
        value = eval(statement.plain, self.namespace)
        if statement.is_result:
            self.value = value


def _until_definition(statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
    for count, statement in enumerate(statements):
        if statement.is_definition:
            return statements[:count]
    return statements


def _values_void(program: Program) -> Diagnostic:
    return Diagnostic(
        code="JL203",
        message="A check of values failed in the compiled piece, so it ran again as plain Python, which did not raise.",
        hint="The values are Python's own.",
        span=program.statements[0].span,
    )


def _device_failed(program: Program, error: Exception) -> Diagnostic:
    return Diagnostic(
        code="JL305",
        message=f"The device could not run the compiled piece, so it ran as plain Python: {_first_line(error)}",
        hint="`%devices` shows what fills its memory.",
        span=program.statements[0].span,
    )


def _own_fault(unfit: Unfit) -> Diagnostic:
    return Diagnostic(
        code="JL210",
        message=f"Tracing failed at line {unfit.line}, which Python runs: {unfit.reason}.",
        hint="The line ran as plain Python. This is a fault of jaxlab's, worth a report.",
        span=unfit.statement.span,
    )


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n")[0] or type(error).__name__
