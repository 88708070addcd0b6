"""Calls of functions that `functools.lru_cache` made: what they give is read, as it is now, like any other value."""

from types import CodeType
from typing import Any

from jaxlab.cell.ownership import is_user_function
from jaxlab.tracing.arrays.kinds import is_array
from jaxlab.tracing.lifting import lift
from jaxlab.tracing.lists import has_changed
from jaxlab.tracing.log.reads import Step
from jaxlab.tracing.trace import Trace
from jaxlab.tracing.untraceable import Untraceable

_KEYS = (int, str, bool, float, type(None))


def call_cached(trace: Trace, function: Any, args: tuple, options: dict) -> Any:
    """The real function's result, from its cache if it is there; asked for again at every run.

    Raises:
      Untraceable: An argument is traced, or the code has changed what the function may read.
    """
    origin = trace.origin(function)
    if origin is None:
        raise Untraceable("a cached function comes from where it can't be watched")
    if any(is_array(arg) or type(arg) not in _KEYS for arg in (*args, *options.values())):
        raise Untraceable(f"`{function.__wrapped__.__name__}` keeps its results, and an argument is traced")
    if _reads_written(trace, function.__wrapped__):
        raise Untraceable(
            f"`{function.__wrapped__.__name__}` keeps its results, and the code has changed what it reads"
        )
    key = (args, tuple(options.items()), tuple(map(type, args)))
    shown = ", ".join([*map(repr, args), *(f"{name}={value!r}" for name, value in options.items())])
    step = Step("cached call", key, lambda real: real(*args, **options), lambda label: f"{label}({shown})")
    return lift(trace, function(*args, **options), origin, step)


def _reads_written(trace: Trace, function: Any) -> bool:
    """Whether the traced code has written anything that the function could see."""
    if trace.attribute_writes or any(map(has_changed, trace.mirrors)) or any(map(_is_written, trace.lifted.values())):
        return True
    if not is_user_function(function):
        return False
    return any(
        namespace.written().keys() & _reachable_names(function.__code__, namespace.real, set())
        for namespace in trace.namespaces.values()
        if namespace.real is function.__globals__
    )


def _is_written(entry: tuple[Any, Any, int]) -> bool:
    return is_array(entry[1]) and bool(entry[1].buffer.version)


def _reachable_names(code: CodeType, real: dict[str, Any], seen: set[str]) -> set[str]:
    """Global names in the code and in the functions that it names."""
    codes = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    for name in set(code.co_names) - seen:
        seen.add(name)
        inner = getattr(real.get(name), "__code__", None)
        if isinstance(inner, CodeType):
            codes.append(inner)
    for inner in codes:
        _reachable_names(inner, real, seen)
    return seen
