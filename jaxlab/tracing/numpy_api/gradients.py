"""`np.gradient` between points whose distances are traced: whether they are all the same shows at run time."""

from typing import Any

import numpy as np

from jaxlab.tracing.arrays.array import known
from jaxlab.tracing.arrays.convert import as_array
from jaxlab.tracing.arrays.kinds import contents, is_traced
from jaxlab.tracing.numpy_api.numpy_source import run_source
from jaxlab.tracing.untraceable import Untraceable


def gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """By NumPy's own code, but for the points along one axis."""
    options = {"axis": axis, "edge_order": edge_order}
    if not is_traced((f, *varargs)):
        made = np.gradient(contents(f), *contents(varargs), **options)
        return known(made) if isinstance(made, np.ndarray) else type(made)(map(known, made))
    if not any(map(np.ndim, varargs)):
        return run_source(np.gradient, (f, *varargs), options)
    values: Any = as_array(f)
    points: Any = as_array(varargs[0])
    if len(varargs) != 1 or (axis is None and values.ndim != 1) or isinstance(axis, (tuple, list)):
        raise Untraceable("`np.gradient` between points along several axes")
    along = np.lib.array_utils.normalize_axis_index(0 if axis is None else axis, values.ndim)
    if points.ndim != 1 or len(points) != values.shape[along]:
        raise ValueError("when 1d, distances must match the length of the corresponding dimension")
    if values.dtype.kind not in "fc" or points.dtype.kind not in "fiu":
        raise Untraceable("`np.gradient` of what are no floats, between points")
    points = points if points.dtype.kind == "f" else points.astype(float)
    steps = np.diff(points)
    even = run_source(np.gradient, (values, steps[0]), options)
    uneven = np.moveaxis(_uneven(np.moveaxis(values, along, 0), steps, edge_order), 0, along)
    return np.where(np.all(steps == steps[0]), even, uneven).astype(values.dtype)


def _uneven(f: Any, steps: Any, edge_order: int) -> Any:
    """Second-order differences along the first axis, with weights by the steps before and after."""
    before, after = (_along_first(part, f.ndim) for part in (steps[:-1], steps[1:]))
    low = -after / (before * (before + after))
    middle = (after - before) / (before * after)
    high = before / (after * (before + after))
    inside = low * f[:-2] + middle * f[1:-1] + high * f[2:]
    if edge_order == 1:
        first, last = (f[1] - f[0]) / steps[0], (f[-1] - f[-2]) / steps[-1]
    else:
        first, last = _edge(f[0], f[1], f[2], steps[0], steps[1]), _edge(f[-1], f[-2], f[-3], -steps[-1], -steps[-2])
    return np.concatenate([first[None] if np.ndim(first) else np.reshape(first, 1), inside,
                           last[None] if np.ndim(last) else np.reshape(last, 1)])  # fmt: skip


def _along_first(steps: Any, ndim: int) -> Any:
    return np.reshape(steps, (-1, *(1,) * (ndim - 1)))


def _edge(f0: Any, f1: Any, f2: Any, near: Any, far: Any) -> Any:
    """The slope at the end of three points, `near` and `far` the steps from it."""
    own = -(2.0 * near + far) / (near * (near + far))
    return own * f0 + (near + far) / (near * far) * f1 - near / (far * (near + far)) * f2
