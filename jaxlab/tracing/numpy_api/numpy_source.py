"""NumPy functions that NumPy itself writes in Python: its own code runs on stand-ins, so the meaning is NumPy's.

Only their globals are others: what would turn an argument into a plain array (`asarray`, `zeros`, …) is swapped by
value for what makes stand-ins; all else dispatches on the stand-ins by itself.
"""

from collections.abc import Callable
from functools import lru_cache
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from jaxlab.tracing.arrays.kinds import is_array
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.tables import looked_up
from jaxlab.tracing.untraceable import Untraceable

_NAMES = (
    "diff trapezoid unwrap gradient vander polyadd polysub polyder polyint polyval poly cov corrcoef angle isclose "
    "sinc ix_"
)
FUNCTIONS = frozenset(getattr(np, name) for name in _NAMES.split() if hasattr(np, name))
"""Functions that run so."""


def run_source(function: Any, args: tuple, options: dict[str, Any]) -> Any:
    """What NumPy's own code of `function` gives on stand-ins.

    Raises:
      Untraceable: It needs the values.
    """
    if function is np.poly and args and not np.ndim(args[0]):
        raise Untraceable("`np.poly` of a number, for which NumPy raises")
    with numpy_scope():
        return _swapped_function(function._implementation)(*args, **options)


class _Globals(dict):
    """A module's globals with some values swapped; CPython asks `__getitem__` of a subclass."""

    def __init__(self, real: dict[str, Any]) -> None:
        super().__init__()
        self._real = real

    def __getitem__(self, name: str) -> Any:
        return _swapped(self._real[name])


class _Module:
    """A module of NumPy's whose attributes are swapped."""

    def __init__(self, real: ModuleType) -> None:
        self._real = real

    def __getattr__(self, name: str) -> Any:
        return _swapped(getattr(self._real, name))


def _swapped(value: Any) -> Any:
    if isinstance(value, ModuleType) and value.__name__.startswith("numpy"):
        return _Module(value)
    helper = isinstance(value, FunctionType) and not hasattr(value, "_implementation")
    if helper and value.__module__.startswith("numpy"):
        return _swapped_function(value)
    return looked_up(value, _makers(), value)


@lru_cache(maxsize=256)
def _swapped_function(function: FunctionType) -> FunctionType:
    namespace = _Globals(function.__globals__)
    made = FunctionType(function.__code__, namespace, function.__name__, function.__defaults__, function.__closure__)
    made.__kwdefaults__ = function.__kwdefaults__
    return made


@lru_cache(maxsize=1)
def _makers() -> dict[Any, Callable[..., Any]]:
    """What makes a plain array in NumPy's code, and what makes a stand-in in its place."""
    from jaxlab.tracing.numpy_api import copying, creation

    creators = (np.zeros, np.ones, np.empty, np.arange, np.eye)
    made = {function: _creating(creation.create, function) for function in creators}
    handlers = {function: copying.HANDLERS[function] for function in (np.array, np.asarray, np.asanyarray)}
    return {**made, **handlers, np.isscalar: _is_scalar}


def _creating(create: Callable[..., Any], function: Any) -> Callable[..., Any]:
    return lambda *args, **options: create(function, args, options)


def _is_scalar(thing: Any) -> bool:
    if is_array(thing):
        return thing.is_scalar
    return bool(np.isscalar(thing))
