"""Functions that JAX makes out of the user's, and what a cell may keep of them."""

import linecache

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxlab.pipeline import run

SETUP = """
@jax.jit
def jitted(w): return (w ** 2).sum() * scale
def plain(w): return (w ** 2).sum() * scale
"""


def namespace() -> dict:
    names = {"np": np, "jax": jax, "jnp": jnp, "j": jnp.arange(3.0), "scale": 2.0, "__name__": "__main__"}
    linecache.cache["<jaxlab-setup>"] = (len(SETUP), None, SETUP.splitlines(keepends=True), "<jaxlab-setup>")
    exec(compile(SETUP, "<jaxlab-setup>", "exec"), names)
    return names


@pytest.mark.parametrize(
    "body",
    [
        "y = jax.grad(jitted)(j)",
        "y = jax.grad(plain)(j)",
        "y = jax.vmap(jitted)(j[:, None])",
        "y = jax.jit(plain)(j)",
        "y = jax.value_and_grad(jax.jit(plain))(j)[1]",
        "y = jax.hessian(jitted)(j)",
    ],
)
def test_a_change_of_what_a_transformed_function_reads_is_seen(body):
    names = namespace()
    run(body, names)
    first = names["y"]
    names["scale"] = 6.0
    report = run(body, names).report
    np.testing.assert_allclose(names["y"], 3 * first)
    assert report.breaks == ()


@pytest.mark.parametrize(
    "body",
    ["g = jax.grad(lambda w: (w ** 2).sum() * scale)\ny = g(j)", "g = jax.jit(lambda w: w * scale)\ny = g(j)"],
)
def test_a_function_that_the_cell_makes_can_be_called_afterwards(body):
    names = namespace()
    report = run(body, names).report
    np.testing.assert_allclose(names["g"](names["j"]), names["y"])
    assert not report.array_breaks


def test_a_partial_can_be_kept():
    names = namespace()
    for _ in range(2):
        report = run("from functools import partial\np = partial(plain, w=j + 1)\ny = p()", names).report
    assert report.reused and report.breaks == ()
    np.testing.assert_allclose(names["p"](), names["y"])


def test_a_jitted_function_of_the_cell_is_compiled_once():
    names = namespace()
    reports = [run("@jax.jit\ndef f(v): return v * 2\ny = f(j)", names).report for _ in range(3)]
    assert [report.reused for report in reports] == [False, True, True]
