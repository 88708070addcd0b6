"""Which names hold gradients that a magic made: those alone may be bound again without being asked for."""

import weakref
from collections.abc import Callable, Mapping
from typing import Any

from jaxlab.model.diagnostic import Diagnostic
from jaxlab.model.errors import UsageProblem

DEFAULT_TARGET = "grads"


class GradientNames:
    """Knows a gradient again by its array, without keeping it alive."""

    def __init__(self, namespace: Mapping[str, Any]) -> None:
        self._namespace = namespace
        self._made: dict[str, Callable[[], Any]] = {}

    def note(self, name: str) -> None:
        """A magic has just bound `name`."""
        if name in self._namespace:
            self._made[name] = _reference(_first_array(self._namespace[name]))

    def require_free(self, name: str) -> None:
        """Checks that a magic may bind `name`.

        Raises:
          UsageProblem: JL104, it is bound to something that no magic made.
        """
        if name in self._namespace and not self._owns(name):
            message = f"`{name}` is bound already, and not to a gradient that a magic made."
            hint = f"Type `%%grad --into NAME` to bind another name, or `--into {name}` to overwrite it."
            raise UsageProblem(Diagnostic(code="JL104", message=message, hint=hint))

    def _owns(self, name: str) -> bool:
        return name in self._made and self._made[name]() is _first_array(self._namespace[name])


def _first_array(gradient: Any) -> Any:
    while isinstance(gradient, Mapping) and gradient:
        gradient = next(iter(gradient.values()))
    return gradient


def _reference(value: Any) -> Callable[[], Any]:
    try:
        return weakref.ref(value)
    except TypeError:  # a NumPy scalar cannot be weakly referenced, and costs nothing to keep
        return lambda: value
