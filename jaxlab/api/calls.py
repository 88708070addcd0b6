"""A call of a function as a cell: the call is the text, and the arguments are the names it reads."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from inspect import BoundArguments, Parameter, Signature, signature
from typing import Any

TITLE = "this call"
_BUILT_IN = Signature([Parameter("args", Parameter.VAR_POSITIONAL), Parameter("options", Parameter.VAR_KEYWORD)])


@dataclass(frozen=True, slots=True)
class Call:
    """A call, ready to run as a cell.

    Attributes:
      source: The call as one writes it: `f(x, y)`, by the function's own parameter names.
      names: What the text reads: the function and its arguments.
    """

    source: str
    names: dict[str, Any]


def call_of(function: Callable[..., Any], args: tuple[Any, ...], options: Mapping[str, Any]) -> Call:
    """The call `function(*args, **options)` as a cell.

    Raises:
      TypeError: The function does not take these arguments; Python's own error.
    """
    try:
        taken = signature(function)
    except ValueError:  # written in C, and does not tell
        taken = _BUILT_IN
    try:
        bound = taken.bind(*args, **options)
    except TypeError:
        function(*args, **options)  # raises before anything of it runs, in Python's own words
        raise
    name = _name_of(function, bound)
    return Call(f"{name}({', '.join(_arguments(bound))})", {name: function, **bound.arguments})


def checked_function(door: str, function: Any) -> Any:
    """`function`, if it is one.

    Raises:
      TypeError: It is not; says what to write after `jaxlab.` and `door`.
    """
    if callable(function):
        return function
    kind = type(function).__name__
    raise TypeError(f"`jaxlab.{door}` takes a function, and this is {'an' if kind[0] in 'aeiou' else 'a'} `{kind}`.")


def names(given: str | Iterable[str]) -> tuple[str, ...]:
    """Names given as one string or as several."""
    return (given,) if isinstance(given, str) else tuple(given)


def _name_of(function: Callable[..., Any], bound: BoundArguments) -> str:
    name = getattr(function, "__name__", "function")
    name = name if name.isidentifier() else "function"
    while name in bound.arguments:
        name += "_"
    return name


def _arguments(bound: BoundArguments) -> list[str]:
    written, by_keyword = [], False
    for name, parameter in bound.signature.parameters.items():
        if name not in bound.arguments:
            by_keyword = True  # its default counts, so what comes after it cannot be told by its place
        elif parameter.kind is Parameter.VAR_POSITIONAL:
            written.append(f"*{name}")
        elif parameter.kind is Parameter.VAR_KEYWORD:
            written.append(f"**{name}")
        elif parameter.kind is Parameter.KEYWORD_ONLY or (
            by_keyword and parameter.kind is not Parameter.POSITIONAL_ONLY
        ):
            written.append(f"{name}={name}")
        else:
            written.append(name)
    return written
