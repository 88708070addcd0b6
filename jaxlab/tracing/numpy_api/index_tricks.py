"""`np.r_`, `np.c_`, `np.s_`, `np.mgrid`, `np.ogrid`: objects of NumPy's that are indexed in place of being called."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from jaxlab.tracing.arrays.array import Array, known, traced
from jaxlab.tracing.arrays.convert import as_array
from jaxlab.tracing.arrays.kinds import contents, is_array
from jaxlab.tracing.numpy_api.arguments import common_dtype
from jaxlab.tracing.numpy_api.creation import SMALL
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.untraceable import Untraceable

_JOINERS = (type(np.r_), type(np.c_))
_GRIDS = (type(np.mgrid), type(np.ogrid))
_EXPRESSIONS = (type(np.s_),)
KINDS = (*_JOINERS, *_GRIDS, *_EXPRESSIONS)
"""Types of these objects; none of them can change."""


@dataclass(frozen=True, slots=True)
class _Way:
    """How arrays are joined.

    Attributes:
      axis: Along which they are concatenated.
      ndim: The least number of axes that each has.
      place: Where the axes of an array with fewer of them come; -1 for last.
    """

    axis: int
    ndim: int
    place: int


def get(tricky: Any, index: Any) -> Any:
    """`tricky[index]`, for one of NumPy's objects that are indexed.

    Raises:
      Untraceable: The size of what it makes depends on traced values.
    """
    if isinstance(tricky, _EXPRESSIONS):
        return (index,) if tricky.maketuple and not isinstance(index, tuple) else index
    if isinstance(tricky, _GRIDS):
        return _grid(tricky, _plain_slices(index))
    return _joined(tricky, index if isinstance(index, tuple) else (index,))


def _grid(tricky: Any, index: Any) -> Any:
    """Known while it is small; a large one is made by XLA from the points along each axis."""
    if isinstance(tricky, type(np.ogrid)) or not isinstance(index, tuple):
        made = tricky[index]
        return known(made) if isinstance(made, np.ndarray) else type(made)(map(known, made))
    axes = np.ogrid[index]
    shape = np.broadcast_shapes(*(points.shape for points in axes))
    if len(shape) * int(np.prod(shape)) <= SMALL:
        return known(tricky[index])
    return np.stack([_spread(points, shape) for points in axes])


def _spread(points: np.ndarray, shape: tuple[int, ...]) -> Array:
    import jax.numpy as jnp

    with numpy_scope():
        return traced(jnp.broadcast_to(jnp.asarray(points), shape))


def _plain_slices(index: Any) -> Any:
    """Ends and steps as plain numbers; a number of the notebook becomes a constant."""
    if isinstance(index, tuple):
        return tuple(map(_plain_slices, index))
    if not isinstance(index, slice):
        return contents(index)
    return slice(*(_plain(end) for end in (index.start, index.stop, index.step)))


def _plain(number: Any) -> Any:
    return (
        number.plain("the size of a grid depends on values that the program computes") if is_array(number) else number
    )


def _joined(joiner: Any, parts: tuple[Any, ...]) -> Any:
    way, parts = _directed(_Way(joiner.axis, joiner.ndmin, joiner.trans1d), parts)
    things = [_expanded(part) for part in parts]
    dtype = common_dtype(*things)
    return np.concatenate([_placed(as_array(thing), way) for thing in things], axis=way.axis, dtype=dtype)


def _directed(way: _Way, parts: tuple[Any, ...]) -> tuple[_Way, tuple[Any, ...]]:
    """Up to three numbers in a text before the arrays: `np.r_['0,2', a, b]`."""
    if not isinstance(parts[0], str):
        return way, parts
    try:
        numbers = [int(text) for text in parts[0].split(",")]
    except ValueError as error:
        raise Untraceable("a matrix is made") from error
    given = zip(("axis", "ndim", "place"), numbers, strict=False)
    return _Way(**{"axis": way.axis, "ndim": way.ndim, "place": way.place, **dict(given)}), parts[1:]


def _expanded(part: Any) -> Any:
    """A slice as the numbers that it stands for; with an imaginary step, that many points."""
    if not isinstance(part, slice):
        return part if type(part) in (bool, int, float, complex) else as_array(part)
    start, stop, step = (_plain(end) for end in (part.start, part.stop, part.step))
    start, step = start or 0, 1 if step is None else step
    if isinstance(step, complex):
        return known(np.linspace(start, stop, num=int(abs(step))))
    return known(np.arange(start, stop, step))


def _placed(array: Array, way: _Way) -> Array:
    """With at least as many axes as `way` wants, its own where `way` wants them."""
    own, wanted = array.ndim, max(way.ndim, array.ndim, 1)
    missing = wanted - own
    array = array[(None,) * missing] if missing else array
    if way.place == -1 or not missing or own == 0:
        return array
    start = way.place + (missing + 1 if way.place < 0 else 0)
    axes = list(range(wanted))
    return array.transpose(axes[:start] + axes[missing:] + axes[start:missing])


def is_tricky(thing: Any) -> bool:
    """Whether `thing` is one of NumPy's objects that are indexed."""
    return type(thing) in KINDS
