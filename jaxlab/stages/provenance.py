"""What recorded stacks stand for in one program: a function traced once can be called from many lines.

JAX keeps the trace of a jitted function, such as `jnp.where`, and uses it again. JAX 0.10 records in it nothing of who
calls it. JAX 0.7 records who called it first, perhaps in another cell. The nesting of the program tells who does here.
"""

from dataclasses import replace
from typing import Any

from jaxlab.model.source import Stack
from jaxlab.stages import _compat
from jaxlab.stages.frames import Stacks
from jaxlab.stages.jaxpr import nested_jaxprs


class CallSites:
    """The stacks that a recorded stack stands for.

    Args:
      complete: Whether all stacks of the program are gathered as JAX 0.7 records them. Any other then stems from
        another program, such as the sum in a reduction that was traced there, and stands for nothing here.
    """

    def __init__(self, complete: bool = False) -> None:
        self._complete = complete
        self._anywhere: dict[Stack, dict[Stack, None]] = {}
        self._in_call: dict[tuple[str, Stack], dict[Stack, None]] = {}
        self._calls: dict[str, Stack] = {}
        self._keys: dict[Stack, Stack] = {}

    def meant_by(self, recorded: Stack) -> tuple[Stack, ...]:
        """The stacks of all code that `recorded` was recorded for."""
        if found := self._anywhere.get(self._key(recorded)):
            return tuple(found)
        return () if self._complete else (recorded,)

    def meant_in(self, mark: str, recorded: Stack) -> tuple[Stack, ...]:
        """As `meant_by`, of code inside the call that `_compat.mark_calls` has marked so; in no call if empty."""
        if found := self._in_call.get((mark, self._key(recorded))):
            return tuple(found)
        return (self._calls[mark],) if mark in self._calls else self.meant_by(recorded)

    def gather(self, jaxpr: Any, stacks: Stacks, caller: Stack = (), mark: str = "") -> None:
        """Adds the equations of `jaxpr`, which is called from `caller`."""
        for equation in jaxpr.eqns:
            recorded = stacks.of(_compat.frames_recorded(equation.source_info))
            stack = stacks.join(stacks.of(_compat.frames_in_program(equation.source_info)), caller)
            inside = mark or _compat.call_mark(equation.source_info)
            if inside and not mark:
                self._calls[inside] = stack
            if recorded:  # nothing can be told from an empty one
                key = self._key(recorded)
                self._anywhere.setdefault(key, {})[stack] = None
                self._in_call.setdefault((inside, key), {})[stack] = None
            for _, jaxprs in nested_jaxprs(equation.params):
                for nested in jaxprs:
                    self.gather(nested, stacks, stack, inside)

    def _key(self, recorded: Stack) -> Stack:
        """The stack as far as every form of the program tells it: HLO of JAX 0.7 drops columns where one is 0."""
        if not self._complete:
            return recorded
        if recorded not in self._keys:
            self._keys[recorded] = tuple(
                span if span.column else replace(span, column=None, end_column=None) for span in recorded
            )
        return self._keys[recorded]


def call_sites(closed_jaxpr: Any, stacks: Stacks) -> CallSites:
    """The call sites of a `jax.extend.core.ClosedJaxpr`, with stacks out of `stacks`."""
    sites = CallSites(complete=_compat.RECORDS_CALLERS)
    sites.gather(closed_jaxpr.jaxpr, stacks)
    return sites
