"""Text with traced values in it: it is written out when their values are there, at every run.

`print`, f-strings, `str`, `repr` and `format` make such text; it can be printed, joined with other text, kept in names
and containers, and nothing else: code that looks into it cannot be traced.
"""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from jaxlab.tracing.arrays.array import known, traced
from jaxlab.tracing.arrays.kinds import is_array, is_jax, is_traced
from jaxlab.tracing.arrays.selection import is_selection
from jaxlab.tracing.code.foreign_objects import is_named_tuple
from jaxlab.tracing.code.objects import is_object, look_into
from jaxlab.tracing.effects.templates import Build, Template
from jaxlab.tracing.lists import as_list
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.untraceable import Untraceable

_LOOKED_INTO = "the program looks into text with traced values"
_CONVERSIONS: dict[str, Callable[[Any], str]] = {"s": str, "r": repr, "a": ascii}


@dataclass(frozen=True, slots=True)
class Shown:
    """A value as it was when it was turned into text.

    Attributes:
      value: The value; no later write changes it.
      show: Turns what it is at run time into text.
    """

    value: Any
    show: Callable[[Any], str]


class Text:
    """A string of which parts are known only at run time; answers `isinstance(x, str)`.

    Attributes:
      parts: Known strings, and values to be shown.
    """

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[str | Shown, ...]) -> None:
        self.parts = parts

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return str

    def __add__(self, other: Any) -> Any:
        return joined(self, other) if isinstance(other, str) else NotImplemented

    def __radd__(self, other: Any) -> Any:
        return joined(other, self) if isinstance(other, str) else NotImplemented

    def __format__(self, spec: str) -> str:
        raise Untraceable(_LOOKED_INTO)

    def __getattr__(self, name: str) -> Any:
        if not hasattr(str, name):
            raise AttributeError(f"'str' object has no attribute '{name}'")
        raise Untraceable(_LOOKED_INTO)

    def _refuse(self, *_: Any) -> Any:
        raise Untraceable(_LOOKED_INTO)

    __str__ = __repr__ = __len__ = __iter__ = __getitem__ = __contains__ = __hash__ = __bool__ = __eq__ = _refuse
    __mul__ = __rmul__ = __mod__ = __lt__ = __le__ = __gt__ = __ge__ = __ne__ = _refuse


def is_text(thing: Any) -> bool:
    """Whether `thing` is text with traced values."""
    return type(thing) is Text


def joined(*parts: Any) -> Any:
    """The parts of an f-string, or of a sum of strings, as one string."""
    if not any(map(is_text, parts)):
        return "".join(parts)
    flat: list[str | Shown] = []
    for part in parts:
        flat += part.parts if is_text(part) else [part]
    return Text(tuple(flat))


def formatted(value: Any, conversion: str = "", spec: str = "") -> Any:
    """`format(value, spec)` after a conversion, as an f-string does it."""
    if is_text(value) and conversion in ("", "s") and not spec:
        return value
    if is_text(value) or is_text(spec):
        raise Untraceable(_LOOKED_INTO)
    if is_object(value):
        from jaxlab.tracing.effects.object_text import text_of_object

        return text_of_object(value, conversion, spec)
    return shown(value, partial(_format, conversion, spec))


def percent(pattern: str, value: Any) -> Any:
    """`pattern % value`."""
    return shown(value, partial(operator.mod, pattern))


def filled(pattern: str, args: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """`pattern.format(*args, **options)`."""
    return shown((args, options), partial(_fill, pattern))


def shown(value: Any, show: Callable[[Any], str]) -> Any:
    """`show(value)`, now if the value is known, else at run time."""
    look_into("text", value)
    value = as_list(value)
    if not needs_run(value):
        return show(settled(value))
    return Text((Shown(snapshot(value), show),))


def _format(conversion: str, spec: str, value: Any) -> str:
    return format(_CONVERSIONS[conversion](value) if conversion else value, spec)


def _fill(pattern: str, given: tuple[tuple[Any, ...], dict[str, Any]]) -> str:
    return pattern.format(*given[0], **given[1])


def needs_run(thing: Any) -> bool:
    """Whether the text of `thing` depends on traced values."""
    if is_text(thing) or is_traced(thing) or is_jax(thing):
        return True
    elements = thing.values() if type(thing) is dict else thing if isinstance(thing, (list, tuple)) else ()
    return any(map(needs_run, elements))


def settled(thing: Any) -> Any:
    """A value with known stand-ins replaced by the NumPy arrays that they stand for."""
    if is_array(thing):
        return thing.shadow if not thing.is_scalar else thing.shadow[()]
    if is_named_tuple(thing):
        return type(thing)(*map(settled, thing))
    if type(thing) in (list, tuple):
        return type(thing)(map(settled, thing))
    if type(thing) is dict:
        return {key: settled(value) for key, value in thing.items()}
    return thing


def snapshot(thing: Any) -> Any:
    """A copy that later writes don't reach.

    Raises:
      Untraceable: For objects whose text is code of the user's or may change.
    """
    if is_array(thing):
        if thing.is_known:
            return known(thing.shadow.copy())
        with numpy_scope():
            return traced(thing.read(), is_scalar=thing.is_scalar, python=thing.python)
    if (
        is_text(thing)
        or is_jax(thing)
        or isinstance(thing, (str, int, float, complex, type(None), np.generic, np.dtype, range, slice))
    ):
        return thing
    if is_selection(thing):
        return thing.like(snapshot(thing.whole))
    if is_named_tuple(thing):
        return type(thing)(*map(snapshot, thing))
    if type(thing) in (list, tuple, set):
        return type(thing)(map(snapshot, thing))
    if type(thing) is dict:
        return {key: snapshot(value) for key, value in thing.items()}
    raise Untraceable(f"an object of `{type(thing).__name__}` is turned into text")


@dataclass(frozen=True, slots=True)
class TextTemplate:
    """Builds a string from its known parts and the values of the others.

    Attributes:
      parts: Strings, and for what is shown the value and what turns it into text.
    """

    parts: tuple[str | tuple[Template, Callable[[Any], str]], ...]

    def build(self, run: Build) -> str:
        """The string for this run."""
        return "".join(part if isinstance(part, str) else part[1](part[0].build(run)) for part in self.parts)


def text_template(text: Text, template: Callable[[Any], Template]) -> TextTemplate:
    """The template of a text, given how its values are built."""
    return TextTemplate(
        tuple(part if isinstance(part, str) else (template(part.value), part.show) for part in text.parts)
    )
