"""NumPy's random numbers: the same stream, drawn by NumPy itself and handed to the program as inputs.

While tracing, draws are made on a copy of the generator, which tells their shapes and dtypes. At every run they are
made again, in order, on a copy of the real generator's present state; the state is committed with the results.
"""

import copy
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import numpy as np

from jaxlab.tracing.arrays.array import PYTHON_DTYPES, Array, traced
from jaxlab.tracing.arrays.convert import check_dtype
from jaxlab.tracing.arrays.kinds import contents, is_traced
from jaxlab.tracing.arrays.memory import Buffer, shadow_like
from jaxlab.tracing.arrays.methods import BoundMethod
from jaxlab.tracing.precision import narrowed, numpy_scope
from jaxlab.tracing.trace import Trace, current
from jaxlab.tracing.untraceable import Untraceable

GLOBAL = np.random.mtrand._rand
"""The generator behind `numpy.random.normal` and the like."""

GENERATORS = (np.random.Generator, np.random.RandomState)
_MAKERS = (np.random.default_rng, np.random.RandomState)
_NOT_DRAWS = frozenset({"get_state", "set_state", "spawn", "bit_generator"})


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a generator comes from.

    Attributes:
      read: The entry of the log that reached it; None for NumPy's own and for one that the code made.
      make: Makes it, for one that the code made.
    """

    read: int | None = None
    make: Callable[[], Any] | None = None

    def find(self, values: list[Any]) -> Any:
        """The generator for a run."""
        if self.read is not None:
            return values[self.read]
        return self.make() if self.make is not None else GLOBAL


@dataclass(frozen=True, slots=True)
class FromRead:
    """A parameter of a draw that is a value of the notebook: at every run the value that it has then."""

    read: int


def _filled(thing: Any, values: list[Any]) -> Any:
    if type(thing) is FromRead:
        return values[thing.read]
    if type(thing) is dict:
        return {name: _filled(value, values) for name, value in thing.items()}
    return tuple(_filled(value, values) for value in thing) if type(thing) is tuple else thing


class NotDrawn(Exception):
    """NumPy refuses the parameters that a draw has at a run; plain Python will raise."""


@dataclass(frozen=True, slots=True)
class Draw:
    """One call of a generator's method.

    Attributes:
      source: Number of the generator among those of the trace.
      method: The method's name.
      args, options: Its arguments, known or `FromRead`.
      parts: How many arrays or numbers it gives that the program takes; 0 for `seed` and `shuffle` of constants.
    """

    source: int
    method: str
    args: tuple[Any, ...]
    options: dict[str, Any]
    parts: int


@dataclass(frozen=True, slots=True)
class Randomness:
    """What a run draws.

    Attributes:
      origins: The generators.
      draws: The calls, in order.
    """

    origins: tuple[Origin, ...] = ()
    draws: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """The draws of one run, not yet committed.

    Attributes:
      values: What the program takes, in order.
      made: For each generator the copy that was drawn from, in its state after the draws.
      real: For each generator the real one; the copy itself if the code made it.
    """

    values: list[Any]
    made: list[Any]
    real: list[Any]

    def commit(self) -> None:
        """Leaves the generators as NumPy would have left them."""
        for made, real in zip(self.made, self.real, strict=True):
            if made is not real:
                _set_state(real, made)


NONE_DRAWN = Drawn([], [], [])


class RandomSource:
    """A generator while a cell is traced; answers `isinstance(x, np.random.Generator)`.

    Attributes:
      number: Its number among the generators of the trace.
      clone: The copy that is drawn from.
    """

    __slots__ = ("_kind", "clone", "number")

    def __init__(self, number: int, clone: Any) -> None:
        self.number = number
        self.clone = clone
        self._kind = type(clone)

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return self._kind

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or not hasattr(self._kind, name):
            raise AttributeError(f"'{self._kind.__name__}' object has no attribute '{name}'")
        if name in _NOT_DRAWS:
            raise Untraceable(f"the state of a random generator is read by `{name}`")
        return BoundMethod(draw, self, name)

    def _refuse(self, *_: Any) -> Any:
        raise Untraceable("a random generator is copied")

    __copy__ = __deepcopy__ = __reduce_ex__ = _refuse


def method_named(name: str) -> str:
    """The method of a generator that a function of `numpy.random` calls."""
    return "random_sample" if name in ("sample", "ranf") else name


def is_source(thing: Any) -> bool:
    """Whether `thing` stands for a generator."""
    return type(thing) is RandomSource


def source_of(trace: Trace, generator: Any, read: int | None) -> RandomSource:
    """The stand-in for a generator of the notebook, or for NumPy's own."""
    for source, real, _ in trace.sources:
        if real is generator:
            return source
    source = RandomSource(len(trace.sources), _clone(generator))
    trace.sources.append((source, generator, Origin(read)))
    return source


def made_source(trace: Trace, maker: Any, args: tuple[Any, ...], options: dict[str, Any]) -> RandomSource:
    """The stand-in for a generator that the code makes from a seed.

    Raises:
      Untraceable: Without a seed, or with a traced one: the stream would differ from run to run.
    """
    if is_traced((*args, *options.values())) or not (args or options) or (*args, *options.values())[0] is None:
        raise Untraceable("a random generator is made without a constant seed")
    make = partial(maker, *contents(args), **contents(options))
    source = RandomSource(len(trace.sources), make())
    trace.sources.append((source, None, Origin(make=make)))
    return source


def draw(source: RandomSource, method: str, *args: Any, **options: Any) -> Any:
    """What `generator.method(*args, **options)` gives, as an input of the program.

    Raises:
      Untraceable: Its arguments depend on traced values in a way that would change the stream.
    """
    trace = current()
    trace.tick()
    if trace.transform_depth:
        raise Untraceable("NumPy's random numbers are drawn inside a function that JAX transforms")
    if method == "shuffle" or is_traced((*args, *options.values())):
        from jaxlab.tracing.random_parameters import draw_with_traced

        return draw_with_traced(source, method, args, options)
    return drawn(source, method, contents(args), contents(options))


def drawn(source: RandomSource, method: str, args: tuple, options: dict[str, Any]) -> Any:
    """Notes a draw with known parameters, or with arrays of the notebook as they are; gives what it gives now."""
    trace = current()
    result = getattr(source.clone, method)(*_filled(args, trace.observed), **_filled(options, trace.observed))
    parts = result if isinstance(result, tuple) else (result,) if result is not None else ()
    trace.draws.append(Draw(source.number, method, args, options, len(parts)))
    inputs = [_input(trace, part) for part in parts]
    return tuple(inputs) if isinstance(result, tuple) else inputs[0] if inputs else None


def _input(trace: Trace, value: Any) -> Any:
    if type(value) is bytes:
        raise Untraceable("random bytes are drawn")
    number = len(trace.drawn)
    python = type(value) if type(value) in PYTHON_DTYPES else None
    shadow = np.empty((), PYTHON_DTYPES[python]) if python else shadow_like(np.asarray(value))
    check_dtype(shadow.dtype)
    supplied = _supply(trace, number, np.asarray(value))
    if python is None and narrowed(shadow.dtype) != shadow.dtype:
        return traced(supplied, is_scalar=np.ndim(value) == 0)
    return Array(Buffer(shadow, supplied, None), is_scalar=np.ndim(value) == 0, python=python)


def _supply(trace: Trace, number: int, value: np.ndarray) -> Any:
    """The program's argument for a draw, or the value drawn now while the arguments are still being found."""
    key = ("draw", number)
    trace.drawn[key] = value
    argument = trace.arguments.get(key)
    with numpy_scope():
        return jax.numpy.asarray(value) if argument is None else argument


def draw_again(randomness: Randomness, values: list[Any]) -> Drawn:
    """Makes the draws of a run on copies of the generators.

    Args:
      randomness: What the trace has drawn.
      values: The notebook's values, one an entry of the log of reads.

    Raises:
      NotDrawn: NumPy refuses a parameter.
    """
    if not randomness.origins:
        return NONE_DRAWN
    real = [origin.find(values) for origin in randomness.origins]
    made = [
        generator if origin.make is not None else _clone(generator)
        for generator, origin in zip(real, randomness.origins, strict=True)
    ]
    results: list[Any] = []
    for one in randomness.draws:
        result = _drawn_now(made[one.source], one, values)
        results += result if isinstance(result, tuple) else [result] if one.parts else []
    return Drawn(results, made, real)


def _drawn_now(generator: Any, one: Draw, values: list[Any]) -> Any:
    try:
        return getattr(generator, one.method)(*_filled(one.args, values), **_filled(one.options, values))
    except (ValueError, TypeError, OverflowError) as error:
        raise NotDrawn from error


def _clone(generator: Any) -> Any:
    if generator is GLOBAL or isinstance(generator, np.random.RandomState):
        made = np.random.RandomState()
        made.set_state(generator.get_state(legacy=False))
        return made
    return copy.deepcopy(generator)


def _set_state(real: Any, made: Any) -> None:
    if isinstance(real, np.random.RandomState):
        real.set_state(made.get_state(legacy=False))
    else:
        real.bit_generator.state = made.bit_generator.state


@dataclass(frozen=True, slots=True)
class GeneratorTemplate:
    """A generator that the code made, in its state after the draws."""

    source: int

    def build(self, run: Any) -> Any:
        """The generator."""
        return run.generators[self.source]
