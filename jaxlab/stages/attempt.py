"""One trace of statements of a cell: what it is given, what is compiled of it, and what it finds."""

from dataclasses import dataclass, field, replace
from typing import Any

from jaxlab.cell.parse import RESULT, Statement
from jaxlab.model.options import Gradient, Options
from jaxlab.stages.gradient import Chosen, differentiated, loss_in, loss_template, not_in_one_piece, with_gradient
from jaxlab.stages.prediction import predicted_compile_s
from jaxlab.stages.unfit import Unfit, guarded_from, stopped_by
from jaxlab.stages.waiting import OutOfTime
from jaxlab.tracing._compat import x64
from jaxlab.tracing.effects.outputs import collect
from jaxlab.tracing.effects.writes import Effects
from jaxlab.tracing.lifting import namespace_over
from jaxlab.tracing.log.guards import ABSENT
from jaxlab.tracing.numpy_api.error_state import guard_error_state
from jaxlab.tracing.trace import PathKey, ScalarPolicy, Trace, tracing
from jaxlab.tracing.untraceable import COMPILES_TOO_LONG, Restart, Untraceable

_OPERATIONS_PER_SECOND = 1000
"""Operations, for each second of the budget, beyond which tracing need not go on: few programs compile faster."""
PATIENCE = 2
"""How many times its budget a compile may take, since it is predicted no better than that, before it is given up."""


class Again(Exception):
    """The inputs are known now; trace again with them as arguments."""


class Nothing(Exception):
    """There is nothing to compute."""


class _TooLong(Untraceable):
    """Compiling would take longer than allowed."""


class _StatementFailed(Exception):
    """A statement raised while it was traced."""

    def __init__(self, position: int, first_read: int) -> None:
        super().__init__(position)
        self.position = position
        self.first_read = first_read


@dataclass(eq=False)
class Attempt:
    """One trace.

    Attributes:
      statements: What is traced, one after another.
      namespace: The globals they run in.
      keys: Which reads are the inputs; none while they are still being found.
      policy: Which numbers are constants.
      options: What the person asked for.
      user_x64: JAX's 64-bit flag, as the user has it.
      deadline: When tracing is given up, in seconds of the monotonic clock.
      gradient: What is differentiated, if anything.
      chosen: By which inputs.
      cut_by: The statement that ended the piece before, if one did.
      trace: What has been logged.
      effects: What the statements leave.
      results: How many outputs belong to them.
      operations: How many operations had been traced after each statement.
    """

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
            raise not_in_one_piece(self.cut_by)
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
                raise Again
        self.results = len(results)
        if not results and not trace.requirements:
            raise Nothing
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

    def unfit(self, cause: BaseException | None) -> Unfit:
        """The statement that `cause` ended this attempt at."""
        assert self.trace is not None
        if isinstance(cause, _StatementFailed):
            reads = guarded_from(self.trace, cause.first_read)
            return stopped_by(cause.__cause__, self.statements[cause.position], reads)
        reads = tuple(self.trace.reads)
        if isinstance(cause, OutOfTime):
            allowed_s = PATIENCE * self.options.compile_budget_s
            cause = _TooLong(f"compiling it takes more than {allowed_s:g} s", COMPILES_TOO_LONG)
        if isinstance(cause, _TooLong):
            statement = self._longest()
            return Unfit(statement, reads, statement.span.line, cause.reason, cause.remedy)
        last = self.statements[-1]  # what it leaves can't be kept, or XLA refuses the whole: shorter pieces may do
        return replace(stopped_by(cause, last, reads), line=last.span.line)

    def _longest(self) -> Statement:
        """The statement with the most operations."""
        before = (0, *self.operations)
        counts = [later - earlier for earlier, later in zip(before, self.operations, strict=False)]
        return self.statements[counts.index(max(counts))]
