"""Elements and parts of what a traced mask selects, and what such numbers of elements, as indices, reach."""

from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import Array, derived
from jaxlab.tracing.arrays.convert import as_array, cast, literal
from jaxlab.tracing.arrays.kinds import is_array, is_traced
from jaxlab.tracing.arrays.selection import Selection, aligned, packed, require_same_mask, select, stop
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Untraceable


def item_of(chosen: Selection, index: Any) -> Any:
    """`chosen[index]`."""
    parts = index if isinstance(index, tuple) else (index,)
    if any(part is None or part is Ellipsis for part in parts[:1]) or not parts:
        return stop("a new axis")
    found = _rows(chosen, parts[0])
    if len(parts) == 1:
        return found
    rest = parts[1:]
    return found.like(found.whole[(slice(None), *rest)]) if type(found) is Selection else found[rest]


def set_item(chosen: Selection, index: Any, value: Any) -> None:
    """`chosen[index] = value`: what the index selects of it is replaced, the rest stays."""
    if type(value) is Selection or np.ndim(value) >= chosen.ndim:
        stop("values that are stored")
    if type(index) is slice and index == slice(None):
        places, first = slice(None), chosen
    elif type(index) is Selection and index.dtype == bool and chosen.ndim == 1:
        (_, places), first = aligned((chosen, index))
    elif as_array(index).ndim == 0 and as_array(index).dtype.kind in "iu":
        first = packed(chosen)
        places = _within(first, as_array(index))
    else:
        return stop("an element that is written")
    whole = np.copy(first.whole)
    whole[places] = value
    chosen.replace(first.like(whole))


def _rows(chosen: Selection, index: Any) -> Any:
    if isinstance(index, slice):
        return _part(chosen, index)
    if type(index) is Selection:
        return _chosen_again(chosen, index)
    places = as_array(index)
    if places.dtype.kind not in "iu":
        return stop("another mask")
    return _numbered(chosen, places)


def _numbered(chosen: Selection, places: Array) -> Any:
    """The rows of these numbers among those that are selected; they must exist, or NumPy raises."""
    rows = packed(chosen)
    with numpy_scope():
        value = jnp.asarray(rows.whole.read())[_within(rows, places).read()]
    made = derived(value, (rows.whole, rows.mask, places), is_scalar=value.ndim == 0)
    if value.ndim and not places.ndim:
        chosen.add_part(made)
        made.detached = "a row of what a traced mask selects is written, which NumPy would do through a view"
    return made


def _within(rows: Selection, places: Array) -> Array:
    """Numbers of selected rows counted from the front, which must exist at run time."""
    with numpy_scope():
        count = jnp.asarray(rows.count.read())
        number = jnp.asarray(cast(places.read(), np.dtype(np.int64)))
        current().require(jnp.all((number >= -count) & (number < count)))
        return derived(jnp.where(number < 0, number + count, number), (rows.mask, places))


def _part(chosen: Selection, ends: slice) -> Selection:
    """A slice selects less of the same, in reverse if it steps backwards."""
    if any(is_traced(end) for end in (ends.start, ends.stop, ends.step)):
        return stop("a slice with traced ends")
    root = chosen if chosen.root is None else chosen.root
    step = 1 if ends.step is None else int(ends.step)
    if step < 0 and (ends.start is not None or ends.stop is not None):
        return stop("a slice that steps backwards")
    if step < 0:
        backwards = Selection(chosen.whole[::-1], chosen.mask[::-1], root=root)
        return backwards if step == -1 else _part(backwards, slice(None, None, -step))
    with numpy_scope():
        mask = jnp.asarray(chosen.mask.read())
        rank, count = jnp.cumsum(mask) - 1, jnp.asarray(chosen.count.read())
        start, stop_ = (_from_front(end, count) for end in (ends.start or 0, ends.stop))
        shown = mask & (rank >= start) & ((rank - start) % step == 0)
        shown = shown if stop_ is None else shown & (rank < stop_)
        return Selection(chosen.whole, derived(shown, (chosen.mask,)), root=root)


def _from_front(end: Any, count: Any) -> Any:
    """The end of a slice counted from the front."""
    if end is None:
        return None
    number = int(end)
    return jnp.maximum(count + number, 0) if number < 0 else number


def _chosen_again(chosen: Selection, index: Selection) -> Selection:
    """By another mask over what is selected, or by numbers of rows of it."""
    if index.dtype == bool:
        (whole, again), first = aligned((chosen, index)) if chosen.ndim == 1 else _aligned_rows(chosen, index)
        return Selection(whole, np.logical_and(first.mask, again))
    rows = packed(chosen)
    places = as_array(np.where(index.mask, index.whole, 0))
    with numpy_scope():
        count, number = jnp.asarray(rows.count.read()), jnp.asarray(places.read())
        current().require(jnp.all((number >= -count) & (number < jnp.maximum(count, 1))))
        number = jnp.where(number < 0, number + count, number)
        return index.like(derived(jnp.asarray(rows.whole.read())[number], (rows.whole, rows.mask, places)))


def _aligned_rows(chosen: Selection, index: Selection) -> tuple[tuple[Array, Array], Selection]:
    if chosen.is_packed != index.is_packed:
        chosen, index = packed(chosen), packed(index)
    require_same_mask(chosen, index)
    return (chosen.whole, index.whole), chosen


def get_by_places(array: Array, index: Any) -> Selection:
    """`array[index]` where the index holds selections: a row for each place that is selected."""
    parts = index if isinstance(index, tuple) else (index,)
    mask = whole_mask(parts)
    if mask is not None and mask.ndim <= array.ndim:
        return select(array, mask)
    _check_leading(parts)
    first = next(part for part in parts if type(part) is Selection)
    numbers = tuple(_places(part, first, array.shape[axis]) for axis, part in enumerate(parts))
    return first.like(array[numbers])


def _check_leading(parts: tuple[Any, ...]) -> None:
    """With a slice before them, or numbers beside them that are no scalars, the places are not the first axis."""
    number = next(axis for axis, part in enumerate(parts) if type(part) is Selection)
    plain = all(np.ndim(part) == 0 and not isinstance(part, slice) and part is not None for part in parts[:number])
    rest = [part for part in parts[number:] if type(part) is not Selection]
    if not plain or any(part is None or part is Ellipsis or (is_array(part) and part.ndim) for part in rest):
        stop("an index of this kind")


def _places(part: Any, first: Selection, length: int) -> Any:
    """Numbers of elements, 0 for what is not selected: a place that is there."""
    if type(part) is not Selection:
        return part
    require_same_mask(part, first)
    if part.ndim != 1 or part.dtype.kind not in "iu" or length == 0:
        stop("an index of this kind")
    return np.where(part.mask, part.whole, 0)


def whole_mask(parts: tuple[Any, ...]) -> Array | None:
    """The mask that a complete tuple of `np.nonzero` stands for."""
    places = [part.places if type(part) is Selection else None for part in parts]
    if None in places or not places:
        return None
    masks = [place[0] for place in places if place is not None]
    axes = [place[1] for place in places if place is not None]
    is_whole = all(mask is masks[0] for mask in masks) and axes == list(range(masks[0].ndim))
    return masks[0] if is_whole else None


def written_by_places(array: Array, index: Any, value: Any) -> Any:
    """The contents of an array after `array[index] = value`, a JAX value; unselected places lie beyond its end."""
    parts = index if isinstance(index, tuple) else (index,)
    _check_leading(parts)
    first = next(part for part in parts if type(part) is Selection)
    numbers = [_places(part, first, array.shape[axis]) for axis, part in enumerate(parts)]
    places = [jnp.asarray(as_array(number).read()) for number in numbers]
    for place, length in zip(places, array.shape, strict=False):
        current().require(jnp.all((place >= -length) & (place < length)))
    mask, leading = jnp.asarray(first.mask.read()), array.shape[0]
    places[0] = jnp.where(mask, jnp.where(places[0] < 0, places[0] + leading, places[0]), leading)
    return jnp.asarray(array.read()).at[tuple(places)].set(_new_rows(array, value, first), mode="drop")


def _new_rows(array: Array, value: Any, first: Selection) -> Any:
    if type(value) is Selection:
        require_same_mask(value, first)
        return cast(jnp.asarray(value.whole.read()), array.dtype)
    if np.ndim(value):
        raise Untraceable("an array is written to places whose number is not known")
    return cast(jnp.asarray(value.read()), array.dtype) if is_array(value) else literal(value, array.dtype)
