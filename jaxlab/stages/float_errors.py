"""Whether NumPy may have warned where XLA is silent: NaN and infinity in what a program gives.

NumPy looks at the processor's flags after each operation, which costs nothing. XLA has nothing like it, and looking at
the results in the program would cost as much again as most operations do. So results are looked at from outside: all
of them when a program is new, later what is small, and a sample of what is large. What passes unseen is a NaN or an
infinity that no result shows, as in `1 / (1 + np.exp(-x))`, and one between the samples.
"""

import warnings
from collections.abc import Iterable
from typing import Any
from weakref import WeakSet

import numpy as np

from jaxlab.stages.program import Program

SAMPLE = 1024
"""Elements of a large result that are looked at in later runs."""

_shown: WeakSet[Program] = WeakSet()
"""Programs whose warnings have been shown: Python shows one once for each line."""


def may_have_warned(program: Program, results: Iterable[Any], *, is_new: bool) -> bool:
    """Whether the piece has to run as plain Python, so that NumPy can warn, or raise where warnings are errors.

    Args:
      program: What has run.
      results: What it gave: NumPy arrays, and JAX arrays, of which JAX does not warn.
      is_new: Whether this was its first run.
    """
    if not program.can_warn:
        return False
    action = _action()
    if action == "ignore" or (action not in ("error", "always", "all") and program in _shown):
        return False
    if not (program.has_warned or any(_is_suspect(result, is_new) for result in results)):
        return False
    _shown.add(program)
    return True


def _is_suspect(result: Any, is_new: bool) -> bool:
    if type(result) is not np.ndarray or result.dtype.kind not in "fc":
        return False
    seen = result.ravel("K")
    return not np.isfinite(seen if is_new else seen[:: max(seen.size // SAMPLE, 1)]).all()


def _action() -> str:
    """What Python does at a RuntimeWarning whatever its text and its place."""
    for action, message, category, module, line in warnings.filters:
        if issubclass(RuntimeWarning, category) and not (message or module or line):
            return action
    return "default"
