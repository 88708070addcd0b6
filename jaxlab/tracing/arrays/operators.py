"""Python's operators on stand-ins."""

import operator
from collections.abc import Callable
from typing import Any

import jax
import numpy as np

_ORDINARY = (bool, int, float, complex, list, tuple, np.ndarray, np.generic)

_BINARY = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "matmul": np.matmul,
    "truediv": np.true_divide,
    "floordiv": np.floor_divide,
    "mod": np.remainder,
    "divmod": np.divmod,
    "pow": np.power,
    "lshift": np.left_shift,
    "rshift": np.right_shift,
    "and": np.bitwise_and,
    "xor": np.bitwise_xor,
    "or": np.bitwise_or,
}
_COMPARE = {
    "lt": np.less,
    "le": np.less_equal,
    "eq": np.equal,
    "ne": np.not_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}
_UNARY = {"neg": np.negative, "pos": np.positive, "abs": np.absolute, "invert": np.invert}
_FUNCTIONS = {"and": operator.and_, "or": operator.or_, "divmod": divmod}


def _ufunc(ufunc: np.ufunc, *operands: Any, **options: Any) -> Any:
    from jaxlab.tracing.arrays.python_numbers import as_python_computes
    from jaxlab.tracing.numpy_api.ufuncs import apply_ufunc

    return apply_ufunc(ufunc, "__call__", as_python_computes(ufunc, operands), options, is_operator=True)


def _is_foreign_jax(thing: Any) -> bool:
    from jaxlab.tracing.arrays.kinds import is_array

    return isinstance(thing, jax.Array) and not is_array(thing)


def _binary(name: str, ufunc: np.ufunc, *, swapped: bool = False) -> Callable[[Any, Any], Any]:
    plain = _FUNCTIONS.get(name) or getattr(operator, name)

    def method(self: Any, other: Any) -> Any:
        if _is_foreign_jax(other):
            return _with_jax(plain, self, other, swapped)
        if name == "mul" and self.is_scalar and self.python is None and isinstance(other, (list, tuple)):
            return other * operator.index(self)  # as NumPy's integers repeat a sequence; its other numbers raise
        if not isinstance(other, _ORDINARY) or (self.python is not None and isinstance(other, (list, tuple))):
            return NotImplemented
        if ufunc is np.power and not swapped and _squares_flags(self, other):
            return _ufunc(np.square, self)
        return _ufunc(ufunc, other, self) if swapped else _ufunc(ufunc, self, other)

    return method


def _squares_flags(base: Any, exponent: Any) -> bool:
    """Whether it is `flags ** 2`: NumPy takes `square`, so 8 bits; for which kinds of 2 differs by version."""
    if base.is_scalar or base.dtype != bool or type(exponent) not in (int, float) or exponent != 2:
        return False
    return (np.ones(1, bool) ** exponent).dtype == np.square(np.ones(1, bool)).dtype


def _with_jax(function: Callable[[Any, Any], Any], array: Any, other: Any, swapped: bool) -> Any:
    """NumPy lets a JAX array decide: the operation is JAX's, under the user's 64-bit flag."""
    from jaxlab.tracing.precision import jax_scope

    mine = array.__jax_array__()
    with jax_scope():
        return function(other, mine) if swapped else function(mine, other)


def _in_place(ufunc: np.ufunc) -> Callable[[Any, Any], Any]:
    def method(self: Any, other: Any) -> Any:
        if self.is_scalar or _is_foreign_jax(other):
            # Scalars have no such method, and NumPy lets a JAX array decide: Python goes on with the ordinary operator.
            return NotImplemented
        return _ufunc(ufunc, self, other, out=(self,))

    return method


def _equality(name: str, ufunc: np.ufunc) -> Callable[[Any, Any], Any]:
    compare = _binary(name, ufunc)

    def method(self: Any, other: Any) -> Any:
        if other is None or isinstance(other, str):
            different = np.full(self.shape, name == "ne")
            return different[()] if self.is_scalar else _known(different)
        return compare(self, other)

    return method


def _known(values: np.ndarray) -> Any:
    from jaxlab.tracing.arrays.array import known

    return known(values)


def _unary(ufunc: np.ufunc) -> Callable[[Any], Any]:
    return lambda self: _ufunc(ufunc, self)


def operator_methods() -> dict[str, Callable[..., Any]]:
    """The special methods of `Array`, by name."""
    methods: dict[str, Callable[..., Any]] = {}
    for name, ufunc in _BINARY.items():
        methods[f"__{name}__"] = _binary(name, ufunc)
        methods[f"__r{name}__"] = _binary(name, ufunc, swapped=True)
        if name != "divmod":
            methods[f"__i{name}__"] = _in_place(ufunc)
    for name, ufunc in _COMPARE.items():
        methods[f"__{name}__"] = _equality(name, ufunc) if name in ("eq", "ne") else _binary(name, ufunc)
    methods.update({f"__{name}__": _unary(ufunc) for name, ufunc in _UNARY.items()})
    return methods
