"""Reading and writing elements: `x[i]` and `x[i] = v` as NumPy means them."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays.array import NO_ELEMENTS, Array, derived, known
from jaxlab.tracing.arrays.convert import as_array, cast, literal, require_fit
from jaxlab.tracing.arrays.kinds import contents, is_array, is_traced
from jaxlab.tracing.arrays.order import memory_order
from jaxlab.tracing.arrays.parts import PartBuffer
from jaxlab.tracing.arrays.selection import Selection, holds_selection, select, stored
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.trace import current
from jaxlab.tracing.untraceable import Untraceable

_MASK_REMEDY = "Write it with `np.where(mask, x, 0)`, or pass the mask to `where=`"


def get_item(array: Array, index: Any) -> Any:
    """`array[index]`: a view for slices and integers, a copy for arrays of indices.

    Raises:
      IndexError: NumPy's own.
      Untraceable: The result's length depends on traced values.
    """
    current().tick()
    if array.is_scalar:
        array = _as_array_of_its_own(array)
    if holds_selection(_parts(index)):
        from jaxlab.tracing.arrays.selected_items import get_by_places

        return get_by_places(array, index)
    index = _unwrapped(index)
    if not _has_traced(index):
        return _get_static(array, index)
    mask = _full_mask(array, index)
    if mask is not None and mask.ndim:
        return select(array, mask)
    index = _without_full_mask(array, index)
    with numpy_scope():
        places = _checked(array, index)
        if not any(_makes_a_copy(part) for part in _parts(index)):
            part = PartBuffer(array, places, index)
            if part.shadow.ndim or any(one is Ellipsis for one in _parts(index)):
                return Array(part)
        value = jnp.asarray(array.read())[places]
    asked = np.empty_like(array.shadow, np.bool_)[tuple(map(_of_its_kind, _parts(index)))]
    is_scalar = not isinstance(asked, np.ndarray)
    return derived(value, (array, *_arrays(index)), is_scalar=is_scalar, order=memory_order(np.asarray(asked)))


def _as_array_of_its_own(number: Array) -> Array:
    """The array of no axes that NumPy indexes in place of one of its numbers."""
    if number.python is not None:
        raise TypeError(f"'{number.python.__name__}' object is not subscriptable")
    with numpy_scope():
        return derived(jnp.asarray(number.read()), (number,))


def set_item(array: Array, index: Any, value: Any) -> None:
    """`array[index] = value`, cast to the array's dtype.

    Raises:
      IndexError, ValueError: NumPy's own.
      Untraceable: A traced mask selects what an array of another length is written to, or NumPy may refuse to write.
    """
    current().tick()
    if array.is_scalar:
        raise Untraceable(NO_ELEMENTS)
    if _is_element(array, index) and _has_axes(value):
        raise Untraceable("an array is written to a single element")
    if getattr(value, "ndim", 0) > 1 and _is_mask_of_all(array, index):
        raise Untraceable("an array of more than one axis is written to the elements that a mask selects")
    if holds_selection(_parts(index)):
        _set_by_places(array, index, value)
        return
    if is_array(value) and isinstance(value.buffer, PartBuffer) and value.buffer.is_at(array, index):
        return  # `x[i] += v` ends by storing the view in its own place
    index = _unwrapped(index)
    if not _has_traced(index) and not _is_advanced(index):
        assign(array.over(array.shadow[_ending_in_ellipsis(index)]), value)
        return
    if array.is_known and not _has_traced(index) and not is_traced(value) and not isinstance(value, jax.Array):
        array.shadow[contents(index)] = contents(value)
        array.buffer.mark_written()
        return
    with numpy_scope():
        array.write(_scattered(array, index, value))


def _set_by_places(array: Array, index: Any, value: Any) -> None:
    from jaxlab.tracing.arrays.selected_items import whole_mask, written_by_places

    mask = whole_mask(_parts(index))
    if mask is not None and mask.ndim <= array.ndim:
        set_item(array, mask, value)
        return
    with numpy_scope():
        array.write(written_by_places(array, index, value))


def assign(target: Array, value: Any) -> None:
    """Writes `value` over all of `target`, broadcast and cast as NumPy assigns."""
    if is_array(value) and value.is_same_memory(target):
        return  # `x[i] += v` ends by storing the view in its own place
    with numpy_scope():
        target.write(_fitted(value, target.shape, target.dtype))


def _fitted(value: Any, shape: tuple[int, ...], dtype: np.dtype) -> Any:
    if not shape and isinstance(value, (list, tuple)):
        raise Untraceable("a sequence is written to a single element")
    new = _cast_for_store(value, dtype)
    while new.ndim > len(shape) and new.shape[0] == 1:
        new = new[0]
    if np.broadcast_shapes(new.shape, shape) != shape:
        raise ValueError(f"could not broadcast input array from shape {new.shape} into shape {shape}")
    return np.broadcast_to(new, shape) if isinstance(new, np.ndarray) else jnp.broadcast_to(new, shape)


def _cast_for_store(value: Any, dtype: np.dtype) -> Any:
    if type(value) in (bool, int, float, complex):
        return literal(value, dtype)
    value = as_array(value)
    require_fit(value, dtype)
    new = value.read()
    return cast(np.asarray(new) if value.is_known else new, dtype)


def _get_static(array: Array, index: Any) -> Any:
    index = contents(index)
    if array.is_known:
        found = array.shadow[index]
        if not isinstance(found, np.ndarray):
            return found
        return array.over(found) if np.may_share_memory(found, array.shadow) else known(found)
    if not _is_advanced(index):
        found = array.shadow[index]
        if isinstance(found, np.ndarray):
            return array.over(found)
        with numpy_scope():
            value = array.over(array.shadow[_ending_in_ellipsis(index)]).read()
        return derived(value, (array,), is_scalar=True)
    asked = np.empty_like(array.shadow, np.bool_)[index]  # raises NumPy's own IndexError
    with numpy_scope():
        value = jnp.asarray(array.read())[_listed(index)]
    return derived(value.reshape(asked.shape), (array,), is_scalar=not asked.shape, order=memory_order(asked))


def _scattered(array: Array, index: Any, value: Any) -> Any:
    """The whole contents of `array` with `value` written at `index`."""
    old = jnp.asarray(array.read())
    mask = _full_mask(array, index)
    if mask is not None:
        return _masked(old, mask, value, array)
    index = _without_full_mask(array, index)
    places = _checked(array, index) if _has_traced(index) else _listed(contents(index))
    shape = jax.eval_shape(lambda x: x[places], old).shape
    return old.at[places].set(jnp.asarray(_fitted(value, shape, array.dtype)))


def _masked(old: Any, mask: Array, value: Any, array: Array) -> Any:
    if type(value) is Selection:
        return stored(old, value, mask, array.dtype)
    new = jnp.asarray(_cast_for_store(value, array.dtype))
    row = array.shape[mask.ndim :]
    if new.size == 1:
        new = new.reshape(())
    if new.ndim > len(row) or np.broadcast_shapes(new.shape, row) != row:
        raise Untraceable("an array is written to the elements that a traced mask selects", _MASK_REMEDY)
    chosen = jnp.asarray(mask.read()).reshape(mask.shape + (1,) * len(row))
    return jnp.where(chosen, new, old)


def _full_mask(array: Array, index: Any) -> Array | None:
    """The mask, if `index` is one traced boolean array over the leading axes."""
    parts = _parts(index)
    while len(parts) > 1 and (parts[-1] is Ellipsis or (isinstance(parts[-1], slice) and parts[-1] == slice(None))):
        parts = parts[:-1]
    if len(parts) == 1 and is_array(parts[0]) and parts[0].dtype == bool and not parts[0].is_known:
        if parts[0].shape != array.shape[: parts[0].ndim]:
            raise IndexError("boolean index did not match indexed array")
        return parts[0]
    return None


def _without_full_mask(array: Array, index: Any) -> Any:
    if any(is_array(part) and part.dtype == bool and not part.is_known for part in _parts(index)):
        raise Untraceable("the number of elements that a traced mask selects is not known", _MASK_REMEDY)
    return index


def _checked(array: Array, index: Any) -> tuple:
    """The index with traced integers, which must be in range at run time."""
    parts = list(_parts(index))
    _expand_ellipsis(parts, array.ndim)
    axis = 0
    for position, part in enumerate(parts):
        if part is None:
            continue
        if isinstance(part, slice):
            if any(is_traced(end) for end in (part.start, part.stop, part.step)):
                raise _slice_needs_length(part)
        else:
            parts[position] = _in_range(part, array.shape[axis])
        axis += 1
    return tuple(parts)


def _slice_needs_length(part: slice) -> Exception:
    reads: frozenset[int] | None = frozenset()
    for end in (part.start, part.stop, part.step):
        if is_traced(end):
            mine = end.buffer.scalar_reads
            reads = None if mine is None or reads is None else reads | mine
    return current().number_needed(reads, "the length of a slice depends on values that the program computes")


def _expand_ellipsis(parts: list[Any], ndim: int) -> None:
    taken = sum(part is not None and part is not Ellipsis for part in parts)
    for position, part in enumerate(parts):
        if part is Ellipsis:
            parts[position : position + 1] = [slice(None)] * (ndim - taken)
            return
    if taken > ndim:
        raise IndexError(f"too many indices for array: array is {ndim}-dimensional, but {taken} were indexed")


def _in_range(part: Any, length: int) -> Any:
    if not is_traced(part):
        return _listed(contents(part))
    part = as_array(part)
    if part.dtype.kind not in "iu":
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    # Wide first: in a narrow dtype the length itself, and an index counted from the end, can wrap around.
    value = jnp.asarray(cast(part.read(), np.dtype(np.int64)))
    current().require(jnp.all((value >= -length) & (value < length)))
    return value


def _unwrapped(index: Any) -> Any:
    """Lists hold numbers or stand-ins; a list with a stand-in becomes an array of indices."""
    if isinstance(index, tuple):
        return tuple(map(_unwrapped, index))
    if isinstance(index, list) and is_traced(index):
        return as_array(index)
    if isinstance(index, jax.Array) and not is_array(index):
        array = as_array(index)
        return array if array.ndim else Array(array.buffer, is_scalar=True)  # to NumPy it is a number
    return index


def _listed(index: Any) -> Any:
    """JAX takes no lists as indices."""
    if isinstance(index, tuple):
        return tuple(map(_listed, index))
    return np.asarray(index) if isinstance(index, list) else index


def _parts(index: Any) -> tuple:
    return index if isinstance(index, tuple) else (index,)


def _ending_in_ellipsis(index: Any) -> tuple:
    """The index with an ellipsis, with which NumPy gives a view of a single element too."""
    parts = _parts(index)
    return parts if any(part is Ellipsis for part in parts) else (*parts, ...)


def _has_traced(index: Any) -> bool:
    return any(
        is_traced(part) or (isinstance(part, slice) and any(map(is_traced, (part.start, part.stop, part.step))))
        for part in _parts(index)
    )


def _is_advanced(index: Any) -> bool:
    return any(is_array(part) or isinstance(part, (list, np.ndarray, bool, np.bool_)) for part in _parts(index))


def _is_element(array: Array, index: Any) -> bool:
    """Whether an index names one element, into which NumPy writes no array (from 2.4 on; before, it warns)."""
    parts = _parts(index)
    return len(parts) == array.ndim and all(map(_is_place, parts))


def _is_place(part: Any) -> bool:
    if isinstance(part, (bool, np.bool_)):
        return False
    return isinstance(part, (int, np.integer)) or (is_array(part) and part.ndim == 0 and part.dtype.kind in "iu")


def _is_mask_of_all(array: Array, index: Any) -> bool:
    """Whether an index is one mask over all axes, for which NumPy takes one axis of values at most."""
    if isinstance(index, (bool, np.bool_)):
        return array.ndim == 0
    return getattr(index, "dtype", None) == np.bool_ and index.ndim == array.ndim


def _has_axes(value: Any) -> bool:
    return isinstance(value, (list, tuple)) or getattr(value, "ndim", 0) > 0


def _of_its_kind(part: Any) -> Any:
    """A known part of an index in place of a traced one, for NumPy to say how the result lies in memory."""
    if not is_traced(part):
        return contents(part)
    return 0 if part.is_scalar else np.zeros(part.shape, np.int64)


def _makes_a_copy(part: Any) -> bool:
    """Whether NumPy copies what a part of an index selects: for arrays, those of no axes included."""
    return isinstance(part, (np.ndarray, list, bool, np.bool_))


def _arrays(index: Any) -> list[Array]:
    return [part for part in _parts(index) if is_array(part)]
