"""Which classes of the user's can be watched while a cell is traced."""

from abc import ABCMeta

from jaxlab.cell.ownership import is_user_class
from jaxlab.tracing.untraceable import Untraceable

_UNSEEN = frozenset(
    f"__{name}__"
    for name in (
        *"getattr getattribute setattr delattr array array_ufunc array_function jax_array".split(),
        *"get set delete del init_subclass".split(),
    )
)
"""Special methods that Python or a library calls by itself, and that can't be traced."""


def check_user_class(cls: type) -> None:
    """Refuses classes whose special methods would run without being watched.

    Raises:
      Untraceable: The class decides itself what an attribute is, builds on a container, or has a metaclass.
    """
    if type(cls) not in (type, ABCMeta):
        raise Untraceable(f"the class `{cls.__name__}` has a metaclass")
    for owner in cls.__mro__[:-1]:
        if owner.__module__ == "builtins":
            raise Untraceable(f"the class `{cls.__name__}` builds on `{owner.__name__}`")
        members = [name for name, member in vars(owner).items() if name in _UNSEEN and member is not None]
        if members and is_user_class(owner) and not _is_generated(owner, set(members)):
            raise Untraceable(f"the class `{cls.__name__}` defines `{sorted(members)[0]}`")


def _is_generated(owner: type, names: set[str]) -> bool:
    """Whether `dataclass(frozen=True)` wrote these methods."""
    return hasattr(owner, "__dataclass_fields__") and names <= {"__setattr__", "__delattr__"}
