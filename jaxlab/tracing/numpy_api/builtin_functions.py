"""Python's builtin functions and those of `math` on traced numbers."""

import math
from collections.abc import Callable
from functools import reduce
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import Array, derived
from jaxlab.tracing.arrays.convert import as_array, cast
from jaxlab.tracing.arrays.kinds import is_array, is_traced
from jaxlab.tracing.arrays.methods import to_python
from jaxlab.tracing.arrays.plain_value import refuse_axes
from jaxlab.tracing.arrays.python_numbers import python_type
from jaxlab.tracing.arrays.selection import Selection
from jaxlab.tracing.numpy_api import ordering
from jaxlab.tracing.numpy_api.decimal_rounding import rounded
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Untraceable


def _to(kind: type) -> Callable[..., Any]:
    def convert(value: Any = 0, *rest: Any) -> Any:
        if type(value) is not Array or value.size != 1 or rest:
            return kind(value, *rest)
        if kind is not bool:
            refuse_axes(value)
        if not value.is_known and kind is bool:
            return to_python(value != 0, bool)
        if value.dtype.kind == "c" and kind is not complex:
            return kind(value.plain("a complex number is turned into a real one"))
        return to_python(value, kind)

    return convert


_FEW = 8
"""Numbers up to which they are compared one by one, as Python does, NaN among them."""


def _extreme(ufunc: np.ufunc, keeps_first: np.ufunc) -> Callable[..., Any]:
    """`max` and `min` by comparison, as Python does: the first of equals, and NaN as it falls."""

    def choose(*args: Any, **default: Any) -> Any:
        items = list(args[0]) if len(args) == 1 else list(args)
        if not items or not all(np.ndim(item) == 0 for item in items):
            raise Untraceable("`max` or `min` of arrays")
        if len(items) > _FEW:
            return ordering.by_order(max if ufunc is np.maximum else min, (items,), {})[1]
        return reduce(lambda best, item: _pick(keeps_first(item, best), item, best), items)

    return choose


def _pick(test: Any, chosen: Any, other: Any) -> Any:
    if not is_traced(test):
        return chosen if test else other
    kinds = {getattr(thing, "python", type(thing)) if is_array(thing) else type(thing) for thing in (chosen, other)}
    if len(kinds) != 1:
        raise Untraceable("`max` or `min` of numbers of different types")
    python = kinds.pop()
    with numpy_scope():
        a, b, condition = (as_array(thing) for thing in (chosen, other, test))
        value = jnp.where(condition.read(), jnp.asarray(a.read()), jnp.asarray(b.read()))
        return derived(value, (a, b, condition), is_scalar=True, python=python if python in (int, float) else None)


def _sum(items: Any, start: Any = 0) -> Any:
    total = start
    for item in items:
        total = total + item
    return total


def _truth(ufunc: np.ufunc) -> Callable[[Any], Any]:
    """`any` and `all` of numbers, all of them looked at: that has no effects."""

    def test(items: Any) -> Any:
        numbers = as_array(items if is_array(items) else list(items))
        if numbers.ndim != 1 or not numbers.size:
            raise Untraceable("`any` or `all` of arrays")
        return to_python(ufunc.reduce(numbers != 0), bool)

    return test


def _pow(base: Any, exponent: Any, modulus: Any = None) -> Any:
    if modulus is not None:
        raise Untraceable("`pow` with a modulus")
    return base**exponent


def _round(number: Any, ndigits: Any = None) -> Any:
    if ndigits is not None:
        return rounded(number, int(ndigits))
    if number.python is None and not number.is_scalar:
        raise TypeError("type numpy.ndarray doesn't define __round__ method")
    return to_python(np.rint(number), int)


def _len(thing: Any) -> Any:
    return thing.count if type(thing) is Selection else len(thing)


BUILTINS: dict[Any, Callable[..., Any]] = {
    len: _len,
    float: _to(float),
    int: _to(int),
    bool: _to(bool),
    complex: _to(complex),
    max: _extreme(np.maximum, np.greater),
    min: _extreme(np.minimum, np.less),
    sum: _sum,
    any: _truth(np.logical_or),
    all: _truth(np.logical_and),
    pow: _pow,
    round: _round,
}
"""Builtins that have a meaning on traced numbers, by themselves."""


def _mathematical(ufunc: np.ufunc, domain: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """A function of `math`: floats in, a float out, and an error at run time outside the domain or on overflow."""

    def function(*numbers: Any) -> Any:
        for number in numbers:
            refuse_axes(number)
        with numpy_scope():
            values = [jnp.asarray(cast(as_array(number).read(), np.dtype(float))) for number in numbers]
            if domain is not None:
                current().require(jnp.all(domain(*values)))
            pairs = zip(values, numbers, strict=True)
            operands = [derived(value, (number,), is_scalar=True) for value, number in pairs]
        result = ufunc(*operands)
        with numpy_scope():
            finite = jnp.stack([jnp.isfinite(value) for value in values]).all()
            current().require(jnp.isfinite(result.read()) | ~finite)
        return to_python(result, float)

    return function


MATH: dict[Any, Callable[..., Any]] = {
    math.sqrt: _mathematical(np.sqrt, lambda x: x >= 0),
    math.log: _mathematical(np.log, lambda x: x > 0),
    math.log2: _mathematical(np.log2, lambda x: x > 0),
    math.log10: _mathematical(np.log10, lambda x: x > 0),
    math.log1p: _mathematical(np.log1p, lambda x: x > -1),
    math.asin: _mathematical(np.arcsin, lambda x: abs(x) <= 1),
    math.acos: _mathematical(np.arccos, lambda x: abs(x) <= 1),
    math.acosh: _mathematical(np.arccosh, lambda x: x >= 1),
    math.atanh: _mathematical(np.arctanh, lambda x: abs(x) < 1),
    math.fabs: _mathematical(np.absolute),
    math.fmod: _mathematical(np.fmod, lambda x, y: (y != 0) & jnp.isfinite(x)),
    math.pow: _mathematical(np.power, lambda x, y: (x > 0) | (y == jnp.floor(y))),
    **{
        getattr(math, name): _mathematical(getattr(np, numpy_name))
        for name, numpy_name in (
            ("exp", "exp"),
            ("expm1", "expm1"),
            ("sin", "sin"),
            ("cos", "cos"),
            ("tan", "tan"),
            ("sinh", "sinh"),
            ("cosh", "cosh"),
            ("tanh", "tanh"),
            ("atan", "arctan"),
            ("asinh", "arcsinh"),
            ("atan2", "arctan2"),
            ("hypot", "hypot"),
            ("degrees", "degrees"),
            ("radians", "radians"),
            ("copysign", "copysign"),
            ("cbrt", "cbrt"),
            ("exp2", "exp2"),
        )
    },
}
"""Functions of `math` on traced numbers, by themselves."""


def _rounding(ufunc: np.ufunc) -> Callable[[Any], Any]:
    return lambda number: to_python(ufunc(number), int)


def _truncated(number: Any) -> Any:
    if python_type(number) is None and not (number.is_scalar and number.dtype == np.float64):
        raise Untraceable("`math.trunc` of a number that has no `__trunc__`")
    return to_python(np.trunc(number), int)


MATH.update({math.floor: _rounding(np.floor), math.ceil: _rounding(np.ceil), math.trunc: _truncated})


def _is_close(a: Any, b: Any, *, rel_tol: float = 1e-09, abs_tol: float = 0.0) -> Any:
    gap = abs(a - b)
    largest = np.maximum(abs(a), abs(b))
    return to_python((gap <= rel_tol * largest) | (gap <= abs_tol), bool)


MATH[math.isclose] = _is_close


def _asking(ufunc: np.ufunc) -> Callable[[Any], Any]:
    return lambda number: to_python(ufunc(number), bool)


MATH.update({math.isnan: _asking(np.isnan), math.isinf: _asking(np.isinf), math.isfinite: _asking(np.isfinite)})
