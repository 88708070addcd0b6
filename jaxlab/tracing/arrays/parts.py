"""The memory of a part of an array whose place is traced: `q[i]`, which in NumPy is a view of `q`."""

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.memory import Buffer, shadow_like
from jaxlab.tracing.effects.templates import Container, Template
from jaxlab.tracing.precision import numpy_scope


class PartBuffer(Buffer):
    """Reads its part of the array at every read, and writes it there.

    Attributes:
      parent: The array.
      index: Numbers, traced or known, and slices: the part's place.
      asked: The index as the code gave it, by which a store into the same place is known.
    """

    __slots__ = ("asked", "index", "parent")
    owns_memory = False

    def __init__(self, parent: Any, index: tuple[Any, ...], asked: Any) -> None:
        place = tuple(part if isinstance(part, slice) or part is None else 0 for part in index)
        super().__init__(shadow_like(parent.shadow[(*place, ...)]), None, None)
        self.parent = parent
        self.index = index
        self.asked = asked

    @property
    def is_known(self) -> bool:
        """Never: its place is not."""
        return False

    @property
    def traced(self) -> Any:
        """What lies there now."""
        with numpy_scope():
            return jnp.asarray(self.parent.read())[self.index]

    def replace(self, traced: Any) -> None:
        """Writes the part."""
        with numpy_scope():
            self.parent.write(jnp.asarray(self.parent.read()).at[self.index].set(traced))
        self.version += 1

    def is_at(self, array: Any, index: Any) -> bool:
        """Whether it is `array[index]`, of the same index objects."""
        mine = self.asked if isinstance(self.asked, tuple) else (self.asked,)
        its = index if isinstance(index, tuple) else (index,)
        same = len(mine) == len(its) and all(a is b for a, b in zip(mine, its, strict=True))
        return same and self.parent.is_same_memory(array)

    def template(self, template: Callable[[Any], Template], number: Callable[[Any], Template]) -> Template:
        """How to build the view at each run: the array, and where in it the part then lies.

        Args:
          template: The template of a stand-in.
          number: The template of a traced integer.
        """
        places = [place for place in self.index if not isinstance(place, slice) and place is not None]
        given = iter(range(1, len(places) + 1))
        pattern = tuple(p if isinstance(p, slice) or p is None else next(given) for p in self.index)

        def fill(made: list[Any]) -> np.ndarray:
            # The ellipsis: with numbers alone NumPy gives an element, no view of it.
            return made[0][(*(p if isinstance(p, slice) or p is None else made[p] for p in pattern), ...)]

        labels = ("", *(f"[{axis}]" for axis in range(len(places))))
        return Container(("part", id(self)), fill, (template(self.parent), *map(number, places)), labels)
