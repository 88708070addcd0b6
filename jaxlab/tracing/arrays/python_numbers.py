"""Python's own numbers while they are traced: their operators, and where Python raises and NumPy does not."""

from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import derived
from jaxlab.tracing.arrays.kinds import is_array
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.trace import current

_DIVISIONS = (np.true_divide, np.floor_divide, np.remainder, np.divmod)
_COMPARISONS = (np.less, np.less_equal, np.greater, np.greater_equal, np.equal, np.not_equal)
_BITWISE = (np.bitwise_and, np.bitwise_or, np.bitwise_xor)
_SHIFTS = (np.left_shift, np.right_shift)
_GROWING = (np.add, np.subtract, np.multiply, np.power, np.left_shift, np.negative)
_SAFE_INTEGER = 2.0**62


def python_type(thing: Any) -> type | None:
    """The Python number type that `thing` is or stands for, if one."""
    if is_array(thing):
        return thing.python
    return type(thing) if type(thing) in (bool, int, float, complex) else None


def as_python_computes(ufunc: np.ufunc, operands: tuple[Any, ...]) -> tuple[Any, ...]:
    """Operands of a Python operator: among Python numbers a boolean counts as the integer that it is."""
    types = [python_type(thing) for thing in operands]
    if bool not in types or None in types or _stays_boolean(ufunc, types):
        return operands
    return tuple(_as_integer(thing) if kind is bool else thing for thing, kind in zip(operands, types, strict=True))


def _stays_boolean(ufunc: np.ufunc, types: list[type | None]) -> bool:
    return ufunc in _COMPARISONS or (ufunc in _BITWISE and set(types) == {bool})


def _as_integer(thing: Any) -> Any:
    if not is_array(thing):
        return int(thing)
    with numpy_scope():
        return derived(jnp.asarray(thing.read()).astype(np.int64), (thing,), is_scalar=True, python=int)


def python_result(ufunc: np.ufunc, operands: list[Any]) -> type | None:
    """The Python type of an operator's result, if all its operands are Python numbers.

    Where Python raises and arrays don't (division by zero, negative shifts, integers beyond 64 bits), the results are
    made void at run time, and plain Python raises.
    """
    types = [python_type(thing) for thing in operands]
    if any(kind is None for kind in types) or getattr(ufunc, "signature", None) is not None:
        return None
    if _stays_boolean(ufunc, types):
        return bool
    result = _common(types)
    values = [thing.read() if is_array(thing) else thing for thing in operands]
    if ufunc in _DIVISIONS:
        current().require(jnp.all(jnp.asarray(values[1]) != 0))
    if ufunc in _SHIFTS:
        current().require(jnp.all(jnp.asarray(values[1]) >= 0))
    if ufunc is np.power:
        _check_power(values, result)
    if result is int and ufunc in _GROWING:
        _check_size(ufunc, values)
    return float if ufunc is np.true_divide and result is int else result


def _common(types: list[type | None]) -> type:
    order = (bool, int, float, complex)
    highest = max(order.index(kind) for kind in types if kind is not None)
    return order[max(highest, 1)]


def _check_power(values: list[Any], result: type) -> None:
    base, exponent = (jnp.asarray(value) for value in values)
    if result is int:
        current().require(jnp.all(exponent >= 0))
    elif result is float:
        whole = exponent == jnp.floor(exponent)
        real = (base > 0) | (whole & ((base != 0) | (exponent >= 0)))
        current().require(jnp.all(real & jnp.isfinite(jnp.power(base.astype(float), exponent.astype(float)))))


def _check_size(ufunc: np.ufunc, values: list[Any]) -> None:
    """Python integers grow; ours have 64 bits. The size is estimated in floating point."""
    floats = [jnp.asarray(value).astype(float) for value in values]
    estimate = {
        np.add: lambda a, b: abs(a) + abs(b),
        np.subtract: lambda a, b: abs(a) + abs(b),
        np.multiply: lambda a, b: abs(a * b),
        np.power: lambda a, b: abs(a) ** b,
        np.left_shift: lambda a, b: abs(a) * 2.0**b,
        np.negative: lambda a: abs(a),
    }[ufunc](*floats)
    current().require(jnp.all(estimate < _SAFE_INTEGER))
