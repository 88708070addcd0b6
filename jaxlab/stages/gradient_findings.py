"""What a person should know about a gradient that is right by the rules and yet surprises."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from jaxlab.model.diagnostic import Diagnostic
from jaxlab.stages.program import Program


def gradient_findings(program: Program, results: list[Any]) -> Iterator[Diagnostic]:
    """Findings about the gradients among the results of a run.

    Args:
      program: What ran.
      results: Its outputs, as NumPy or JAX arrays.
    """
    for label, slot in program.gradients:
        finding = _finding(label, np.asarray(results[slot]), program)
        if finding is not None:
            yield finding


def _finding(label: str, gradient: np.ndarray, program: Program) -> Diagnostic | None:
    if np.isnan(gradient).any():
        return _told(
            "JL212",
            f"The gradient by `{label}` has a NaN, though the value has none: a branch of `np.where` counts even where "
            "it is not chosen.",
            "Give the function a harmless argument there: `np.where(c, f(np.where(c, x, 1.0)), ...)`.",
            program,
        )
    if np.isinf(gradient).any():
        return _told(
            "JL213",
            f"The gradient by `{label}` is inf somewhere: the function is vertical there, as `np.sqrt` is at 0.",
            "Stay away from the point, as `np.sqrt(x + 1e-12)` does.",
            program,
        )
    if gradient.dtype.kind == "c":
        return _told(
            "JL214",
            f"`{label}` is complex: the gradient is JAX's, the conj of the direction in which the value rises fastest.",
            "To descend, step by `-np.conj(grads)`.",
            program,
        )
    if gradient.size and not gradient.any():
        return _told(
            "JL215",
            f"The gradient by `{label}` is zero everywhere: comparisons, `np.round` and casts to int pass nothing on.",
            "Use a smooth function in their place.",
            program,
        )
    return None


def _told(code: str, message: str, hint: str, program: Program) -> Diagnostic:
    return Diagnostic(code=code, message=message, hint=hint, span=program.statements[-1].span)
