"""A gradient by central differences: what NumPy alone can do. It runs the cell twice for every number."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlab.cell.parse import Cell
from jaxlab.measure.backends import Ran, Subject, Unavailable
from jaxlab.measure.backends.numpy import Plain
from jaxlab.measure.checkpoint import Checkpoint
from jaxlab.measure.idempotence import Changes, needs_reset
from jaxlab.measure.reach import Held
from jaxlab.model.options import Gradient


@dataclass
class Differences:
    """Differentiates the plain cell by every number of the inputs in turn.

    The step is the cube root of the precision, relative to the number: there, what rounding and what the third
    derivative add to the error are alike (Press et al., Numerical Recipes, section 5.7).

    Attributes:
      cell: The cell.
      namespace: The notebook's.
      gradient: What to differentiate, and by which names.
      held: What the cell can change.
      limit_s: Seconds beyond which a gradient is not worth waiting for.
    """

    cell: Cell
    namespace: dict[str, Any]
    gradient: Gradient
    held: tuple[Held, ...]
    limit_s: float
    name: str = "central differences"
    compiles: bool = False
    _call: Callable[[], Any] | None = field(default=None, init=False)
    _rewind: Callable[[], None] | None = field(default=None, init=False)

    def run(self) -> Ran:
        """Binds the gradient; the cell's value is that of a plain run.

        Raises:
          Unavailable: It would take longer than allowed, or a name holds no number.
        """
        if self._call is None:
            self._prepare()
        return Ran(self._differentiate())

    def steady(self) -> Callable[[], Any]:
        """The differences alone, prepared by `run`."""
        return self._differentiate

    def transfer_s(self) -> None:
        """Nothing is converted."""

    def peak_bytes(self) -> None:
        """Unknown: it is that of the cell, run many times."""

    def unranked_because(self) -> str:
        """Nothing."""
        return ""

    def _prepare(self) -> None:
        """Runs the cell once: what it takes, and what has to be put back before it runs again."""
        begin = Checkpoint.take(self.held)
        plain = Plain(self.cell, self.namespace)
        start = perf_counter()
        plain.run()
        took_s = perf_counter() - start
        self._call = plain.steady()
        changes = Changes.between(begin, (begin.now(),))
        changed = needs_reset(self.cell, begin, changes)
        begin.restore()
        self._rewind = begin.part(changed).restore if changed else None
        runs = 2 * sum(np.size(leaf) for name in self.gradient.wrt for leaf in self._leaves(name))
        if runs * took_s > self.limit_s:
            needed = f"its {runs:,} runs of the cell would take about {runs * took_s:.2g} s"
            raise Unavailable(f"{needed}; a larger `--budget` allows more")

    def _leaves(self, name: str) -> list[Any]:
        leaves = [leaf for leaf in jax.tree.leaves(self.namespace.get(name)) if _is_number(leaf)]
        if not leaves:
            raise Unavailable(f"`{name}` holds no real number that could be moved")
        return leaves

    def _differentiate(self) -> Any:
        """Binds the gradient; gives the cell's value."""
        assert self._call is not None
        if self._rewind is not None:
            self._rewind()
        value = self._call()
        gradients = {name: self._by_name(name) for name in self.gradient.wrt}
        self.namespace[self.gradient.into] = gradients if len(gradients) > 1 else next(iter(gradients.values()))
        return value

    def _by_name(self, name: str) -> Any:
        """The gradient in the shape of what `name` holds; None for what is no real number."""
        held = self.namespace[name]
        leaves, tree = jax.tree.flatten(held)

        def loss_at(place: int, moved: np.ndarray) -> float:
            others = [_like(leaf, moved) if place == other else leaf for other, leaf in enumerate(leaves)]
            return self._loss(name, jax.tree.unflatten(tree, others))

        try:
            found = [_slopes(leaf, place, loss_at) if _is_number(leaf) else None for place, leaf in enumerate(leaves)]
        finally:
            self.namespace[name] = held
        return jax.tree.unflatten(tree, found)

    def _loss(self, name: str, value: Any) -> float:
        """The scalar where `name` holds `value`."""
        assert self._call is not None
        if self._rewind is not None:
            self._rewind()
        self.namespace[name] = value
        result = self._call()
        return float(result if self.gradient.of is None else self.namespace[self.gradient.of])


def differences(subject: Subject) -> Differences:
    """Central differences of a subject that has a gradient."""
    assert subject.gradient is not None
    return Differences(subject.cell, subject.namespace, subject.gradient, subject.held, subject.limit_s)


def _slopes(leaf: Any, place: int, loss_at: Callable[[int, np.ndarray], float]) -> Any:
    at = np.array(leaf)
    slopes = np.empty_like(at)
    for index, step in _steps(at):
        above, below = at.copy(), at.copy()
        above[index] += step
        below[index] -= step
        # The numbers that were met, not the step that was asked for: it is rounded too.
        slopes[index] = (loss_at(place, above) - loss_at(place, below)) / float(above[index] - below[index])
    return slopes[()] if at.ndim == 0 else slopes


def _steps(at: np.ndarray) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every index with the step to take there."""
    relative = float(jnp.finfo(at.dtype).eps) ** (1 / 3)
    for index in np.ndindex(at.shape):
        yield index, relative * max(abs(float(at[index])), 1.0)


def _is_number(leaf: Any) -> bool:
    is_numeric = isinstance(leaf, (float, np.floating, np.ndarray, jax.Array))
    return is_numeric and jnp.issubdtype(getattr(leaf, "dtype", float), jnp.floating)


def _like(leaf: Any, values: np.ndarray) -> Any:
    """The values as the kind of thing that `leaf` is."""
    if isinstance(leaf, jax.Array):
        return jnp.asarray(values, leaf.dtype)
    if isinstance(leaf, np.ndarray):
        return values
    return type(leaf)(values[()])
