"""Numbers of two runs, place by place: how far apart they are, and whether that is more than rounding."""

from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlab.measure.checkpoint import is_inexact
from jaxlab.measure.rules import Rules


@dataclass(frozen=True, slots=True)
class Pair:
    """Arrays of one dtype and shape that two runs left in one place.

    Attributes:
      label: What a person calls the place.
      mine: The baseline's.
      its: The other run's.
    """

    label: str
    mine: np.ndarray
    its: np.ndarray


def distance(pair: Pair, scale: float, rules: Rules) -> tuple[float, str]:
    """The largest absolute difference, and in what way it is too large; empty if it is not.

    Args:
      pair: What to compare; its arrays differ.
      scale: The largest number that it was computed from.
      rules: How close is close enough.
    """
    kind = pair.mine.dtype.kind
    if not is_inexact(pair.mine.dtype):
        places = int(np.sum(pair.mine != pair.its))
        error = float(np.max(np.abs(_wide(pair.mine) - _wide(pair.its)))) if kind in "iub" else 0.0
        return error, f"has other values in {places} of {pair.mine.size} places"
    mine, its = _wide(pair.mine), _wide(pair.its)
    with np.errstate(all="ignore"):
        same = (mine == its) | (np.isnan(mine) & np.isnan(its))
        away = np.where(same, 0.0, np.abs(mine - its))
        allowed = rules.allowed(mine, pair.mine.dtype, max(scale, largest(pair.mine)))
        wrong = ~same & ~(np.isfinite(mine) & np.isfinite(its) & (away <= allowed))
    finite = away[np.isfinite(away)]
    error = float(finite.max(initial=0.0))
    if not wrong.any():
        return error, ""
    if mine.ndim == 0:
        return error, f"is {pair.its!s}, not {pair.mine!s}"
    if not np.array_equal(np.isfinite(mine), np.isfinite(its)):
        return error, f"is NaN or infinite in other places: {int(wrong.sum())} of {mine.size}"
    return error, f"differs by up to {error:.1e} in {int(wrong.sum())} of {mine.size} places"


def is_numeric(value: Any) -> bool:
    """Whether it is an array, or a number that is rounded."""
    return isinstance(value, (np.ndarray, np.generic, jax.Array, float, complex))


def host(value: Any) -> np.ndarray:
    """A number or an array as one of NumPy's."""
    if isinstance(value, jax.Array) and jnp.issubdtype(value.dtype, jax.dtypes.prng_key):
        value = jax.random.key_data(value)
    return np.asarray(value)


def largest(array: np.ndarray) -> float:
    """The largest finite absolute value of numbers that are rounded; 0 where there is none."""
    if not is_inexact(array.dtype) or array.size == 0:
        return 0.0
    if array.dtype.kind == "f":
        most = float(max(np.max(array), -np.min(array)))
        if np.isfinite(most):
            return most
    sizes = np.abs(_wide(array))
    return float(np.max(sizes, where=np.isfinite(sizes), initial=0.0))


def _wide(array: np.ndarray) -> np.ndarray:
    """In a dtype that holds its differences: Python's integers, or 64-bit floats at least."""
    if array.dtype.kind in "iub":
        return array.astype(object)
    return array.astype(np.result_type(array.dtype, np.float64) if array.dtype.kind in "fc" else np.float64)
