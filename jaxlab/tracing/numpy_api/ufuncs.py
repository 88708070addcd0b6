"""NumPy's universal functions over JAX values: NumPy decides the dtypes, JAX computes."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import Array, derived, known
from jaxlab.tracing.arrays.convert import as_array, cast, check_dtype, literal, require_fit, surely_fits
from jaxlab.tracing.arrays.kinds import contents, is_array, is_traced
from jaxlab.tracing.arrays.order import Order, order_kept, order_named
from jaxlab.tracing.arrays.python_numbers import python_result
from jaxlab.tracing.numpy_api import complex_functions, ufunc_methods
from jaxlab.tracing.numpy_api.error_state import check_divisor, evaluated, note_operation
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Untraceable

_PYTHON_NUMBERS = (bool, int, float, complex)
_SAME_NAME = (
    "add subtract multiply true_divide negative positive absolute sign exp exp2 expm1 log log2 log10 log1p sqrt square "
    "cbrt reciprocal sin cos tan arcsin arccos arctan arctan2 hypot sinh cosh tanh arcsinh arccosh arctanh degrees "
    "radians deg2rad rad2deg floor ceil trunc rint maximum minimum fmax fmin fmod logaddexp logaddexp2 copysign "
    "nextafter signbit isfinite isinf isnan greater greater_equal less less_equal equal not_equal logical_and "
    "logical_or logical_xor logical_not bitwise_and bitwise_or bitwise_xor invert left_shift right_shift conjugate "
    "matmul gcd lcm heaviside fabs spacing ldexp float_power bitwise_count vecdot matvec vecmat"
).split()


def exact_quotient(a: Any, b: Any) -> Any:
    """`a / b`, rounded once: XLA would multiply by the rounded inverse of a divisor that is broadcast or constant."""
    if a.dtype.kind == "c":
        return complex_functions.quotient(a, b)
    is_spread = np.size(b) < np.size(a) or (np.size(b) == 1 and isinstance(b, np.ndarray))
    if a.dtype.kind != "f" or not is_spread:
        return jnp.true_divide(a, b)
    return jnp.true_divide(a, jnp.where(jnp.isnan(a), jnp.ones_like(b), b))


_MOST_MULTIPLIED = 64
"""Integer exponents up to which integers are multiplied."""


def _floor_divide(a: Any, b: Any) -> Any:
    if a.dtype.kind == "f":
        quotient = jnp.floor_divide(a, b)
        return jnp.where(quotient == 0, jnp.copysign(jnp.zeros_like(quotient), a / b), quotient)
    check_divisor(b)
    return jnp.where(b == 0, 0, jnp.floor_divide(a, jnp.where(b == 0, 1, b)))


def _remainder(a: Any, b: Any) -> Any:
    if a.dtype.kind == "f":
        rest = jnp.remainder(a, b)
        return jnp.where(rest == 0, jnp.copysign(jnp.zeros_like(rest), b), rest)
    check_divisor(b)
    return jnp.where(b == 0, 0, jnp.remainder(a, jnp.where(b == 0, 1, b)))


def _power(a: Any, b: Any) -> Any:
    """NumPy squares, roots and inverts for exponents 2, 0.5 and -1; so do we, and multiply for small integers."""
    is_one = isinstance(b, np.ndarray) and (b.ndim == 0 or (b.size == 1 and a.size > 1 and a.dtype.kind == "f"))
    exponent = b.item() if is_one else None
    if a.dtype.kind in "iu":
        if exponent is not None and 0 <= exponent <= _MOST_MULTIPLIED:
            return jax.lax.integer_pow(a, exponent)
        if b.dtype.kind == "i":
            current().require(jnp.all(b >= 0))
        return jnp.power(a, b)
    if exponent in (1.0, 2.0, 3.0, 4.0):
        return jax.lax.integer_pow(a, int(exponent.real))
    if exponent == 0.5 and a.dtype.kind == "f":
        return jnp.sqrt(a) if np.ndim(a) else _root_of_number(a)
    if exponent == -1.0:
        return COMPUTE[np.reciprocal](a)
    return jnp.power(a, b)


def _root_of_number(a: Any) -> Any:
    """`a ** 0.5` of one number, of which NumPy takes the power: it has no negative zero."""
    return jnp.where(a == -jnp.inf, jnp.inf, jnp.where(a == 0, jnp.zeros_like(a), jnp.sqrt(a)))


def _modf(a: Any) -> tuple[Any, Any]:
    """Both parts have the sign of `a`; infinity has no fraction."""
    whole = jnp.trunc(a)
    return jnp.copysign(jnp.where(jnp.isinf(a), 0, a - whole), a), whole


def _sign(a: Any) -> Any:
    return jnp.where(a == 0, jnp.zeros_like(a), jnp.sign(a))


def _by_kind(function: Callable[..., Any], of_complex: Callable[..., Any]) -> Callable[..., Any]:
    return lambda a: of_complex(a) if a.dtype.kind == "c" else function(a)


COMPUTE: dict[np.ufunc, Callable[..., Any]] = {
    **{getattr(np, name): getattr(jnp, name) for name in _SAME_NAME if hasattr(np, name) and hasattr(jnp, name)},
    np.true_divide: exact_quotient,
    np.floor_divide: _floor_divide,
    np.remainder: _remainder,
    np.divmod: lambda a, b: (_floor_divide(a, b), _remainder(a, b)),
    np.power: _power,
    np.modf: _modf,
    np.sign: _sign,
    np.frexp: jnp.frexp,
}
COMPUTE |= {
    getattr(np, name): _by_kind(COMPUTE[getattr(np, name)], of_complex)
    for name, of_complex in complex_functions.COMPUTE.items()
}
"""What computes each ufunc, given operands in NumPy's own loop dtypes."""


def apply_ufunc(
    ufunc: np.ufunc, method: str, inputs: tuple, options: dict[str, Any], *, is_operator: bool = False
) -> Any:
    """What `ufunc.method(*inputs, **options)` gives in NumPy, on stand-ins.

    Args:
      ufunc: A universal function.
      method: Such as "__call__" or "reduce".
      inputs: As NumPy hands them to `__array_ufunc__`.
      options: As NumPy hands them to `__array_ufunc__`.
      is_operator: Whether a Python operator asks, which on Python numbers gives Python numbers.

    Raises:
      Untraceable: JAX has nothing that computes it.
    """
    from jaxlab.tracing.arrays.selection import apply_to_selections, holds_selection

    current().tick()
    if holds_selection(inputs):
        return apply_to_selections(ufunc, method, inputs, options)
    if method != "__call__":
        return ufunc_methods.apply_method(ufunc, method, inputs, options)
    if is_operator and ufunc is np.power and _takes_root(*inputs):
        ufunc, inputs = np.sqrt, inputs[:1]
    out = options.pop("out", None)
    where = options.pop("where", True)
    if not any(is_traced(thing) for thing in (*inputs, where)) and not _has_jax(inputs):
        return _store(_known_result(ufunc, inputs, where, options), out, where)
    with numpy_scope():
        results = _traced_results(ufunc, inputs, out, options, is_operator)
    return _store(results, out, where)


def _takes_root(base: Any, exponent: Any) -> bool:
    """Whether it is `z ** 0.5` of a complex array where NumPy takes the square root: that depends on the type of 0.5.

    The root of -1 has no real part, and the power has one.
    """
    if not is_array(base) or base.is_scalar or base.dtype.kind != "c" or is_traced(exponent) or np.ndim(exponent):
        return False
    number = contents(exponent)
    if is_array(exponent) and (exponent.is_scalar or exponent.python):
        number = exponent.python(number) if exponent.python else number[()]
    return bool(number == 0.5 and (np.full((1,) * base.ndim, -1 + 0j) ** number).real.item() == 0)


def _has_jax(inputs: tuple) -> bool:
    return any(isinstance(thing, jax.Array) and not is_array(thing) for thing in inputs)


def _known_result(ufunc: np.ufunc, inputs: tuple, where: Any, options: dict[str, Any]) -> Any:
    if where is not True:
        raise Untraceable("`where=` of a universal function on constants")
    results = evaluated(ufunc, *(contents(thing) for thing in inputs), **options)
    wrap = lambda result: known(result) if isinstance(result, np.ndarray) else result  # noqa: E731
    return tuple(map(wrap, results)) if isinstance(results, tuple) else wrap(results)


def _traced_results(ufunc: np.ufunc, inputs: tuple, out: Any, options: dict[str, Any], is_operator: bool) -> Any:
    note_operation()
    compute = COMPUTE.get(ufunc)
    if compute is None or ufunc.nin != len(inputs):
        raise Untraceable(f"`{ufunc.__name__}` has no counterpart in JAX")
    unknown = set(options) - {"dtype", "casting", "order", "subok"}
    if unknown:
        raise Untraceable(f"the option `{sorted(unknown)[0]}` of `{ufunc.__name__}`")
    operands = [thing if _is_python(thing) else as_array(thing) for thing in inputs]
    if ufunc is np.power:
        _check_exponent(*operands)
    types = _loop(ufunc, operands, out, options)
    values = [_operand(thing, dtype) for thing, dtype in zip(operands, types, strict=False)]
    shape = np.broadcast_shapes(*(np.shape(value) for value in values)) if ufunc.signature is None else None
    results = compute(*values)
    python = python_result(ufunc, operands) if is_operator else None
    order = None if shape is None else _order(operands, options.get("order", "K"))
    return _wrapped(results, operands, types[ufunc.nin :], shape == (), python, ufunc, order)


def _check_exponent(base: Any, exponent: Any) -> None:
    """A number of the notebook becomes a constant where it is an exponent: squares are many times faster than powers.

    Raises:
      NeedsConstant: It is one, and still an input.
    """
    if np.ndim(base) and is_array(exponent) and not exponent.is_known and exponent.buffer.scalar_reads:
        raise current().number_needed(exponent.buffer.scalar_reads, "an exponent")


_INTEGER = np.dtype(np.int64)
_COMPARISONS = frozenset({np.less, np.less_equal, np.greater, np.greater_equal, np.equal, np.not_equal})


def _is_python(thing: Any) -> bool:
    return type(thing) in _PYTHON_NUMBERS


def _loop(ufunc: np.ufunc, operands: list[Any], out: Any, options: dict[str, Any]) -> tuple[np.dtype, ...]:
    """The dtypes of operands and results that NumPy would use.

    Raises:
      UFuncTypeError: NumPy's own, for casts that it refuses.
    """
    outs = out if isinstance(out, tuple) else (out,) * ufunc.nout
    given = [_type_of(thing) for thing in operands]
    if given == [int, int]:
        given = [_INTEGER, _INTEGER]  # NumPy compares two Python integers as objects
    given += [None if o is None else o.dtype for o in outs]
    extra = {"casting": options["casting"]} if "casting" in options else {}
    if options.get("dtype") is not None:
        extra["signature"] = (*(None,) * ufunc.nin, *(np.dtype(options["dtype"]),) * ufunc.nout)
    types = ufunc.resolve_dtypes(tuple(given), **extra)
    if ufunc in _COMPARISONS and not all(map(surely_fits, operands, types)):
        types = (_INTEGER, _INTEGER, types[-1])  # NumPy compares the values, whatever the narrow dtype holds
    for dtype in types:
        check_dtype(dtype)
    return types


def _type_of(thing: Any) -> Any:
    """What NumPy's promotion goes by: a Python number's type, else the dtype."""
    if type(thing) in _PYTHON_NUMBERS:
        return type(thing) if type(thing) is not bool else np.dtype(bool)
    if thing.python in (int, float, complex):
        return thing.python
    return thing.dtype


def _operand(thing: Any, dtype: np.dtype) -> Any:
    if not is_array(thing):
        return literal(thing, dtype)
    value = thing.read()
    require_fit(thing, dtype)
    return cast(value if thing.ndim or not thing.is_known else np.asarray(value), dtype)


def _order(operands: list[Any], name: str | None) -> Order:
    """In which order NumPy's result lies in memory."""
    shadows = [thing.shadow for thing in operands if is_array(thing)]
    if name in (None, "K", "k"):
        return order_kept(*shadows)
    if name in ("A", "a"):
        name = "F" if all(shadow.flags.f_contiguous for shadow in shadows) else "C"
    return order_named(name, np.broadcast_arrays(*shadows)[0])


def _wrapped(
    results: Any,
    operands: list,
    types: tuple,
    is_scalar: bool,
    python: type | None,
    ufunc: np.ufunc,
    order: Order,
) -> Any:
    def wrap(value: Any, dtype: np.dtype) -> Any:
        scalar = is_scalar or (ufunc.signature is not None and value.ndim == 0)
        return derived(cast(jnp.asarray(value), dtype), tuple(operands), is_scalar=scalar, python=python, order=order)

    if ufunc.nout == 1:
        return wrap(results, types[0])
    return tuple(wrap(value, dtype) for value, dtype in zip(results, types, strict=True))


def _store(results: Any, out: Any, where: Any) -> Any:
    """Puts results where `out` and `where` say."""
    if out is None:
        if where is not True:
            raise Untraceable("`where=` without `out=`: the other elements have no value")
        return results
    outs = out if isinstance(out, tuple) else (out,)
    values = results if isinstance(results, tuple) else (results,)
    for target, value in zip(outs, values, strict=True):
        if target is not None:
            _store_one(target, value, where)
    stored = tuple(value if target is None else target for target, value in zip(outs, values, strict=True))
    return stored if len(stored) > 1 else stored[0]


def _store_one(target: Any, value: Any, where: Any) -> None:
    if not isinstance(target, Array):
        raise Untraceable("`out=` is an array that is not part of the trace")
    from jaxlab.tracing.arrays.indexing import assign, set_item

    if where is True:
        if np.broadcast_shapes(np.shape(value), target.shape) != target.shape:
            raise ValueError(f"non-broadcastable output operand with shape {target.shape}")
        assign(target, value)
        return
    mask = as_array(where)
    with numpy_scope():
        kept = jnp.where(mask.read(), jnp.asarray(as_array(value).read()), jnp.asarray(target.read()))
    set_item(target, ..., derived(kept, (value, target, mask)))
