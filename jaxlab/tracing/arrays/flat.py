"""`x.flat`: an iterator over the elements in C order that can be indexed and written."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from jaxlab.tracing.arrays.array import Array
from jaxlab.tracing.arrays.kinds import contents, is_traced
from jaxlab.tracing.arrays.stand_in import StandIn
from jaxlab.tracing.untraceable import Untraceable


class Flat(StandIn):
    """Stands for a `numpy.flatiter`.

    Attributes:
      array: The array.
    """

    __slots__ = ("array",)

    def __init__(self, array: Array) -> None:
        self.array = array

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return np.flatiter

    def __len__(self) -> int:
        return self.array.size

    def __iter__(self) -> Iterator[Any]:
        return iter(self._elements())

    def __getitem__(self, index: Any) -> Any:
        """A copy, unlike the elements of an array."""
        self._check(index)
        found = self._elements()[index]
        return np.copy(found) if np.ndim(found) else found

    def __setitem__(self, index: Any, value: Any) -> None:
        self._check(index)
        if np.size(value) not in (1, np.size(self._elements()[index])):
            raise Untraceable("`flat` is written with values that repeat")
        new = np.reshape(value, -1) if np.ndim(value) else value
        view = _view(self.array)
        if view is not None:
            view[index] = new
        elif is_traced(index):
            raise Untraceable("`flat` of an array that is not contiguous is written at a traced place")
        else:
            self.array[np.unravel_index(np.arange(len(self))[contents(index)], self.array.shape)] = new

    def _elements(self) -> Array:
        """The elements in C order, in the array's own memory where that lies so."""
        view = _view(self.array)
        return np.ravel(self.array) if view is None else view

    def _check(self, index: Any) -> None:
        """Raises what NumPy raises for an index that `flat` does not take: None, a tuple, another array's mask."""
        if isinstance(index, bool):
            raise Untraceable("`flat` is indexed by a boolean")
        if not is_traced(index) and not isinstance(index, slice):
            self.array.shadow.flat[contents(index)]

    def __array__(self, *_: Any, **__: Any) -> np.ndarray:
        raise Untraceable("`flat` is used as an array")

    def __kept__(self) -> None:
        """Refuses to be bound to a name of the notebook.

        Raises:
          Untraceable: Always.
        """
        raise Untraceable("`flat` is kept")


def _view(array: Array) -> Array | None:
    """The elements in C order as a 1-d view of the array; None where its memory does not lie so."""
    flat = array.shadow.reshape(-1)
    return None if array.size and not np.may_share_memory(flat, array.shadow) else array.over(flat)
