"""Where code needs the plain value of a stand-in: a number, a truth, a key, a text."""

from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.memory import Buffer
from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Untraceable

_CHOOSE = "Choose between values with `np.where(condition, a, b)`"
_KEEP = "Leave it NumPy's number: it computes as a plain one does"


def refuse_axes(thing: Any) -> None:
    """Before a stand-in becomes a number of Python's: NumPy raises for arrays with axes from 2.4 on, and warned before.

    Raises:
      Untraceable: It has axes.
    """
    if getattr(thing, "ndim", 0):
        raise Untraceable("an array with axes is taken for a number", "Take its element: `x.item()`")


class PlainValue:
    """The part of the stand-in that Python asks for a plain value.

    Attributes:
      buffer: The memory of the stand-in.
      shadow: A real array like it.
      is_scalar: Whether it stands for a number.
    """

    __slots__ = ()
    buffer: Buffer
    shadow: np.ndarray
    is_scalar: bool

    def read(self) -> Any:
        """The contents."""
        raise NotImplementedError

    def plain(self, what: str, remedy: str = "") -> Any:
        """The value as a plain number, if it is known.

        Raises:
          NeedsConstant: It depends on scalar inputs alone: they become constants.
          Untraceable: It depends on the values of arrays; `what` says what needs it, `remedy` what to type instead.
        """
        if self.buffer.is_known:
            return self.shadow.item()
        if self.shadow.size != 1:
            return self.shadow.item()  # raises NumPy's own error
        raise current().number_needed(self.buffer.scalar_reads, what, remedy)

    def _number(self, what: str, remedy: str = "") -> Any:
        refuse_axes(self)
        return self.plain(what, remedy)

    def __bool__(self) -> bool:
        if self.shadow.size != 1:
            return bool(self.shadow if self.buffer.is_known else np.empty(self.shadow.shape))
        if not self.buffer.is_known and current().forks:
            return current().forks[-1].decide(jnp.reshape(self.read() != 0, ()))
        return bool(self.plain("the test depends on values that the program computes", _CHOOSE))

    def __int__(self) -> int:
        return int(self._number("a plain integer is needed of a value that the program computes", _KEEP))

    def __float__(self) -> float:
        return float(self._number("a plain float is needed of a value that the program computes", _KEEP))

    def __complex__(self) -> complex:
        return complex(self._number("a plain complex number is needed of a value that the program computes", _KEEP))

    def __index__(self) -> int:
        if self.shadow.dtype.kind not in "iub":
            raise TypeError("only integer scalar arrays can be converted to a scalar index")
        return int(self._number("a size or an index depends on values that the program computes"))

    def __hash__(self) -> int:
        if not self.is_scalar:
            raise TypeError("unhashable type: 'numpy.ndarray'")
        return hash(self.plain("a value that the program computes is used as a key"))

    def __repr__(self) -> str:
        return repr(self._shown())

    def __str__(self) -> str:
        return str(self._shown())

    def __format__(self, spec: str) -> str:
        return format(self._shown(), spec)

    def _shown(self) -> Any:
        if self.buffer.is_known:
            return self.shadow
        raise current().number_needed(
            self.buffer.scalar_reads if self.is_scalar else None,
            "a value that the program computes is turned into text",
        )
