"""Functions of complex numbers that keep the signs of zeros, which tell the sides of branch cuts.

XLA's formulas lose them. All these functions have `f(conj z) = conj f(z)`, and some are odd or even: they are computed
where the parts have no sign, and the signs are put back.
"""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from jaxlab.tracing.trace import current

_Function = Callable[[Any], Any]


def _flipped(value: Any, by: Any) -> Any:
    return jnp.where(jnp.signbit(by), -value, value)


@jax.custom_jvp
def _signed(value: Any, by: Any) -> Any:
    """`value` with the sign of `by`, which it has already unless it is zero; so are its derivatives."""
    return jnp.copysign(value, by)


@_signed.defjvp
def _signed_jvp(primals: tuple[Any, Any], tangents: tuple[Any, Any]) -> tuple[Any, Any]:
    return _signed(*primals), tangents[0]


def _swapped(z: Any) -> Any:
    return jax.lax.complex(jnp.imag(z), jnp.real(z))


def _upper(function: _Function, *, is_below: bool = False) -> _Function:
    """By the values in the upper half; `is_below`: there they lie in the lower one."""

    def computes(z: Any) -> Any:
        x, y = jnp.real(z), jnp.imag(z)
        value = function(jax.lax.complex(x, _flipped(y, y)))
        imaginary = jnp.imag(value)
        imaginary = _signed(imaginary, -jnp.ones_like(y)) if is_below else imaginary
        return jax.lax.complex(jnp.real(value), _flipped(imaginary, y))

    return computes


def _odd(function: _Function, real: _Function | None = None, imaginary: _Function | None = None) -> _Function:
    """By the values in the first quadrant; `real`, `imaginary`: of which parts' functions their parts have the sign."""

    def computes(z: Any) -> Any:
        x, y = jnp.real(z), jnp.imag(z)
        value = function(jax.lax.complex(_flipped(x, x), _flipped(y, y)))
        re, im = jnp.real(value), jnp.imag(value)
        re = re if real is None else _signed(re, real(y))
        im = im if imaginary is None else _signed(im, imaginary(x))
        return jax.lax.complex(_flipped(re, x), _flipped(im, y))

    return computes


def _even(function: _Function, imaginary: Callable[[Any, Any], Any]) -> _Function:
    """By the values in the first quadrant, whose imaginary parts have the sign of `imaginary`."""

    def computes(z: Any) -> Any:
        x, y = jnp.real(z), jnp.imag(z)
        first = _flipped(x, x), _flipped(y, y)
        value = function(jax.lax.complex(*first))
        im = _signed(jnp.imag(value), imaginary(*first))
        return jax.lax.complex(jnp.real(value), _flipped(_flipped(im, x), y))

    return computes


def _expm1(z: Any) -> Any:
    value = jnp.expm1(z)
    re = jnp.real(value)
    return jax.lax.complex(_signed(re, jnp.where(re == 0, jnp.real(z), re)), jnp.imag(value))


def _absolute(z: Any) -> Any:
    """Infinite if a part is, even beside NaN."""
    is_infinite = jnp.isinf(jnp.real(z)) | jnp.isinf(jnp.imag(z))
    value = jnp.abs(z)
    return jnp.where(is_infinite, jnp.inf, value)


def _reciprocal(z: Any) -> Any:
    """By the larger part, as NumPy divides."""
    x, y = jnp.real(z), jnp.imag(z)
    by_real, by_imaginary = y / x, x / y
    wide, tall = x + y * by_real, x * by_imaginary + y
    is_wide = jnp.abs(y) <= jnp.abs(x)
    re = jnp.where(is_wide, 1 / wide, by_imaginary / tall)
    return jax.lax.complex(re, jnp.where(is_wide, -by_real / wide, -1 / tall))


def quotient(a: Any, b: Any) -> Any:
    """`a / b`; a zero divides as NumPy's, by its real part without sign."""
    zero = jnp.abs(jnp.real(b))
    by_zero = jax.lax.complex(jnp.real(a) / zero, jnp.imag(a) / zero)
    return jnp.where(b == 0, by_zero, jnp.true_divide(a, b))


def _ordinary(function: _Function) -> _Function:
    """Of finite numbers, or NaN in both parts; with infinity or one NaN only the C library knows what it gives."""

    def computes(z: Any) -> Any:
        is_void = jnp.isnan(jnp.real(z)) & jnp.isnan(jnp.imag(z))
        current().require(jnp.all(jnp.isfinite(z) | is_void))
        return function(z)

    return computes


_ORDINARY: dict[str, _Function] = {
    "log": jnp.log,
    "log2": jnp.log2,
    "log10": jnp.log10,
    "log1p": jnp.log1p,
    "sign": lambda z: jnp.where(z == 0, jnp.zeros_like(z), jnp.sign(z)),
    "sqrt": _upper(jnp.sqrt),
    "exp": _upper(jnp.exp),
    "expm1": _upper(_expm1),
    "arccos": _upper(jnp.arccos, is_below=True),
    "arccosh": _upper(jnp.arccosh),
    "arcsin": _odd(jnp.arcsin),
    "arctan": _odd(lambda z: _swapped(jnp.arctanh(_swapped(z)))),
    "arcsinh": _odd(jnp.arcsinh),
    "arctanh": _odd(jnp.arctanh),
    "sin": _odd(jnp.sin, imaginary=jnp.cos),
    "sinh": _odd(lambda z: _swapped(jnp.sin(_swapped(z))), real=jnp.cos),
    "tan": _odd(jnp.tan),
    "tanh": _odd(jnp.tanh),
    "cos": _even(jnp.cos, lambda x, y: -jnp.sin(x)),
    "cosh": _even(lambda z: jnp.conj(jnp.cos(_swapped(z))), lambda x, y: jnp.sin(y)),
}
COMPUTE: dict[str, _Function] = {
    **{name: _ordinary(function) for name, function in _ORDINARY.items()},
    "reciprocal": _reciprocal,
    "absolute": _absolute,
}
"""By the name of NumPy's function: of complex numbers alone."""
