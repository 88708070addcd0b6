"""What XLA takes to compile, by kind of operation, `python -m tests.benchmarks.compile_times`: predicted and measured.

Processor time is measured, all threads together: it hardly depends on what else the machine does. Each program is a
chain whose turns differ in shape or place, as the turns of an unrolled loop do.
"""

import sys
from collections.abc import Callable
from time import process_time
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlab.stages.prediction import predicted_compile_s

TURNS = 30
SIZE = 64


def _elementwise(a: Any, x: Any, i: int) -> Any:
    return jnp.sin(a) * a + 1.0, x


def _reduction(a: Any, x: Any, i: int) -> Any:
    return a - a[:, i:].sum(1)[:, None], x


def _row_written(a: Any, x: Any, i: int) -> Any:
    return a.at[i, i:].set(a[i + 1, i:] * 2), x


def _interior_written(a: Any, x: Any, i: int) -> Any:
    return a.at[1:-1, 1:-1].set(a[:-2, 1:-1] + a[2:, 1:-1]), x


def _element_written(a: Any, x: Any, i: int) -> Any:
    return a, x.at[i].set(x[i + 1] * x[i + 2])


def _vectors(a: Any, x: Any, i: int) -> Any:
    return a, x + a[i, :i] @ a[:i, i]


def _matrix_vector(a: Any, x: Any, i: int) -> Any:
    return a, jnp.concatenate([x[:i], x[i:] @ a[i:, i:]])


def _matrices(a: Any, x: Any, i: int) -> Any:
    return a @ a, x


def _gather(a: Any, x: Any, i: int) -> Any:
    return a, x + x[a[i].astype(np.int64)]


def _sort(a: Any, x: Any, i: int) -> Any:
    return a, jnp.concatenate([x[:i], jnp.sort(x[i:])])


def _cumulative(a: Any, x: Any, i: int) -> Any:
    return a, jnp.concatenate([x[:i], jnp.cumsum(x[i:])])


def _concatenation(a: Any, x: Any, i: int) -> Any:
    return jnp.concatenate([a[i:], a[:i] * 2]), x


def _factorisation(a: Any, x: Any, i: int) -> Any:
    return jnp.linalg.cholesky(a) + a, x


TURNS_BY_KIND: dict[str, Callable[[Any, Any, int], Any]] = {
    name.strip("_"): turn for name, turn in list(globals().items()) if name.startswith("_") and callable(turn)
}


def program(turn: Callable[[Any, Any, int], Any]) -> Callable[[Any, Any], Any]:
    """A chain of `TURNS` turns."""

    def chain(a: Any, x: Any) -> Any:
        for i in range(TURNS):
            a, x = turn(a, x, i)
        return a, x

    return chain


def measured(turn: Callable[[Any, Any, int], Any]) -> tuple[float, float]:
    """Seconds predicted for a chain, and processor seconds that lowering and compiling it took."""
    traced = jax.jit(program(turn)).trace(np.eye(SIZE), np.ones(SIZE))
    start = process_time()
    traced.lower().compile()
    return predicted_compile_s(traced.jaxpr), process_time() - start


def main(kinds: list[str]) -> None:
    """Prints the table of these kinds, of all if none is named."""
    jax.config.update("jax_enable_x64", True)
    for kind in kinds or TURNS_BY_KIND:
        predicted_s, spent_s = measured(TURNS_BY_KIND[kind])
        print(f"{kind:18} predicted {predicted_s:6.2f} s, measured {spent_s:6.2f} s: {predicted_s / spent_s:5.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
