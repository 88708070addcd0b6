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
from jaxlab.tracing.arrays.plans import Layout, layout_of
from jaxlab.tracing.precision import for_jax, in_precision, numpy_scope
from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Untraceable

PYTHON_DTYPES = {bool: np.dtype(bool), int: np.dtype(np.int64), float: np.dtype(float), complex: np.dtype(complex)}

NO_ELEMENTS = "a number is written to as if it were an array"


class StandIn:
    """Stands for an array or a number while code is traced."""

    __slots__ = ()


class Array(StandIn):
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
    flags = property(lambda self: self.shadow.flags)
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

    # Where a plain number is needed

    def plain(self, what: str) -> Any:
        """The value as a plain number, if it is known.

        Raises:
          NeedsConstant: It depends on scalar inputs alone: they become constants.
          Untraceable: It depends on the values of arrays; `what` says what needs it.
        """
        if self.is_known:
            return self.shadow.item()
        if self.size != 1:
            return self.shadow.item()  # raises NumPy's own error
        raise current().number_needed(self.buffer.scalar_reads, what)

    def __bool__(self) -> bool:
        if self.size != 1:
            return bool(self.shadow if self.is_known else np.empty(self.shape))
        if not self.is_known and current().forks:
            return current().forks[-1].decide(jnp.reshape(self.read() != 0, ()))
        return bool(self.plain("the test depends on values that are traced"))

    def __int__(self) -> int:
        return int(self.plain("a plain integer is needed of a traced value"))

    def __float__(self) -> float:
        return float(self.plain("a plain float is needed of a traced value"))

    def __complex__(self) -> complex:
        return complex(self.plain("a plain complex number is needed of a traced value"))

    def __index__(self) -> int:
        if self.dtype.kind not in "iub":
            raise TypeError("only integer scalar arrays can be converted to a scalar index")
        return int(self.plain("a size or an index depends on values that are traced"))

    def __hash__(self) -> int:
        if not self.is_scalar:
            raise TypeError("unhashable type: 'numpy.ndarray'")
        return hash(self.plain("a traced value is used as a key"))

    def __contains__(self, value: Any) -> Any:
        return (self == value).any()

    def __repr__(self) -> str:
        return repr(self._shown())

    def __str__(self) -> str:
        return str(self._shown())

    def __format__(self, spec: str) -> str:
        return format(self._shown(), spec)

    def _shown(self) -> Any:
        if self.is_known:
            return self.shadow
        raise current().number_needed(
            self.buffer.scalar_reads if self.is_scalar else None, "a traced value is turned into text"
        )

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


def is_array(thing: Any) -> bool:
    """Whether `thing` is a stand-in; `isinstance` would ask what it stands for."""
    return type(thing) is Array


def is_stand_in(thing: Any) -> bool:
    """Whether `thing` stands for an array, a number, or what a mask selects."""
    return issubclass(type(thing), StandIn)


def is_traced(thing: Any) -> bool:
    """Whether `thing` is a stand-in whose contents are not known, or a list or tuple that holds one."""
    if issubclass(type(thing), StandIn):
        return type(thing) is not Array or not thing.buffer.is_known
    if type(thing) in (list, tuple):
        return any(is_traced(item) for item in thing)
    if type(thing) is dict:
        return any(is_traced(item) for item in thing.values())
    return False


def is_jax(thing: Any) -> bool:
    """Whether `thing` is a JAX array or tracer."""
    return isinstance(thing, jax.Array) and type(thing) is not Array


def contents(thing: Any) -> Any:
    """`thing` with every stand-in replaced by its contents, through lists, tuples, dicts and slices."""
    if type(thing) is Array:
        return thing.read()
    if type(thing) in (list, tuple):
        return type(thing)(contents(item) for item in thing)
    if type(thing) is dict:
        return {key: contents(item) for key, item in thing.items()}
    return thing


for _name, _method in operator_methods().items():
    setattr(Array, _name, _method)
