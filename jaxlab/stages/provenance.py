"""What the locations of an older JAX mean: a function traced once is recorded as if only its first caller called it."""

from collections.abc import Mapping
from typing import Any

from jaxlab.model.source import Stack
from jaxlab.stages import _compat
from jaxlab.stages.frames import Stacks
from jaxlab.stages.jaxpr import nested_jaxprs

CallSites = Mapping[Stack, tuple[Stack, ...]]
"""By the stack that was recorded: the stacks that it stands for, where they are not just itself."""


def call_sites(closed_jaxpr: Any, stacks: Stacks) -> CallSites:
    """Where the code behind each recorded stack is called from in this program.

    JAX keeps the trace of a jitted function, such as `jnp.where`, and uses it again. JAX 0.7 records in it who called
    the function first, perhaps in another cell. The program's own nesting tells who calls it here. JAX 0.10 records
    none of its callers, and there is nothing to correct.

    Args:
      closed_jaxpr: The `jax.extend.core.ClosedJaxpr`.
      stacks: Holds the stacks.
    """
    found: dict[Stack, dict[Stack, None]] = {}
    _gather(closed_jaxpr.jaxpr, (), stacks, found)
    return {recorded: tuple(meant) for recorded, meant in found.items() if recorded and tuple(meant) != (recorded,)}


def _gather(jaxpr: Any, caller: Stack, stacks: Stacks, found: dict[Stack, dict[Stack, None]]) -> None:
    for equation in jaxpr.eqns:
        recorded = stacks.of(_compat.frames_recorded(equation.source_info))
        stack = stacks.join(stacks.of(_compat.frames_in_program(equation.source_info)), caller)
        found.setdefault(recorded, {})[stack] = None
        for _, jaxprs in nested_jaxprs(equation.params):
            for nested in jaxprs:
                _gather(nested, stack, stacks, found)
