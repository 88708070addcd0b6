"""The operators around statements: errors that are caught, imports, decorators, `with`, `match`, comparisons.

Each lets through what is the same at every run, and stops the trace at what tracing would freeze or hide.
"""

import contextlib
import dis
import enum
import sys
from collections.abc import Callable
from functools import partial
from types import CodeType, TracebackType
from typing import Any

import jax
import numpy as np

from jaxlab.cell.ownership import is_user_file, is_user_module, library_of
from jaxlab.tracing.arrays.kinds import is_array, is_traced
from jaxlab.tracing.code.attributes import attribute
from jaxlab.tracing.code.objects import holds_lists, look_into
from jaxlab.tracing.lists import as_list
from jaxlab.tracing.numpy_api.builtin_functions import BUILTINS
from jaxlab.tracing.numpy_api.error_state import entered_state
from jaxlab.tracing.operator_classes import stands_for_object
from jaxlab.tracing.trace import current, is_tracing
from jaxlab.tracing.untraceable import Restart, Untraceable

_RAISE = dis.opmap["RAISE_VARARGS"]
_LOOKUPS = (KeyError, IndexError)
_SIGNALS = (Untraceable, Restart)


def caught() -> None:
    """At the start of an `except` or a `finally`: only an error that plain Python raises too goes on.

    Raises:
      Untraceable: The error may come from tracing.
    """
    error = sys.exc_info()[1]
    if error is None:
        return
    if isinstance(error, GeneratorExit):  # Python itself ends a generator that nobody goes on with
        if _is_over(sys._getframe(1).f_globals):
            raise error
        return
    if isinstance(error, _SIGNALS):
        raise error
    if not _is_of_the_code(error):
        raise Untraceable("an error is caught, which may come from tracing") from error


def _is_over(space: dict[str, Any]) -> bool:
    """Whether code of this namespace outlived its trace: a generator that an attempt left behind."""
    return not is_tracing() or all(space is not other for other in current().namespaces.values())


def _is_of_the_code(error: BaseException) -> bool:
    """Whether the code's own `raise` made the error, or a look into a list or a dict."""
    code, instruction = _innermost(error.__traceback__)
    if code is None or isinstance(error, jax.errors.JAXTypeError | jax.errors.JAXIndexError):
        return False
    if isinstance(error, _LOOKUPS) and code.co_name == "item" and code.co_filename.endswith("protocol.py"):
        return True
    return is_user_file(code.co_filename) and (
        code.co_code[instruction] == _RAISE or isinstance(error, ZeroDivisionError)
    )


def _innermost(traceback: TracebackType | None) -> tuple[CodeType | None, int]:
    code, instruction = None, 0
    while traceback is not None:
        code, instruction = traceback.tb_frame.f_code, traceback.tb_lasti
        traceback = traceback.tb_next
    return code, instruction


def refused(what: str) -> None:
    """Where code does what is never traced.

    Raises:
      Untraceable: Always.
    """
    raise Untraceable(what)


def importing(*names: str) -> None:
    """Before an import: modules of libraries that are loaded already, and what is in them, stay the same.

    Raises:
      Untraceable: A module is loaded by the import, or is the user's own.
    """
    for name in names:
        module = sys.modules.get(name)
        if module is None:
            raise Untraceable(f"the module `{name}` is imported")
        if is_user_module(module):
            raise Untraceable(f"the user's own module `{name}` is imported inside a statement")


def decorating(decorator: Any) -> Any:
    """A decorator, called by the protocol like any other function."""
    from jaxlab.tracing.code.calls import call

    return partial(call, decorator)


def entered(manager: Any) -> Any:
    """The context manager of a `with`; those whose effect tracing would lose or keep stop the trace."""
    if isinstance(manager, np.errstate):
        return entered_state(manager)
    if isinstance(manager, contextlib.nullcontext) or library_of(type(manager)) in ("jax", "jaxlib", "contextlib"):
        return manager
    if stands_for_object(manager):
        return manager
    raise Untraceable(f"a `with` over an object of `{type(manager).__name__}`")


def matched(subject: Any) -> Any:
    """The subject of a `match`, which patterns look into."""
    if is_traced(subject) or is_array(subject):
        raise Untraceable("a `match` of a value that the program computes")
    subject = as_list(subject)
    look_into("a pattern", subject)
    if holds_lists(subject):
        raise Untraceable("a `match` of a container of lists")
    return subject


def pattern_value(owner: Callable[[], Any], name: str) -> None:
    """Before a `match`: the constant `owner.name` of one of its patterns is read, so that it is logged.

    Raises:
      Untraceable: It is no constant.
    """
    value = attribute(owner(), name)
    if not isinstance(value, (enum.Enum, int, str, bytes, type(None))) or is_array(value):
        raise Untraceable(f"`{name}` in a pattern is no constant")


def contained(thing: Any, container: Any, is_negated: bool) -> Any:
    """`thing in container`, or `not in`; of an array one traced boolean."""
    thing, container = compared(thing), compared(container)
    if is_array(container) and is_traced((thing, container)):
        found = np.all(container != thing) if is_negated else np.any(container == thing)
        return BUILTINS[bool](found)
    if stands_for_object(container) and hasattr(type(container), "__contains__"):
        found = container.__contains__(thing)
        return BUILTINS[bool](found) if is_traced(found) and not is_negated else bool(found) is not is_negated
    return (thing in container) is not is_negated


def compared(thing: Any) -> Any:
    """An operand of a comparison; the text-like and numeric compare themselves, objects would be looked into."""
    if type(thing).__eq__ is not object.__eq__ and not stands_for_object(thing):
        look_into("a comparison", thing)
    return thing
