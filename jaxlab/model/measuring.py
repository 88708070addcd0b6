"""What a person asked of a comparison: backends, samples, threads, sizes."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """Values that a name of the notebook takes one after the other.

    Attributes:
      name: The name.
      values: Its values, smallest first.
    """

    name: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measuring:
    """Options of `%%compare`.

    Attributes:
      backends: As a person names them; plain NumPy always comes first.
      repeats: Samples of each backend, at most.
      loops: Calls in a sample; None for as many as the clock needs.
      budget_s: Seconds of samples, all backends together; a sweep takes so many for all its sizes.
      threads: Cores that all threads share; None for those that there are.
      sizes: Sizes to sweep over; None for the notebook's own values.
      setup: Code that makes the inputs of a size; empty where it is found in the cells that have run.
    """

    backends: tuple[str, ...] = ("numpy", "jit")
    repeats: int = 30
    loops: int | None = None
    budget_s: float = 5.0
    threads: int | None = None
    sizes: Sizes | None = None
    setup: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a comparison is.

    Attributes:
      doing: What it does: "first call of numba", "timing".
      share: Of the whole, from 0 to 1; None where that can't be told.
      remaining_s: Seconds that are left, by what is left of the budget; None where that can't be told.
    """

    doing: str
    share: float | None = None
    remaining_s: float | None = None
