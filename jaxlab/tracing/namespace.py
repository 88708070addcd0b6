"""A namespace that reads through to the notebook's and holds every write until it is committed.

CPython honours `__getitem__` of a `dict` subclass for the globals of running code (LOAD_NAME and LOAD_GLOBAL, 3.11 to
3.13). So the notebook's own namespace is never touched while tracing: what was read is in the log, what was written is
here, and an error or an interrupt leaves nothing to restore.
"""

from collections.abc import Callable
from typing import Any


class Namespace(dict):
    """The globals of code while it is traced.

    Attributes:
      real: The namespace behind it.
      deleted: Names of the real namespace that the code deleted.
    """

    __slots__ = ("_read", "deleted", "real")

    def __init__(self, real: dict[str, Any], read: Callable[[str, dict[str, Any]], Any]) -> None:
        super().__init__()
        self.real = real
        self.deleted: set[str] = set()
        self._read = read

    def __getitem__(self, name: str) -> Any:
        """What the code wrote, else what the notebook holds, lifted by `read`.

        Raises:
          KeyError: Neither has the name; Python then looks among the builtins.
        """
        if dict.__contains__(self, name):
            return dict.__getitem__(self, name)
        if name in self.deleted:
            raise KeyError(name)
        return self._read(name, self.real)

    def __setitem__(self, name: str, value: Any) -> None:
        refuse = getattr(type(value), "__kept__", None)
        if refuse is not None:
            refuse(value)
        self.deleted.discard(name)
        dict.__setitem__(self, name, value)

    def __delitem__(self, name: str) -> None:
        if dict.__contains__(self, name):
            dict.__delitem__(self, name)
        elif name in self.deleted:
            raise KeyError(name)
        else:
            self._read(name, self.real)  # a run without the name must fail here
        if name in self.real:
            self.deleted.add(name)

    def written(self) -> dict[str, Any]:
        """The names that the code bound, without what tracing itself put here."""
        return {
            name: value for name, value in self.items() if not name.startswith("__jaxlab") and name != "__builtins__"
        }
