"""A cell by another library: its function over that library, from NumPy inputs to NumPy results."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from jaxlab.measure.backends import Ran, Subject, Unavailable
from jaxlab.measure.backends.cell_function import CellFunction, cell_function
from jaxlab.model.options import Gradient


def unchanged(value: Any) -> Any:
    """The value, where a library works on NumPy's arrays."""
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """What differs from one library to the next.

    Attributes:
      build: Makes of the cell's function what is called.
      take: Makes a NumPy array one of the library's.
      give: Makes an array of the library's one of NumPy's; waits until it is there.
      scope: What every call stands in.
      compiles: Whether its first call is a thing of its own.
      converts: Whether `take` and `give` do anything.
      explain: Makes of an error of the library's what is to be said of it; None for its own first line.
      slope: Makes of a loss, and of the places of the arguments to differentiate by, what gives the loss and a
        gradient for each of these; None for a library that differentiates nothing.
    """

    build: Callable[[Any], Callable[..., tuple]]
    take: Callable[[Any], Any] = unchanged
    give: Callable[[Any], Any] = unchanged
    scope: Callable[[], AbstractContextManager] = nullcontext
    compiles: bool = True
    converts: bool = True
    explain: Callable[[Exception], str | None] = lambda error: None
    slope: Callable[[Any, tuple[int, ...]], Callable[..., tuple[Any, Sequence[Any]]]] | None = None


@dataclass
class LibraryBackend:
    """Runs the cell's function and binds what it gives.

    Attributes:
      name: What the comparison calls it.
      namespace: The notebook's.
      cell: The cell's function.
      engine: Who runs it.
      gradient: What is to be differentiated; None where the cell is only run.
    """

    name: str
    namespace: dict[str, Any]
    cell: CellFunction
    engine: Library
    gradient: Gradient | None = None
    _built: Callable[..., tuple] | None = field(default=None, init=False)
    _transfers_s: list[float] = field(default_factory=list, init=False)

    @property
    def compiles(self) -> bool:
        """Whether the library compiles."""
        return self.engine.compiles

    def run(self) -> Ran:
        """Runs the function; what it gives is bound as NumPy's.

        Raises:
          Unavailable: The library says that it can't.
          Exception: Whatever else it raises.
        """
        function = self._built = self._built or self._build()
        engine, start = self.engine, perf_counter()
        with engine.scope():
            taken = [self._taken(name) for name in self.cell.inputs]
            ready = perf_counter()
            results = self._called(function, taken)
            computed = perf_counter()
            given = [_given(engine, result) for result in results]
        self._transfers_s.append(perf_counter() - computed + ready - start)
        self.namespace.update(zip(self.cell.outputs, given, strict=False))
        return Ran(given[-1] if len(given) > len(self.cell.outputs) else None)

    def _called(self, function: Callable[..., tuple], taken: list[Any]) -> tuple:
        try:
            return function(*taken)
        except Exception as error:
            if why := self.engine.explain(error):
                raise Unavailable(why) from error
            raise

    def _build(self) -> Callable[..., tuple]:
        if self.gradient is None:
            return self.engine.build(self.cell.function)
        return differentiated(self.engine, self.cell, self.gradient)

    def _taken(self, name: str) -> Any:
        value = self.namespace[name]
        if self.gradient is not None and name in self.gradient.wrt:
            value = _strong(value)
        return _taken(self.engine, value)

    def steady(self) -> Callable[[], Any]:
        """The run itself where arrays are converted; else the call and the binding of its results alone."""
        if self.engine.converts:
            return self.run
        function, namespace, inputs, outputs = self._built, self.namespace, self.cell.inputs, self.cell.outputs
        assert function is not None

        def call() -> None:
            namespace.update(zip(outputs, function(*[namespace[name] for name in inputs]), strict=False))

        return call

    def transfer_s(self) -> float | None:
        """The middle one of all runs; waiting for a device is in it where the library does not wait by itself."""
        return median(self._transfers_s[1:] or self._transfers_s) if self.engine.converts else None

    def peak_bytes(self) -> None:
        """Unknown: libraries do not tell."""

    def unranked_because(self) -> str:
        """Nothing that could be told from outside."""
        return ""


def library_backend(subject: Subject, library: Library) -> LibraryBackend:
    """The backend of a library.

    Raises:
      Unavailable: The cell is no function, or the library has no gradients.
    """
    cell, gradient = cell_function(subject), subject.gradient
    if gradient is not None and library.slope is None:
        raise Unavailable("it takes no gradients")
    for name in gradient.wrt if gradient is not None else ():
        if name not in cell.inputs:
            raise Unavailable(f"`{name}` is read by a function that the cell calls, not by the cell itself")
    return LibraryBackend(subject.choice.name, subject.namespace, cell, library, gradient)


def differentiated(library: Library, cell: CellFunction, gradient: Gradient) -> Callable[..., tuple]:
    """What gives the gradient as it is bound, and the loss where that is the cell's value.

    Args:
      library: Who differentiates.
      cell: The loss as a function.
      gradient: What to differentiate by.
    """
    assert library.slope is not None
    slope = library.slope(cell.function, tuple(cell.inputs.index(name) for name in gradient.wrt))

    def both(*inputs: Any) -> tuple:
        loss, gradients = slope(*inputs)
        bound = gradients[0] if len(gradients) == 1 else dict(zip(gradient.wrt, gradients, strict=True))
        return (bound, loss) if gradient.of is None else (bound,)

    return both


def _strong(value: Any) -> Any:
    """Python's floats as NumPy's: a library differentiates by what it has taken."""
    return np.float64(value) if type(value) is float else value


def _taken(library: Library, value: Any) -> Any:
    if isinstance(value, (np.ndarray, np.generic)):
        return library.take(value)
    if type(value) in (list, tuple):
        return type(value)(_taken(library, item) for item in value)
    if type(value) is dict:
        return {key: _taken(library, item) for key, item in value.items()}
    return value


def _given(library: Library, value: Any) -> Any:
    if type(value) in (list, tuple):
        return type(value)(_given(library, item) for item in value)
    if type(value) is dict:
        return {key: _given(library, item) for key, item in value.items()}
    return library.give(value)
