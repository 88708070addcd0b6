"""What forbids to run a cell more than once."""

import pytest

from jaxlab.measure.reach import Obstacle, reach
from tests.unit.measure.notebook import cell, notebook

SETUP = """
import io
import os
import jax
import functools

x = np.arange(3.0)
lines = io.StringIO("a")
steps = iter([1, 2])

def log(value):
    with open("log", "a") as file:
        file.write(str(value))

def outer(value):
    return log(value)

class Recorder:
    def __call__(self, value):
        log(value)

record = Recorder()
fast = jax.jit(lambda a: a + 1)

@functools.lru_cache
def cached(n):
    return n
"""


@pytest.mark.parametrize(
    ("text", "obstacle"),
    [
        ("y = x + 1\nopen('f')", Obstacle(3, "it uses `open`")),
        ("n = input()", Obstacle(2, "it uses `input`")),
        ("exec('x = 1')", Obstacle(2, "it uses `exec`")),
        ("x.tofile('f')", Obstacle(2, "it uses `.tofile`")),
        ("np.save('f', x)", Obstacle(2, "it uses `.save`")),
        ("y = 1\nimport subprocess", Obstacle(3, "it uses `subprocess`")),
        ("def later():\n    return input()", Obstacle(3, "it uses `input`")),
        ("os.getpid()", Obstacle(None, "`os` is from `os`, which may act outside the notebook")),
        ("lines.read()", Obstacle(None, "`lines` can't be put back to where it stands")),
        ("next(steps)", Obstacle(None, "`steps` can't be put back to where it stands")),
        ("outer(x)", Obstacle(None, "it uses `open`")),
        ("record(x)", Obstacle(None, "it uses `open`")),
    ],
)
def test_an_outside_effect_is_told_with_its_line(text, obstacle):
    assert reach(cell(text), notebook(SETUP)).obstacles[0] == obstacle


@pytest.mark.parametrize(
    "text",
    [
        "y = np.linalg.norm(x)\nprint(y)",
        "import math\ny = math.sin(1.0)",
        "y = fast(x)",
        "y = cached(3)",
        "y = jax.vmap(lambda a: a * 2)(x)",
        "open = 3\ny = x",
    ],
)
def test_a_cell_that_only_computes_may_run_again(text):
    assert reach(cell(text), notebook(SETUP)).obstacles == ()
