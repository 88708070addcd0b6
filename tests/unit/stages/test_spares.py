"""Memory that is used again: never while somebody can still see it, and never more than is allowed."""

import jax
import numpy as np
import pytest

from jaxlab import execution
from jaxlab.pipeline import last_report, run
from jaxlab.stages import spares
from jaxlab.stages.spares import ALIGNMENT, KEPT_BYTES, LARGE_BYTES, Borrowed, Spares
from jaxlab.stages.staging import stage
from jaxlab.tracing._compat import x64

COUNT = LARGE_BYTES // 8


@pytest.fixture(autouse=True)
def pool():
    spares.SPARES.clear()
    yield spares.SPARES
    spares.SPARES.clear()


def names(**values) -> dict:
    return {"np": np, "jnp": jax.numpy, "x": np.arange(float(COUNT)), "__name__": "__main__", **values}


def test_the_second_run_computes_where_the_first_did(pool):
    names_ = names()
    run("y = x * 2.0", names_)
    kept = pool.nbytes
    first = names_["y"]
    run("y = x * 2.0", names_)
    assert kept == pool.nbytes > 0
    assert np.array_equal(first, names_["y"]) and not np.shares_memory(first, names_["y"])


@pytest.mark.parametrize(
    "body",
    ["y = x * 2.0", "x *= 2.0", "j = jnp.asarray(x) * 2", "y = x * 2.0; z = y; v = y[1:]", "y = (x * 2.0, x + 1)"],
)
def test_later_runs_change_no_earlier_result(body):
    names_, plain = names(), names()
    earlier = []
    for turn in range(3):
        names_["x"][0] = plain["x"][0] = turn
        run(body, names_)
        exec(body, plain)
        copies = {name: np.array(plain[name]) for name in ("x", "y", "j", "z", "v") if name in plain}
        earlier.append(({name: names_[name] for name in copies if name != "x"}, copies))
        for mine, wanted in earlier:
            assert all(np.array_equal(mine[name], wanted[name]) for name in mine)
        assert np.array_equal(names_["x"], plain["x"])


def test_a_run_that_is_interrupted_keeps_its_memory(pool, monkeypatch):
    names_ = names()
    run("y = x * 2.0", names_)
    before = pool.nbytes

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(execution, "commit", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run("y = x * 2.0", names_)
    assert pool.nbytes == 0 < before


def test_the_report_counts_no_memory_for_outputs_as_an_argument():
    run("y = x * 2.0", names())
    memory = last_report().segments[0].memory
    assert (memory.argument_bytes, memory.output_bytes, memory.alias_bytes) == (8 * COUNT, 8 * COUNT, 0)


def test_what_has_waited_longest_goes_first():
    pool = Spares(most_bytes=2 * LARGE_BYTES)
    first, second, third = (np.empty(LARGE_BYTES, np.uint8) for _ in range(3))
    for name, memory in (("first", first), ("second", second), ("third", third)):
        assert pool.take(name) is None
        pool.give(name, memory)
    assert pool.take("first") is None and pool.take("second") is second and pool.nbytes == LARGE_BYTES
    assert pool.take("third") is third and pool.take("third") is None


def test_small_memory_is_not_kept():
    pool = Spares()
    pool.take("small")
    pool.give("small", np.empty(KEPT_BYTES - 1, np.uint8))
    assert pool.nbytes == 0


def test_memory_that_nobody_has_asked_for_is_not_kept():
    pool = Spares()
    pool.give("other", np.empty(KEPT_BYTES, np.uint8))
    assert pool.nbytes == 0


def test_staging_memory_is_aligned_and_comes_back():
    pool = Spares()
    for _ in range(2):
        borrowed = Borrowed(pool)
        staged = borrowed.staging(np.zeros((COUNT, 1)))
        assert staged.shape == (COUNT, 1) and staged.__array_interface__["data"][0] % ALIGNMENT == 0
        assert pool.nbytes == 0
        borrowed.give_back()
        assert pool.nbytes == staged.nbytes


def test_outputs_that_are_inputs_or_constants_get_no_memory():
    large = np.zeros(COUNT)

    def function(x):
        doubled = x * 2
        return {"input": x, "twice": (doubled, doubled), "small": x[:3], "constant": 1.0}

    with x64(True):
        placed = stage(function, (large,), place_outputs=True)
        outputs = placed.compiled(large, *Borrowed(Spares()).for_outputs(placed.placed, placed.place))
        assert stage(function, (large,)).placed == ()
    assert [aval.shape for aval in placed.placed] == [(COUNT,)]
    assert (
        np.array_equal(outputs["twice"][1], large)
        and outputs["small"].shape == (3,)
        and np.asarray(outputs["constant"]) == 1.0
    )
