"""What can be changed in place, one kind of object a class: how its contents are saved, put back and walked.

Contents are shallow: an element that can itself be changed has a holder of its own.
"""

import random
from collections import OrderedDict, deque
from collections.abc import Iterator
from types import CellType, FunctionType, ModuleType
from typing import Any, Protocol

import numpy as np

from jaxlab.cell.ownership import is_user_class, is_user_function, is_user_module
from jaxlab.tracing.log.guards import ABSENT

Part = tuple[str, Any]
"""What a person appends to an owner's label to name a part of it, and the part."""

_GENERATED = ("__dict__", "__weakref__")


class Holder(Protocol):
    """Saves and puts back the contents of one kind of object."""

    def save(self, owner: Any) -> Any:
        """The contents, in a form that later changes of `owner` don't touch."""

    def restore(self, owner: Any, saved: Any) -> None:
        """Puts saved contents back in place."""

    def parts(self, owner: Any) -> Iterator[Part]:
        """What the object holds."""


class _Array:
    def save(self, owner: np.ndarray) -> np.ndarray:
        return np.array(owner, order="K", copy=True, subok=False)

    def restore(self, owner: np.ndarray, saved: np.ndarray) -> None:
        if owner.shape != saved.shape:
            owner.resize(saved.shape, refcheck=False)
        np.copyto(owner.view(np.ndarray), saved)

    def parts(self, owner: np.ndarray) -> Iterator[Part]:
        if owner.dtype.hasobject and not owner.dtype.names:
            yield from ((f".flat[{place}]", item) for place, item in enumerate(owner.flat))


class _List:
    def save(self, owner: Any) -> list[Any]:
        return list(owner)

    def restore(self, owner: Any, saved: list[Any]) -> None:
        owner[:] = saved

    def parts(self, owner: Any) -> Iterator[Part]:
        if not isinstance(owner, bytearray):
            yield from ((f"[{place}]", item) for place, item in enumerate(owner))


class _Deque(_List):
    def restore(self, owner: deque, saved: list[Any]) -> None:
        owner.clear()
        owner.extend(saved)


class _Set:
    def save(self, owner: set) -> set:
        return set(owner)

    def restore(self, owner: set, saved: set) -> None:
        owner.clear()
        owner.update(saved)

    def parts(self, owner: set) -> Iterator[Part]:
        yield from (("'s element", item) for item in owner)


class _Dict:
    def save(self, owner: dict) -> dict:
        return dict(owner)

    def restore(self, owner: dict, saved: dict) -> None:
        kind = OrderedDict if isinstance(owner, OrderedDict) else dict
        kind.clear(owner)
        kind.update(owner, saved)

    def parts(self, owner: dict) -> Iterator[Part]:
        yield from ((f"[{key!r}]", item) for key, item in list(owner.items()))


class _Names:
    """The namespace of a notebook or a module. Other threads read it, so it is never emptied in between."""

    def save(self, owner: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in owner.items() if name != "__builtins__"}

    def restore(self, owner: dict[str, Any], saved: dict[str, Any]) -> None:
        for name in owner.keys() - saved.keys() - {"__builtins__"}:
            del owner[name]
        owner.update(saved)

    def parts(self, owner: dict[str, Any]) -> Iterator[Part]:
        return iter(())  # only the names that code uses are walked


class _Attributes:
    def save(self, owner: Any) -> dict[str, Any]:
        held = dict(getattr(owner, "__dict__", {}))
        return held | {name: getattr(owner, name) for name in _slots(owner) if hasattr(owner, name)}

    def restore(self, owner: Any, saved: dict[str, Any]) -> None:
        now, slots = self.save(owner), _slots(owner)
        if now.keys() == saved.keys() and all(now[name] is saved[name] for name in now):
            return
        if hasattr(owner, "__dict__"):
            vars(owner).clear()
            vars(owner).update((name, value) for name, value in saved.items() if name not in slots)
        for name in slots:
            if name in saved:
                object.__setattr__(owner, name, saved[name])
            elif hasattr(owner, name):
                object.__delattr__(owner, name)

    def parts(self, owner: Any) -> Iterator[Part]:
        yield from ((f".{name}", value) for name, value in self.save(owner).items())


class _Class:
    def save(self, owner: type) -> dict[str, Any]:
        return {name: value for name, value in vars(owner).items() if name not in _GENERATED}

    def restore(self, owner: type, saved: dict[str, Any]) -> None:
        now = self.save(owner)
        for name in now.keys() - saved.keys():
            delattr(owner, name)
        for name, value in saved.items():
            if now.get(name, ABSENT) is not value:
                setattr(owner, name, value)

    def parts(self, owner: type) -> Iterator[Part]:
        yield from ((f".{name}", value) for name, value in self.save(owner).items())
        yield from ((f".{base.__name__}", base) for base in owner.__bases__)


class _Function:
    _NAMES = ("__code__", "__defaults__", "__kwdefaults__")

    def save(self, owner: FunctionType) -> dict[str, Any]:
        return {name: getattr(owner, name) for name in self._NAMES} | {"__dict__": dict(owner.__dict__)}

    def restore(self, owner: FunctionType, saved: dict[str, Any]) -> None:
        for name in self._NAMES:
            if getattr(owner, name) is not saved[name]:
                setattr(owner, name, saved[name])
        owner.__dict__.clear()
        owner.__dict__.update(saved["__dict__"])

    def parts(self, owner: FunctionType) -> Iterator[Part]:
        names = owner.__code__.co_freevars
        yield from ((f": {name}", cell) for name, cell in zip(names, owner.__closure__ or (), strict=True))
        yield from (("'s default", value) for value in owner.__defaults__ or ())
        yield from (("'s default", value) for value in (owner.__kwdefaults__ or {}).values())
        yield from ((f".{name}", value) for name, value in owner.__dict__.items())


class _Cell:
    def save(self, owner: CellType) -> Any:
        try:
            return owner.cell_contents
        except ValueError:
            return ABSENT

    def restore(self, owner: CellType, saved: Any) -> None:
        if saved is not ABSENT:
            owner.cell_contents = saved
        elif self.save(owner) is not ABSENT:
            del owner.cell_contents

    def parts(self, owner: CellType) -> Iterator[Part]:
        yield "", self.save(owner)


class _Drawing:
    """A generator of random numbers: what it draws next."""

    def save(self, owner: Any) -> Any:
        if isinstance(owner, np.random.Generator):
            return owner.bit_generator.state
        if isinstance(owner, np.random.BitGenerator):
            return owner.state
        return owner.getstate() if hasattr(owner, "getstate") else owner.get_state(legacy=False)

    def restore(self, owner: Any, saved: Any) -> None:
        if isinstance(owner, np.random.Generator):
            owner.bit_generator.state = saved
        elif isinstance(owner, np.random.BitGenerator):
            owner.state = saved
        elif hasattr(owner, "setstate"):
            owner.setstate(saved)
        else:
            owner.set_state(saved)

    def parts(self, owner: Any) -> Iterator[Part]:
        return iter(())


ARRAY, NAMES, DRAWING, ATTRIBUTES, CELL = _Array(), _Names(), _Drawing(), _Attributes(), _Cell()
_CLASS, _FUNCTION = _Class(), _Function()
_DRAWS = (np.random.Generator, np.random.RandomState, np.random.BitGenerator, random.Random)
_CONTAINERS: tuple[tuple[Any, Holder], ...] = (
    ((list, bytearray), _List()),
    (dict, _Dict()),
    (set, _Set()),
    (deque, _Deque()),
    (CellType, CELL),
    (_DRAWS, DRAWING),
)


def holders_of(value: Any) -> tuple[Holder, ...]:
    """What holds the contents of `value`; nothing where it can't be changed in place, or is a library's own."""
    if isinstance(value, ModuleType):
        return ()
    if isinstance(value, type):
        return (_CLASS,) if is_user_class(value) else ()
    if isinstance(value, FunctionType):
        return (_FUNCTION,) if is_user_function(value) else ()
    if isinstance(value, np.ndarray):
        found: tuple[Holder, ...] = (ARRAY,) if value.flags.writeable else ()
    else:
        found = tuple(holder for kinds, holder in _CONTAINERS if isinstance(value, kinds))
    if DRAWING in found:
        return found
    return (*found, ATTRIBUTES) if _has_attributes(value) else found


def is_own_module(value: Any) -> bool:
    """Whether `value` is a module of the user's."""
    return isinstance(value, ModuleType) and is_user_module(value)


def _has_attributes(value: Any) -> bool:
    return isinstance(getattr(value, "__dict__", None), dict) or bool(_slots(value))


def _slots(value: Any) -> tuple[str, ...]:
    found: list[str] = []
    for cls in type(value).__mro__:
        declared = vars(cls).get("__slots__", ())
        names = (declared,) if isinstance(declared, str) else tuple(declared)
        found += [_mangled(name, cls) for name in names if name not in _GENERATED]
    return tuple(found)


def _mangled(name: str, cls: type) -> str:
    private = name.startswith("__") and not name.endswith("__")
    return f"_{cls.__name__.lstrip('_')}{name}" if private else name
