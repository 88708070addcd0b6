"""NumPy's functions over JAX values.

Four kinds: those that give views run on shadows; those that JAX has under the same name and meaning run there, with
NumPy's dtypes; those that need care have a handler of their own; the rest cannot be traced.
"""

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing import linalg, special_functions
from jaxlab.tracing.array import Array, contents, derived, is_array, is_traced, known
from jaxlab.tracing.convert import as_array, cast, check_dtype
from jaxlab.tracing.indexing import assign
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Untraceable


def _named(names: str, module: Any = np) -> dict[Any, str]:
    return {getattr(module, name): name for name in names.split() if hasattr(module, name)}


VIEWS = _named(
    "reshape ravel transpose permute_dims swapaxes moveaxis rollaxis squeeze expand_dims atleast_1d atleast_2d "
    "atleast_3d broadcast_to broadcast_arrays flip fliplr flipud rot90 split array_split hsplit vsplit dsplit diagonal "
    "real imag matrix_transpose unstack"
) | {np.linalg.diagonal: "diagonal", np.linalg.matrix_transpose: "matrix_transpose"}
"""Functions whose results share memory with their argument, where NumPy's do."""

METADATA = (np.shape, np.ndim, np.size, np.iscomplexobj, np.isrealobj, np.result_type, np.can_cast)
"""Functions that ask for shapes and dtypes only."""

SAME = (
    _named(
        "sum prod max min amax amin mean std var any all argmax argmin cumsum cumprod sort argsort median percentile "
        "quantile average ptp nansum nanprod nanmax nanmin nanmean nanstd nanvar nanmedian nanargmax nanargmin "
        "nancumsum nancumprod count_nonzero diff ediff1d gradient trapezoid cross dot vdot inner outer matmul tensordot "
        "kron einsum trace where concatenate concat stack vstack hstack dstack column_stack block tile repeat roll "
        "append clip round around tril triu diag diagflat vander meshgrid convolve correlate interp searchsorted "
        "digitize isclose allclose array_equal array_equiv isin nan_to_num i0 sinc angle unwrap polyval polyadd polysub "
        "polymul polyder polyint cov corrcoef zeros_like ones_like full_like isposinf isneginf fix take "
        "take_along_axis select bincount histogram apply_along_axis pad delete insert cumulative_sum cumulative_prod "
        "fmax fmin lexsort packbits unpackbits resize partition argpartition astype linspace geomspace logspace"
    )
    | _named("fft ifft fft2 ifft2 fftn ifftn rfft irfft rfft2 irfft2 rfftn irfftn hfft ihfft fftshift ifftshift", np.fft)
)
"""Functions that JAX has under the same name with the same meaning."""

_ACCUMULATING = {"sum", "prod", "cumsum", "cumprod", "trace", "nansum", "nanprod", "nancumsum", "nancumprod"}
_UNSUPPORTED_KEYWORDS = ("like", "subok", "order")


def apply_function(function: Any, args: tuple, options: dict[str, Any]) -> Any:
    """What `function(*args, **options)` gives in NumPy, on stand-ins.

    Raises:
      Untraceable: JAX has nothing that computes it.
    """
    current().tick()
    if function in METADATA:
        return function(*map(_shadows, args), **options)
    if function in VIEWS and args:
        return _view(function, args, options)
    out = options.pop("out", None)
    if out is not None:
        assign(out[0] if isinstance(out, tuple) else out, apply_function(function, args, options))
        return out[0] if isinstance(out, tuple) else out
    handler = special_functions.HANDLERS.get(function) or linalg.HANDLERS.get(function)
    if handler is not None:
        with numpy_scope():
            return handler(*args, **options)
    if not is_traced((*args, *options.values())):
        return _known(function, args, options)
    if function not in SAME:
        raise Untraceable(f"`{_title(function)}` has no counterpart that keeps NumPy's meaning yet")
    with numpy_scope():
        return compute(function, _jax_function(function), args, options)


def compute(function: Any, computes: Callable[..., Any], args: tuple, options: dict[str, Any]) -> Any:
    """Calls `computes` on the contents, with the dtypes that NumPy's `function` gives.

    NumPy is asked for its dtypes: `function` runs on arrays of one element with the same number of axes.
    """
    options = {name: value for name, value in options.items() if name not in _UNSUPPORTED_KEYWORDS}
    dtypes = _result_dtypes(function, args, options)
    widened = _widened(args, dtypes[0], function), _widened(options, dtypes[0], function)
    results = computes(*contents(widened[0]), **contents(widened[1]))
    sources = tuple(_arrays_in((*args, *options.values())))
    return _wrap(results, list(dtypes), sources)


def _title(function: Any) -> str:
    module = getattr(function, "__module__", "numpy") or "numpy"
    return f"{module}.{function.__name__}".replace("numpy", "np", 1)


def _jax_function(function: Any) -> Callable[..., Any]:
    name = SAME[function]
    return getattr(jnp.fft if function.__module__ == "numpy.fft" else jnp, name)


def _known(function: Any, args: tuple, options: dict[str, Any]) -> Any:
    return wrap_known(function(*contents(args), **contents(options)))


def wrap_known(result: Any) -> Any:
    """NumPy's results as stand-ins, through tuples and lists."""
    if type(result) is np.ndarray:
        return known(result) if result.dtype.kind in "biufc" else result
    if type(result) in (list, tuple):
        return type(result)(map(wrap_known, result))
    if isinstance(result, tuple) and hasattr(result, "_fields"):
        return type(result)(*map(wrap_known, result))
    return result


def _view(function: Any, args: tuple, options: dict[str, Any]) -> Any:
    arrays = [thing for thing in args if is_array(thing)]
    if any(array.is_scalar and not array.is_known for array in arrays) or not arrays:
        with numpy_scope():
            return compute(function, getattr(jnp, VIEWS[function]), args, options)
    results = function(*map(_shadows, args), **options)
    if isinstance(results, np.ndarray):
        return _shared(results, arrays, function, args, options)
    parts = [_shared(result, arrays, function, args, options) for result in results]
    return parts if isinstance(results, list) else tuple(parts)


def _shared(shadow: Any, arrays: list[Array], function: Any, args: tuple, options: dict[str, Any]) -> Any:
    for array in arrays:
        if shadow.size == 0 or np.may_share_memory(shadow, array.shadow):
            return array.over(shadow)
    if not is_traced(args):
        return known(shadow)
    if not hasattr(jnp, VIEWS[function]) or not isinstance(shadow, np.ndarray):
        raise Untraceable(f"`{_title(function)}` of an array that is not contiguous")
    with numpy_scope():
        return compute(function, getattr(jnp, VIEWS[function]), args, options)


def _shadows(thing: Any) -> Any:
    if is_array(thing):
        if thing.is_scalar:
            return thing.python(0) if thing.python else np.zeros((), thing.dtype)[()]
        return thing.shadow
    if type(thing) in (list, tuple):
        return type(thing)(map(_shadows, thing))
    return thing


def _result_dtypes(function: Any, args: tuple, options: dict[str, Any]) -> tuple[np.dtype | type, ...]:
    with np.errstate(all="ignore"):
        try:
            results = function(*_probes(args), **_probes(options))
        except Exception as error:
            raise Untraceable(f"`{_title(function)}` with these arguments") from error
    if not isinstance(results, (tuple, list)):
        results = (results,)
    return tuple(result.dtype if hasattr(result, "dtype") else type(result) for result in results)


def _probes(thing: Any) -> Any:
    """Arrays of one element in place of arrays."""
    if is_array(thing):
        if thing.python is not None:
            return thing.python(1)
        one = np.ones((1,) * thing.ndim, thing.dtype)
        return one[()] if thing.is_scalar else one
    if isinstance(thing, np.ndarray):
        return np.ones((1,) * thing.ndim, thing.dtype)
    if type(thing) in (list, tuple):
        return type(thing)(map(_probes, thing))
    return {name: _probes(value) for name, value in thing.items()} if type(thing) is dict else thing


def _widened(thing: Any, dtype: Any, function: Any) -> Any:
    """Arguments in the precision in which NumPy computes."""
    if type(thing) in (list, tuple):
        return type(thing)(_widened(item, dtype, function) for item in thing)
    if type(thing) is dict:
        return {name: _widened(value, dtype, function) for name, value in thing.items()}
    if not is_array(thing) or not isinstance(dtype, np.dtype):
        return thing
    inexact = dtype.kind in "fc" and thing.dtype.kind in "biufc" and thing.dtype != dtype
    grows = inexact and np.promote_types(thing.dtype, dtype) == dtype and thing.dtype.kind != "b"
    accumulates = getattr(function, "__name__", "") in _ACCUMULATING and dtype.kind in "iu"
    averaged = inexact and thing.dtype.kind == "b" and getattr(function, "__name__", "") in ("mean", "std", "var")
    if not (grows or accumulates or averaged):
        return thing
    return derived(cast(jnp.asarray(thing.read()), dtype), (thing,), is_scalar=thing.is_scalar)


def _arrays_in(thing: Any) -> list[Array]:
    if is_array(thing):
        return [thing]
    if type(thing) in (list, tuple):
        return [array for item in thing for array in _arrays_in(item)]
    return []


def _wrap(results: Any, dtypes: list[Any], sources: tuple[Array, ...]) -> Any:
    """JAX's results as stand-ins in NumPy's dtypes."""
    if isinstance(results, (tuple, list)):
        kinds = dtypes if len(dtypes) == len(results) else dtypes[:1] * len(results)
        parts = [_wrap(value, [kind], sources) for value, kind in zip(results, kinds, strict=True)]
        if hasattr(results, "_fields"):
            return type(results)(*parts)
        return parts if isinstance(results, list) else tuple(parts)
    value, kind = jnp.asarray(results), dtypes[0]
    if isinstance(kind, type):
        return derived(cast(value, np.dtype(kind)), sources, is_scalar=True, python=kind)
    check_dtype(kind)
    return derived(cast(value, kind), sources, is_scalar=value.ndim == 0)


def numpy_function(name: str) -> Callable[..., Any]:
    """The function of NumPy that computes the ndarray method `name`."""
    return getattr(np, name)


__all__ = ["METADATA", "SAME", "VIEWS", "apply_function", "as_array", "compute", "numpy_function", "wrap_known"]
