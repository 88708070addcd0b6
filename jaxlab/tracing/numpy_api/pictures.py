"""What code can change besides arrays: names, variables, containers, objects. A picture before tells what it did.

A function that is traced once for all elements must leave all of it as it was: Python would have changed it once for
each element.
"""

from collections.abc import Iterator
from functools import partial
from operator import length_hint
from types import CellType, FunctionType, MethodType
from typing import Any

from jaxlab.tracing.arrays.stand_in import StandIn
from jaxlab.tracing.lists import AppendedList, has_changed
from jaxlab.tracing.log.reads import cell_contents
from jaxlab.tracing.namespace import Namespace
from jaxlab.tracing.trace import Trace


class Picture:
    """What the traced code, and what is reached from `roots`, holds now.

    Args:
      trace: The trace.
      roots: Functions that are about to run.
    """

    def __init__(self, trace: Trace, *roots: Any) -> None:
        self._trace = trace
        self._held: dict[int, tuple[Any, list[Any]]] = {}
        cells = (variable.made for variable in trace.cells.values())
        mirrors = (mirror.copy for mirror in trace.mirrors)
        waiting = [*roots, *trace.namespaces.values(), *mirrors, *cells, *trace.appended, *trace.made.values()]
        while waiting:
            thing = waiting.pop()
            parts = self._parts(thing)
            if parts and id(thing) not in self._held:
                waiting += parts
            self._held.setdefault(id(thing), (thing, parts))

    def differs(self) -> bool:
        """Whether any of it is held no longer, or more is; what was read only since counts from how it was read."""
        return any(_differ(self._parts(thing), parts) for thing, parts in self._held.values()) or any(self._since())

    def _since(self) -> Iterator[bool]:
        """Of what was read since, whether it has changed."""
        trace, held = self._trace, self._held
        yield from (has_changed(mirror) for mirror in trace.mirrors if id(mirror.copy) not in held)
        for variable in trace.cells.values():
            yield id(variable.made) not in held and cell_contents(variable.made) is not variable.before
        yield from (bool(self._parts(names)) for names in trace.namespaces.values() if id(names) not in held)

    def _parts(self, thing: Any) -> list[Any]:
        """What a thing holds, in order; nothing for what can't change."""
        if isinstance(thing, Namespace):
            written = thing.written()
            return [*written, *written.values(), *sorted(thing.deleted)]
        if type(thing) is AppendedList:
            return list(thing.appended)
        if isinstance(thing, StandIn):
            function = vars(type(thing)).get("function")  # that of what stands for `np.vectorize(function)`
            return [] if function is None else [function.__get__(thing)]
        if isinstance(thing, dict):
            return [*thing, *thing.values()]
        if isinstance(thing, (list, tuple, set, frozenset)):
            return list(thing)
        return _parts_of_code(thing) or (_attributes(thing) if id(thing) in self._trace.made else [])


def _parts_of_code(thing: Any) -> list[Any]:
    if isinstance(thing, FunctionType):
        options = (thing.__kwdefaults__ or {}).values()
        return [*(thing.__closure__ or ()), *(thing.__defaults__ or ()), *options, *vars(thing).values()]
    if isinstance(thing, CellType):
        return [cell_contents(thing)]
    if isinstance(thing, partial):
        return [thing.func, *thing.args, *thing.keywords.values()]
    if isinstance(thing, MethodType):
        return [thing.__func__, thing.__self__]
    return [_left(thing)] if isinstance(thing, Iterator) else []


def _left(iterator: Any) -> Any:
    """How much an iterator still gives; what nothing equals where that is not known."""
    count = length_hint(iterator, -1)
    return count if count >= 0 else object()


def _attributes(thing: Any) -> list[Any]:
    from jaxlab.tracing.code.attributes import instance_attributes

    held = instance_attributes(thing)
    return [*held, *held.values()]


def _differ(now: list[Any], before: list[Any]) -> bool:
    return len(now) != len(before) or any(one is not other for one, other in zip(now, before, strict=True))
