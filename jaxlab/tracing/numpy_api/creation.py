"""Arrays that NumPy makes from sizes and numbers: known while they are small, traced when they are large.

What is known while tracing stays exact and can decide shapes. A large array would become a large constant of the
program, and work on it would be done at trace time, so it is made by XLA instead.
"""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import Array, derived, known, traced
from jaxlab.tracing.arrays.convert import as_array, cast, check_dtype, from_sequence, literal, require_fit
from jaxlab.tracing.arrays.kinds import contents, is_array, is_traced
from jaxlab.tracing.numpy_api.arguments import strong
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Untraceable

SMALL = 1024
"""Elements up to which an array made from numbers stays known."""

FUNCTIONS = frozenset(
    {
        np.zeros,
        np.ones,
        np.empty,
        np.full,
        np.arange,
        np.linspace,
        np.eye,
        np.identity,
        np.logspace,
        np.geomspace,
        np.tri,
        np.indices,
        np.fromiter,
        np.ndarray,
        np.fft.fftfreq,
        np.fft.rfftfreq,
        np.hanning,
        np.hamming,
        np.blackman,
        np.bartlett,
        np.kaiser,
    }
)


def create(function: Callable[..., Any], args: tuple, options: dict[str, Any]) -> Any:
    """What `function(*args, **options)` makes, as a stand-in.

    Raises:
      Untraceable: The size depends on traced values.
    """
    current().tick()
    options.pop("like", None)
    if function is np.fromiter and type(args[0]) is not list:
        args = (list(args[0]), *args[1:])
    if function is np.fromiter and any(map(np.ndim, args[0])):
        raise Untraceable("`np.fromiter` of what are no numbers")
    args, options = _sizes(function, args, options)
    if is_traced((*args, *options.values())):
        return _traced(function, args, options)
    args, options = contents(args), contents(options)
    large = _large(function, args, options)
    if large is not None:
        with numpy_scope():
            return traced(large())
    made = np.zeros(*args, **options) if function in (np.empty, np.ndarray) else function(*args, **options)
    return _known(made)


def _known(made: Any) -> Any:
    if isinstance(made, tuple):
        return tuple(_known(part) if isinstance(part, np.ndarray) else part for part in made)
    check_dtype(made.dtype)
    return known(made if made.base is None else made.copy())


def _sizes(function: Any, args: tuple, options: dict[str, Any]) -> tuple[tuple, dict[str, Any]]:
    """Shapes as plain integers; a traced one asks to become a constant."""
    if function in (np.zeros, np.ones, np.empty, np.full, np.eye, np.identity, np.tri, np.ndarray):
        args = tuple(_size(arg) if position == 0 else arg for position, arg in enumerate(args))
        options = {name: _size(arg) if name in ("shape", "N", "n") else arg for name, arg in options.items()}
    if function is np.linspace and len(args) > 2:
        args = (*args[:2], _size(args[2]), *args[3:])
    if function is np.linspace and "num" in options:
        options = {**options, "num": _size(options["num"])}
    if function is np.arange:
        args = tuple(_size(arg) for arg in args)
    return args, options


def _size(thing: Any) -> Any:
    if is_array(thing) and not thing.is_known:
        if thing.ndim:
            raise Untraceable("the shape of a new array depends on values that the program computes")
        return thing.plain("the size of a new array depends on values that the program computes")
    if type(thing) in (list, tuple):
        return tuple(map(_size, thing))
    return thing


def _traced(function: Any, args: tuple, options: dict[str, Any]) -> Any:
    if function is np.full:
        return _full(*args, **options)
    if function in _BY_LINSPACE:
        return _BY_LINSPACE[function](*args, **options)
    if function in (np.fft.fftfreq, np.fft.rfftfreq):
        return _frequencies(function, *args, **options)
    if function is np.fromiter:
        with numpy_scope():
            return from_sequence(args[0], np.dtype(args[1]))
    raise Untraceable(f"`np.{function.__name__}` of traced values")


def _full(shape: Any, fill_value: Any, dtype: Any = None, **_: Any) -> Array:
    with numpy_scope():
        value = as_array(fill_value)
        wanted = np.dtype(dtype) if dtype is not None else value.dtype
        require_fit(value, wanted)
        return derived(jnp.full(shape, cast(value.read(), wanted)), (value,))


def _linspace(start: Any, stop: Any, num: int = 50, endpoint: bool = True, retstep: bool = False, **more: Any) -> Any:
    """Step by step in the dtype of both ends, as NumPy computes it."""
    computes = np.linspace(_end(start), _end(stop), 0).dtype
    wanted = np.dtype(more.pop("dtype", None) or computes)
    if wanted.kind != "f" or computes.kind != "f" or any(more.values()):
        raise Untraceable("`np.linspace` of traced ends with these options")
    first, last = strong(start), strong(stop)
    steps = num - 1 if endpoint else num
    delta: Any = np.subtract(last, first, dtype=computes)
    places: Any = np.reshape(create(np.arange, (num,), {"dtype": computes}), (-1, *(1,) * np.ndim(delta)))
    step = delta / steps if steps > 0 else np.nan
    made: Any = places * delta
    if steps > 0:
        made = np.where(np.any(step == 0), places / steps * delta, places * step)
    made = (made + first).astype(wanted, copy=False)
    if endpoint and num > 1:
        made[-1, ...] = last
    return (made, step) if retstep else made


def _end(end: Any) -> Any:
    """A number, or an array, of which `np.linspace` says in which dtype it computes."""
    array = as_array(end)
    if array.python is not None or type(end) in (int, float, complex):
        return (array.python or type(end))(0)
    return np.zeros(array.shape, array.dtype)


def _logspace(start: Any, stop: Any, num: int = 50, endpoint: bool = True, base: Any = 10.0, **more: Any) -> Any:
    if any(more.values()) or np.ndim(base):
        raise Untraceable("`np.logspace` of traced ends with these options")
    return np.power(base, _linspace(start, stop, num, endpoint))


def _frequencies(function: Any, n: Any, d: Any = 1.0, **_: Any) -> Any:
    """Whole numbers times the step between frequencies, which NumPy computes first."""
    places = np.fft.ifftshift(np.arange(-(n // 2), n - n // 2)) if function is np.fft.fftfreq else np.arange(n // 2 + 1)
    return known(places) * (1.0 / (n * d))


_BY_LINSPACE = {np.linspace: _linspace, np.logspace: _logspace}


def _large(function: Any, args: tuple, options: dict[str, Any]) -> Callable[[], Any] | None:
    """How XLA makes the array, if it is large and of a kind that XLA makes exactly."""
    if function in (np.zeros, np.ones, np.empty):
        shape, dtype = _shape_and_dtype(*args, **options)
        if _count(shape) > SMALL:
            return lambda: jnp.full(shape, 1 if function is np.ones else 0, dtype)
    if function is np.full and _count(args[0] if args else options["shape"]) > SMALL:
        return lambda: _large_full(*args, **options)
    if function in _TABLES:
        return _large_table(function, args, options)
    if function is np.arange:
        return _large_arange(args, options)
    if function is np.linspace:
        return _large_linspace(args, options)
    return None


_TABLES: dict[Any, Callable[..., Any]] = {
    np.eye: jnp.eye,
    np.identity: jnp.identity,
    np.tri: jnp.tri,
    np.indices: jnp.indices,
}


def _large_table(function: Any, args: tuple, options: dict[str, Any]) -> Callable[[], Any] | None:
    """Tables of ones, or of places, in NumPy's dtype; those with other options NumPy makes."""
    if set(options) - {"dtype", "M", "k"} or len(args) != 1:
        return None
    shape = args[0] if function is np.indices else (args[0], options.get("M") or args[0])
    if _count(shape) <= SMALL:
        return None
    dtype = np.dtype(options.get("dtype", int if function is np.indices else float))
    check_dtype(dtype)
    return lambda: _TABLES[function](*args, **{**options, "dtype": dtype})


def _shape_and_dtype(shape: Any, dtype: Any = float, order: str = "C", **_: Any) -> tuple[Any, np.dtype]:
    check_dtype(np.dtype(dtype))
    return shape, np.dtype(dtype)


def _large_full(shape: Any, fill_value: Any, dtype: Any = None, **_: Any) -> Any:
    wanted = np.dtype(dtype) if dtype is not None else np.asarray(fill_value).dtype
    return jnp.full(shape, literal(fill_value, wanted) if np.ndim(fill_value) == 0 else fill_value, wanted)


def _count(shape: Any) -> int:
    return int(np.prod(shape, dtype=np.int64))


def _large_arange(args: tuple, options: dict[str, Any]) -> Callable[[], Any] | None:
    probe = np.arange(0, dtype=options.get("dtype")) if not args else None
    if probe is not None or len(args) > 3 or set(options) - {"dtype"}:
        return None
    start, stop, step = (0, args[0], 1) if len(args) == 1 else (*args, 1)[:3]
    plain = (int, float, np.integer, np.floating)
    if not all(isinstance(number, plain) and type(number) is not bool for number in (start, stop, step)):
        return None
    length = int(np.ceil((stop - start) / step))
    if length <= SMALL:
        return None
    dtype = np.arange(start, start + step, step, **options).dtype
    delta = np.asarray(start + step, dtype) - np.asarray(start, dtype)  # NumPy steps by the first difference
    return lambda: jnp.asarray(start, dtype) + jax.lax.iota(dtype, length) * delta


def _large_linspace(args: tuple, options: dict[str, Any]) -> Callable[[], Any] | None:
    if len(args) not in (2, 3) or set(options) - {"num"} or not all(isinstance(end, (int, float)) for end in args[:2]):
        return None
    count = args[2] if len(args) == 3 else options.get("num", 50)
    if count <= SMALL:
        return None
    start, stop = float(args[0]), float(args[1])

    def make() -> Any:
        points = jax.lax.iota(np.dtype(float), int(count)) * ((stop - start) / (count - 1)) + start
        return points.at[-1].set(stop)

    return make
