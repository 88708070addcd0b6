"""What counts as the same results: which names, in which types, how close."""

from dataclasses import dataclass

import jax.numpy as jnp
import numpy as np

from jaxlab.model.comparison import ROUNDING_STEPS, TOLERANCES

APPROXIMATE = {8: 1e-5, 4: 1e-2, 2: 1e-1}
"""The same for central differences, which are good to two thirds of the digits; of the largest number, too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What counts as the same.

    Attributes:
      bits: Bits of the other run's numbers where they are to be fewer than the baseline's: its dtypes may then be
        narrower, and its tolerance is theirs. None where they are to be equal.
      has_own_types: Whether a number may be another library's, Python's float where the baseline has NumPy's, and a
        dictionary in another order.
      names: The only names to compare; None for all.
      is_approximate: Whether the other run's numbers are central differences.
    """

    bits: int | None = None
    has_own_types: bool = False
    names: frozenset[str] | None = None
    is_approximate: bool = False

    def tolerance(self, dtype: np.dtype) -> float:
        """Relative tolerance of numbers whose baseline is of `dtype`."""
        real = dtype.itemsize // (2 if dtype.kind == "c" else 1)
        known = APPROXIMATE if self.is_approximate else TOLERANCES
        return known.get(real if self.bits is None else min(real, self.bits // 8), known[8])

    def allowed(self, baseline: np.ndarray, dtype: np.dtype, scale: float) -> np.ndarray:
        """How far a number may be from the baseline's if the largest that it was computed from is `scale`."""
        tolerance = self.tolerance(dtype)
        if self.is_approximate:
            return tolerance * (np.abs(baseline) + scale)
        epsilon = float(jnp.finfo(dtype if self.bits is None else f"float{self.bits}").eps)
        return tolerance * np.abs(baseline) + ROUNDING_STEPS * epsilon * scale


STRICT = Rules()
