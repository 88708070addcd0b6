"""Objects whose class has operators of its own: while a cell is traced, an object of a subclass stands for each.

For `v + w`, `v[i]`, `len(v)`, `for x in v` Python looks in the class, and so does code in C. The subclass has these
methods traced. An object that stands for one of the notebook has no attributes: they are read from the real one.
"""

from collections.abc import Callable
from operator import index
from types import FunctionType
from typing import Any

from jaxlab.cell.ownership import is_generated, is_user_function
from jaxlab.tracing.trace import Trace, current
from jaxlab.tracing.untraceable import Restart, Untraceable

_BEHIND = "__jaxlab_class__"
_BINARY = "add sub mul truediv floordiv mod divmod pow matmul lshift rshift and or xor".split()
_REFLECTED = {f"__{name}__": f"__r{name}__" for name in _BINARY}
_COMPARISONS = {"__lt__": "__gt__", "__le__": "__ge__", "__gt__": "__lt__", "__ge__": "__le__"}
_MIRRORED = _REFLECTED | _COMPARISONS | {"__eq__": "__eq__", "__ne__": "__ne__"}
"""For each operator of two operands the one that Python asks the right operand for."""

_ASKED_BY_NUMPY = {*_REFLECTED.values(), *_COMPARISONS, "__eq__", "__ne__"}
"""Methods that Python may call because an array on the left has left the answer to the object on the right."""

_PLAIN: dict[str, Callable[[Any], Any]] = {
    "__bool__": bool, "__len__": index, "__hash__": index, "__int__": index, "__index__": index, "__float__": float,
    "__complex__": complex, "__length_hint__": index,
}  # fmt: skip
"""Methods that must give Python's own numbers."""

OPERATORS = frozenset(
    {*_MIRRORED, *_REFLECTED.values(), *_PLAIN, *(f"__i{name}__" for name in _BINARY)}
    | {f"__{name}__" for name in "neg pos abs invert round trunc floor ceil".split()}
    | {f"__{name}__" for name in "iter next reversed missing getitem setitem delitem contains enter exit".split()}
)
"""Special methods that Python looks up in the class, and that can be traced."""


def has_operators(cls: type) -> bool:
    """Whether the class, or one that it builds on, defines such methods itself."""
    return any(is_user_function(member) for owner in cls.__mro__[:-1] for member in _members(owner).values())


def _members(cls: type) -> dict[str, Any]:
    return {name: member for name, member in vars(cls).items() if name in OPERATORS}


def _own(cls: type) -> dict[str, Any]:
    """The operators that the user wrote, and those that `dataclass` wrote."""
    found: dict[str, Any] = {}
    for owner in reversed(cls.__mro__[:-1]):
        found |= _members(owner)
    functions = {name: member for name, member in found.items() if isinstance(member, FunctionType)}
    return {name: member for name, member in functions.items() if is_user_function(member) or is_generated(member)}


def stand_in_class(trace: Trace, cls: type) -> type:
    """The subclass whose objects stand for those of `cls`, one a trace."""
    key = ("stand-in class", cls)
    if key not in trace.memo:
        members = {
            name: _traced(name) if is_user_function(member) else _refused(cls, name)
            for name, member in _own(cls).items()
        }
        own: dict[str, Any] = {"__slots__": (), "__module__": cls.__module__, "__qualname__": cls.__qualname__}
        if is_user_function(getattr(cls, "__call__", None)):  # noqa: B004 - its code is wanted
            members["__call__"] = _traced("__call__")
        own |= {_BEHIND: cls, "__class__": property(lambda _: cls), "__hash__": cls.__hash__}
        trace.memo[key] = type(cls)(cls.__name__, (cls,), own | members)
    return trace.memo[key]


def stand_in(trace: Trace, cls: type) -> Any:
    """A new object that stands for one of `cls`."""
    return object.__new__(stand_in_class(trace, cls))


def class_behind(kind: type) -> type:
    """The class of the user's, given that class or the one whose objects stand for its."""
    return vars(kind).get(_BEHIND, kind)


def stands_for_object(thing: Any) -> bool:
    """Whether `thing` stands for an object of a class with operators."""
    return _BEHIND in vars(type(thing))


def real(trace: Trace, thing: Any) -> Any:
    """The notebook's object that `thing` stands for; `thing` itself if it is no stand-in, or the code made it."""
    if not stands_for_object(thing):
        return thing
    origin = trace.origin(thing)
    return thing if origin is None else trace.observed[origin]


def _traced(name: str) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **options: Any) -> Any:
        from jaxlab.tracing.code.attributes import special_method
        from jaxlab.tracing.code.calls import call

        if name == "__exit__" and args[0] not in (None, GeneratorExit):
            return _left(args[1])
        if name in _ASKED_BY_NUMPY:
            _check_operands(self, args[0])
        if _goes_first(self, args, name):
            found = getattr(args[0], _MIRRORED[name])(self)
            if found is not NotImplemented:
                return found
        result = call(special_method(self, name), *args, **options)
        return _PLAIN[name](result) if name in _PLAIN else result

    method.__name__ = name
    return method


def _refused(cls: type, name: str) -> Callable[..., Any]:
    def method(self: Any, *args: Any) -> Any:
        raise Untraceable(f"`{name}` of `{cls.__name__}` is one that `dataclass` wrote")

    return method


def _left(error: BaseException) -> bool:
    """An error goes through a `with`: the manager may swallow it, and which error it is only a plain run tells."""
    if isinstance(error, (Untraceable, Restart)):
        return False
    current()
    raise Untraceable("an error goes through a `with`") from error


def _check_operands(mine: Any, other: Any) -> None:
    """Refuses an array beside an object: NumPy asks the object for each element, unless its class tells it not to."""
    from jaxlab.tracing.arrays.kinds import is_array

    cls = class_behind(type(mine))
    defers = getattr(cls, "__array_ufunc__", ...) is None or getattr(cls, "__array_priority__", 0) > 0
    if is_array(other) and other.python is None and not defers:
        raise Untraceable(f"an array and an object of `{cls.__name__}`, which NumPy combines element by element")


def _goes_first(left: Any, others: tuple[Any, ...], name: str) -> bool:
    """Whether Python asks the right operand first: it is of a subclass that has the mirrored operator of its own."""
    if name not in _MIRRORED or not stands_for_object(others[0]):
        return False
    mine, its = class_behind(type(left)), class_behind(type(others[0]))
    mirrored = _MIRRORED[name]
    is_special = its is not mine and issubclass(its, mine) and hasattr(its, mirrored)
    return is_special and getattr(its, mirrored) is not getattr(mine, mirrored, None)
