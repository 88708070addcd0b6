"""How long XLA will take to compile a program, as far as its size tells."""

from typing import Any

from jax.extend.core import ClosedJaxpr, Jaxpr

_HEAVY = frozenset(
    "dot_general conv_general_dilated scatter scatter-add scatter_mul scatter_min scatter_max gather sort cholesky "
    "lu qr eigh svd triangular_solve fft cumsum cumprod cummax cummin reduce_window".split()
)
_HEAVY_S = 0.004
_LIGHT_S = 0.0008
"""Seconds an equation on two cores of a cloud machine, as `python -m tests.benchmarks.compile_times` measures them."""


def predicted_compile_s(jaxpr: Any) -> float:
    """Seconds that lowering and compiling will take, within a factor of about three.

    The body of a loop counts once however many turns it makes.

    Args:
      jaxpr: A `ClosedJaxpr`.
    """
    return _predicted(jaxpr.jaxpr)


def _predicted(jaxpr: Any) -> float:
    total = 0.0
    for equation in jaxpr.eqns:
        total += _HEAVY_S if equation.primitive.name in _HEAVY else _LIGHT_S
        for parameter in equation.params.values():
            for inner in parameter if isinstance(parameter, (list, tuple)) else (parameter,):
                if isinstance(inner, ClosedJaxpr):
                    total += _predicted(inner.jaxpr)
                elif isinstance(inner, Jaxpr):
                    total += _predicted(inner)
    return total
