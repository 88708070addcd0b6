"""Draws whose parameters are traced: what the device can do exactly it does, and arrays of the notebook go to NumPy.

A parameter that only scales or shifts is applied to standard variates, as NumPy applies it. Any other must be a value
of the notebook itself, which NumPy is given at every run, or a number that becomes a constant.
"""

from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import Array, known
from jaxlab.tracing.arrays.convert import as_array
from jaxlab.tracing.arrays.kinds import contents, is_array, is_traced
from jaxlab.tracing.arrays.memory import InputBuffer
from jaxlab.tracing.arrays.methods import to_python
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.random import FromRead, RandomSource, drawn
from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Untraceable


@dataclass(frozen=True, slots=True)
class _Family:
    """Distributions that differ by place and scale alone.

    Attributes:
      standard: The method that draws the standard one.
      names: The parameters: shape if it has one, place, scale; `None` for those that it has not.
      defaults: Place and scale where they are left out.
    """

    standard: str
    names: tuple[str | None, str | None, str]
    defaults: tuple[float, float] = (0.0, 1.0)


_FAMILIES = {
    "normal": _Family("standard_normal", (None, "loc", "scale")),
    "laplace": _Family("laplace", (None, "loc", "scale")),
    "gumbel": _Family("gumbel", (None, "loc", "scale")),
    "logistic": _Family("logistic", (None, "loc", "scale")),
    "exponential": _Family("standard_exponential", (None, None, "scale")),
    "rayleigh": _Family("rayleigh", (None, None, "scale")),
    "gamma": _Family("standard_gamma", ("shape", None, "scale")),
}
_SIZED = frozenset("permutation bytes rand randn random random_sample standard_normal standard_exponential".split())
"""Methods whose first parameter may be a size."""


def draw_with_traced(source: RandomSource, method: str, args: tuple, options: dict[str, Any]) -> Any:
    """A shuffle, or a draw with traced parameters.

    Raises:
      NeedsConstant: A number of the notebook has to become a constant.
      Untraceable: A parameter was computed from arrays, and would change how many variates are taken.
    """
    if method == "shuffle":
        return _shuffle(source, *args, **options)
    if method == "choice" and is_traced(options.get("p", args[3] if len(args) > 3 else None)):
        return _weighted(source, method, *args, **options)
    if method == "multivariate_normal" and args and is_traced(args[0]):
        return _around(source, *args, **options)
    if method in ("permutation", "choice") and args and is_array(args[0]) and args[0].ndim:
        return _elements(source, method, args[0], args[1:], options)
    if method == "uniform":
        return _uniform(source, **_named(("low", "high", "size"), args, options))
    if method in _FAMILIES and _is_scaled(_FAMILIES[method], args, options):
        return _scaled(source, _FAMILIES[method], args, options)
    return drawn(source, method, _given(method, args), {name: _parameter(method, v) for name, v in options.items()})


def _given(method: str, args: tuple) -> tuple:
    return tuple(_parameter(method, arg) for arg in args)


def _parameter(method: str, thing: Any) -> Any:
    """A parameter as NumPy will get it at every run."""
    if not is_traced(thing):
        return contents(thing)
    if type(thing) in (list, tuple):
        return tuple(_parameter(method, item) for item in thing)
    read = _read_of(thing)
    if read is not None and not (thing.dtype.kind in "iu" and thing.is_scalar) and method not in _SIZED:
        return FromRead(read)
    if not thing.is_scalar:
        return _refuse(method)
    return thing.plain(f"`{method}` draws with parameters that are computed in the cell")


def _refuse(method: str) -> Any:
    raise Untraceable(
        f"`{method}` draws with parameters that are computed in the cell", "Compute them in a cell before this one"
    )


def _read_of(thing: Any) -> int | None:
    """The entry of the log that a value of the notebook came by, if it is whole and as it was."""
    if not is_array(thing) or not isinstance(thing.buffer, InputBuffer) or thing.buffer.version or current().is_narrow:
        return None
    if thing.is_scalar:
        return next(iter(thing.buffer.scalar_reads or ()), None)
    is_whole = thing.shadow is thing.buffer.shadow
    return current().read_of(thing.buffer) if is_whole else None


def _named(names: tuple[str | None, ...], args: tuple, options: dict[str, Any]) -> dict[str, Any]:
    present = [name for name in names if name is not None]
    given: dict[str, Any] = dict(zip(present, args, strict=False)) | options
    if set(given) - set(present) or len(args) > len(present):
        raise Untraceable("a random number is drawn with unknown parameters")
    return given


def _is_scaled(family: _Family, args: tuple, options: dict[str, Any]) -> bool:
    """Whether place and scale alone are traced."""
    given = _named((*family.names, "size"), args, options)
    return not is_traced([value for name, value in given.items() if name in (family.names[0], "size")])


def _scaled(source: RandomSource, family: _Family, args: tuple, options: dict[str, Any]) -> Any:
    given = _plain_if_known(_named((*family.names, "size"), args, options))
    place, scale = (given.get(name, value) for name, value in zip(family.names[1:], family.defaults, strict=True))
    shape = [given[name] for name in family.names[:1] if name is not None]
    _require(scale, lambda value: value >= 0)
    standard = drawn(source, family.standard, tuple(shape), {"size": _size(given.get("size"), place, scale, *shape)})
    return _as_drawn(scale * standard if family.names[1] is None else place + scale * standard, standard)


def _plain_if_known(given: dict[str, Any]) -> dict[str, Any]:
    return {name: value if is_traced(value) else contents(value) for name, value in given.items()}


def _uniform(source: RandomSource, low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Any:
    width = high - low
    _require(width, lambda value: (value >= 0) & jnp.isfinite(value))
    method = "random" if isinstance(source, np.random.Generator) else "random_sample"
    standard = drawn(source, method, (_size(size, low, high),), {})
    return _as_drawn(low + width * standard, standard)


def _as_drawn(result: Any, standard: Any) -> Any:
    """What is computed from a draw, as a number of Python's where the draw is one, whatever the parameters are."""
    return result if np.ndim(standard) else to_python(result, float)


def _size(size: Any, *parameters: Any) -> Any:
    """How many are drawn; NumPy refuses a size that the parameters do not broadcast to."""
    shape = np.broadcast_shapes(*map(np.shape, parameters))
    if size is None:
        return shape or None
    if is_traced(size):
        size = (
            size.plain("the size of a new array depends on values that the program computes")
            if is_array(size)
            else _refuse("size")
        )
    size = contents(size)
    wanted = tuple(size) if isinstance(size, (tuple, list)) else (int(size),)
    if np.broadcast_shapes(shape, wanted) != wanted:
        raise Untraceable("a size that the parameters of a draw do not fit")
    return size


def _require(parameter: Any, holds: Any) -> None:
    """At run time NumPy must accept the parameter."""
    with numpy_scope():
        current().require(jnp.all(holds(jnp.asarray(as_array(parameter).read()))))


def _elements(source: RandomSource, method: str, array: Array, rest: tuple, options: dict[str, Any]) -> Any:
    """`permutation(x)` and `choice(x)`: NumPy draws numbers of elements, or of rows."""
    axis = contents(options.get("axis", 0))
    if array.ndim > 1 and (axis != 0 or (method == "choice" and not isinstance(source, np.random.Generator))):
        raise Untraceable(f"`{method}` of an array that is not one-dimensional")
    named = {name: _parameter(method, value) for name, value in options.items()}
    return array[drawn(source, method, (len(array), *_given(method, rest)), named)]


def _weighted(source: RandomSource, method: str, a: Any, size: Any = None, replace: Any = True, p: Any = None) -> Any:
    """NumPy looks uniform numbers up among the running sums of the weights, and so does the device."""
    read = _read_of(p)
    if replace is not True or is_traced(size) or np.ndim(p) != 1 or np.ndim(a) > 1:
        return drawn(source, method, _given(method, (a, size, replace, p)), {}) if read is not None else _refuse(method)
    weights, count = as_array(p).astype(float), len(a) if np.ndim(a) else int(a)
    if len(weights) != count:
        raise ValueError("a and p must have same size" if np.ndim(a) else "'a' and 'p' must have same size")
    _require(weights, lambda value: (value >= 0) & (jnp.abs(jnp.sum(value) - 1) <= np.sqrt(np.finfo(float).eps)))
    sums = np.cumsum(weights)
    uniform = "random" if isinstance(source, np.random.Generator) else "random_sample"
    place = np.searchsorted(sums / sums[-1], drawn(source, uniform, (contents(size),), {}), side="right")
    if np.ndim(a):
        return as_array(a)[place]
    return place if np.ndim(place) else to_python(place, int)


def _around(source: RandomSource, mean: Any, cov: Any, size: Any = None, **options: Any) -> Any:
    """NumPy adds the mean last."""
    method = "multivariate_normal"
    named = {name: _parameter(method, value) for name, value in options.items()}
    return as_array(mean) + drawn(
        source, method, (np.zeros(np.shape(mean)), _parameter(method, cov), contents(size)), named
    )


def _shuffle(source: RandomSource, array: Any, axis: int = 0) -> None:
    """In the order in which NumPy permutes as many numbers."""
    if not is_array(array) or not array.ndim or axis != 0:
        raise Untraceable("`shuffle` of anything but an array along its first axis")
    order = known(np.arange(len(array)))
    array[:] = array[drawn(source, "permutation", (len(order),), {})]
