"""A namespace as plain data, so that two can be compared: values, identities, shared memory, and no tracers."""

import enum
import functools
from dataclasses import dataclass, field
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import jax
import numpy as np

from jaxlab.cell.ownership import is_user_function

_ATOMS = (int, str, bytes, bool, type(None), range, slice, type(Ellipsis), np.dtype)


@dataclass(frozen=True)
class Described:
    """One value, or the `number`-th object again.

    Attributes:
      kind: Its type's name.
      value: An atom, an array, or nothing.
      parts: What it is made of, by name.
    """

    kind: str
    value: Any = None
    parts: dict[str, "Described"] = field(default_factory=dict)


@dataclass
class _Describer:
    numbers: dict[int, int] = field(default_factory=dict)
    kept: list[Any] = field(default_factory=list)
    arrays: list[np.ndarray] = field(default_factory=list)

    def describe(self, thing: Any) -> Described:
        kind = type(thing).__qualname__
        if isinstance(thing, jax.core.Tracer) or type(thing).__module__.startswith("jaxlab"):
            return Described("a tracer", repr(type(thing)))
        if isinstance(thing, enum.Enum):
            return Described(kind, thing.name)
        if isinstance(thing, (*_ATOMS, float, complex)):
            return Described(kind, thing)
        if isinstance(thing, np.generic):
            return Described(kind, np.asarray(thing))
        if isinstance(thing, (ModuleType, BuiltinFunctionType, np.ufunc)):
            return Described(kind, repr(thing))
        if id(thing) in self.numbers:
            return Described("again", self.numbers[id(thing)])
        if not isinstance(thing, tuple):
            self.numbers[id(thing)] = len(self.numbers)
        self.kept.append(thing)
        return self._object(kind, thing)

    def _object(self, kind: str, thing: Any) -> Described:
        if isinstance(thing, np.ndarray):
            self.arrays.append(thing)
            return Described(f"{kind} {'writeable' if thing.flags.writeable else 'read-only'}", thing)
        if isinstance(thing, jax.Array):
            return Described("jax.Array", np.asarray(thing))
        return Described(kind, None, {name: self.describe(part) for name, part in _parts(thing).items()})


def _parts(thing: Any) -> dict[str, Any]:
    if isinstance(thing, dict):
        return {f"[{key!r}]": value for key, value in thing.items()}
    if isinstance(thing, (list, tuple)):
        return {f"[{position}]": item for position, item in enumerate(thing)}
    if isinstance(thing, (set, frozenset)):
        return {f"{{{position}}}": item for position, item in enumerate(sorted(thing, key=repr))}
    if isinstance(thing, FunctionType) and is_user_function(thing):
        cells = [_contents(cell) for cell in thing.__closure__ or ()]
        return {
            ".closure": cells,
            ".defaults": thing.__defaults__,
            ".kwdefaults": thing.__kwdefaults__,
            **_attributes(thing),
        }
    if isinstance(thing, MethodType):
        return {".self": thing.__self__, ".func": thing.__func__}
    if isinstance(thing, functools.partial):
        return {".func": thing.func, ".args": thing.args, ".keywords": thing.keywords}
    if (callable(thing) and hasattr(thing, "__wrapped__")) or type(thing).__module__ in ("weakref", "functools"):
        return {".wrapped": getattr(thing, "__wrapped__", None)}
    if isinstance(thing, type):
        return _attributes(thing) if thing.__module__ == "__main__" else {}
    return _attributes(thing)


def _contents(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return "empty"


def _attributes(thing: Any) -> dict[str, Any]:
    slots = [name for owner in type(thing).__mro__ for name in _slots(owner) if hasattr(thing, name)]
    named = {name: getattr(thing, name) for name in slots} | dict(getattr(thing, "__dict__", {}))
    return {f".{name}": value for name, value in named.items() if not (name.startswith("__") and name.endswith("__"))}


def _slots(owner: type) -> tuple[str, ...]:
    slots = vars(owner).get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


def describe(namespace: dict[str, Any]) -> tuple[dict[str, Described], set[tuple[int, int]]]:
    """Every name's value, and the pairs of arrays that share memory."""
    describer = _Describer()
    names = {name: describer.describe(namespace[name]) for name in sorted(namespace) if not name.startswith("__")}
    arrays = describer.arrays
    shared = {
        (i, j) for i in range(len(arrays)) for j in range(i + 1, len(arrays)) if np.shares_memory(arrays[i], arrays[j])
    }
    return names, shared


def difference(one: Any, other: Any, *, rtol: float, atol: float) -> list[str]:
    """What differs between two descriptions, in words; `one` is how it should be."""
    found = _names(one[0], other[0], "", rtol, atol)
    if not found and one[1] != other[1]:
        found.append(f"arrays share memory by pairs {sorted(other[1])}, not {sorted(one[1])}")
    return found


def _names(one: dict[str, Described], other: dict[str, Described], at: str, rtol: float, atol: float) -> list[str]:
    if not at and (missing := one.keys() ^ other.keys()):
        return [f"{name} is {'missing' if name in one else 'there'}" for name in sorted(missing)]
    if list(one) != list(other):
        return [f"{at} has parts {list(other)}, not {list(one)}"]
    return [text for name in one for text in _unlike(one[name], other[name], at + name, rtol, atol)]


def _unlike(one: Described, other: Described, at: str, rtol: float, atol: float) -> list[str]:
    if one.kind != other.kind:
        return [f"{at} is {other.kind}, not {one.kind}"]
    if one.kind == "a tracer":
        return [f"{at} is {other.value} in both"]
    if not _equal(one.value, other.value, rtol, atol):
        return [f"{at} is {other.value!r}, not {one.value!r}"]
    return _names(one.parts, other.parts, at or " ", rtol, atol)


def _equal(one: Any, other: Any, rtol: float, atol: float) -> bool:
    if isinstance(one, (float, complex)) and isinstance(other, (float, complex)):
        one, other = np.asarray(one), np.asarray(other)
    if type(one) is not type(other):
        return False
    if not isinstance(one, np.ndarray):
        return one == other
    if one.dtype != other.dtype or one.shape != other.shape:
        return False
    if one.dtype == object:
        return repr(one.tolist()) == repr(other.tolist())
    if one.dtype.kind in "fc" and (rtol or atol):
        return np.allclose(one, other, rtol=rtol, atol=atol, equal_nan=True)
    return (one.dtype.kind in "fc" and _same_bits(one, other)) or one.tobytes() == other.tobytes()


def _same_bits(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether values and signs of zeros are the same; one NaN is as good as another."""
    zeros = (one == 0) & (other == 0)
    signs = np.signbit(one.real[zeros]) == np.signbit(other.real[zeros])
    return np.array_equal(one, other, equal_nan=True) and bool(signs.all())
