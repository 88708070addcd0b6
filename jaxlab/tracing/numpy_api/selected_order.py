"""Order among what a traced mask selects: sorting, medians, quantiles, extremes by number, unique elements."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import Array, derived
from jaxlab.tracing.arrays.kinds import contents, is_traced
from jaxlab.tracing.arrays.selection import Selection, first_rows, stop
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.trace import current


def sorted_rows(chosen: Selection) -> Selection:
    """Along the first axis, what is not selected behind what is; NaN behind numbers."""
    with numpy_scope():
        whole = jnp.asarray(chosen.whole.read())
        mask = jnp.asarray(chosen.mask.read()).reshape((-1, *(1,) * (whole.ndim - 1)))
        ordered = jnp.sort(jnp.where(mask, whole, _last(chosen.dtype)), axis=0)
        made = derived(ordered, (chosen.whole, chosen.mask))
        return Selection(made, first_rows(len(made), chosen.count), is_packed=True)


def _last(dtype: np.dtype) -> Any:
    """What nothing comes behind; if it is selected too, it does not matter which is which."""
    if dtype.kind == "f":
        return np.asarray(np.nan, dtype)
    return np.asarray(True if dtype.kind == "b" else np.iinfo(dtype).max, dtype)


def _sort(chosen: Selection, axis: Any = -1, kind: Any = None, **options: Any) -> Selection:
    if options or axis is None or chosen.dtype.kind == "c":
        return stop("`np.sort` with these arguments")
    if axis % chosen.ndim:
        return chosen.like(np.sort(chosen.whole, axis=axis))
    return sorted_rows(chosen)


def sort_in_place(chosen: Selection, axis: Any = -1, **options: Any) -> None:
    """`chosen.sort()`."""
    chosen.replace(_sort(chosen, axis, **options))


def _argsort(chosen: Selection, axis: Any = -1, kind: Any = None, **options: Any) -> Any:
    """Among equal elements NumPy's order is its own secret unless it is asked for a stable one."""
    if options or chosen.ndim != 1 or chosen.dtype.kind == "c":
        return stop("`np.argsort` with these arguments")
    ordered = sorted_rows(chosen)
    with numpy_scope():
        whole, mask = jnp.asarray(chosen.whole.read()), jnp.asarray(chosen.mask.read())
        if kind not in ("stable", "mergesort"):
            values, shown = jnp.asarray(ordered.whole.read()), jnp.asarray(ordered.mask.read())
            current().require(jnp.all(~shown[1:] | (values[1:] > values[:-1])))
        rank = jnp.cumsum(mask) - 1
        _, _, places = jax.lax.sort((~mask, whole, rank), num_keys=2, is_stable=True)
        return ordered.like(derived(places, (chosen.whole, chosen.mask)))


def _flat(chosen: Selection) -> Selection:
    """The elements of the selected rows, one after the other."""
    if chosen.ndim == 1:
        return chosen
    rows = np.repeat(chosen.mask, int(np.prod(chosen.whole.shape[1:])))
    return Selection(np.ravel(chosen.whole), rows)


def _in_floats(chosen: Selection) -> Selection:
    if chosen.dtype.kind not in "biuf":
        return stop("an order of complex numbers")
    return chosen if chosen.dtype.kind == "f" else chosen.like(chosen.whole.astype(float))


def _median(chosen: Selection, axis: Any = None, **options: Any) -> Any:
    """The middle row in order, or half the sum of the two in the middle; NaN if there is one, or no row."""
    if options or axis not in (None, 0, *((-1,) if chosen.ndim == 1 else ())):
        return stop("`np.median` with these arguments")
    ordered = sorted_rows(_in_floats(_flat(chosen) if axis is None else chosen))
    with numpy_scope():
        rows, count = jnp.asarray(ordered.whole.read()), jnp.asarray(ordered.count.read())
        low, high = rows[(count - 1) // 2], rows[count // 2]
        middle = jnp.where(count % 2 == 1, low, (low + high) / 2)
        is_void = jnp.isnan(rows[count - 1]) | (count == 0)
        value = jnp.where(is_void, jnp.full_like(middle, jnp.nan), middle)
        return derived(value, (ordered.whole, ordered.mask), is_scalar=value.ndim == 0)


def _quantile(scale: int) -> Callable[..., Any]:
    """Between the two rows around the place of the quantile, by its distance from them."""

    def quantile(chosen: Selection, q: Any, axis: Any = None, *, method: str = "linear", **options: Any) -> Any:
        if options or method != "linear" or axis is not None or is_traced(q):
            return stop("`np.quantile` with these arguments")
        share = np.true_divide(np.asarray(contents(q)), scale)
        if not np.all((share >= 0) & (share <= 1)):
            np.quantile([0.0], share)  # raises NumPy's own error
        is_short = chosen.dtype.kind == "f" and chosen.dtype.itemsize < 8
        if chosen.dtype.kind not in "iuf" or (is_short and type(contents(q)) not in (int, float)):
            return stop("`np.quantile` of such numbers")
        ordered = sorted_rows(_flat(chosen))
        with numpy_scope():
            rows, count = jnp.asarray(ordered.whole.read()), jnp.asarray(ordered.count.read())
            current().require(count > 0)
            value = between_rows(rows, count, share)
            return derived(value, (ordered.whole, ordered.mask), is_scalar=value.ndim == 0)

    return quantile


def between_rows(rows: Any, count: Any, share: Any) -> Any:
    """Between the two of `count` rows in order around each share, by the distance from them.

    The difference of two integers is taken in their dtype, as NumPy takes it, and may wrap around.
    """
    place = (count - 1) * share
    before = jnp.floor(place).astype(np.int64)
    low, high = rows[before], rows[jnp.minimum(before + 1, count - 1)]
    part = (place - before).reshape(jnp.shape(place) + (1,) * (rows.ndim - 1))
    part = part.astype(rows.dtype if rows.dtype.kind == "f" else float)
    gap = high - low
    value = jnp.where(part >= 0.5, high - gap * (1 - part), low + gap * part)
    if rows.dtype.kind != "f":
        return value
    value = jnp.where(low == high, low, value)  # no rounding, and no difference of infinities
    return jnp.where(jnp.isnan(rows[count - 1]), jnp.nan, value)


def _number_of(function: Any) -> Callable[..., Any]:
    """The number, among what is selected, of the first extreme element; NaN is one."""

    def find(chosen: Selection, axis: Any = None, **options: Any) -> Any:
        if options or chosen.ndim != 1 or chosen.dtype.kind not in "biuf":
            return stop(f"`np.arg{function.__name__}` with these arguments")
        extreme = function(chosen)
        with numpy_scope():
            whole, mask, best = (jnp.asarray(part.read()) for part in (chosen.whole, chosen.mask, extreme))
            is_best = mask & ((whole == best) | (jnp.isnan(whole) if whole.dtype.kind == "f" else False))
            number = (jnp.cumsum(mask) - 1)[jnp.argmax(is_best)]
            return derived(number, (chosen.whole, chosen.mask), is_scalar=True)

    return find


def unique_of(chosen: Selection) -> Selection:
    """Each element once, in order."""
    ordered = sorted_rows(_flat(chosen))
    return Selection(ordered.whole, _as_mask(starts_of_runs(ordered), ordered))


def starts_of_runs(ordered: Selection) -> Any:
    """Where an element in order differs from the one before; one NaN is like the other."""
    with numpy_scope():
        values, shown = jnp.asarray(ordered.whole.read()), jnp.asarray(ordered.mask.read())
        differs = values[1:] != values[:-1]
        if values.dtype.kind == "f":
            differs &= ~(jnp.isnan(values[1:]) & jnp.isnan(values[:-1]))
        return shown & jnp.concatenate([jnp.ones(min(1, values.size), bool), differs])


def _as_mask(mask: Any, like: Selection) -> Array:
    return derived(mask, (like.whole, like.mask))


def _unique(chosen: Selection, **options: Any) -> Any:
    return stop("`np.unique` with these arguments") if options else unique_of(chosen)


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.sort: _sort,
    np.argsort: _argsort,
    np.median: _median,
    np.percentile: _quantile(100),
    np.quantile: _quantile(1),
    np.argmax: _number_of(np.max),
    np.argmin: _number_of(np.min),
    np.unique: _unique,
}
"""By NumPy's function."""
