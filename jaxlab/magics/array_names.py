"""What the notebook calls its JAX arrays: `x`, `params['w'][0]`, `state.step`, `Out[5]`."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from types import BuiltinFunctionType, FunctionType, MemberDescriptorType, MethodType, ModuleType
from typing import Any

import numpy as np

MOST_VALUES = 20_000
"""Values that are looked at: a panel asks every second."""
MOST_STEPS = 8
"""Steps from a name to an array."""
_OPAQUE = (str, bytes, int, float, complex, type, FunctionType, BuiltinFunctionType, MethodType, ModuleType, np.ndarray)


def array_names(namespace: Mapping[str, Any], is_array: Callable[[Any], bool]) -> dict[int, str]:
    """Names by the identity of what they stand for; of several the shortest way, and names before `Out`.

    Reads containers and attributes, and runs no code of theirs. Safe while a cell runs and changes them: what changes
    under its eyes is left out.

    Args:
      namespace: The notebook's.
      is_array: Whether a value is an array whose name is wanted.
    """
    names: dict[int, str] = {}
    seen: set[int] = set()
    named = [(name, value) for name, value in _entries(namespace) if not str(name).startswith("_")]
    level = sorted(named, key=lambda entry: entry[0] in ("Out", "In"))
    for _ in range(MOST_STEPS):
        following: list[tuple[str, Any]] = []
        for label, value in level:
            if id(value) in seen or len(seen) > MOST_VALUES:
                continue
            seen.add(id(value))
            if is_array(value):
                names[id(value)] = label
            else:
                following += _parts(label, value)
        level = following
    return names


def _parts(label: str, value: Any) -> Iterator[tuple[str, Any]]:
    """What a value holds, each by the way to it."""
    if isinstance(value, _OPAQUE) or value is None:
        return
    if isinstance(value, Mapping):
        yield from ((f"{label}[{key!r}]", part) for key, part in _entries(value))
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        yield from ((f"{label}.{name}", part) for name, part in zip(value._fields, value, strict=False))
    elif isinstance(value, list | tuple):
        yield from ((f"{label}[{index}]", part) for index, part in enumerate(value[:MOST_VALUES]))
    else:
        yield from ((f"{label}.{name}", part) for name, part in _attributes(value))


def _attributes(value: Any) -> list[tuple[str, Any]]:
    """Attributes that the object itself holds, those in slots included; properties are code and are left alone."""
    found = _entries(getattr(value, "__dict__", {}))
    for kind in type(value).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else tuple(slots):
            member = kind.__dict__.get(name)
            if isinstance(member, MemberDescriptorType):
                with suppress(AttributeError):  # it is not set
                    found.append((name, member.__get__(value)))
    return found


def _entries(mapping: Any) -> list[tuple[Any, Any]]:
    """The entries as they are now; none if they change while they are read, or if reading them fails."""
    try:
        return list(mapping.items()) if isinstance(mapping, Mapping) else []
    except Exception:  # a mapping of the user's can raise what it likes
        return []
