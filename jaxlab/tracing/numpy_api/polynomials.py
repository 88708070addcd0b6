"""`np.polyfit`, and `np.poly1d` as a stand-in whose coefficients are traced."""

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import Array
from jaxlab.tracing.arrays.convert import as_array
from jaxlab.tracing.arrays.kinds import is_traced
from jaxlab.tracing.arrays.stand_in import StandIn
from jaxlab.tracing.effects.templates import Container, Template
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Untraceable


def _polyfit(x: Any, y: Any, deg: Any, rcond: Any = None, full: bool = False, w: Any = None, cov: Any = False) -> Any:
    """Least squares by powers whose columns are scaled to length 1, as NumPy solves it."""
    if full or cov or type(deg) is not int or is_traced(deg):
        raise Untraceable("`np.polyfit` with these arguments")
    places: Any = as_array(x) + 0.0
    values: Any = as_array(y) + 0.0
    if places.ndim != 1 or values.ndim not in (1, 2) or len(places) != len(values) or len(places) <= deg or deg < 0:
        raise Untraceable("`np.polyfit` of arrays of these shapes")
    powers: Any = np.vander(places, deg + 1)
    if w is not None:
        weights: Any = as_array(w) + 0.0
        powers *= weights[:, None]
        values *= weights[:, None] if values.ndim == 2 else weights
    scale = np.sqrt((powers * powers).sum(axis=0))
    precision = len(places) * np.finfo(places.dtype).eps if rcond is None else rcond
    found = np.linalg.lstsq(powers / scale, values, precision)[0]
    return (found.T / scale).T


class Poly1d(StandIn):
    """Stands for a `numpy.poly1d`.

    Attributes:
      coeffs: From the highest power to the lowest; the first is not zero at run time.
    """

    __slots__ = ("coeffs",)

    def __init__(self, coefficients: Array) -> None:
        self.coeffs = coefficients
        if len(coefficients) > 1:
            with numpy_scope():
                current().require(jnp.asarray(coefficients.read())[0] != 0)

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return np.poly1d

    coef = coefficients = c = property(lambda self: self.coeffs)
    order = o = property(lambda self: len(self.coeffs) - 1)

    def __call__(self, x: Any) -> Any:
        """The values at `x`."""
        if isinstance(x, np.poly1d):
            raise Untraceable("a polynomial of a polynomial")
        return np.polyval(self.coeffs, as_array(x) if isinstance(x, list) else x)

    def deriv(self, m: int = 1) -> "Poly1d":
        """The derivative of order `m`."""
        return Poly1d(as_array(np.polyder(self.coeffs, m)))

    def integ(self, m: int = 1, k: Any = 0) -> "Poly1d":
        """The integral of order `m`."""
        return Poly1d(as_array(np.polyint(self.coeffs, m, k)))

    def __getattr__(self, name: str) -> Any:
        if hasattr(np.poly1d, name) and not name.startswith("__"):
            raise Untraceable(f"`{name}` of a polynomial")
        raise AttributeError(f"'poly1d' object has no attribute '{name}'")

    def template(self, template: Callable[[Any], Template]) -> Template:
        """How to build it at each run."""
        return Container(("poly1d", id(self)), lambda made: np.poly1d(made[0]), (template(self.coeffs),), ("",))


def _poly1d(c_or_r: Any, r: bool = False, variable: Any = None) -> Any:
    if r or variable is not None or isinstance(c_or_r, np.poly1d):
        raise Untraceable("`np.poly1d` with these arguments")
    coefficients = np.atleast_1d(as_array(c_or_r))
    if coefficients.ndim > 1:
        raise ValueError("Polynomial must be 1d only.")
    return Poly1d(coefficients)


HANDLERS: dict[Any, Callable[..., Any]] = {np.polyfit: _polyfit, np.poly1d: _poly1d}
"""By NumPy's function."""
