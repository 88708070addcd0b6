"""Ways of running a cell, one a file. A new one implements `Backend` and is named where the comparison is set up."""

from dataclasses import dataclass
from typing import Any, Protocol


class Backend(Protocol):
    """One way of running a cell in the notebook's namespace, from where the notebook stands."""

    @property
    def name(self) -> str:
        """What the comparison calls it: "numpy", "jit"."""

    @property
    def compiles(self) -> bool:
        """Whether its first call is a thing of its own."""

    def run(self) -> "Ran":
        """Runs the cell once, to the end: work on devices is waited for.

        Raises:
          Exception: Whatever the cell raises.
        """

    def peak_bytes(self) -> int | None:
        """Most memory that a run takes on top of its inputs, in bytes; None where unknown. May run the cell once."""


@dataclass(frozen=True, slots=True)
class Ran:
    """One run.

    Attributes:
      value: The cell's value.
      compiled: Whether the run compiled something, so that its time is not that of a steady state.
      earlier_s: Seconds of compiling that an earlier run has paid for this one.
      details: What the backend keeps of it.
    """

    value: Any
    compiled: bool = False
    earlier_s: float = 0.0
    details: Any = None
