"""Compile time as predicted: by kernels, of which the same one is compiled once, not by equations."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxlab.stages.prediction import predicted_compile_s
from tests.benchmarks.compile_times import TURNS_BY_KIND, program

A, X = np.eye(64), np.ones(64)


def predicted(function) -> float:
    return predicted_compile_s(jax.make_jaxpr(function)(A, X))


def test_what_is_fused_costs_little_however_long_it_is():
    assert predicted(program(TURNS_BY_KIND["elementwise"])) < 0.1


@pytest.mark.parametrize("kind", ["row_written", "element_written", "reduction", "matrix_vector", "sort", "cumulative"])
def test_kernels_that_differ_cost_each(kind):
    turn = TURNS_BY_KIND[kind]
    assert predicted(program(turn)) > 20 * predicted(lambda a, x: turn(a, x, 1)) > 0.4


def test_a_kernel_that_is_there_already_costs_little():
    same = predicted(program(lambda a, x, i: TURNS_BY_KIND["row_written"](a, x, 3)))
    assert same < predicted(program(TURNS_BY_KIND["row_written"])) / 4


def test_the_product_of_matrices_is_a_library_call_and_one_with_a_vector_a_kernel():
    assert predicted(lambda a, x: a @ a) < 0.005
    assert predicted(lambda a, x: a @ x) > 0.02
    assert predicted(lambda a, x: x @ x) > 0.02


def test_what_comes_from_constants_alone_costs_nothing():
    assert predicted(lambda a, x: jnp.concatenate([jnp.zeros(2), jnp.ones(3)])) == 0


def test_the_body_of_a_loop_counts_once():
    def loop(turns):
        return lambda a, x: jax.lax.fori_loop(0, turns, lambda _, v: a @ v, x)

    assert predicted(loop(3)) == predicted(loop(1000)) > 0.04
