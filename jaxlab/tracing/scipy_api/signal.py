"""`scipy.signal`: convolutions and correlations, by sums or by transforms as SciPy computes them."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import jax
import jax.numpy as jnp

from jaxlab.tracing.untraceable import Untraceable

_MOST_SUMMED = 2**22
"""Products up to which a convolution is summed; longer ones go by transforms."""


def _fftconvolve(in1: Any, in2: Any, mode: str = "full", axes: Any = None) -> Any:
    if axes is not None or in1.ndim != in2.ndim:
        raise Untraceable("`scipy.signal.fftconvolve` along some axes")
    return jax.scipy.signal.fftconvolve(*_larger_first(in1, in2, mode), mode=mode)


def _larger_first(in1: Any, in2: Any, mode: str) -> tuple[Any, Any]:
    """Where only what overlaps wholly is kept, SciPy takes the larger array for the first."""
    swaps = mode == "valid" and any(a < b for a, b in zip(in1.shape, in2.shape, strict=True))
    return (in2, in1) if swaps else (in1, in2)


def _convolve(in1: Any, in2: Any, mode: str = "full", method: str = "auto") -> Any:
    """The method changes the last digits alone; whole numbers have none, and are summed."""
    is_long = method == "auto" and in1.size * in2.size > _MOST_SUMMED and in1.dtype.kind in "fc"
    if method == "fft" or is_long:
        return _fftconvolve(in1, in2, mode)
    return jax.scipy.signal.convolve(*_larger_first(in1, in2, mode), mode=mode, method="direct")


def _correlate(in1: Any, in2: Any, mode: str = "full", method: str = "auto") -> Any:
    if mode != "full" and in1.shape != in2.shape and any(a < b for a, b in zip(in1.shape, in2.shape, strict=True)):
        raise Untraceable("`scipy.signal.correlate` of a smaller array with a larger one")
    flipped = jnp.flip(in2).conj()
    return jax.scipy.signal.convolve(in1, flipped, mode=mode, method="direct")


def _convolve2d(in1: Any, in2: Any, mode: str = "full", boundary: str = "fill", fillvalue: Any = 0) -> Any:
    """Edges that are not zero are made first, and cut off after."""
    if boundary not in _EDGES or fillvalue != 0:
        raise Untraceable("`scipy.signal.convolve2d` with these edges")
    if boundary == "fill" or mode == "valid":
        return jax.scipy.signal.convolve2d(*_larger_first(in1, in2, mode), mode=mode)
    widths = [(length - 1, length - 1) for length in in2.shape]
    made = jax.scipy.signal.convolve2d(jnp.pad(in1, widths, mode=_EDGES[boundary]), in2, mode="valid")
    if mode == "full":
        return made
    starts = [(length - 1) // 2 for length in in2.shape]
    return jax.lax.dynamic_slice(made, starts, in1.shape)


_EDGES = {"fill": "constant", "wrap": "wrap", "symm": "symmetric"}
_COMPUTE: dict[str, Callable[..., Any]] = {
    "convolve": _convolve,
    "fftconvolve": _fftconvolve,
    "correlate": _correlate,
    "convolve2d": _convolve2d,
}


@lru_cache(maxsize=1)
def table() -> dict[Any, Callable[..., Any]]:
    """What computes each function, by SciPy's function itself."""
    import scipy.signal

    return {getattr(scipy.signal, name): function for name, function in _COMPUTE.items()}
