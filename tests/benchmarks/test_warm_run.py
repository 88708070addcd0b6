"""What a warm run of a compiled cell costs over the program alone. Differences on one machine, taken in turns."""

import gc
import tracemalloc
from collections.abc import Callable
from statistics import median
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxlab import pipeline
from jaxlab.measure.steady import Rival, Sampling, interleaved
from jaxlab.stages.program import to_device
from jaxlab.tracing._compat import x64

pytestmark = pytest.mark.long

NAMES = tuple("abcdefghij")
SUM = f"y = {' + '.join(NAMES)}"
SMALL_S = 1.5e-3
LIST_S = 5e-3
GROWTH_BYTES = 5_000_000


def over_s(source: str, namespace: dict[str, Any], by_hand: Callable[[], Any]) -> float:
    """Median seconds that a warm run takes more than `by_hand`, each pair measured one right after the other."""
    pipeline.run(source, namespace)
    run = Rival(lambda: pipeline.run(source, namespace).value, can_loop=False)
    mine, alone = interleaved([run, Rival(by_hand, can_loop=False)], Sampling(repeats=300, budget_s=10.0))
    assert pipeline.last_report().reused, "a run compiled again, so it was not warm"
    return median(one - other for one, other in zip(mine.samples_s, alone.samples_s, strict=False))


def test_ten_small_jax_inputs():
    namespace = {"jnp": jnp, **{name: jnp.arange(8.0) + place for place, name in enumerate(NAMES)}}
    function = jax.jit(lambda *arrays: sum(arrays))
    assert over_s(SUM, namespace, lambda: function(*(namespace[name] for name in NAMES))) <= SMALL_S


def test_ten_numpy_inputs_of_a_megabyte():
    namespace = {"np": np, **{name: np.random.rand(125_000) for name in NAMES}}
    with x64(True):
        compiled = jax.jit(lambda *arrays: sum(arrays)).lower(*(namespace[name] for name in NAMES)).compile()

    def by_hand() -> np.ndarray:
        with x64(True):
            return np.array(compiled(*to_device([namespace[name] for name in NAMES])))

    assert over_s(SUM, namespace, by_hand) <= SMALL_S


def test_a_list_of_ten_thousand_numbers():
    namespace = {"jnp": jnp, "a": jnp.arange(8.0), "numbers": [float(number) for number in range(10_000)]}
    function = jax.jit(lambda a: a * 5.0)
    assert over_s("y = a * numbers[5]", namespace, lambda: function(namespace["a"])) <= LIST_S


def test_a_thousand_runs_keep_nothing():
    namespace = {"np": np, "x": np.random.rand(1000)}

    def run(times: int) -> None:
        for _ in range(times):
            pipeline.run("y = np.sin(x) * 2\ny.sum()", namespace)
        gc.collect()

    tracemalloc.start()
    try:
        run(10)
        arrays, (memory, _) = len(jax.live_arrays()), tracemalloc.get_traced_memory()
        run(1000)
        assert len(jax.live_arrays()) <= arrays
        assert tracemalloc.get_traced_memory()[0] - memory <= GROWTH_BYTES
    finally:
        tracemalloc.stop()
