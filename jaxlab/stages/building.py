"""From statements of a cell to a program: trace, find the inputs, trace again with them, lower and compile.

The statements run one after another in one trace. The first that cannot be traced ends the piece: tracing starts again
without it, so that nothing has to be undone.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any

from jaxlab.cell.parse import Statement
from jaxlab.model.errors import UsageProblem
from jaxlab.model.options import Gradient, Options
from jaxlab.stages.attempt import PATIENCE, Again, Attempt, Nothing
from jaxlab.stages.dump_findings import refused_option
from jaxlab.stages.gradient import Chosen, choose, needed_as_constant, no_loss, not_in_one_piece
from jaxlab.stages.program import Program
from jaxlab.stages.staging import Staged, StageError, stage
from jaxlab.stages.transfers import as_given
from jaxlab.stages.unfit import Unfit
from jaxlab.tracing._compat import x64, x64_enabled
from jaxlab.tracing.arrays.kinds import is_array
from jaxlab.tracing.log.guards import WRITEABLE
from jaxlab.tracing.trace import PathKey, ScalarPolicy, Trace
from jaxlab.tracing.untraceable import NeedsConstant, SharesMemory

_MOST_ATTEMPTS = 40

Built = tuple[Program | None, Unfit | None, ScalarPolicy]
"""The program, None if not even the first statement can be traced; the statement that ended it, None if none did; and
the policy with the scalars that turned out to be needed as constants."""


@dataclass(slots=True, kw_only=True)
class Building:
    """A piece that is being built: what is asked for, and what the attempts so far have told.

    Attributes:
      statements: What is still to be traced together.
      namespace: The globals they run in.
      policy: Which numbers are constants.
      options: What the person asked for.
      gradient: What is differentiated, if anything.
      device: Where the program runs; None for JAX's default.
      on_wait: Called with the elapsed seconds while compiling takes more than one.
      keys: Which reads are the inputs, as far as is known.
      arguments: Their present values.
      chosen: By which of them is differentiated.
      unfit: The statement that ended the piece.
      deadline: When tracing is given up, in seconds of the monotonic clock.
    """

    statements: tuple[Statement, ...]
    namespace: dict[str, Any]
    policy: ScalarPolicy
    options: Options
    gradient: Gradient | None = None
    device: Any = None
    on_wait: Callable[[float], None] | None = None
    keys: tuple[PathKey, ...] = ()
    arguments: tuple[Any, ...] = ()
    chosen: Chosen | None = None
    unfit: Unfit | None = None
    deadline: float = field(init=False)

    def __post_init__(self) -> None:
        """Starts the time that tracing may take."""
        self._allow_more_time()

    def build(self) -> Built:
        """Compiles as many of the statements, from the first on, as can be traced together.

        Raises:
          UsageProblem: What was asked for cannot be done: no scalar to differentiate, an option that XLA refuses.
        """
        for _ in range(_MOST_ATTEMPTS):
            if not self.statements:
                self._refuse_to_cut()
                return None, self.unfit, self.policy
            attempt = self._attempt()
            try:
                staged = self._staged(attempt)
            except StageError as error:
                cause, trace = error.__cause__, attempt.trace
            else:
                return _program(attempt, staged, self.device), self.unfit, self.policy
            assert trace is not None
            self._refuse(cause, trace)
            if isinstance(cause, Nothing):
                return _program(attempt, None, self.device), self.unfit, self.policy
            self._learn(cause, trace, attempt)
        first = self.statements[0]
        return None, self.unfit or Unfit(first, (), first.span.line, "its inputs can't be told"), self.policy

    def _attempt(self) -> Attempt:
        return Attempt(
            statements=self.statements,
            namespace=self.namespace,
            keys=self.keys,
            policy=self.policy,
            options=self.options,
            user_x64=x64_enabled(),
            deadline=self.deadline,
            gradient=self.gradient,
            chosen=self.chosen,
            cut_by=self.unfit,
        )

    def _staged(self, attempt: Attempt) -> Staged:
        with x64(True):
            return stage(
                attempt.function,
                self.arguments,
                accept=attempt.accept,
                xla=dict(self.options.xla),
                place_outputs=True,
                on_wait=self.on_wait,
                limit_s=PATIENCE * self.options.compile_budget_s,
            )

    def _refuse(self, cause: BaseException | None, trace: Trace) -> None:
        """Raises what the person has to change."""
        if isinstance(cause, UsageProblem):
            raise cause
        if refused := refused_option(cause, self.options):
            raise refused
        if isinstance(cause, Nothing) and self.gradient is not None:
            self._chosen(trace)
            raise no_loss()

    def _learn(self, cause: BaseException | None, trace: Trace, attempt: Attempt) -> None:
        """Takes over what ended an attempt, so that the next one goes further, or is of fewer statements."""
        if isinstance(cause, Again):
            self.keys, self.arguments = _inputs(trace)
            self.chosen = self._chosen(trace)
        elif isinstance(cause, NeedsConstant):
            self._pin(cause, trace)
        elif isinstance(cause, SharesMemory):
            shared = self.policy.shared | {trace.keys[index] for index in cause.reads}
            self.policy = replace(self.policy, shared=shared)
        else:
            self.unfit = attempt.unfit(cause)
            if self.gradient is not None and self.gradient.of is None:
                self._refuse_to_cut()  # the loss is the last expression
            self.statements = self.statements[: self.statements.index(self.unfit.statement)]
            self._allow_more_time()

    def _chosen(self, trace: Trace) -> Chosen | None:
        """What is differentiated by, if anything; if the piece was cut, that is why it is not to be found."""
        try:
            return None if self.gradient is None else choose(trace, self.gradient)
        except UsageProblem:
            self._refuse_to_cut()
            raise

    def _refuse_to_cut(self) -> None:
        """Raises where a gradient was asked for and a statement has ended the piece."""
        if self.gradient is not None and self.unfit is not None:
            raise not_in_one_piece(self.unfit) from None

    def _pin(self, cause: NeedsConstant, trace: Trace) -> None:
        """Makes constants of numbers that the code needs as such."""
        needed = {trace.reads[index].label for index in cause.reads}
        if self.gradient is not None and (wanted := needed & set(self.gradient.wrt)):
            raise needed_as_constant(min(wanted))
        pinned = self.policy.pinned | {trace.keys[index] for index in cause.reads}
        self.policy = replace(self.policy, pinned=frozenset(pinned))
        self.keys, self.arguments = _without(self.keys, self.arguments, pinned)

    def _allow_more_time(self) -> None:
        self.deadline = monotonic() + self.options.compile_budget_s


def _inputs(trace: Trace) -> tuple[tuple[PathKey, ...], tuple[Any, ...]]:
    found = {trace.keys[index]: as_given(trace.observed[index]) for index in trace.supplied} | trace.drawn
    return tuple(found), tuple(found.values())


def _without(keys: tuple, arguments: tuple, dropped: frozenset) -> tuple[tuple, tuple]:
    kept = [(key, argument) for key, argument in zip(keys, arguments, strict=True) if key not in dropped]
    return tuple(key for key, _ in kept), tuple(argument for _, argument in kept)


def _program(attempt: Attempt, staged: Staged | None, device: Any) -> Program:
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


def _gradients(attempt: Attempt, trace: Trace) -> tuple[tuple[str, int], ...]:
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
