"""The stand-in for `numpy.ndarray`, NumPy scalars and Python numbers while a cell is traced."""

import builtins
import weakref
from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.backwards import plan_in_any
from jaxlab.tracing.arrays.memory import Buffer, InputBuffer
from jaxlab.tracing.arrays.operators import operator_methods
from jaxlab.tracing.arrays.order import Order, empty_in_order, offset_of
from jaxlab.tracing.arrays.plain_value import PlainValue
from jaxlab.tracing.arrays.plans import Layout, layout_of
from jaxlab.tracing.arrays.stand_in import StandIn
from jaxlab.tracing.precision import for_jax, in_precision, numpy_scope
from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Untraceable

PYTHON_DTYPES = {bool: np.dtype(bool), int: np.dtype(np.int64), float: np.dtype(float), complex: np.dtype(complex)}

NO_ELEMENTS = "a number is written to as if it were an array"


class Array(PlainValue, StandIn):
    """An array, a NumPy scalar or a Python number, known or traced.

    It answers `isinstance(x, np.ndarray)` (or `np.float64`, `float`) as what it stands for.

    Attributes:
      buffer: The memory it shares with its views.
      shadow: A real array of its shape, dtype and strides; holds the contents while they are known.
      is_scalar: Whether it stands for a NumPy scalar or a Python number.
      python: The Python type it stands for, if a Python number.
      detached: Why it must not be written: NumPy would have made it a view, and it is a copy. Empty if it may be.
    """

    __slots__ = ("__weakref__", "buffer", "detached", "is_scalar", "python", "shadow")
    __array_priority__ = 1000.0

    def __init__(
        self,
        buffer: Buffer,
        shadow: np.ndarray | None = None,
        *,
        is_scalar: bool = False,
        python: type | None = None,
        detached: str = "",
    ) -> None:
        self.buffer = buffer
        self.shadow = buffer.shadow if shadow is None else shadow
        if shadow is None and (buffer.owner is None or buffer.owner() is None):
            buffer.owner = weakref.ref(self)
        self.is_scalar = is_scalar
        self.python = python
        self.detached = detached

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        if self.python is not None:
            return self.python
        return self.shadow.dtype.type if self.is_scalar else np.ndarray

    # What it is made of

    @property
    def is_known(self) -> bool:
        """Whether the contents are NumPy values while tracing."""
        return self.buffer.is_known

    @property
    def layout(self) -> Layout:
        """Where it lies in its buffer, in elements."""
        return layout_of(self.shadow, self.buffer.shadow)

    def is_same_memory(self, other: "Array") -> bool:
        """Whether both stand for the same elements of the same buffer."""
        return self.buffer is other.buffer and self.dtype == other.dtype and self.layout == other.layout

    def _part(self) -> str:
        """Which part of a complex buffer a real view is: "real", "imag", or "" for no part."""
        base = self.buffer.shadow
        if self.shadow.dtype == base.dtype:
            return ""
        halves = base.dtype.kind == "c" and self.shadow.dtype.itemsize * 2 == base.itemsize
        if not halves or any(stride % base.itemsize for stride in self.shadow.strides):
            raise Untraceable("an array is viewed with another dtype")
        return "imag" if offset_of(self.shadow, base) % base.itemsize else "real"

    def read(self) -> Any:
        """The contents: a NumPy array if known, else a JAX value of the same dtype and shape."""
        if self.buffer.is_known:
            return self.shadow
        whole = self.buffer.traced
        if self.shadow is self.buffer.shadow:
            return whole
        part, way = self._part(), plan_in_any(self.layout, layout_of(self.buffer.shadow, self.buffer.shadow))
        value = whole if way is None else way.read(whole)
        return getattr(jnp, part)(value) if part else value

    def write(self, new: Any) -> None:
        """Replaces the contents by `new`, a NumPy or JAX value of the same dtype and shape.

        Raises:
          ValueError: NumPy's own, for a read-only array.
          Untraceable: The array is a copy of what NumPy would have made a view, or a number.
        """
        if self.detached or self.is_scalar:
            raise Untraceable(self.detached or NO_ELEMENTS)
        if not self.shadow.flags.writeable:
            raise ValueError("assignment destination is read-only")
        if self.buffer.is_known and isinstance(new, np.ndarray):
            self.shadow[...] = new
            self.buffer.mark_written()
            return
        whole = self.buffer.traced
        part, way = self._part(), plan_in_any(self.layout, layout_of(self.buffer.shadow, self.buffer.shadow))
        if part:
            old = whole if way is None else way.read(whole)
            new = jax.lax.complex(new, jnp.imag(old)) if part == "real" else jax.lax.complex(jnp.real(old), new)
        if way is None:
            self.buffer.replace(jnp.asarray(new))
            return
        current().tick_kernel((self.layout, self.buffer.shadow.shape, self.dtype))
        self.buffer.replace(way.write(whole, new))

    def view(self, dtype: Any = None, type: Any = None) -> "Array":
        """As `ndarray.view`; a view of the same memory."""
        if type is not None or (isinstance(dtype, builtins.type) and issubclass(dtype, np.ndarray)):
            raise Untraceable("`view` with a type")
        if self.is_scalar and dtype is None:
            return self
        return self.over(self.shadow.view() if dtype is None else self.shadow.view(dtype))

    def over(self, shadow: np.ndarray) -> "Array":
        """A view: the same buffer seen through another shadow."""
        return Array(self.buffer, shadow, detached=self.detached)

    # What code asks of it

    dtype = property(lambda self: self.shadow.dtype)
    ndim = property(lambda self: self.shadow.ndim)
    size = property(lambda self: self.shadow.size)
    nbytes = property(lambda self: self.shadow.nbytes)
    itemsize = property(lambda self: self.shadow.itemsize)
    strides = property(lambda self: self.shadow.strides)
    flags = property(lambda self: self.shadow[()].flags if self.is_scalar else self.shadow.flags)
    T = property(lambda self: self.over(self.shadow.T) if not self.is_scalar else self)
    mT = property(lambda self: self.over(self.shadow.mT))  # noqa: N815 - NumPy's name

    @property
    def shape(self) -> tuple[int, ...]:
        """Length of each axis; can be set, as NumPy's can."""
        return self.shadow.shape

    @shape.setter
    def shape(self, shape: Any) -> None:
        if isinstance(self.buffer, InputBuffer):
            raise Untraceable("the shape of an array of the notebook is set in place")
        shadow = self.shadow.reshape(shape)
        if self.size and not np.may_share_memory(shadow, self.shadow):
            raise AttributeError("Incompatible shape for in-place modification. Use `.reshape()` to make a copy.")
        self.shadow = shadow

    @property
    def real(self) -> "Array":
        """The real part, a view as in NumPy."""
        return self if self.dtype.kind != "c" else self._component("real")

    @real.setter
    def real(self, value: Any) -> None:
        self.real[...] = value

    @property
    def imag(self) -> "Array":
        """The imaginary part, a view as in NumPy; zeros for a real array."""
        if self.is_scalar and self.dtype.kind != "c":
            return (self.python or self.dtype.type)(0)
        if self.dtype.kind != "c":
            zeros = np.zeros(self.shape, self.dtype)
            zeros.flags.writeable = False
            return known(zeros)
        return self._component("imag")

    @imag.setter
    def imag(self, value: Any) -> None:
        if self.dtype.kind != "c":
            raise TypeError("array does not have imaginary part to set")
        self.imag[...] = value

    def _component(self, name: str) -> "Array":
        if self.is_scalar:
            with numpy_scope():
                return derived(getattr(jnp, name)(self.read()), (self,), is_scalar=True, python=self.python and float)
        return self.over(getattr(self.shadow, name))

    @property
    def base(self) -> "Array | None":
        """The array that owns the memory; None for the owner."""
        if self.shadow is self.buffer.shadow:
            self._check_owns_memory()
            return None
        owner = None if self.buffer.owner is None else self.buffer.owner()
        return Array(self.buffer) if owner is None else owner

    def _check_owns_memory(self) -> None:
        if not self.buffer.owns_memory:
            raise Untraceable("the base of a row whose place is traced")
        if isinstance(self.buffer, InputBuffer):
            from jaxlab.tracing.owners import check_owner

            check_owner(current(), self.buffer)

    @property
    def flat(self) -> Any:
        """The elements in C order."""
        from jaxlab.tracing.arrays.flat import Flat

        return Flat(self)

    @flat.setter
    def flat(self, value: Any) -> None:
        self.flat[...] = value

    def __len__(self) -> int:
        return len(self.shadow)

    def __iter__(self) -> Iterator[Any]:
        if self.ndim == 0:
            raise TypeError("iteration over a 0-d array")
        return (self[i] for i in range(len(self.shadow)))

    def __getitem__(self, index: Any) -> Any:
        from jaxlab.tracing.arrays.indexing import get_item

        return get_item(self, index)

    def __setitem__(self, index: Any, value: Any) -> None:
        from jaxlab.tracing.arrays.indexing import set_item

        set_item(self, index, value)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        from jaxlab.tracing.numpy_api.ufuncs import apply_ufunc

        return apply_ufunc(ufunc, method, inputs, options)

    def __array_function__(self, function: Any, types: Any, args: tuple, options: dict) -> Any:
        from jaxlab.tracing.numpy_api.functions import apply_function

        return apply_function(function, args, options)

    def __getattr__(self, name: str) -> Any:
        from jaxlab.tracing.arrays.methods import method_of

        return method_of(self, name)

    def __jax_array__(self) -> Any:
        """The contents as JAX takes them under the user's 64-bit flag."""
        with numpy_scope():
            return for_jax(jnp.asarray(self.read()), self.python)

    def __array__(self, *_: Any, **__: Any) -> np.ndarray:
        if self.is_known:
            return self.shadow
        raise Untraceable("a library needs the values of an array while it is traced")

    def __contains__(self, value: Any) -> Any:
        return (self == value).any()

    def __copy__(self) -> "Array":
        return self.copy()

    def __deepcopy__(self, memo: Any) -> "Array":
        return self.copy()

    def __reduce__(self) -> Any:
        raise Untraceable("a traced array is pickled")


def known(values: np.ndarray) -> Array:
    """An array whose contents are known; takes `values` over as its memory."""
    values = in_precision(values)
    if values.base is None:
        return Array(Buffer(values))
    owner = values
    while isinstance(owner.base, np.ndarray) and owner.base.dtype == values.dtype:
        owner = owner.base
    return Array(Buffer(owner), values)


def traced(
    value: Any,
    *,
    is_scalar: bool = False,
    python: type | None = None,
    scalar_reads: Any = None,
    order: Order = None,
) -> Array:
    """An array of its own memory, which lies in `order`, with the contents `value`, a JAX value."""
    value = value if python else in_precision(value)
    dtype = PYTHON_DTYPES[python] if python else np.dtype(value.dtype)
    shadow = empty_in_order(value.shape, dtype, order)
    return Array(Buffer(shadow, value, scalar_reads), is_scalar=is_scalar, python=python)


def derived(
    value: Any, sources: tuple[Any, ...], *, is_scalar: bool = False, python: type | None = None, order: Order = None
) -> Any:
    """The result of an operation on `sources`; it depends on scalar inputs alone if they all do."""
    reads: frozenset[int] | None = frozenset()
    for source in sources:
        if type(source) is Array and not source.is_known:
            mine = source.buffer.scalar_reads
            reads = None if mine is None or reads is None else reads | mine
    return traced(value, is_scalar=is_scalar, python=python, scalar_reads=reads, order=order)


for _name, _method in operator_methods().items():
    setattr(Array, _name, _method)
