"""How NumPy is set to treat floating-point errors, and where it would warn: XLA only ever ignores them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.log.guards import Equal
from jaxlab.tracing.log.reads import Step
from jaxlab.tracing.trace import Trace, current
from jaxlab.tracing.untraceable import Untraceable

_STEP = Step("error state", "", lambda _: error_state(), lambda _: "np.geterr()")


def error_state() -> str:
    """What NumPy does at each kind of floating-point error; a text, since every run compares it."""
    return " ".join(np.geterr().values())


def check_error_state() -> None:
    """Refuses what compiled code can't honour.

    Raises:
      Untraceable: NumPy is set to raise, to print, or to call something, or to warn of underflow.
    """
    state = np.geterr()
    if set(state.values()) - {"ignore", "warn"}:
        raise Untraceable("NumPy is set to raise or to report floating-point errors")
    if state["under"] == "warn":
        raise Untraceable("NumPy is set to warn of underflow")


def guard_error_state(trace: Trace) -> None:
    """Logs the state, once a trace: a program is for this state alone.

    Raises:
      Untraceable: NumPy is set to raise, to print, or to call something, or to warn of underflow.
    """
    key = trace.key(None, _STEP)
    if key not in trace.memo:
        trace.memo[key] = error_state()
        trace.log(None, _STEP, Equal(trace.memo[key]), trace.memo[key])
    check_error_state()


@contextmanager
def entered_state(manager: np.errstate) -> Iterator[None]:
    """`np.errstate` around traced code, where it asks for nothing but silence or warnings.

    Raises:
      Untraceable: It asks for more.
    """
    with manager:
        check_error_state()
        yield


def note_operation() -> None:
    """Notes an operation on traced values of which NumPy may warn."""
    trace = current()
    trace.can_warn = trace.can_warn or bool(_warned_of())


def check_divisor(divisor: Any) -> None:
    """Before integers are divided: by zero they give 0, which hides that NumPy warns."""
    if "divide" not in _warned_of() or current().transform_depth:
        return
    if not isinstance(divisor, np.ndarray):
        current().require(jnp.all(divisor != 0))
    elif not divisor.all():
        _note_warning()


def evaluated(function: Callable[..., Any], *args: Any, **options: Any) -> Any:
    """What NumPy's function gives of known values; a warning is noted, as it would name no line of the cell's."""
    kinds = dict.fromkeys(_warned_of(), "call")
    with np.errstate(**kinds, call=lambda *_: _note_warning()):
        return function(*args, **options)


def _warned_of() -> list[str]:
    return [kind for kind, reaction in np.geterr().items() if reaction == "warn"]


def _note_warning() -> None:
    current().can_warn = current().has_warned = True
