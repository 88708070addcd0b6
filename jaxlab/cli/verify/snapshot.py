"""A namespace as plain data. Runs inside the kernels that `jaxlab verify` starts."""

import itertools
import pickle
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from inspect import signature
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np

from jaxlab.cli.verify.figures import drawn, is_of_matplotlib

PRIMITIVES = (type(None), bool, int, float, complex, str, bytes)
FUNCTIONS = (FunctionType, BuiltinFunctionType, type, np.ufunc)
ADDRESS = re.compile(r"0x[0-9a-fA-F]+")
DEEPEST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """What stands at one path of the namespace.

    Attributes:
      type: Its Python type, with module.
      value: Built from numbers, strings, tuples and NumPy arrays only.
      same_as: The first path at which this very object was met; its own if that is here.
      memory_of: For an array: the first path of an array that shares memory with it; its own if that is here.
    """

    type: str
    value: Any = None
    same_as: str = ""
    memory_of: str = ""


Snapshot = Mapping[str, Leaf]
"""Leaves by path, such as `params['w'][0]`."""


def take(shell: Any, path: str) -> None:
    """Writes the snapshot of an IPython shell's namespace to the file `path`, pickled."""
    with open(path, "wb") as file:
        pickle.dump(describe(user_names(shell)) | random_states(), file)


def user_names(shell: Any) -> dict[str, Any]:
    """What the user's cells bound, the results in `Out` included."""
    hidden = shell.user_ns_hidden
    own = ((name, value) for name, value in sorted(shell.user_ns.items()) if hidden.get(name, shell) is not value)
    named = {name: value for name, value in own if not name.startswith("_") and name not in ("In", "Out")}
    return named | {f"Out[{number}]": value for number, value in shell.user_ns["Out"].items()}


def hand_over(shell: Any, names: list[str], path: str) -> None:
    """Writes the values of those of `names` that are bound to the file `path`, for `receive` in another kernel."""
    with open(path, "wb") as file:
        pickle.dump({name: shell.user_ns[name] for name in names if name in shell.user_ns}, file)


def receive(shell: Any, path: str) -> None:
    """Binds what `hand_over` wrote."""
    with open(path, "rb") as file:
        shell.user_ns.update(pickle.load(file))


def seed() -> None:
    """Starts the global random streams of Python and NumPy at a fixed place."""
    # Importing JAX draws from NumPy's stream (0.10 does, for the delays of a retry). The two runs may import it in
    # different cells, so both do it here.
    import jax  # noqa: F401

    random.seed(0)
    np.random.seed(0)


def random_states() -> dict[str, Leaf]:
    """The state of the global random streams."""
    return {
        "random's state": Leaf(type="state", value=random.getstate()),
        "numpy.random's state": Leaf(type="state", value=_plain(np.random.get_state(legacy=False))),
    }


def describe(names: Mapping[str, Any]) -> dict[str, Leaf]:
    """The snapshot of these names and of all they hold."""
    return dict(_Walk().leaves(names))


@dataclass(slots=True)
class _Walk:
    """One walk: remembers what it has met, to tell aliases."""

    first_path: dict[int, str] = field(default_factory=dict)
    arrays: dict[str, np.ndarray] = field(default_factory=dict)
    # An id is only an object's own while the object lives, and properties make objects that would not.
    kept: list[Any] = field(default_factory=list)

    def leaves(self, names: Mapping[str, Any]) -> Iterator[tuple[str, Leaf]]:
        for name, value in names.items():
            yield from self.visit(name, value, 0)

    def visit(self, path: str, value: Any, depth: int) -> Iterator[tuple[str, Leaf]]:
        kind = _type_name(value)
        if isinstance(value, PRIMITIVES):
            yield path, Leaf(type=kind, value=value)
        elif isinstance(value, ModuleType):
            yield path, Leaf(type=kind, value=value.__name__)
        elif isinstance(value, FUNCTIONS):
            yield path, Leaf(type=kind, value=_interface(value))
        elif isinstance(value, np.generic):
            yield path, Leaf(type=kind, value=np.asarray(value))
        else:
            yield from self.visit_object(path, value, depth)

    def visit_object(self, path: str, value: Any, depth: int) -> Iterator[tuple[str, Leaf]]:
        kind = _type_name(value)
        if id(value) in self.first_path:
            yield path, Leaf(type=kind, same_as=self.first_path[id(value)])
            return
        self.kept.append(value)
        # Tuples and the like may be shared or not as Python pleases: nobody can write to them.
        if not isinstance(value, tuple | frozenset | range):
            self.first_path[id(value)] = path
        elements = _elements(value)
        if elements is not None:
            yield path, Leaf(type=kind, value=elements, same_as=path, memory_of=self.memory_of(path, value))
            return
        children = dict(_children(value)) if depth < DEEPEST else {}
        yield path, Leaf(type=kind, value=tuple(children) or _text(value), same_as=path)
        for suffix, child in children.items():
            yield from self.visit(path + suffix, child, depth + 1)

    def memory_of(self, path: str, value: Any) -> str:
        if not isinstance(value, np.ndarray):
            return ""
        shared = (other for other, array in self.arrays.items() if np.may_share_memory(array, value))
        first = next(shared, path)
        self.arrays[path] = value
        return first


def _elements(value: Any) -> Any:
    """The elements of something array-like or of a list of numbers; None for anything else."""
    if isinstance(value, list | tuple) and value and all(isinstance(item, PRIMITIVES) for item in value):
        return tuple(value)
    if isinstance(value, np.random.Generator):
        return _plain(value.bit_generator.state)
    if isinstance(value, np.random.RandomState):
        return _plain(value.get_state(legacy=False))
    if not (hasattr(value, "__array__") and hasattr(value, "dtype")):
        return None
    try:
        array = np.asarray(value)
    except (TypeError, ValueError, RuntimeError):  # a random key, or an array whose memory was given away
        return None
    return None if array.dtype.hasobject else array.copy()


def _children(value: Any) -> Iterator[tuple[str, Any]]:
    """What a container or an object holds, by what one appends to its path."""
    if is_of_matplotlib(value):
        yield from drawn(value)
        return
    if isinstance(value, Mapping):
        yield from ((f"[{key!r}]", value[key]) for key in list(value))
    elif isinstance(value, list | tuple):
        yield from ((f"[{index}]", item) for index, item in enumerate(value))
    elif isinstance(value, np.ndarray):
        yield from ((f".flat[{index}]", item) for index, item in enumerate(value.flat))
    elif isinstance(getattr(value, "__dict__", None), dict):
        yield from ((f".{name}", item) for name, item in vars(value).items())
    slots = itertools.chain.from_iterable(vars(cls).get("__slots__", ()) for cls in type(value).__mro__)
    held = (name for name in slots if not name.startswith("__") and hasattr(value, name))
    yield from ((f".{name}", getattr(value, name)) for name in held)


def _interface(value: Any) -> str:
    """Name and signature of a function or class. Its code may be written anew: what it returns is what counts."""
    name = f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', value.__name__)}"
    try:
        return name + ADDRESS.sub("0x", str(signature(value)))
    except (TypeError, ValueError):  # built in, without a signature
        return name


def _text(value: Any) -> Any:
    if isinstance(value, set | frozenset):
        return tuple(sorted(map(repr, value)))
    return ADDRESS.sub("0x", repr(value))


def _plain(state: Any) -> Any:
    """A random state with its arrays as tuples, so that it compares with `==`."""
    if isinstance(state, dict):
        return tuple((key, _plain(item)) for key, item in state.items())
    return tuple(state.tolist()) if isinstance(state, np.ndarray) else state


def _type_name(value: Any) -> str:
    cls = type(value)
    return cls.__qualname__ if cls.__module__ in ("builtins", "__main__") else f"{cls.__module__}.{cls.__qualname__}"
