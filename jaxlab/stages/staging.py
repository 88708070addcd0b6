"""Trace, lower and compile a function, each step timed; what a step leaves is there even if the next one fails."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from time import perf_counter
from typing import Any, TypeVar

import jax

from jaxlab.model.cost import Cost, Memory
from jaxlab.model.listing import Listing
from jaxlab.model.options import XlaValue
from jaxlab.stages import _compat
from jaxlab.stages.costs import cost_of, memory_of
from jaxlab.stages.donation import Avals, nbytes, outputs_to_place, placing
from jaxlab.stages.dumps import MOST_TEXT, Dump, dump
from jaxlab.stages.frames import Stacks
from jaxlab.stages.hlo import hlo_listing
from jaxlab.stages.hlo_text import has_frame_tables
from jaxlab.stages.jaxpr import jaxpr_listing
from jaxlab.stages.pace import Calls, may_take_its_time
from jaxlab.stages.provenance import CallSites, call_sites
from jaxlab.stages.stablehlo import stablehlo_listing
from jaxlab.stages.waiting import interruptible

Result = TypeVar("Result")


@dataclass(frozen=True, kw_only=True)
class Staged:
    """A function on its way through JAX's stages. Listings, costs and memory are read when first asked for.

    Attributes:
      closed_jaxpr: The `jax.extend.core.ClosedJaxpr` that tracing gave; None if not reached.
      lowered: The `jax.stages.Lowered` that lowering gave; None if not reached.
      compiled: The executable: called with arguments of the shapes and dtypes that it was traced with. None if not
        reached.
      trace_s: Seconds of tracing.
      lower_s: Seconds of lowering to StableHLO.
      compile_s: Seconds of XLA compiling.
      xla: Options that XLA compiles with, by name.
      placed: Outputs that the executable computes into memory it is given, as donated arguments after its own.
    """

    closed_jaxpr: Any = None
    lowered: Any = None
    compiled: Any = None
    trace_s: float = 0.0
    lower_s: float = 0.0
    compile_s: float = 0.0
    xla: Mapping[str, XlaValue] = field(default_factory=dict)
    placed: Avals = ()
    _stacks: Stacks = field(default_factory=Stacks, repr=False)

    @cached_property
    def listings(self) -> dict[str, Listing]:
        """The program by kind: "jaxpr", "stablehlo", "hlo", as far as it came."""
        found = {}
        if self.closed_jaxpr is not None:
            found["jaxpr"] = jaxpr_listing(self.closed_jaxpr, self._stacks)
        if self.lowered is not None:
            text = self.lowered.as_text(debug_info=True)
            found["stablehlo"] = stablehlo_listing(text, self._call_sites, self._stacks)
        if self.compiled is not None:
            text = self.compiled.as_text()
            proto = None if has_frame_tables(text) else _compat.hlo_proto(self.compiled)
            found["hlo"] = hlo_listing(text, proto, self._call_sites, self._stacks)
        return found

    @cached_property
    def _call_sites(self) -> CallSites:
        return call_sites(self.closed_jaxpr, self._stacks)

    @cached_property
    def dump(self) -> Dump | None:
        """What XLA writes down on the way, by compiling once more; None if not compiled, or if the program is too long.

        Runs nothing on the device.
        """
        text = "" if self.compiled is None else self.compiled.as_text()
        if not text or len(text) > MOST_TEXT:
            return None
        return dump(self.lowered, self.listings["hlo"], self.xla, self._call_sites, self._stacks, text=text)

    @cached_property
    def calls(self) -> Calls:
        """How its calls are waited for."""
        devices = {device for each in self.compiled.output_shardings for device in each.device_set}
        return Calls(self.compiled, may_vary=len(devices) > 1 or may_take_its_time(self.closed_jaxpr.jaxpr))

    @property
    def place(self) -> Any:
        """The device that the outputs which are `placed` are on."""
        return next(iter(self.compiled.input_shardings[0][-1].device_set))

    @cached_property
    def cost(self) -> Cost | None:
        """XLA's cost analysis; None where unknown."""
        return None if self.compiled is None else cost_of(self.compiled)

    @cached_property
    def memory(self) -> Memory | None:
        """XLA's memory analysis; None where unknown."""
        if self.compiled is None:
            return None
        return memory_of(self.compiled, sum(map(nbytes, self.placed)))


class StageError(Exception):
    """A stage failed; `__cause__` is the error that JAX, or the traced code, raised.

    Attributes:
      stage: "trace", "lower" or "compile".
      partial: What was reached before.
    """

    def __init__(self, stage: str, partial: Staged) -> None:
        super().__init__(f"the stage {stage!r} failed")
        self.stage = stage
        self.partial = partial


def stage(
    function: Callable[..., Any],
    args: tuple[Any, ...],
    *,
    keep_unused: bool = True,
    accept: Callable[[Any], None] | None = None,
    xla: Mapping[str, XlaValue] | None = None,
    place_outputs: bool = False,
    on_wait: Callable[[float], None] | None = None,
    limit_s: float = float("inf"),
    clock: Callable[[], float] = perf_counter,
) -> Staged:
    """Traces `function`, which runs its Python code once, in this thread; lowers it; compiles it for the device.

    Nothing is executed on the device, so nothing synchronises. Ctrl-C while XLA compiles takes effect at once.

    Args:
      function: Takes `args`, gives a pytree of arrays.
      args: Pytrees of arrays, or of `jax.ShapeDtypeStruct`s, of any shape.
      keep_unused: Whether arguments that the function does not use stay arguments of the executable.
      accept: Called with the `ClosedJaxpr` before it is lowered; raises to stop there.
      xla: Options for XLA by name, over those of the process.
      place_outputs: Whether the executable takes memory for its large outputs, which `Staged.placed` lists.
      on_wait: Called with the elapsed seconds, repeatedly, once compiling has taken a second.
      limit_s: Seconds of compiling after which it is given up, with `OutOfTime` as the cause.
      clock: Seconds, monotonic.

    Raises:
      StageError: A stage failed; it carries what was reached.
    """
    options = dict(xla or {})
    staged = Staged(xla=options)
    with _compat.user_locations():
        jitted = jax.jit(function, keep_unused=keep_unused)
        traced, trace_s = _timed("trace", staged, lambda: jitted.trace(*args), clock)
        # Not `traced` itself: in JAX 0.7 it holds the arguments, which would then live as long as the program.
        staged = replace(staged, closed_jaxpr=traced.jaxpr, trace_s=trace_s)
        if accept is not None:
            _timed("trace", staged, lambda: accept(traced.jaxpr), clock)
        _compat.mark_calls(traced.jaxpr)
        placed = outputs_to_place(traced.jaxpr, args) if place_outputs else ()
        lowered, lower_s = _timed("lower", staged, lambda: _lowered(traced, args, placed), clock)
        staged = replace(staged, lowered=lowered, lower_s=lower_s, placed=placed)
    # None where there are no options: then JAX finds in its caches what it compiled before.
    compiling = partial(lowered.compile, compiler_options=options or None)
    compiled, compile_s = _timed(
        "compile", staged, lambda: interruptible(compiling, on_wait=on_wait, limit_s=limit_s), clock
    )
    return replace(staged, compiled=compiled, compile_s=compile_s)


def _lowered(traced: Any, args: tuple[Any, ...], placed: Avals) -> Any:
    if not placed:
        return traced.lower()
    donated = tuple(range(len(args), len(args) + len(placed)))
    return jax.jit(placing(traced, placed), keep_unused=True, donate_argnums=donated).lower(*args, *placed)


def _timed(name: str, reached: Staged, step: Callable[[], Result], clock: Callable[[], float]) -> tuple[Result, float]:
    start = clock()
    try:
        return step(), clock() - start
    except Exception as error:
        raise StageError(name, reached) from error
