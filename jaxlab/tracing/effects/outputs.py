"""At the end of a trace: what the code made and changed, as outputs of the program and templates around them."""

import enum
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterable
from functools import partial
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlab.tracing.arrays import selection
from jaxlab.tracing.arrays.array import Array
from jaxlab.tracing.arrays.kinds import is_array, is_jax
from jaxlab.tracing.arrays.memory import InputBuffer
from jaxlab.tracing.arrays.order import as_it_lies, empty_in_order, in_memory_order, memory_order, offset_of
from jaxlab.tracing.arrays.parts import PartBuffer
from jaxlab.tracing.code import foreign_objects
from jaxlab.tracing.code.attributes import instance_attributes
from jaxlab.tracing.effects import templates
from jaxlab.tracing.effects.templates import Template
from jaxlab.tracing.effects.text import is_text, text_template
from jaxlab.tracing.effects.writes import (
    ArrayWrite,
    ContainerWrite,
    Effects,
    ListAppend,
    NameWrite,
    ObjectWrite,
    Slot,
)
from jaxlab.tracing.lists import AppendedList, has_changed
from jaxlab.tracing.log.guards import ABSENT
from jaxlab.tracing.log.reads import cell_contents
from jaxlab.tracing.namespace import Namespace
from jaxlab.tracing.numpy_api.polynomials import Poly1d
from jaxlab.tracing.operator_classes import class_behind
from jaxlab.tracing.owners import sharing
from jaxlab.tracing.random import GeneratorTemplate, Randomness, RandomSource, is_source
from jaxlab.tracing.trace import AttributeWrite, Trace
from jaxlab.tracing.untraceable import Untraceable

_IMMUTABLE = (
    int, float, complex, bool, str, bytes, type(None), type(Ellipsis), slice, range, np.generic, np.dtype, enum.Enum,
    type, ModuleType, BuiltinFunctionType, np.ufunc, frozenset, Warning,
)  # fmt: skip


def collect(trace: Trace, namespaces: list[Namespace], value: Any = ABSENT) -> tuple[Effects, list[Any]]:
    """The effects of the traced code, and the JAX values that the program has to give for them.

    Raises:
      Untraceable: Something that the code made cannot be kept.
    """
    return _Collector(trace).collect(namespaces, value)


class _Collector:
    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.results: list[Any] = []
        self.slots: list[Slot] = []
        self.places: dict[int, int] = {}
        self.keep: list[Any] = []
        self.views: Counter[int] = Counter()
        self.changed = {id(mirror.copy): mirror for mirror in trace.mirrors}

    def collect(self, namespaces: list[Namespace], value: Any) -> tuple[Effects, list[Any]]:
        self._check_trees()
        self._note_rebound_variables()
        written = {id(namespace): namespace.written() for namespace in namespaces}
        appended = [grown for grown in self.trace.appended if grown.appended and not grown.is_read]
        mirrors = [mirror for mirror in self.trace.mirrors if has_changed(mirror)]
        self._count_views([*written.values(), [w.value for w in self.trace.attribute_writes.values()], value])
        self._count_views([*(mirror.copy for mirror in mirrors), *(grown.appended for grown in appended)])
        names = tuple(
            NameWrite(
                namespace.real,
                {name: self.template(thing) for name, thing in written[id(namespace)].items()},
                tuple(sorted(namespace.deleted)),
            )
            for namespace in namespaces
            if written[id(namespace)] or namespace.deleted
        )
        objects = tuple(
            ObjectWrite(write.read, write.name, None if write.deleted else self.template(write.value))
            for write in self.trace.attribute_writes.values()
        )
        containers = tuple(ContainerWrite(mirror.read, self._new_contents(mirror.copy)) for mirror in mirrors)
        appends = tuple(
            ListAppend(grown.read, templates.Container(None, list, tuple(map(self.template, grown.appended))))
            for grown in appended
        )
        result = None if value is ABSENT else self.template(value)
        acts = tuple(act.map(self.template) for act in self.trace.acts)
        arrays = self._array_writes()
        return Effects(
            names, arrays, containers, appends, objects, result, acts, tuple(self.slots), self._randomness()
        ), self.results

    def _randomness(self) -> Randomness:
        return Randomness(tuple(origin for *_, origin in self.trace.sources), tuple(self.trace.draws))

    def _count_views(self, thing: Any, depth: int = 0) -> None:
        """How many arrays of the outputs lie in each buffer: of a buffer with one, only that part is computed."""
        if is_text(thing):
            return
        if is_array(thing):
            self.views[id(thing.buffer)] += 1
            if isinstance(thing.buffer, PartBuffer):
                self._count_views(thing.buffer.parent)
        elif depth < 20:
            for element in self._held(thing):
                self._count_views(element, depth + 1)

    def _held(self, thing: Any) -> Iterable[Any]:
        """What a container or an object that the code made holds."""
        if type(thing) is AppendedList:
            return ()  # what was appended is counted by itself, and the rest is the notebook's
        if isinstance(thing, dict):
            return thing.values()
        if isinstance(thing, (list, tuple)):
            return thing
        if isinstance(thing, partial):
            return (thing.func, *thing.args, *thing.keywords.values())
        if id(thing) in self.trace.made:
            return instance_attributes(thing).values()
        made_by_library = self.trace.origin(thing) is None and not _is_code(thing) and foreign_objects.is_pytree(thing)
        return jax.tree_util.tree_leaves(thing) if made_by_library else ()

    def _note_rebound_variables(self) -> None:
        """What functions bound by `nonlocal` goes to the cells that the notebook's functions share."""
        for variable in self.trace.cells.values():
            now = cell_contents(variable.made)
            read = self.trace.origin(variable.cell)
            if now is not variable.before and read is not None:
                write = AttributeWrite(read, variable.cell, "cell_contents", now, deleted=now is ABSENT)
                self.trace.attribute_writes[id(variable.cell), "cell_contents"] = write

    def _check_trees(self) -> None:
        """Refuses registered objects that a library has changed in place: it had copies in its hands."""
        for copy, before in self.trace.trees:
            leaves = jax.tree_util.tree_leaves(copy)
            if len(leaves) != len(before) or any(a is not b for a, b in zip(leaves, before, strict=True)):
                raise Untraceable(f"an object of `{type(copy).__name__}` is changed in place")

    def _array_writes(self) -> tuple[ArrayWrite, ...]:
        writes = []
        for value, lifted, index in list(self.trace.lifted.values()):
            if is_array(lifted) and lifted.buffer.version and lifted.shadow is lifted.buffer.shadow:
                self._check_overlap(value, lifted, index)
                slot = Slot(is_copied=True, order=memory_order(lifted.buffer.shadow))
                writes.append(ArrayWrite(index, self._place(lifted.buffer.traced, slot, key=id(lifted.buffer))))
        return tuple(writes)

    def _check_overlap(self, written: np.ndarray, array: Array, index: int) -> None:
        for value, lifted, other in self.trace.lifted.values():
            is_other = is_array(lifted) and lifted.buffer is not array.buffer
            if is_other and np.may_share_memory(value, written):
                raise sharing(self.trace, index, other)

    def template(self, thing: Any) -> Template:
        """How to build `thing` at each run."""
        if is_array(thing):
            return self._array(thing)
        if is_jax(thing):
            return self._jax(thing)
        if is_text(thing):
            return text_template(thing, self.template)
        if is_source(thing):
            return self._generator(thing)
        index = self.trace.origin(thing)
        if index is not None:
            return templates.FromNotebook(index)
        if isinstance(thing, _IMMUTABLE):
            return templates.Constant(thing)
        if type(thing) is np.ndarray and thing.base is not None and thing.dtype.kind in "USMm":
            raise Untraceable("a view of an array of strings or dates is kept")
        if type(thing) is np.ndarray:
            self.keep.append(thing)
            return templates.KnownArray(id(thing), thing.copy())
        return self._container(thing)

    def _generator(self, source: RandomSource) -> Template:
        origin = self.trace.sources[source.number][2]
        if origin.read is not None:
            return templates.FromNotebook(origin.read)
        return GeneratorTemplate(source.number)

    def _jax(self, thing: Any) -> Template:
        index = self.trace.origin(thing)
        if index is not None:
            return templates.FromNotebook(index)
        self.keep.append(thing)
        return templates.JaxArray(self._place(thing, Slot(as_jax=True), key=id(thing)))

    def _array(self, array: Array) -> Template:
        if array.is_scalar:
            return self._scalar(array)
        buffer = array.buffer
        if array.detached or (isinstance(buffer, PartBuffer) and array.shadow is not buffer.shadow):
            raise Untraceable("a part of a row whose place is traced is kept")
        if isinstance(buffer, PartBuffer):
            self.keep.append(buffer)
            return buffer.template(self.template, self._index)
        if isinstance(buffer, InputBuffer):
            index = self.trace.origin(array)
            if index is not None:
                return templates.FromNotebook(index)
            return self._seen(array, templates.FromNotebook(self.trace.read_of(buffer)))
        if buffer.is_known:
            self.keep.append(buffer)
            return self._seen(array, templates.KnownArray(id(buffer), buffer.shadow.copy(order="K")))
        if self.views[id(buffer)] == 1:
            self.keep.append(array)
            slot = Slot(order=memory_order(array.shadow))
            made = templates.NumPyArray(self._place(array.read(), slot, key=id(array)))
            alone = empty_in_order(array.shape, array.dtype, slot.order)
            return made if array.shadow.flags.writeable else _read_only(made, array, alone.strides)
        slot = Slot(order=memory_order(buffer.shadow))
        return self._seen(array, templates.NumPyArray(self._place(buffer.traced, slot, key=id(buffer))))

    def _index(self, place: Any) -> Template:
        """A number in an index, traced or known."""
        if not isinstance(place, jax.Array):
            return templates.Constant(place)
        self.keep.append(place)
        return templates.PythonNumber(self._place(place, Slot(), key=id(place)), int)

    def _seen(self, array: Array, base: Template) -> Template:
        """`base`, or the part of it that the array is."""
        whole = array.buffer.shadow
        if array.shadow is whole:
            return (
                base
                if whole.flags.writeable or isinstance(base, templates.FromNotebook)
                else _read_only(base, array, whole.strides)
            )
        if not as_it_lies(whole).flags.c_contiguous or self._is_laid_out_anew(base, whole):
            raise Untraceable("a view of an array that is not contiguous is kept")
        offset, writeable = offset_of(array.shadow, whole), array.shadow.flags.writeable
        self.keep.append(array)
        return templates.View(id(array), base, array.dtype, offset, array.shape, array.shadow.strides, writeable)

    def _is_laid_out_anew(self, base: Template, whole: np.ndarray) -> bool:
        """Whether the notebook's array has other strides than what stands for it, of narrower numbers in 32 bits."""
        return isinstance(base, templates.FromNotebook) and self.trace.observed[base.read].strides != whole.strides

    def _scalar(self, array: Array) -> Template:
        if array.is_known:
            value = array.shadow[()]
            return templates.Constant(array.python(value) if array.python else value)
        self.keep.append(array)
        place = self._place(jnp.reshape(array.read(), ()), Slot(), key=id(array))
        return templates.PythonNumber(place, array.python) if array.python else templates.NumPyScalar(place)

    def _place(self, value: Any, slot: Slot, *, key: int) -> int:
        """The number of the output that is `value`, which `key` tells from others."""
        if key not in self.places:
            self.places[key] = len(self.results)
            self.results.append(in_memory_order(value, slot.order))
            self.slots.append(slot)
        return self.places[key]

    def _container(self, thing: Any) -> Template:
        self.keep.append(thing)
        if selection.is_selection(thing):
            return selection.kept(thing, self.template)
        if type(thing) is Poly1d:
            return thing.template(self.template)
        kind = type(thing)
        if kind is tuple or foreign_objects.is_named_tuple(thing):
            fill = tuple if kind is tuple else partial(_named, kind)
            labels = tuple(f".{name}" for name in getattr(thing, "_fields", ()))
            return templates.Container(None, fill, tuple(map(self.template, thing)), labels)
        if kind in (list, set, dict, OrderedDict, defaultdict, Counter):
            return self._new_contents(thing)
        if isinstance(thing, partial):
            return self._partial(thing)
        if isinstance(thing, FunctionType) and not _is_around_code(thing):
            return templates.Constant(thing)
        if foreign_objects.is_pytree(thing):
            leaves, structure = jax.tree_util.tree_flatten(thing)
            return templates.Container(
                None, partial(jax.tree_util.tree_unflatten, structure), tuple(map(self.template, leaves))
            )
        if id(thing) in self.trace.made:
            held = instance_attributes(thing)
            return templates.Instance(
                ("object", id(thing)),
                self.template(class_behind(kind)),
                tuple(held),
                tuple(map(self.template, held.values())),
            )
        raise Untraceable(f"an object of `{kind.__name__}` is made and kept, which can't be built anew at each run")

    def _partial(self, thing: partial) -> Template:
        names = tuple(thing.keywords)
        parts = (thing.func, *thing.args, *thing.keywords.values())
        return templates.Container(None, partial(_partial_of, names), tuple(map(self.template, parts)))

    def _new_contents(self, thing: Any) -> Template:
        key = ("container", id(thing))
        if isinstance(thing, dict):
            names = tuple(thing)
            fill = partial(_filled_dict, type(thing), names, getattr(thing, "default_factory", None))
            labels = tuple(f"[{name!r}]" for name in names)
            return templates.Container(key, fill, tuple(map(self.template, thing.values())), labels)
        return templates.Container(key, type(thing), tuple(map(self.template, thing)))


def _read_only(whole: Template, array: Array, strides: tuple[int, ...]) -> Template:
    """The whole of an array of its own memory, where it has these strides, which must not be written."""
    return templates.View(("read-only", id(array)), whole, array.dtype, 0, array.shape, strides, False)


def _named(kind: type, elements: list[Any]) -> Any:
    return kind(*elements)


def _filled_dict(kind: type, names: tuple, factory: Any, elements: list[Any]) -> Any:
    filled = dict(zip(names, elements, strict=True))
    return defaultdict(factory, filled) if kind is defaultdict else kind(filled)


def _partial_of(names: tuple[str, ...], parts: list[Any]) -> partial:
    count = len(parts) - len(names)
    return partial(parts[0], *parts[1:count], **dict(zip(names, parts[count:], strict=True)))


def _is_around_code(function: FunctionType) -> bool:
    """Whether a function that is no function of the notebook holds code that was rewritten for tracing."""
    held = [cell.cell_contents for cell in function.__closure__ or ()]
    return isinstance(function.__globals__, Namespace) or any(map(callable, held)) or hasattr(function, "__wrapped__")


def _is_code(thing: Any) -> bool:
    return isinstance(thing, (type, ModuleType, FunctionType, MethodType, BuiltinFunctionType, np.ufunc))
