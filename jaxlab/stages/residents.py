"""What arrays of the notebook hold, still on the device: for the next compiled piece, until other code runs.

A piece gives its results twice: as arrays of the notebook, and as the device arrays that these were copied from. While
nothing but compiled pieces runs, both hold the same, and the next piece takes the second: nothing moves to the device
again. No write can reach a device array, and what a piece writes in place its program tells.
"""

import ast
from collections.abc import Iterator
from functools import partial
from typing import Any
from weakref import ref

import jax
import numpy as np

from jaxlab.cell.looking import only_looks
from jaxlab.stages.program import Finished, Program
from jaxlab.stages.spares import MOST_KEPT_BYTES, SPARES, Spares, fits_output


class Residents:
    """The device arrays that hold what arrays of the notebook hold now.

    Args:
      most_bytes: What is kept at most; what has been there longest goes first.
      spares: Where the memory goes afterwards.
    """

    def __init__(self, most_bytes: int = MOST_KEPT_BYTES, spares: Spares = SPARES) -> None:
        self._most_bytes = most_bytes
        self._spares = spares
        self._held: dict[int, tuple[ref[np.ndarray], jax.Array]] = {}

    def on_device(self, value: Any) -> Any:
        """The device array with the contents of `value`, axes in memory order; `value` itself if there is none."""
        held = self._held.get(id(value))
        return value if held is None or held[0]() is not value else held[1]

    def renew(self, program: Program, finished: Finished, values: list[Any]) -> None:
        """After a piece is committed: notes what it has left, forgets what it has written over.

        Args:
          program: The piece.
          finished: Its run; its memory is given back.
          values: The notebook's values for its reads.
        """
        finished.borrowed.give_back()
        for write in program.effects.arrays:
            self._forget_near(values[write.read])
        for array, output in _left(program, finished, values):
            self._held[id(array)] = ref(array, partial(self._forget_gone, id(array))), output
        finished.borrowed.outputs.clear()  # the report has the run, and a first run lives on in tracebacks for a while
        while sum(output.nbytes for _, output in self._held.values()) > self._most_bytes:
            self._forget(next(iter(self._held)))
        if program.effects.objects or program.effects.acts:
            self.clear()  # to bind an attribute, or to print, may have run code of the user's

    def before_plain(self, looked_at: tuple[ast.expr, ...], namespace: dict[str, Any]) -> None:
        """Before code runs plainly, which may write arrays: forgets all, unless it only looks at values of `namespace`.

        Args:
          looked_at: The expressions that the code consists of; empty for any code.
          namespace: Its globals.
        """

        def is_plain(name: str) -> bool:
            return _is_plain(namespace.get(name))

        if not looked_at or not all(only_looks(node, is_plain) for node in looked_at):
            self.clear()

    def clear(self) -> None:
        """Forgets all: other code runs, or nothing does any more."""
        for key in list(self._held):
            self._forget(key)

    def _forget_near(self, written: np.ndarray) -> None:
        for key, (held, _) in list(self._held.items()):
            array = held()
            if array is None or np.may_share_memory(array, written):
                self._forget(key)

    def _forget(self, key: int) -> None:
        found = self._held.pop(key, None)  # an array that ends meanwhile may have been forgotten
        if found is not None:
            self._spares.give(fits_output(found[1]), found[1])

    def _forget_gone(self, key: int, gone: "ref[np.ndarray]") -> None:
        """When an array is no more; another may be at its place already."""
        if key in self._held and self._held[key][0] is gone:
            self._forget(key)


def _is_plain(value: Any) -> bool:
    """Whether operators on a value run no code of the user's."""
    return type(value) in (int, float, complex, bool, str, np.ndarray) or isinstance(value, np.generic)


def _left(program: Program, finished: Finished, values: list[Any]) -> Iterator[tuple[np.ndarray, jax.Array]]:
    """Arrays of the notebook with the outputs that they were copied from."""
    written = {write.slot: values[write.read] for write in program.effects.arrays}
    for place, output in finished.borrowed.outputs.items():
        yield written.get(place, finished.results[place]), output
