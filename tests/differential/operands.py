"""Arrays to try functions on: small, and with values that float arithmetic treats exactly."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.differential.comparing import Inputs, fresh

DTYPES = ("bool", "uint8", "int32", "int64", "float32", "float64", "complex128")
SHAPES: tuple[tuple[int, ...], ...] = ((), (6,), (3, 4), (2, 3, 4), (0,), (0, 3))


@dataclass(frozen=True, slots=True)
class Kind:
    """A dtype and a shape of the operand `x`."""

    dtype: str
    shape: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.dtype}{list(self.shape)}"

    def inputs(self) -> Inputs:
        """The names that the catalogue's expressions use.

        `x`, `y`: this dtype and shape; `p`: positive; `u`: in (-1, 1); `m`: a mask of `x`; `v`: 1-d, `w`: int weights
        and places for it; `s`: a Python float; `q`: square matrices, `h`: positive definite, `b`: a right-hand side.
        """
        return fresh(dict(self._values()))

    def _values(self) -> Iterator[tuple[str, Any]]:
        random = np.random.default_rng(7)
        yield "x", self._array(random, self.shape)
        yield "y", self._array(random, self.shape)
        yield "p", _cast(random.integers(1, 9, self.shape) / 4 + 1, self.dtype)
        yield "u", _cast(random.integers(-3, 4, self.shape) / 4, self.dtype)
        yield "m", random.random(self.shape) < 0.5
        yield "v", self._array(random, (6,))
        yield "w", random.integers(0, 6, 5)
        yield "s", 1.5
        stack = self.shape[:-2] if len(self.shape) > 2 else ()
        square = random.integers(-4, 5, (*stack, 3, 3)) / 4
        yield "q", _cast(square + 3 * np.eye(3), self.dtype)
        yield "h", _cast(square @ np.swapaxes(square, -1, -2) + 4 * np.eye(3), self.dtype)
        yield "b", self._array(random, (*stack, 3, 2))

    def _array(self, random: np.random.Generator, shape: tuple[int, ...]) -> Any:
        quarters = random.integers(-16, 17, shape) / 4
        if self.dtype.startswith("complex"):
            quarters = quarters + 1j * random.integers(-16, 17, shape) / 4
        return _cast(quarters, self.dtype)


def _cast(values: Any, dtype: str) -> np.ndarray:
    values = np.asarray(values)
    if dtype == "bool":
        return np.asarray(values.real > 0.5)
    if np.dtype(dtype).kind == "u":
        values = abs(values)
    return values.astype(dtype)


ALL = tuple(Kind(dtype, shape) for dtype in DTYPES for shape in SHAPES)
FEW = (
    Kind("float64", (3, 4)),
    Kind("int64", (6,)),
    Kind("bool", (3, 4)),
    Kind("float32", (2, 3, 4)),
    Kind("complex128", (3, 4)),
    Kind("float64", ()),
    Kind("uint8", (3, 4)),
    Kind("int32", (0, 3)),
)
