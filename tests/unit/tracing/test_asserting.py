"""`assert` compiles; the program's results count only where it holds."""

import numpy as np
import pytest

import jaxlab


@pytest.mark.parametrize("claim", ["x.min() >= 0", "np.all(x < 9)", "abs(x).max()", "jnp.all(jnp.asarray(x) >= 0)"])
def test_it_is_no_break(claim):
    import jax.numpy as jnp

    names = {"np": np, "jnp": jnp, "x": np.arange(3.0)}
    report = jaxlab.run(f"assert {claim}, f'no: {{x}}'\ny = x + 1", names).report
    assert (report.breaks, report.diagnostics) == ((), ())
    assert names["y"].tolist() == [1.0, 2.0, 3.0]


def test_where_it_fails_nothing_is_committed_and_the_message_is_pythons():
    names = {"np": np, "x": np.arange(3.0), "y": None}
    cell = "x[0] = 5\nassert x.max() < 4, f'too large: {x.max()}'\ny = x + 1"
    with pytest.raises(AssertionError, match=r"^too large: 5\.0$"):
        jaxlab.run(cell, names)
    assert (names["x"].tolist(), names["y"]) == ([5.0, 1.0, 2.0], None)
