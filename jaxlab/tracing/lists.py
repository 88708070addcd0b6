"""Lists of the notebook that the code may only append to: what they hold is not read until something asks for it.

`history.append(loss)` must not compile again because the list has grown. So a list is lifted as a log of what is
appended; the first operation of any other kind reads its elements, with guards, and from then on it is a mirror.
"""

from collections.abc import Callable, Iterable
from operator import index
from typing import Any

from jaxlab.tracing.trace import Mirror, current


class AppendedList:
    """A list of the notebook while a cell is traced; answers `isinstance(x, list)`.

    Attributes:
      read: Its entry in the log of reads.
      appended: What the code appended while nothing has asked for the elements.
    """

    __slots__ = ("_elements", "_read_elements", "appended", "read")

    def __init__(self, read: int, read_elements: Callable[[], list[Any]]) -> None:
        self.read = read
        self.appended: list[Any] = []
        self._read_elements = read_elements
        self._elements: list[Any] | None = None

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return list

    @property
    def is_read(self) -> bool:
        """Whether the elements have been asked for."""
        return self._elements is not None

    def elements(self) -> list[Any]:
        """The list that the code works on; reads the notebook's elements when first asked."""
        if self._elements is None:
            current()
            self._elements = self._read_elements()
            self._elements.extend(self.appended)
        return self._elements

    def append(self, item: Any) -> None:
        """As `list.append`."""
        (self.appended if self._elements is None else self._elements).append(item)

    def extend(self, items: Iterable[Any]) -> None:
        """As `list.extend`."""
        (self.appended if self._elements is None else self._elements).extend(items)

    def __iadd__(self, items: Iterable[Any]) -> Any:
        if _decides(items):
            return NotImplemented
        self.extend(items)
        return self

    def __imul__(self, count: Any) -> Any:
        if _decides(count) and getattr(count, "ndim", 1):
            return NotImplemented
        elements = self.elements()
        elements[:] = elements * index(count)
        return self

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or not hasattr(list, name):
            raise AttributeError(f"'list' object has no attribute '{name}'")
        return getattr(self.elements(), name)


def _decides(other: Any) -> bool:
    """Whether Python asks an operand of NumPy's or JAX's first, as both have operators and a list has none."""
    return hasattr(other, "__array_priority__")


def _forwarded(name: str) -> Callable[..., Any]:
    def method(self: AppendedList, *args: Any) -> Any:
        if name in ("__add__", "__mul__") and _decides(args[0]):
            return NotImplemented
        return getattr(self.elements(), name)(*map(as_list, args))

    method.__name__ = name
    return method


def _reflected(self: AppendedList, other: Any) -> Any:
    return other + self.elements() if isinstance(other, list) else NotImplemented


for _name in (
    "__add__ __contains__ __delitem__ __eq__ __format__ __ge__ __getitem__ __gt__ __iter__ __le__ __len__ __lt__ "
    "__mul__ __ne__ __repr__ __reversed__ __rmul__ __setitem__ __str__"
).split():
    setattr(AppendedList, _name, _forwarded(_name))
AppendedList.__radd__ = _reflected  # type: ignore[attr-defined]
AppendedList.__hash__ = None


def as_list(thing: Any) -> Any:
    """`thing` as code outside tracing takes it: lists that are only appended to are read, at any depth.

    Lists and dicts get them in place, so that they stay the objects that the code has in its hands.
    """
    if type(thing) is AppendedList:
        return thing.elements()
    if type(thing) is tuple and _holds_one(thing):
        return tuple(map(as_list, thing))
    if type(thing) in (list, dict):
        for place, item in enumerate(thing) if type(thing) is list else thing.items():
            if (plain := as_list(item)) is not item:
                thing[place] = plain
    return thing


def _holds_one(things: Iterable[Any]) -> bool:
    return any(
        type(thing) is AppendedList
        or (type(thing) in (list, tuple) and _holds_one(thing))
        or (type(thing) is dict and _holds_one(thing.values()))
        for thing in things
    )


def has_changed(mirror: Mirror) -> bool:
    """Whether the code put other elements into a container."""
    now, before = mirror.copy, mirror.before
    if isinstance(now, set):
        return now != before
    if isinstance(now, dict):
        return list(now) != list(before) or not all(_is_same(now[name], before[name]) for name in now)
    return len(now) != len(before) or not all(map(_is_same, now, before))


def _is_same(now: Any, before: Any) -> bool:
    return now is before or (type(before) is AppendedList and before.is_read and before.elements() is now)
