"""NumPy's functions that JAX has under the same name with the same meaning: NumPy says the dtypes, JAX computes."""

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import Array, derived
from jaxlab.tracing.arrays.convert import cast, check_dtype
from jaxlab.tracing.arrays.kinds import contents
from jaxlab.tracing.numpy_api.arguments import arrays_in, prepared, with_arrays
from jaxlab.tracing.numpy_api.error_state import note_operation
from jaxlab.tracing.numpy_api.probes import Expected, expected_of
from jaxlab.tracing.untraceable import Untraceable


def named(names: str, module: Any = np) -> dict[Any, str]:
    """Functions of `module` by themselves, those that this version of NumPy has."""
    return {getattr(module, name): name for name in names.split() if hasattr(module, name)}


SAME = (
    named(
        "all allclose amax amin any append apply_along_axis argmax argmin argsort array_equal array_equiv astype "
        "average block column_stack concatenate convolve correlate count_nonzero cross cumprod cumsum cumulative_prod "
        "cumulative_sum diag diagflat digitize dot dstack ediff1d einsum fmax fmin geomspace histogram histogram2d "
        "histogram_bin_edges hstack i0 inner insert interp isin isneginf isposinf kron lexsort linspace logspace "
        "matmul max mean median meshgrid min nanargmax nanargmin nancumprod nancumsum nanmax nanmean nanmedian nanmin "
        "nanpercentile nanprod nanquantile nanstd nansum nanvar outer packbits pad percentile polymul prod ptp "
        "quantile roll searchsorted sort stack std sum tensordot tile trace tril triu unpackbits var vdot vstack"
    )
    | named("fft ifft fft2 ifft2 fftn ifftn rfft irfft rfft2 irfft2 rfftn irfftn hfft ihfft", np.fft)
    | named("fftshift ifftshift", np.fft)
    | named("svdvals vector_norm matrix_norm trace outer cross matmul vecdot tensordot", np.linalg)
    | named("tensorinv tensorsolve", np.linalg)
)
"""Functions that JAX has under the same name with the same meaning."""


_LAYOUT = {"order": (None, "K", "C"), "like": (None,), "subok": (True, False)}
"""Options about memory, with the values that change nothing here."""


def apply_same(function: Any, args: tuple, options: dict[str, Any]) -> Any:
    """What a function among `SAME` gives, by JAX's."""
    return compute(function, _jax_function(function), args, options)


def compute(function: Any, computes: Callable[..., Any], args: tuple, options: dict[str, Any]) -> Any:
    """Calls `computes` on the contents; types, dtypes and shapes of the results are those of NumPy's `function`.

    Raises:
      Untraceable: NumPy does not say without the values what it would give, or JAX gives another shape.
    """
    for name in _LAYOUT.keys() & options.keys():
        if options[name] not in _LAYOUT[name]:
            raise Untraceable(f"the option `{name}` of `{title(function)}`")
    options = {name: value for name, value in options.items() if name not in _LAYOUT}
    note_operation()
    args, options = with_arrays(function, args, options)
    expected = expected_of(function, args, options, title(function))
    if expected.first_dtype == np.float16 and all(array.dtype != np.float16 for array in arrays_in([*args])):
        raise Untraceable(f"`{title(function)}` in half precision")
    given, given_options = prepared(function, args, options, expected.first_dtype)
    results = computes(*contents(given), **contents(given_options))
    return _wrapped(results, expected, tuple(arrays_in([*args, *options.values()])), title(function))


def title(function: Any) -> str:
    """The function's name as people write it."""
    module = getattr(function, "__module__", "numpy") or "numpy"
    return f"{module}.{function.__name__}".replace("numpy", "np", 1)


def _jax_function(function: Any) -> Callable[..., Any]:
    modules = {"numpy.fft": jnp.fft, "numpy.linalg": jnp.linalg}
    return getattr(modules.get(function.__module__, jnp), SAME[function])


def _wrapped(results: Any, expected: Expected, sources: tuple[Array, ...], name: str) -> Any:
    """JAX's results as stand-ins for what NumPy gives."""
    if expected.parts or isinstance(results, (tuple, list)):
        if len(expected.parts) != len(results):
            raise Untraceable(f"`{name}` gives another number of results in JAX")
        parts = [_wrapped(value, part, sources, name) for value, part in zip(results, expected.parts, strict=True)]
        return expected.kind(*parts) if hasattr(expected.kind, "_fields") else expected.kind(parts)
    value = jnp.asarray(results)
    if expected.shape is not None and value.shape != expected.shape:
        raise Untraceable(f"`{name}` gives another shape in JAX")
    if expected.dtype is None:
        return derived(cast(value, np.dtype(expected.kind)), sources, is_scalar=True, python=expected.kind)
    check_dtype(expected.dtype)
    is_scalar = expected.kind is not np.ndarray
    made = derived(cast(value, expected.dtype), sources, is_scalar=is_scalar, order=expected.order)
    made.shadow.flags.writeable = expected.writeable
    return made
