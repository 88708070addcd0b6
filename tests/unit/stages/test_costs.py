"""Costs and memory: what XLA does not say is unknown, never 0."""

from types import SimpleNamespace
from typing import Any

import jax
import jax.numpy as jnp
import pytest

from jaxlab.model.cost import Cost, Memory
from jaxlab.stages.costs import cost_of, memory_of


class Backend:
    """An executable whose analyses are given."""

    def __init__(self, analysis: Any) -> None:
        self._analysis = analysis

    def cost_analysis(self) -> Any:
        if isinstance(self._analysis, Exception):
            raise self._analysis
        return self._analysis

    memory_analysis = cost_analysis


@pytest.mark.parametrize(
    ("analysis", "cost"),
    [
        ({"flops": 128.0, "bytes accessed": 192.0}, Cost(flops=128.0, bytes_accessed=192.0)),
        ([{"flops": 128.0, "transcendentals": 16.0}], Cost(flops=128.0, transcendentals=16.0)),
        ({"flops": 0.0}, Cost(flops=0.0)),
        ({"flops": -1.0, "bytes accessed": 8.0}, Cost(bytes_accessed=8.0)),
        ({"flops": -1.0}, None),
        ({}, None),
        ([], None),
        (None, None),
        (NotImplementedError("cost analysis"), None),
    ],
)
def test_a_figure_that_xla_does_not_give_is_unknown(analysis: Any, cost: Cost | None) -> None:
    assert cost_of(Backend(analysis)) == cost


def test_memory_is_read_by_name_and_unknown_where_missing() -> None:
    stats = SimpleNamespace(argument_size_in_bytes=64, output_size_in_bytes=0, temp_size_in_bytes=-1)

    assert memory_of(Backend(stats)) == Memory(argument_bytes=64, output_bytes=0)


@pytest.mark.parametrize("analysis", [None, NotImplementedError("memory analysis")])
def test_a_backend_without_memory_analysis(analysis: Any) -> None:
    assert memory_of(Backend(analysis)) is None


def test_a_matrix_product_costs_two_flops_a_multiplication() -> None:
    x = jax.ShapeDtypeStruct((4, 4), jnp.float32)

    compiled = jax.jit(lambda x: x @ x).lower(x).compile()

    assert cost_of(compiled).flops == 2 * 4**3
    assert memory_of(compiled).argument_bytes == memory_of(compiled).output_bytes == 4 * 4 * 4
