"""No needless copy, and never memory that a later write could change."""

import jax
import numpy as np
import pytest

from jaxlab.pipeline import run
from jaxlab.stages import transfers
from jaxlab.stages.transfers import STAGED_BYTES, to_device, to_notebook
from jaxlab.tracing.effects.writes import Slot

LARGE = STAGED_BYTES // 4


def aligned(count: int) -> np.ndarray:
    memory = np.zeros(count * 8 + 64, np.uint8)
    start = -memory.__array_interface__["data"][0] % 64
    return memory[start : start + count * 8].view(np.float64)


@pytest.fixture(autouse=True)
def _x64():
    from jaxlab.tracing._compat import x64

    with x64(True):
        yield


NUMPY, JAX = Slot(), Slot(as_jax=True)


@pytest.mark.parametrize("count", [1, 3, LARGE])
def test_a_result_owns_its_data_and_can_be_written(count):
    (result,) = to_notebook([jax.numpy.ones(count)], (NUMPY,), [])
    assert result.flags.owndata and result.flags.writeable and result.base is None
    result.resize(count + 5)
    assert result.tolist() == [1.0] * count + [0.0] * 5


def test_the_largest_results_take_over_the_memory(monkeypatch):
    monkeypatch.setattr(transfers, "ADOPTED_BYTES", 8 * LARGE - 1)
    output = jax.block_until_ready(jax.numpy.ones(LARGE))
    (result,) = to_notebook([output], (NUMPY,), [])
    assert result.__array_interface__["data"][0] == output.unsafe_buffer_pointer()
    result[0] = 5.0
    assert result[0] == 5.0 and result.flags.writeable


def test_new_contents_of_an_array_are_not_copied_twice():
    output = jax.block_until_ready(jax.numpy.ones(LARGE))
    (result,) = to_notebook([output], (Slot(is_copied=True),), [])
    assert result.__array_interface__["data"][0] == output.unsafe_buffer_pointer()


@pytest.mark.parametrize("is_copied", [False, True])
def test_a_result_lies_in_memory_as_its_slot_says(is_copied):
    values = np.arange(24.0).reshape(4, 2, 3)
    (result,) = to_notebook([jax.numpy.asarray(values)], (Slot(order=(2, 0, 1), is_copied=is_copied),), [])
    assert np.array_equal(result, values.transpose(1, 2, 0)) and result.transpose(2, 0, 1).flags.c_contiguous
    assert result.flags.owndata or is_copied


@pytest.mark.parametrize("layout", ["aligned", "unaligned", "strided", "Fortran"])
def test_an_argument_lies_on_numpys_memory_only_where_that_is_aligned(layout):
    memory = aligned(2 * LARGE + 1)
    array = {
        "aligned": memory[:LARGE],
        "unaligned": memory[1 : LARGE + 1],
        "strided": memory[: 2 * LARGE : 2],
        "Fortran": memory[:LARGE].reshape(2, -1).T,
    }[layout]
    array[...] = np.arange(LARGE).reshape(array.shape)
    (argument,) = to_device([array])
    same = jax.device_put(argument).unsafe_buffer_pointer() == array.__array_interface__["data"][0]
    assert same is (layout in ("aligned", "Fortran"))
    assert np.array_equal(np.asarray(argument), array.T if layout == "Fortran" else array)


def test_an_output_in_an_inputs_memory_is_copied():
    source = aligned(LARGE)
    (argument,) = to_device([source])
    output = jax.block_until_ready(jax.device_put(argument))
    assert output.unsafe_buffer_pointer() == source.__array_interface__["data"][0]
    as_numpy, as_jax = to_notebook([output, output], (NUMPY, JAX), [argument])
    source[0] = 7.0
    assert as_numpy[0] == 0.0 and as_jax[0] == 0.0
    assert not np.shares_memory(as_numpy, source)


def test_two_outputs_in_one_memory_become_two_arrays():
    output = jax.block_until_ready(jax.numpy.ones(LARGE))
    first, second = to_notebook([output, output], (NUMPY, NUMPY), [])
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
