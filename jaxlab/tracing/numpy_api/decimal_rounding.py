"""`round(number, digits)` as Python rounds a float: by its exact value, half to even.

NumPy multiplies, rounds and divides, and errs where the product does. Here the product's error is computed too, by
Dekker's splitting (T. J. Dekker, "A floating-point technique for extending the available precision", 1971).
"""

from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import Array, derived
from jaxlab.tracing.numpy_api.ufuncs import exact_quotient
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.untraceable import Untraceable

_MOST_DIGITS = 22
"""Powers of ten up to this one are exact in 64 bits."""
_WHOLE = 2.0**52
"""Scaled numbers from here on have no digits to round."""
_SPLITTER = 2.0**27 + 1


def rounded(number: Array, digits: int) -> Any:
    """A traced number, of Python's or NumPy's, rounded to digits behind the point.

    Raises:
      Untraceable: To tens, or to more digits than a float has.
    """
    if number.python is None:
        return np.round(number, digits)
    if number.python in (bool, int) and digits >= 0:
        return number + 0
    if number.python is not float or not 0 <= digits <= _MOST_DIGITS:
        raise Untraceable("`round` to so many digits")
    with numpy_scope():
        return derived(_exactly(jnp.asarray(number.read()), 10.0**digits), (number,), is_scalar=True, python=float)


def _exactly(value: Any, scale: float) -> Any:
    product, error = _product(value, scale)
    near = jnp.rint(product)  # the even one of two that are as near
    up = (product - near == 0.5) & (error > 0)
    down = (product - near == -0.5) & (error < 0)
    whole = near + jnp.where(up, 1.0, 0.0) - jnp.where(down, 1.0, 0.0)
    quotient = jnp.copysign(exact_quotient(whole, np.asarray(scale)), value)
    return jnp.where(jnp.abs(product) < _WHOLE, quotient, value)


def _product(a: Any, b: float) -> tuple[Any, Any]:
    """The rounded product and what it lacks, exactly."""
    a_high, a_low = _halves(a)
    b_high, b_low = _halves(jnp.asarray(b))
    product = a * b
    error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low
    return product, error


def _halves(value: Any) -> tuple[Any, Any]:
    """Two numbers of half the digits whose sum it is."""
    far = value * _SPLITTER
    high = far - (far - value)
    return high, value - high
