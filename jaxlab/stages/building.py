"""From statements of a cell to a program: trace, find the inputs, trace again with them, lower and compile.

The statements run one after another in one trace. The first that cannot be traced ends the piece: tracing starts again
without it, so that nothing has to be undone.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from time import monotonic
from types import TracebackType
from typing import Any

from jaxlab.cell.parse import RESULT, Statement
from jaxlab.model.error_text import named
from jaxlab.model.errors import UsageProblem
from jaxlab.model.options import Gradient, Options
from jaxlab.stages.dump_findings import refused_option
from jaxlab.stages.gradient import (
    Chosen,
    choose,
    differentiated,
    loss_in,
    loss_template,
    needed_as_constant,
    no_loss,
    not_in_one_piece,
    with_gradient,
)
from jaxlab.stages.prediction import predicted_compile_s
from jaxlab.stages.program import Program
from jaxlab.stages.staging import Staged, StageError, stage
from jaxlab.stages.transfers import as_given
from jaxlab.stages.waiting import OutOfTime
from jaxlab.tracing._compat import x64, x64_enabled
from jaxlab.tracing.arrays.array import is_array
from jaxlab.tracing.effects.outputs import collect
from jaxlab.tracing.effects.writes import Effects
from jaxlab.tracing.lifting import namespace_over
from jaxlab.tracing.log.guards import ABSENT, WRITEABLE
from jaxlab.tracing.log.reads import Read
from jaxlab.tracing.numpy_api.error_state import guard_error_state
from jaxlab.tracing.trace import PathKey, ScalarPolicy, Trace, tracing
from jaxlab.tracing.untraceable import COMPILES_TOO_LONG, NeedsConstant, Restart, SharesMemory, Untraceable

_OPERATIONS_PER_SECOND = 1000
"""Operations, for each second of the budget, beyond which tracing need not go on: few programs compile faster."""
_PATIENCE = 2
"""How many times its budget a compile may take, since it is predicted no better than that, before it is given up."""
_MOST_ATTEMPTS = 40


@dataclass(frozen=True, slots=True)
class Unfit:
    """A statement that cannot be traced.

    Attributes:
      statement: The statement.
      reads: What it read until then, whose guards say whether that is still so.
      line: The line of the cell at which tracing stopped.
      reason: Why, in one clause.
      remedy: What to type so that it compiles; empty if nothing can be done.
      is_unexpected: Whether an error ended the trace; it is ours if plain Python does not raise it.
    """

    statement: Statement
    reads: tuple[Read, ...]
    line: int
    reason: str
    remedy: str = ""
    is_unexpected: bool = False


@dataclass(frozen=True, slots=True)
class _Anything:
    """Holds for every value: what another entry guards."""

    def holds(self, value: Any, values: list[Any]) -> bool:
        return True

    def explain(self, label: str, value: Any) -> str:
        return ""


class _Again(Exception):
    """The inputs are known now; trace again with them as arguments."""


class _TooLong(Untraceable):
    """Compiling would take longer than allowed."""


class _Nothing(Exception):
    """There is nothing to compute."""


class _StatementFailed(Exception):
    """A statement raised while it was traced."""

    def __init__(self, position: int, first_read: int) -> None:
        super().__init__(position)
        self.position = position
        self.first_read = first_read


@dataclass(eq=False)
class _Attempt:
    """One trace: what it was given, and what it found."""

    statements: tuple[Statement, ...]
    namespace: dict[str, Any]
    keys: tuple[PathKey, ...]
    policy: ScalarPolicy
    options: Options
    user_x64: bool
    deadline: float
    gradient: Gradient | None = None
    chosen: Chosen | None = None
    cut_by: Unfit | None = None
    trace: Trace | None = None
    effects: Effects | None = None
    results: int = 0
    operations: list[int] = field(default_factory=list)

    def function(self, *arguments: Any) -> list[Any]:
        """What is compiled: the statements as a function of their inputs, with gradients if asked for."""
        if self.gradient is None or self.chosen is None:
            return self._statements(*arguments)
        picked = tuple(self.keys.index(key) for key in self.chosen.keys)
        outputs, gradients = differentiated(self._statements, picked, self._loss)(*arguments)
        assert self.trace is not None
        assert self.effects is not None
        self.effects = with_gradient(self.effects, self.trace, self.chosen, self.gradient, self.results)
        kept, conditions = outputs[: self.results], outputs[self.results :]
        self.results += len(gradients)
        return [*kept, *gradients, *conditions]

    def accept(self, jaxpr: Any) -> None:
        """Stops a program before it is lowered that would take too long to compile."""
        predicted_s = predicted_compile_s(jaxpr)
        if predicted_s > self.options.compile_budget_s:
            raise _TooLong(f"compiling it would take about {predicted_s:.0f} s", COMPILES_TOO_LONG)

    def _loss(self, outputs: list[Any]) -> Any:
        assert self.effects is not None
        assert self.gradient is not None
        if self.cut_by is not None and loss_template(self.effects, self.gradient) is None:
            raise not_in_one_piece(self.cut_by.line, self.cut_by.reason, self.cut_by.remedy)
        return loss_in(self.effects, outputs, self.gradient)

    def _statements(self, *arguments: Any) -> list[Any]:
        """The statements as a function of their inputs; runs user code once, under JAX's trace."""
        trace = self.trace = Trace(
            arguments=dict(zip(self.keys, arguments, strict=True)),
            policy=self.policy,
            user_x64=self.user_x64,
            deadline=self.deadline,
            is_narrow=self.options.x32,
            most_operations=int(self.options.compile_budget_s * _OPERATIONS_PER_SECOND),
        )
        with tracing(trace):
            space = namespace_over(trace, self.namespace)
            with x64(self.user_x64):
                self._execute(trace, space)
            value = dict.pop(space, RESULT, ABSENT)
            self.effects, results = collect(trace, list(trace.namespaces.values()), value)
            if {*(trace.keys[index] for index in trace.supplied), *trace.drawn} != set(self.keys):
                raise _Again
        self.results = len(results)
        if not results and not trace.requirements:
            raise _Nothing
        return [*results, *trace.requirements]

    def _execute(self, trace: Trace, space: dict[str, Any]) -> None:
        self.operations = []
        for position, statement in enumerate(self.statements):
            first_read = len(trace.reads)
            try:
                guard_error_state(trace)
                exec(statement.rewritten, space)
            except Restart:
                raise
            except (Exception, SystemExit, GeneratorExit) as error:
                raise _StatementFailed(position, first_read) from error
            self.operations.append(trace.operations)


def build(
    statements: tuple[Statement, ...],
    namespace: dict[str, Any],
    policy: ScalarPolicy,
    options: Options,
    *,
    gradient: Gradient | None = None,
    device: Any = None,
    on_wait: Callable[[float], None] | None = None,
) -> tuple[Program | None, Unfit | None, ScalarPolicy]:
    """Compiles as many of the statements, from the first on, as can be traced together.

    Gives the program (None if not even the first statement can be traced), the statement that ended it (None if none
    did), and the policy with the scalars that turned out to be needed as constants.
    """
    keys: tuple[PathKey, ...] = ()
    arguments: tuple[Any, ...] = ()
    chosen: Chosen | None = None
    unfit: Unfit | None = None
    deadline = monotonic() + options.compile_budget_s
    for _ in range(_MOST_ATTEMPTS):
        if not statements:
            if gradient is not None and unfit is not None:
                raise not_in_one_piece(unfit.line, unfit.reason, unfit.remedy)
            return None, unfit, policy
        wide = x64_enabled()
        attempt = _Attempt(statements, namespace, keys, policy, options, wide, deadline, gradient, chosen, unfit)
        try:
            with x64(True):
                staged = stage(
                    attempt.function,
                    arguments,
                    accept=attempt.accept,
                    xla=dict(options.xla),
                    place_outputs=True,
                    on_wait=on_wait,
                    limit_s=_PATIENCE * options.compile_budget_s,
                )
            return _program(attempt, staged, device), unfit, policy
        except StageError as error:
            cause = error.__cause__
            trace = attempt.trace
            assert trace is not None
            if isinstance(cause, UsageProblem):
                raise cause from None
            if refused := refused_option(cause, options):
                raise refused from None
            if isinstance(cause, _Nothing) and gradient is not None:
                choose(trace, gradient)
                raise no_loss() from None
            if isinstance(cause, _Nothing):
                return _program(attempt, None, device), unfit, policy
            if isinstance(cause, _Again):
                keys, arguments = _inputs(trace)
                chosen = choose(trace, gradient) if gradient is not None else None
            elif isinstance(cause, NeedsConstant):
                needed = [trace.reads[index].label for index in cause.reads]
                if gradient is not None and (wanted := set(needed) & set(gradient.wrt)):
                    raise needed_as_constant(min(wanted)) from None
                pinned = policy.pinned | {trace.keys[index] for index in cause.reads}
                policy = replace(policy, pinned=frozenset(pinned))
                keys, arguments = _without(keys, arguments, pinned)
            elif isinstance(cause, SharesMemory):
                policy = replace(policy, shared=policy.shared | {trace.keys[index] for index in cause.reads})
            else:
                unfit = _unfit(attempt, error)
                statements = statements[: statements.index(unfit.statement)]
                deadline = monotonic() + options.compile_budget_s
    return None, unfit or Unfit(statements[0], (), statements[0].span.line, "its inputs can't be told"), policy


def _inputs(trace: Trace) -> tuple[tuple[PathKey, ...], tuple[Any, ...]]:
    found = {trace.keys[index]: as_given(trace.observed[index]) for index in trace.supplied} | trace.drawn
    return tuple(found), tuple(found.values())


def _without(keys: tuple, arguments: tuple, dropped: frozenset) -> tuple[tuple, tuple]:
    kept = [(key, argument) for key, argument in zip(keys, arguments, strict=True) if key not in dropped]
    return tuple(key for key, _ in kept), tuple(argument for _, argument in kept)


def _program(attempt: _Attempt, staged: Staged | None, device: Any) -> Program:
    trace = attempt.trace
    assert trace is not None
    assert attempt.effects is not None
    place = {trace.keys[index]: index for index in trace.supplied}
    return Program(
        statements=attempt.statements,
        reads=tuple(trace.reads),
        keys=tuple(trace.keys),
        inputs=tuple(place[key] for key in attempt.keys if key in place),
        effects=attempt.effects,
        results=attempt.results,
        staged=staged,
        device=device,
        distinct=_distinct(trace),
        gradients=_gradients(attempt, trace),
        owners=_owners(trace),
        can_warn=trace.can_warn,
        has_warned=trace.has_warned,
    )


def _gradients(attempt: _Attempt, trace: Trace) -> tuple[tuple[str, int], ...]:
    """The label of each input that a gradient is taken by, with the output that the gradient is."""
    if attempt.chosen is None:
        return ()
    labels = {trace.keys[index]: trace.reads[index].label for index in trace.supplied}
    first = attempt.results - len(attempt.chosen.keys)
    return tuple((labels[key], first + place) for place, key in enumerate(attempt.chosen.keys))


def _owners(trace: Trace) -> dict[int, int]:
    """For each array that is lifted as a part of another, the read of the whole."""
    arrays = ((lifted, index) for _, lifted, index in trace.lifted.values() if is_array(lifted))
    parts = ((array, index) for array, index in arrays if array.shadow is not array.buffer.shadow)
    return {index: trace.read_of(array.buffer) for array, index in parts}


def _distinct(trace: Trace) -> int:
    """How many different objects the trace read among those that can be written in place."""
    reads = zip(trace.reads, trace.observed, strict=True)
    return len({id(value) for read, value in reads if isinstance(read.guard, WRITEABLE)})


def _unfit(attempt: _Attempt, error: StageError) -> Unfit:
    """The statement that could not be traced, and why."""
    cause, trace = error.__cause__, attempt.trace
    assert trace is not None
    if isinstance(cause, _StatementFailed):
        statement = attempt.statements[cause.position]
        reason, remedy = _reason(cause.__cause__)
        line = _line(cause.__cause__.__traceback__ if cause.__cause__ else None, statement)
        reads = _guarded_from(trace, cause.first_read)
        return Unfit(statement, reads, line, reason, remedy, _is_unexpected(cause.__cause__))
    if isinstance(cause, OutOfTime):
        cause = _TooLong(
            f"compiling it takes more than {_PATIENCE * attempt.options.compile_budget_s:g} s", COMPILES_TOO_LONG
        )
    if isinstance(cause, _TooLong):
        statement = _longest(attempt)
        return Unfit(statement, tuple(trace.reads), statement.span.line, cause.reason, cause.remedy)
    statement = attempt.statements[-1]  # what it leaves can't be kept, or XLA refuses it: then shorter pieces may do
    reason, remedy = _reason(cause)
    return Unfit(statement, tuple(trace.reads), statement.span.line, reason, remedy, _is_unexpected(cause))


def _longest(attempt: _Attempt) -> Statement:
    """The statement with the most operations."""
    before = (0, *attempt.operations)
    counts = [later - earlier for earlier, later in zip(before, attempt.operations, strict=False)]
    return attempt.statements[counts.index(max(counts))]


def _reason(error: BaseException | None) -> tuple[str, str]:
    if isinstance(error, Untraceable):
        return error.reason, error.remedy
    assert error is not None
    try:
        return named(error), ""
    except Untraceable:  # the text of the error has traced values in it
        return type(error).__name__, ""


def _is_unexpected(error: BaseException | None) -> bool:
    """Whether neither tracing nor JAX says of itself that it stops here."""
    return not isinstance(error, Untraceable) and not type(error).__module__.startswith("jax")


def _line(traceback: TracebackType | None, statement: Statement) -> int:
    line = statement.span.line
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == statement.file:
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    return line


def _guarded_from(trace: Trace, first: int) -> tuple[Read, ...]:
    """The log with the guards of one statement's reads alone; earlier ones are the earlier program's."""
    return tuple(
        read if index >= first else Read(read.parent, read.step, _Anything(), read.label)
        for index, read in enumerate(trace.reads)
    )
