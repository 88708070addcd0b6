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
    with pytest.raises(UsageError, match=r"^`%placement` shows where arrays live, and `np` is a module\.$"):
        placement_bundle("np", np)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("nope", "`nope` has no value (NameError: name 'nope' is not defined)."),
        ("params['v']", "`params['v']` has no value (KeyError: 'v')."),
        ("params[", "`params[` has no value (SyntaxError: '[' was never closed)."),
    ],
)
def test_what_has_no_value_says_what_to_type(cell, typed, told):
    cell("params = {}")
    assert cell(f"%placement {typed}").text == f"UsageError: {told} Make an array first, as in `x = np.ones(3)`.\n"
    cell("x = np.ones(3)\nn = 2")
    assert cell(f"%placement {typed}").text == f"UsageError: {told} Write the name of an array, as in `%placement x`.\n"


def test_nothing_to_show(cell):
    assert cell("%placement").text == "UsageError: `%placement` needs an array, as in `%placement x`.\n"
