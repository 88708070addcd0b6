"""Executes a cell: compiled pieces, found again or built, and plain statements where no piece can be compiled."""

import ast
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from jaxlab.cell.blocks import Block, can_be_taken_apart
from jaxlab.cell.jumps import jumps
from jaxlab.cell.parse import Cell, Statement
from jaxlab.interpreting import Jump, interpret
from jaxlab.model.diagnostic import Diagnostic
from jaxlab.model.options import Options
from jaxlab.model.profile import Profile
from jaxlab.stages.assembly import Piece as ReportPiece
from jaxlab.stages.assembly import refuse_break
from jaxlab.stages.building import Building, Built
from jaxlab.stages.devices import on_device
from jaxlab.stages.float_errors import may_have_warned
from jaxlab.stages.gradient import void_gradient
from jaxlab.stages.gradient_findings import gradient_findings
from jaxlab.stages.program import Finished, Program, Void, execute
from jaxlab.stages.programs import Piece, Programs, find, loosen
from jaxlab.stages.residents import Residents
from jaxlab.stages.run_findings import device_failed, narrow, own_fault, values_void, warning_sought
from jaxlab.stages.unfit import Unfit
from jaxlab.stages.waiting import interruptible
from jaxlab.tracing.effects.commit import commit
from jaxlab.tracing.log.reads import resolve
from jaxlab.tracing.random import Drawn, NotDrawn, draw_again
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
      building_s: Seconds spent on tracing and compiling, attempts that failed included, and on profiling.
      run_s: Seconds of the run without them; None until it has ended.
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
    building_s: float = 0.0
    run_s: float | None = None
    _places: dict[int, int] = field(default_factory=dict)
    _residents: Residents = field(default_factory=Residents)
    _known: dict[Hashable, Piece] = field(init=False)

    def __post_init__(self) -> None:
        """Finds what is known of the cell from earlier runs."""
        self._known = _programs.of((self.cell.key, id(self.namespace), self.options, str(self.device)))

    def run(self) -> Any:
        """Runs every statement; gives the value of the last expression. Synchronises.

        Raises:
          Exception: Whatever the cell raises.
          StrictError: Under `strict`, a statement cannot be compiled.
        """
        start = perf_counter()
        try:
            with on_device(self.device):
                self.run_block(Block((), self.cell.statements), plainly=False)
        finally:
            self._residents.clear()
        self.run_s = perf_counter() - start - self.building_s
        self._note_precision()
        return self.value

    def _note_precision(self) -> None:
        if self.options.x32 and any(piece.program is not None and piece.program.staged for piece in self.pieces):
            self.diagnostics.append(narrow(self.cell))

    def compile_first_piece(self) -> None:
        """Runs definitions alone, compiles what follows, and stops where a statement would run plainly."""
        block = Block((), self.cell.statements)
        first = next((place for place, one in enumerate(block.statements) if not one.is_definition), None)
        with on_device(self.device):
            for statement in block.statements[:first]:
                self._run_plainly(statement)
            if first is not None:
                self._compile_only(block.until_boundary(first))

    def _compile_only(self, statements: tuple[Statement, ...]) -> None:
        program, unfit, _ = self._compiled(statements, self._policy())
        if program is not None:
            found = resolve(program.reads)
            values = found if isinstance(found, list) else []
            self._write_down(program)
            self.pieces.append(ReportPiece(program=program, values=values, profile=self._profile(program, values)))
        if unfit is not None:
            self._note_break(unfit)

    def _write_down(self, program: Program) -> None:
        """Compiles once more with dumps, if they were asked for, here where the wait is told of."""
        staged = program.staged
        if staged is not None and (self.options.passes or self.options.code):
            interruptible(lambda: staged.dump, on_wait=self.on_wait)

    def run_block(self, block: Block, *, plainly: bool) -> Jump:
        """Runs the statements of a block, as pieces or as plain Python; gives how it ended."""
        position = 0
        while position < len(block.statements):
            node = block.statements[position].node
            if isinstance(node, (ast.Break, ast.Continue)):
                return Jump.BREAK if isinstance(node, ast.Break) else Jump.CONTINUE
            if jumps(node):
                if not plainly:
                    self._note(ReportPiece(unfit=_jump_of(block.statements[position])))
                jump, count = self._interpret(block, position), 1
            elif plainly or block.statements[position].is_definition:
                jump, count = self._run_plainly(block.statements[position]), 1
            else:
                jump, count = self._run_from(block, position)
            if jump is not Jump.NONE:
                return jump
            position += count
        return Jump.NONE

    def has_run(self, block: Block) -> bool:
        """Whether pieces of the block are known from an earlier run."""
        return bool(block.statements) and any(
            self._piece(block, place).entries for place in range(len(block.statements))
        )

    def _run_from(self, block: Block, position: int) -> tuple[Jump, int]:
        """Runs the longest compiled piece or one plain statement; gives how it ended and how many statements it ran."""
        piece = self._piece(block, position)
        found = find(piece)
        if found.entry is not None:
            return self._run_entry(found.entry, found.values, block, position, reused=True)
        loosen(piece, found)
        why = found.mismatch.reason if found.mismatch else ""
        entry = self._build(piece, block, position)
        found = find(piece)
        if found.entry is not entry:  # a guard does not hold right after it was made
            statement = block.statements[position]
            entry = Unfit(statement, (), statement.span.line, "what it reads changes by being read")
        return self._run_entry(entry, found.values, block, position, why)

    def _piece(self, block: Block, position: int) -> Piece:
        return self._known[*block.path, position]

    def _build(self, piece: Piece, block: Block, position: int) -> Program | Unfit:
        statements = block.until_boundary(position)
        program, unfit, policy = self._compiled(statements, piece.policy(self._policy()))
        piece.pinned |= policy.pinned
        piece.shared |= policy.shared
        entry = program or unfit
        assert entry is not None
        piece.add(entry)
        if program is not None and unfit is not None:
            self._piece(block, position + len(program.statements)).add(unfit)
        return entry

    def _compiled(self, statements: tuple[Statement, ...], policy: ScalarPolicy) -> Built:
        self.built = True
        building = Building(
            statements=statements,
            namespace=self.namespace,
            policy=policy,
            options=self.options,
            gradient=self.options.gradient if not self.pieces else None,
            device=self.device,
            on_wait=self.on_wait,
        )
        start = perf_counter()
        built = building.build()
        self.building_s += perf_counter() - start
        return built

    def _policy(self) -> ScalarPolicy:
        return ScalarPolicy(frozenset(self.options.static), frozenset(self.options.traced))

    def _run_entry(
        self,
        entry: Program | Unfit,
        values: list[Any],
        block: Block,
        position: int,
        why: str = "",
        *,
        reused: bool = False,
    ) -> tuple[Jump, int]:
        if isinstance(entry, Unfit):
            return self._run_unfit(entry, block, position), 1
        profile = self._profile(entry, values)
        finished = self._run_program(entry, values, is_new=not reused)
        piece = ReportPiece(program=entry, values=values, finished=finished, why=why, reused=reused, profile=profile)
        self._note(piece)
        return Jump.NONE, len(entry.statements)

    def _profile(self, program: Program, values: list[Any]) -> Profile | None:
        """The program's profile, if it was asked for: taken before the first run, which may change what it reads."""
        if not self.options.profile or any(piece.program is program for piece in self.pieces):
            return None
        from jaxlab.measure.profile import profile_program

        start = perf_counter()
        profile, findings = profile_program(program, values)
        self.building_s += perf_counter() - start
        self.diagnostics += findings
        return profile

    def _run_unfit(self, unfit: Unfit, block: Block, position: int) -> Jump:
        self._note_break(unfit)
        if can_be_taken_apart(unfit.statement.node):
            return self._interpret(block, position)
        jump = self._run_plainly(unfit.statement)
        if unfit.is_unexpected:
            self.diagnostics.append(own_fault(unfit))
        return jump

    def _interpret(self, block: Block, position: int) -> Jump:
        return interpret(self, block, position)

    def _note_break(self, unfit: Unfit) -> None:
        refuse_break(self.cell, self.options, unfit)
        self._note(ReportPiece(unfit=unfit))

    def _note(self, piece: ReportPiece) -> None:
        """Adds what has run to the report; a piece in a loop counts once, with the times of all its turns."""
        place = self._places.setdefault(piece.identity, len(self.pieces))
        if place < len(self.pieces):
            self.pieces[place] = self.pieces[place].again(piece)
        else:
            self.pieces.append(piece)

    def _run_program(self, program: Program, values: list[Any], *, is_new: bool) -> Finished:
        ran = self._attempt(program, values, is_new)
        if isinstance(ran, Diagnostic):  # here, so that what the plain run raises has no error of ours as its context
            self._replay(program, ran)
            return Finished([], 0.0, 0.0)
        finished, drawn = ran
        value = commit(program.effects, finished.results, values, drawn)
        self.diagnostics += gradient_findings(program, finished.results)
        self._residents.renew(program, finished, values)
        if program.statements[-1].is_result:
            self.value = value
        return finished

    def _attempt(self, program: Program, values: list[Any], is_new: bool) -> tuple[Finished, Drawn] | Diagnostic:
        """Runs a piece without committing it; or says why it has to run plainly."""
        try:
            drawn = draw_again(program.effects.randomness, values)
        except NotDrawn:
            return values_void(program)
        try:
            finished = execute(program, values, drawn.values, on_device=self._residents.on_device)
        except Void:
            return values_void(program)
        except Exception as error:  # the device failed: out of memory, lost
            return device_failed(program, error)
        is_numpys = self.options.gradient is None and not self.options.x32
        if is_numpys and may_have_warned(program, finished.results, is_new=is_new):
            return warning_sought(program)
        return finished, drawn

    def _replay(self, program: Program, finding: Diagnostic) -> None:
        """Runs a piece plainly whose results are void: what it raises is Python's own."""
        for statement in program.statements:
            self._run_plainly(statement)
        if self.options.gradient is not None:
            raise void_gradient()
        self.diagnostics.append(finding)

    def before_plain(self, *looked_at: ast.expr) -> None:
        """Before code runs plainly, which may write arrays; expressions that are all of it may only look at them."""
        self._residents.before_plain(looked_at, self.namespace)

    def _run_plainly(self, statement: Statement) -> Jump:
        self.before_plain()
        value = eval(statement.plain, self.namespace)
        if statement.is_result:
            self.value = value
        return Jump.NONE


def _jump_of(statement: Statement) -> Unfit:
    return Unfit(statement, (), statement.span.line, "it may leave a loop that runs as plain Python")
