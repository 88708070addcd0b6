"""Templates: how what a traced piece of code made is built anew from each run's results."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from jaxlab.tracing.arrays.order import as_it_lies


@dataclass(slots=True)
class Build:
    """What one run has to build from.

    Attributes:
      results: The program's outputs: NumPy arrays of their own memory, and JAX arrays where these stay.
      values: The notebook's values, one an entry of the log of reads.
      generators: Random generators in their state after the run's draws.
      made: Objects built so far, so that one object with two names stays one.
    """

    results: list[Any]
    values: list[Any]
    generators: list[Any] = field(default_factory=list)
    made: dict[Hashable, Any] = field(default_factory=dict)


class Template(Protocol):
    """Builds one value."""

    def build(self, run: Build) -> Any:
        """The value for this run."""


@dataclass(frozen=True, slots=True)
class Constant:
    """An immutable value, the same at every run."""

    value: Any

    def build(self, run: Build) -> Any:
        """The value itself."""
        return self.value


@dataclass(frozen=True, slots=True)
class FromNotebook:
    """An object of the notebook, by the read that reached it."""

    read: int

    def build(self, run: Build) -> Any:
        """The object that the read gives now."""
        return run.values[self.read]


@dataclass(frozen=True, slots=True)
class NumPyArray:
    """An array of its own memory, from one output of the program."""

    slot: int

    def build(self, run: Build) -> Any:
        """A writeable array, one for all views of it."""
        return run.results[self.slot]


@dataclass(frozen=True, slots=True)
class KnownArray:
    """An array whose contents were known while tracing; every run gets a copy of its own."""

    key: int
    contents: np.ndarray

    def build(self, run: Build) -> Any:
        """A copy, one for all views of it."""
        made = run.made.get(("known", self.key))
        if made is None:
            made = run.made["known", self.key] = self.contents.copy(order="K")
        return made


@dataclass(frozen=True, slots=True)
class View:
    """A view of another array, in bytes from its first element; `key` tells one view from another like it."""

    key: Hashable
    base: Template
    dtype: np.dtype
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    writeable: bool

    def build(self, run: Build) -> Any:
        """The view, once a run."""
        view = run.made.get(("view", self.key))
        if view is None:
            memory = as_it_lies(self.base.build(run))
            view = run.made["view", self.key] = np.ndarray(self.shape, self.dtype, memory, self.offset, self.strides)
            if not self.writeable:
                view.flags.writeable = False
        return view


@dataclass(frozen=True, slots=True)
class NumPyScalar:
    """A NumPy scalar."""

    slot: int

    def build(self, run: Build) -> Any:
        """The scalar, in the output's dtype."""
        return np.asarray(run.results[self.slot])[()]


@dataclass(frozen=True, slots=True)
class PythonNumber:
    """A Python number."""

    slot: int
    type: type

    def build(self, run: Build) -> Any:
        """The number."""
        return self.type(np.asarray(run.results[self.slot]).item())


@dataclass(frozen=True, slots=True)
class JaxArray:
    """A JAX array."""

    slot: int

    def build(self, run: Build) -> Any:
        """The output itself."""
        return run.results[self.slot]


@dataclass(frozen=True, slots=True)
class Container:
    """A list, tuple, dict, set or pytree around other templates.

    Attributes:
      key: Tells one mutable object from another; None for immutable ones.
      fill: Makes the object from its elements.
      labels: How a person writes the way to each element: `[0]`, `['w']`; empty for `[0]`, `[1]`, ...
    """

    key: Hashable | None
    fill: Callable[[list[Any]], Any]
    elements: tuple[Template, ...]
    labels: tuple[str, ...] = ()

    def build(self, run: Build) -> Any:
        """The object, once a run."""
        if self.key is not None and self.key in run.made:
            return run.made[self.key]
        made = self.fill([element.build(run) for element in self.elements])
        if self.key is not None:
            run.made[self.key] = made
        return made


@dataclass(frozen=True, slots=True)
class Instance:
    """An object of a class of the user's that the code made."""

    key: Hashable
    type: Template
    names: tuple[str, ...]
    attributes: tuple[Template, ...]

    def build(self, run: Build) -> Any:
        """The object, once a run."""
        if self.key in run.made:
            return run.made[self.key]
        made: Any = object.__new__(self.type.build(run))
        run.made[self.key] = made
        for name, attribute in zip(self.names, self.attributes, strict=True):
            object.__setattr__(made, name, attribute.build(run))
        return made
