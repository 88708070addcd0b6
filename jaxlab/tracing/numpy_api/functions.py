"""NumPy's functions over JAX values.

Four kinds: those that give views run on shadows; those that JAX has under the same name and meaning run there, with
NumPy's dtypes; those that need care have a handler of their own; the rest cannot be traced.
"""

from typing import Any

import numpy as np

from jaxlab.tracing.arrays.array import known
from jaxlab.tracing.arrays.indexing import assign
from jaxlab.tracing.arrays.kinds import contents, is_traced
from jaxlab.tracing.arrays.selection import holds_selection
from jaxlab.tracing.numpy_api import finding, linalg, numpy_source, special_functions
from jaxlab.tracing.numpy_api.error_state import evaluated
from jaxlab.tracing.numpy_api.same_functions import SAME, apply_same, compute, title
from jaxlab.tracing.numpy_api.selection_functions import apply_function_to_selections
from jaxlab.tracing.numpy_api.view_functions import VIEWS, apply_view, shadows_of
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Untraceable

__all__ = ["apply_function", "compute", "wrap_known"]

_HANDLERS = (special_functions.HANDLERS, finding.HANDLERS, linalg.HANDLERS)

METADATA = (np.shape, np.ndim, np.size, np.iscomplexobj, np.isrealobj, np.result_type, np.can_cast)
"""Functions that ask for shapes and dtypes only."""


def apply_function(function: Any, args: tuple, options: dict[str, Any]) -> Any:
    """What `function(*args, **options)` gives in NumPy, on stand-ins.

    Raises:
      Untraceable: JAX has nothing that computes it.
    """
    current().tick()
    if holds_selection((*args, *options.values())):
        return apply_function_to_selections(function, args, options)
    if function in METADATA:
        return function(*map(shadows_of, args), **options)
    if function in VIEWS and args:
        return apply_view(function, args, options)
    out = options.pop("out", None)
    if out is not None:
        return _into(out[0] if isinstance(out, tuple) else out, function, args, options)
    handler = next((table[function] for table in _HANDLERS if function in table), None)
    if handler is not None:
        with numpy_scope():
            return handler(*args, **options)
    if not is_traced((*args, *options.values())):
        return wrap_known(evaluated(function, *contents(args), **contents(options)))
    if function in numpy_source.FUNCTIONS:
        return numpy_source.run_source(function, args, options)
    if function not in SAME:
        raise Untraceable(f"`{title(function)}` has no counterpart that keeps NumPy's meaning yet")
    with numpy_scope():
        return apply_same(function, args, options)


def _into(out: Any, function: Any, args: tuple, options: dict[str, Any]) -> Any:
    """The result written to `out`, which NumPy casts to within its kind only."""
    result = apply_function(function, args, options)
    if np.shape(result) != out.shape:
        raise Untraceable(f"`out=` of another shape in `{title(function)}`")
    if not np.can_cast(result.dtype, out.dtype, "same_kind"):
        raise Untraceable(f"`out=` of another kind of dtype in `{title(function)}`")
    assign(out, result)
    return out


def wrap_known(result: Any) -> Any:
    """NumPy's results as stand-ins, through tuples and lists; one array, or one list, met twice stays one."""
    return _wrap_known(result, {})


def _wrap_known(result: Any, seen: dict[int, Any]) -> Any:
    if type(result) is np.ndarray and result.dtype.kind in "biufc":
        if id(result) not in seen:
            seen[id(result)] = known(result)
        return seen[id(result)]
    if type(result) is list:
        result[:] = [_wrap_known(part, seen) for part in result]
        return result
    if type(result) is tuple:
        return tuple(_wrap_known(part, seen) for part in result)
    if isinstance(result, tuple) and hasattr(result, "_fields"):
        return type(result)(*(_wrap_known(part, seen) for part in result))
    return result
