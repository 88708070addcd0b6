"""What XLA says a compiled program costs. It has no fixed shape, so this one file reads it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from jaxlab.model.cost import Cost, Memory


def cost_of(compiled: Any) -> Cost | None:
    """XLA's cost analysis of `compiled`, a `jax.stages.Compiled`; None where the backend gives none.

    A figure that XLA leaves out or gives as negative, its sign for unknown, is None. The body of a loop counts once.
    """
    figures = _figures(compiled)
    cost = Cost(
        flops=_known(figures.get("flops")),
        bytes_accessed=_known(figures.get("bytes accessed")),
        transcendentals=_known(figures.get("transcendentals")),
    )
    return cost if cost != Cost() else None


def memory_of(compiled: Any, placed_bytes: int = 0) -> Memory | None:
    """XLA's memory analysis of `compiled`, a `jax.stages.Compiled`, in bytes; None where the backend gives none.

    Args:
      compiled: The executable.
      placed_bytes: What it takes as memory for its outputs alone; no argument of the program's.
    """
    try:
        stats = compiled.memory_analysis()
    except Exception:  # backends raise what they like for "not implemented"
        return None
    memory = Memory(
        argument_bytes=_less(_known(getattr(stats, "argument_size_in_bytes", None)), placed_bytes),
        output_bytes=_known(getattr(stats, "output_size_in_bytes", None)),
        temporary_bytes=_known(getattr(stats, "temp_size_in_bytes", None)),
        alias_bytes=_less(_known(getattr(stats, "alias_size_in_bytes", None)), placed_bytes),
    )
    memory = replace(memory, peak_bytes=_peak(memory, _known(getattr(stats, "peak_memory_in_bytes", None))))
    return memory if memory != Memory() else None


def _peak(memory: Memory, told: int | None) -> int | None:
    """Most memory at one time. What XLA tells on the CPU leaves temporaries out, though they are there all the time."""
    parts = (memory.argument_bytes, memory.output_bytes, memory.temporary_bytes)
    if None in parts:
        return told
    return max(sum(part or 0 for part in parts) - (memory.alias_bytes or 0), told or 0)


def _figures(compiled: Any) -> Mapping[str, Any]:
    try:
        analysis = compiled.cost_analysis()
    except Exception:  # backends raise what they like for "not implemented"
        return {}
    if isinstance(analysis, list | tuple):  # one entry a program, in some versions
        analysis = analysis[0] if analysis else None
    return analysis if isinstance(analysis, Mapping) else {}


def _known(figure: Any) -> Any:
    return figure if isinstance(figure, int | float) and figure >= 0 else None


def _less(figure: int | None, taken: int) -> int | None:
    return None if figure is None else max(figure - taken, 0)
