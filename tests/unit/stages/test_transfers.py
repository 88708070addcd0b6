"""No needless copy, and never memory that a later write could change."""

import jax
import numpy as np
import pytest

from jaxlab.pipeline import run
from jaxlab.stages.transfers import ADOPTED_BYTES, to_device, to_notebook

LARGE = ADOPTED_BYTES // 8


def aligned(count: int) -> np.ndarray:
    memory = np.zeros(count * 8 + 64, np.uint8)
    start = -memory.__array_interface__["data"][0] % 64
    return memory[start : start + count * 8].view(np.float64)


@pytest.fixture(autouse=True)
def _x64():
    from jaxlab.tracing._compat import x64

    with x64(True):
        yield


def test_a_large_result_takes_over_the_memory_and_can_be_written():
    output = jax.block_until_ready(jax.numpy.ones(LARGE))
    (result,) = to_notebook([output], (False,), [])
    assert result.__array_interface__["data"][0] == output.unsafe_buffer_pointer()
    result[0] = 5.0
    assert result[0] == 5.0 and result.flags.writeable


def test_a_small_result_owns_its_data():
    (result,) = to_notebook([jax.numpy.ones(3)], (False,), [])
    assert result.flags.owndata and result.flags.writeable


def test_an_output_in_an_inputs_memory_is_copied():
    source = aligned(LARGE)
    (argument,) = to_device([source])
    as_numpy, as_jax = to_notebook([argument, argument], (False, True), [argument])
    source[0] = 7.0
    assert as_numpy[0] == 0.0 and as_jax[0] == 0.0
    assert not np.shares_memory(as_numpy, source)


def test_two_outputs_in_one_memory_become_two_arrays():
    output = jax.block_until_ready(jax.numpy.ones(LARGE))
    first, second = to_notebook([output, output], (False, False), [])
    first[0] = 3.0
    assert second[0] == 1.0


@pytest.mark.parametrize("body", ["j = jnp.asarray(x)", "j = jnp.asarray(x) + 0", "j = jnp.array(x)"])
def test_a_jax_array_of_the_cell_does_not_follow_later_writes(body):
    names = {"np": np, "jnp": jax.numpy, "x": aligned(LARGE), "__name__": "__main__"}
    for _ in range(2):
        run(body, names)
        names["x"][:] = 9.0
        assert float(names["j"][0]) in (0.0, 9.0)
        before = float(names["j"][0])
        names["x"][:] = 0.0
        assert float(names["j"][0]) == before


def test_results_are_arrays_of_their_own():
    names = {"np": np, "x": aligned(LARGE), "__name__": "__main__"}
    run("y = x * 1.0\nz = x + 0.0\ny[0] = 4.0", names)
    assert names["y"][0] == 4.0 and names["z"][0] == 0.0 and names["x"][0] == 0.0
