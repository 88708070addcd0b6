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
      budget_s: Seconds of samples, all backends together, or of a sweep as a whole; None for 5 s, or 30 s.
      threads: Cores that all threads share; None for those that there are.
      sizes: Sizes to sweep over; None for the notebook's own values.
      setup: Code that makes the inputs of a size; empty where it is found in the cells that have run.
    """

    backends: tuple[str, ...] = ("numpy", "jit")
    repeats: int = 30
    loops: int | None = None
    budget_s: float | None = None
    threads: int | None = None
    sizes: Sizes | None = None
    setup: str = ""

    @property
    def limit_s(self) -> float:
        """The budget, or what it is where none was given."""
        return self.budget_s or (30.0 if self.sizes else 5.0)


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
