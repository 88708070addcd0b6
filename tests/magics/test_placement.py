"""`%placement`: where arrays live."""

import jax.numpy as jnp
import numpy as np
import pytest
from IPython.core.error import UsageError

from jaxlab.magics.placement import arrays, placement_bundle


def test_an_array_of_a_device():
    data = placement_bundle("x", jnp.ones((2, 3), "float32"))
    assert data["text/plain"].startswith("x float32[2,3], 24 B · whole on cpu:0")
    assert "whole on cpu:0" in data["text/html"]


def test_a_container_shows_each_array_by_the_name_that_reaches_it():
    found = arrays("params", {"w": jnp.ones(3), "b": np.ones(2), "rate": 0.1})
    assert [argument.name for argument in found] == ["params['b']", "params['w']"]
    assert found[0].placement is None


def test_what_holds_no_array():
    with pytest.raises(UsageError, match=r"^`%placement` shows where arrays live, and `n` is an int\.$"):
        placement_bundle("n", 3)
