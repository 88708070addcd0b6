"""New objects of the user's classes, their `__init__` traced."""

from types import MemberDescriptorType
from typing import Any

from jaxlab.cell.ownership import is_user_class, is_user_function
from jaxlab.tracing.code import foreign_objects
from jaxlab.tracing.code.jax_calls import call_jax
from jaxlab.tracing.code.user_functions import converted
from jaxlab.tracing.code.watching import watch_class
from jaxlab.tracing.lifting import lift
from jaxlab.tracing.log.reads import by_attribute
from jaxlab.tracing.operator_classes import has_operators, stand_in
from jaxlab.tracing.trace import Trace
from jaxlab.tracing.untraceable import Untraceable
from jaxlab.tracing.user_classes import check_user_class


def instantiate(trace: Trace, cls: type, args: tuple, options: dict) -> Any:
    """`cls(*args, **options)`.

    Raises:
      Untraceable: The class is built in a way that would run unseen.
    """
    if foreign_objects.derives_from_library(cls):
        watch_class(trace, cls)
        return call_jax(trace, cls, args, options)
    if foreign_objects.is_named_tuple_class(cls):
        return cls(*args, **options)
    check_user_class(cls)
    if cls.__new__ is not object.__new__:
        raise Untraceable(f"the class `{cls.__name__}` is built in its own way")
    made: Any = stand_in(trace, cls) if has_operators(cls) else object.__new__(cls)
    trace.made[id(made)] = made
    _initialise(trace, cls, made, args, options)
    return made


def instantiate_error(trace: Trace, cls: type[BaseException], args: tuple, options: dict) -> BaseException:
    """An error of a class of the user's.

    Raises:
      Untraceable: The class is built in a way that would run unseen.
    """
    if any("__new__" in vars(owner) for owner in cls.__mro__ if is_user_class(owner)):
        raise Untraceable(f"the class `{cls.__name__}` is built in its own way")
    made: Any = cls.__new__(cls, *args)
    trace.made[id(made)] = made
    if is_user_function(cls.__init__):
        converted(trace, _watched(trace, cls, cls.__init__))(made, *args, **options)
    elif options:
        raise Untraceable(f"the class `{cls.__name__}` is built in its own way")
    return made


def _initialise(trace: Trace, cls: type, made: Any, args: tuple, options: dict) -> None:
    initialise: Any = cls.__init__  # type: ignore[misc]
    if foreign_objects.is_generated_dataclass(cls):
        _watched_defaults(trace, cls, initialise)
        _initialise_fields(trace, cls, made, args, options)
    elif is_user_function(initialise):
        converted(trace, _watched(trace, cls, initialise))(made, *args, **options)
    elif initialise is not object.__init__ or args or options:
        raise Untraceable(f"the class `{cls.__name__}` is built in its own way")


def _initialise_fields(trace: Trace, cls: Any, made: Any, args: tuple, options: dict) -> None:
    """By the `__init__` that `dataclass` wrote; `__post_init__`, which it would call as it is, is traced after it."""
    finish = getattr(cls, "__post_init__", None)
    if finish is None:
        cls.__init__(made, *args, **options)
        return
    if not is_user_function(finish) or not hasattr(made, "__dict__"):
        raise Untraceable(f"the class `{cls.__name__}` is built in its own way")
    given: list[Any] = []
    vars(made)["__post_init__"] = lambda *rest: given.extend(rest)
    cls.__init__(made, *args, **options)
    del vars(made)["__post_init__"]
    converted(trace, _watched(trace, cls, finish))(made, *given)


def _watched(trace: Trace, cls: type, function: Any) -> Any:
    origin = trace.origin(cls)
    if origin is None:
        raise Untraceable(f"the class `{cls.__name__}` comes from where it can't be watched")
    return lift(trace, function, origin, by_attribute(function.__name__))


def _watched_defaults(trace: Trace, cls: type, initialise: Any) -> None:
    """Refuses defaults that could be written in place: the generated `__init__` hands them out as they are."""
    _watched(trace, cls, initialise)
    constants = (int, float, complex, bool, str, bytes, type(None), tuple)
    fields = vars(cls)["__dataclass_fields__"].values()
    held = [getattr(cls, field.name) for field in fields if hasattr(cls, field.name)]
    values = [value for value in held if not isinstance(value, MemberDescriptorType)]
    factories = [field.default_factory for field in fields if callable(field.default_factory)]
    if not all(isinstance(value, constants) for value in values) or any(
        factory not in (list, dict, set) for factory in factories
    ):
        raise Untraceable(f"the class `{cls.__name__}` has defaults that can't be watched")
