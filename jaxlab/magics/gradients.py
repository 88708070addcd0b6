"""Which names hold gradients that a magic made: those alone may be bound again without being asked for."""

import weakref
from collections.abc import Callable, Mapping
from typing import Any


class GradientNames:
    """Knows a gradient again by its array, without keeping it alive."""

    def __init__(self, namespace: Mapping[str, Any]) -> None:
        self._namespace = namespace
        self._made: dict[str, Callable[[], Any]] = {}

    def note(self, name: str) -> None:
        """A magic has just bound `name`."""
        if name in self._namespace:
            self._made[name] = _reference(_first_array(self._namespace[name]))

    def owns(self, name: str) -> bool:
        """Whether what `name` is bound to was made by a magic."""
        if name not in self._namespace or name not in self._made:
            return False
        return self._made[name]() is _first_array(self._namespace[name])


def _first_array(gradient: Any) -> Any:
    while isinstance(gradient, Mapping) and gradient:
        gradient = next(iter(gradient.values()))
    return gradient


def _reference(value: Any) -> Callable[[], Any]:
    try:
        return weakref.ref(value)
    except TypeError:  # a NumPy scalar cannot be weakly referenced, and costs nothing to keep
        return lambda: value
