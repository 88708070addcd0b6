"""A call of SciPy's: by JAX where JAX computes the same, by SciPy itself while everything is known."""

import sys
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.kinds import contents, is_array, is_traced
from jaxlab.tracing.arrays.selection import holds_selection
from jaxlab.tracing.numpy_api.functions import compute, wrap_known
from jaxlab.tracing.numpy_api.selection_functions import elementwise
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.scipy_api import integrate, linalg, signal, special, stats
from jaxlab.tracing.tables import looked_up
from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Untraceable

_PURE = frozenset({"special", "linalg", "signal", "fft", "constants"})
_NARROW = (np.dtype(np.float32), np.dtype(np.complex64))
_IN_DOUBLE = frozenset({"special", "stats"})
_TABLES: dict[str, Callable[[], dict[Any, Callable[..., Any]]]] = {
    "special": special.table,
    "linalg": linalg.table,
    "signal": signal.table,
    "stats": stats.table,
    "integrate": integrate.table,
}


def call_scipy(function: Any, args: tuple, options: dict[str, Any]) -> Any:
    """What `function(*args, **options)` gives in SciPy, on stand-ins.

    Raises:
      Untraceable: JAX has nothing that computes it.
    """
    computes, source = computed_by(function), _on_stand_ins(function)
    if not is_traced((*args, *options.values())):
        if computes is None and source is None and not _is_pure(function, (*args, *options.values())):
            raise Untraceable(f"`scipy`'s `{_name(function)}` may have effects, or give something else at the next run")
        return wrap_known(function(*contents(args), **contents(options)))
    if source is not None:
        return source(*args, **options)
    if computes is None:
        raise Untraceable(f"`scipy`'s `{_name(function)}` has no counterpart in JAX")
    if holds_selection(args) and isinstance(function, np.ufunc):
        return elementwise(lambda *wholes: call_scipy(function, wholes, options), args)
    if check := _CHECKS.get(_package(function)):
        check(function, (*args, *options.values()))
    if _package(function) in _IN_DOUBLE:
        computes = _in_double(computes)
    with numpy_scope():
        return compute(function, computes, args, options)


def _check_real(function: Any, given: tuple) -> None:
    if any(is_array(thing) and thing.dtype.kind == "c" for thing in given):
        raise Untraceable(f"`{_name(function)}` of complex numbers")


def _check_no_booleans(function: Any, given: tuple) -> None:
    """Refuses what SciPy adds up with `or`."""
    if any(is_array(thing) and thing.dtype.kind == "b" for thing in given):
        raise Untraceable(f"`{_name(function)}` of booleans")


def _check_wide(function: Any, given: tuple) -> None:
    """Refuses determinants that SciPy factors in 32 bits, and then multiplies in 64."""
    if _name(function) != "det" or current().is_narrow:
        return
    if any(is_array(thing) and thing.dtype in _NARROW for thing in given):
        raise Untraceable("`det` of a matrix of 32 bits")


_CHECKS: dict[str, Callable[[Any, tuple], None]] = {
    "integrate": _check_no_booleans,
    "linalg": _check_wide,
    "special": _check_real,
    "stats": _check_real,
}
"""What is refused, package by package: where JAX computes otherwise than SciPy."""


def _in_double(computes: Callable[..., Any]) -> Callable[..., Any]:
    """SciPy computes numbers of 32 bits in 64, and rounds what comes out."""

    def widened(thing: Any) -> Any:
        is_narrow = getattr(thing, "dtype", None) in (np.float32, np.float16)
        return jnp.asarray(thing, np.float64) if is_narrow and not current().is_narrow else thing

    return lambda *args, **options: computes(*map(widened, args), **options)


def _on_stand_ins(function: Any) -> Callable[..., Any] | None:
    return linalg.on_stand_ins().get(function) if _package(function) == "linalg" else None


def _is_pure(function: Any, given: tuple) -> bool:
    """Whether a call with known arguments is the same at every run: it draws nothing, and calls nothing it is given."""
    return _package(function) in _PURE and not any(map(callable, given))


def is_special(function: Any) -> bool:
    """Whether a universal function is one of `scipy.special`."""
    special_module = sys.modules.get("scipy.special")
    return special_module is not None and getattr(special_module, function.__name__, None) is function


def computed_by(function: Any) -> Callable[..., Any] | None:
    """What computes a function of SciPy's; None if nothing does."""
    owner = getattr(function, "__self__", None)
    if owner is not None and type(owner).__module__.startswith("scipy.stats"):
        return stats.methods().get((type(owner), function.__name__))
    part = _package(function)
    return looked_up(function, _TABLES[part]()) if part in _TABLES else None


def _package(function: Any) -> str:
    """`linalg` of `scipy.linalg._basic`; ufuncs do not say where they come from, and are `special`'s."""
    if isinstance(function, np.ufunc):
        return "special"
    return str(getattr(function, "__module__", "")).partition(".")[2].partition(".")[0]


def _name(function: Any) -> str:
    return getattr(function, "__name__", "") or type(function).__name__
