"""Ways of running a cell, one a file.

A new one is a function that takes a `Subject` and gives a `Backend`, in any package, named by an entry point of the
group `jaxlab.backends`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any, Protocol

from jaxlab.cell.parse import Cell
from jaxlab.measure.reach import Held
from jaxlab.model.options import Gradient


class Backend(Protocol):
    """One way of running a cell in the notebook's namespace, from where the notebook stands."""

    @property
    def name(self) -> str:
        """What the comparison calls it: "numpy", "jit", "jit@gpu:0"."""

    @property
    def compiles(self) -> bool:
        """Whether its first call is a thing of its own."""

    def run(self) -> "Ran":
        """Runs the cell once, to the end: work on devices is waited for.

        Raises:
          Exception: Whatever the cell raises.
        """

    def steady(self) -> Callable[[], Any]:
        """What is timed: runs the cell as `run` does, with nothing around it. Asked for once `run` has run.

        Its result, if it holds JAX arrays, is waited for by the caller.
        """

    def peak_bytes(self) -> int | None:
        """Most memory that a run takes on top of its inputs, in bytes; None where unknown. May run the cell once."""

    def transfer_s(self) -> float | None:
        """Of a steady run, seconds of conversions between NumPy's arrays and its own; None where there are none."""

    def unranked_because(self) -> str:
        """Why its time says nothing of the cell, such as that nothing was left to compute; empty if it does."""


@dataclass(frozen=True, slots=True)
class Ran:
    """One run.

    Attributes:
      value: The cell's value.
      compiled: Whether the run compiled something, so that its time is not that of a steady state.
      earlier_s: Seconds of compiling that an earlier run has paid for this one.
      transfer_s: Seconds of conversions between NumPy's arrays and the backend's.
      by: Names that a gradient was taken by, where one was.
      details: What the backend keeps of it.
    """

    value: Any
    compiled: bool = False
    earlier_s: float = 0.0
    transfer_s: float = 0.0
    by: tuple[str, ...] = ()
    details: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A backend as a person names it: `jit-x32@gpu:0`.

    Attributes:
      base: "jit".
      bits: 32 after `-x32`; None without.
      device: "gpu:0" after `@`; None without.
    """

    base: str
    bits: int | None = None
    device: str | None = None

    @property
    def name(self) -> str:
        """As typed."""
        return self.base + (f"-x{self.bits}" if self.bits else "") + (f"@{self.device}" if self.device else "")


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A cell to be compared, and what a backend may use of it.

    Attributes:
      cell: The cell.
      namespace: The globals it runs in.
      choice: The backend that was asked for.
      known: Names that are bound before the cell runs.
      outputs: Names that the cell binds to data.
      execute: Runs a cell under `%%jit`, as the choice says; `details` of what it gives makes the report of the run.
      gradient: What is to be differentiated, every name to differentiate by among it; None where the cell is only run.
      held: What the cell can change.
      limit_s: Seconds that a run should not go beyond.
    """

    cell: Cell
    namespace: dict[str, Any]
    choice: Choice
    known: frozenset[str]
    outputs: tuple[str, ...]
    execute: Callable[[Cell, Choice], Ran]
    gradient: Gradient | None = None
    held: tuple[Held, ...] = ()
    limit_s: float = inf

    @property
    def is_python(self) -> bool:
        """Whether it leaves what Python leaves, types of numbers included; a library's function gives its own."""
        return self.choice.base in ("numpy", "jit")


class Unavailable(Exception):
    """This machine or this cell can't have the backend; the text says why, as half a sentence."""


Factory = Callable[[Subject], Backend]
