"""How NumPy is set to treat floating-point errors: XLA only ever ignores them."""

import numpy as np

from jaxlab.tracing.guards import Equal
from jaxlab.tracing.reads import Step
from jaxlab.tracing.trace import Trace
from jaxlab.tracing.untraceable import Untraceable

_STEP = Step("error state", "", lambda _: error_state(), lambda _: "np.geterr()")


def error_state() -> tuple[tuple[str, str], ...]:
    """What NumPy does at each kind of floating-point error."""
    return tuple(np.geterr().items())


def check_error_state() -> tuple[tuple[str, str], ...]:
    """The state, if compiled code can honour it.

    Raises:
      Untraceable: NumPy is set to raise, print, or call something.
    """
    state = error_state()
    if any(reaction not in ("ignore", "warn") for _, reaction in state):
        raise Untraceable("NumPy is set to raise or to report floating-point errors")
    return state


def guard_error_state(trace: Trace) -> None:
    """Logs the state, once a trace: a program is for this state alone.

    Raises:
      Untraceable: NumPy is set to raise, print, or call something.
    """
    key = trace.key(None, _STEP)
    if key not in trace.memo:
        trace.memo[key] = error_state()
        trace.log(None, _STEP, Equal(trace.memo[key]), trace.memo[key])
    check_error_state()
