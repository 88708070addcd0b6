"""A Python function on every element, or on every row, in one go: traced once, as for one of them."""

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import Array, derived
from jaxlab.tracing.arrays.convert import as_array, cast, check_dtype
from jaxlab.tracing.arrays.memory import Buffer, InputBuffer
from jaxlab.tracing.numpy_api.paths import Taken, paths
from jaxlab.tracing.numpy_api.pictures import Picture
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.trace import Trace, current
from jaxlab.tracing.untraceable import Untraceable


def over_rows(
    function: Callable[..., Any], columns: Sequence[Array], *, python: type | None = None, dtype: np.dtype | None = None
) -> Array:
    """What `function` gives for each row of `columns`, stacked along the first axis.

    Args:
      function: Takes an element, or a row, of each of `columns`.
      columns: Arrays with the same first axis.
      python: The Python type of the elements, if they are Python numbers.
      dtype: What the results are cast to; None for what they are, which must then be the same on every way.

    Raises:
      Untraceable: The function writes, draws or shows something, or gives arrays of different types.
    """
    trace = current()

    def one(*values: Any) -> tuple[Any, Any]:
        rows = [_row(value, column, python) for value, column in zip(values, columns, strict=True)]
        found = paths(lambda: as_array(function(*rows)))
        if any(row.buffer.version for row in rows):
            raise Untraceable("a function that is called for every row writes it")
        return _selected(found, dtype)

    with numpy_scope(), _Watch(trace, function):
        results, held = jax.vmap(one)(*(jnp.asarray(column.read()) for column in columns))
        trace.require(jnp.all(held))
        return derived(results, tuple(columns))


def _row(value: Any, column: Array, python: type | None) -> Array:
    return derived(value, (column,), is_scalar=value.ndim == 0, python=python)


def _selected(found: list[Taken], dtype: np.dtype | None) -> tuple[Any, Any]:
    """By the ways' conditions one of their results, and whether what it relies on holds."""
    ways = [way for way in found if way.result is not None]
    dtypes, shapes = {way.result.dtype for way in ways}, {way.result.shape for way in ways}
    if len(shapes) > 1 or (dtype is None and len(dtypes) > 1):
        raise Untraceable("a function that is called for every element gives values of different types")
    wanted = dtypes.pop() if dtype is None else dtype
    check_dtype(wanted)
    value = jnp.asarray(cast(ways[-1].result.read(), wanted))
    for way in reversed(ways[:-1]):
        value = jnp.where(way.condition, jnp.asarray(cast(way.result.read(), wanted)), value)
    holds = jnp.asarray(True)
    for way in found:
        holds = holds & (~way.condition | way.holds)
    return value, holds


class _Watch:
    """While a function is mapped, nothing but its result may come of it."""

    def __init__(self, trace: Trace, function: Callable[..., Any]) -> None:
        self._trace = trace
        self._function = function

    def __enter__(self) -> None:
        self._before = self._state()
        self._picture = Picture(self._trace, self._function)
        self._born = Buffer(np.empty(0)).born
        self._trace.mappings.append(self)

    def __exit__(self, *error: object) -> None:
        self._trace.mappings.pop()
        if error[0] is None and (self._before != self._state() or self._picture.differs()):
            raise Untraceable("a function that is called for every element does more than give a value")

    def is_outside(self, buffer: Buffer) -> bool:
        """Whether a buffer is none of the function's own: the notebook's, or made before."""
        return isinstance(buffer, InputBuffer) or buffer.born < self._born

    def _state(self) -> tuple[int, ...]:
        trace = self._trace
        appended = sum(len(grown.appended) for grown in trace.appended)
        return len(trace.draws), len(trace.acts), len(trace.attribute_writes), len(trace.made), appended
