"""A function over another library: its globals, and those of every function of the user's it calls, are exchanged."""

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from types import CellType, FunctionType, ModuleType
from typing import Any

from jaxlab.cell.ownership import is_user_function
from jaxlab.measure.reach import names_mentioned

_ABSENT = object()


def same(function: FunctionType) -> Any:
    """The function as it is."""
    return function


@dataclass(slots=True)
class Transplant:
    """Copies functions into globals where NumPy is another library; the originals stay as they are.

    Attributes:
      package: The module that stands for NumPy, "autograd.numpy"; empty where NumPy stays.
      finish: What is made of each copied function, such as `numba.njit`.
    """

    package: str = ""
    finish: Callable[[FunctionType], Any] = same
    done: dict[int, Any] = field(default_factory=dict)

    def function(self, original: FunctionType) -> Any:
        """The copy of a function; functions that it calls are copied too."""
        if id(original) in self.done:
            return self.done[id(original)]
        namespace: dict[str, Any] = {"__builtins__": original.__globals__.get("__builtins__", __builtins__)}
        closure = tuple(CellType() for _ in original.__closure__ or ())
        copied = FunctionType(original.__code__, namespace, original.__name__, original.__defaults__, closure or None)
        copied.__kwdefaults__ = original.__kwdefaults__
        # Known before its globals are filled: it may call itself.
        finished = self.done[id(original)] = self.finish(copied)
        for name in names_mentioned(original.__code__):
            if name in original.__globals__:
                namespace[name] = self.value(original.__globals__[name])
        for place, cell in zip(closure, original.__closure__ or (), strict=True):
            place.cell_contents = self.value(cell.cell_contents)
        return finished

    def value(self, value: Any) -> Any:
        """What stands for a value: NumPy's modules and functions by name, functions of the user's by their copies."""
        if is_user_function(value):
            return self.function(value)
        if not self.package:
            return value
        if isinstance(value, ModuleType):
            return self._module(value)
        if getattr(value, "__module__", "") in ("numpy", "numpy.linalg", "numpy.fft") and callable(value):
            return self._by_name(value)
        return value

    def _module(self, module: ModuleType) -> ModuleType:
        top, _, rest = module.__name__.partition(".")
        if top != "numpy":
            return module
        return import_module(f"{self.package}.{rest}" if rest else self.package)

    def _by_name(self, value: Any) -> Any:
        home = self._module(import_module(value.__module__))
        found = getattr(home, getattr(value, "__name__", ""), _ABSENT)
        return value if found is _ABSENT else found
