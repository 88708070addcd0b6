"""Functions, errors and managers that code makes of the user's functions and classes."""

import pytest

from tests.promise import broken, play

SETUP = """import contextlib
import jax
import jax.numpy as jnp
import numpy as np
from collections import Counter
x = np.arange(6.0)
n = 3
def f(t):
    return (t ** 2).sum()
class TooBig(ValueError):
    pass
class Coded(Exception):
    def __init__(self, code, text):
        super().__init__(text)
        self.code = code
def check(a, limit):
    if limit > 5:
        raise TooBig(f"too big: {limit}")
    if limit < 0:
        raise Coded(7, "negative")
    return a
@contextlib.contextmanager
def scaled(by):
    try:
        yield x * by
    finally:
        print("left")
seen = Counter()
"""
CHANGES = ["x[0] = 5.0", "n = 9", "n = -1", "n = 2", "def f(t):\n    return t.sum()"]

CELLS = {
    "jitted": "g = jax.jit(f)\nr = g(x)",
    "gradient": "g = jax.grad(f)\nr = g(x)",
    "both": "g = jax.jit(jax.value_and_grad(f))\nv, d = g(x)",
    "mapped": "g = jax.vmap(lambda t: t * 2)\nr = g(x)",
    "own function": "def h(t):\n    return jnp.sin(t).sum()\ng = jax.grad(h)\nr = g(x)",
    "caught": "try:\n    r = check(x, n)\nexcept TooBig as error:\n    r = str(error), f'{error}', repr(error)\n"
    "except Coded as error:\n    r = error.code, str(error)\ny = x * 2",
    "raised": "y = x * 2\nr = check(y, n)",
    "managed": "with scaled(n) as y:\n    r = y + 1",
    "counted": "seen['a'] += 1\nseen['b'] += n\nr = x * seen['a'] + seen['none']",
}


@pytest.mark.parametrize("name", CELLS)
def test_what_is_made_of_functions_and_classes_compiles(name):
    turns = play(SETUP, CELLS[name], CHANGES, rtol=1e-15)

    assert not broken(turns)
    assert turns[0].breaks == []


@pytest.mark.parametrize("name", ["jitted", "gradient", "mapped", "own function", "caught", "managed"])
def test_and_is_compiled_once(name):
    turns = play(SETUP, CELLS[name], ["", "x[0] = 5.0"], rtol=1e-15)

    assert [turn.report.reused for turn in turns] == [False, True, True]
