"""The first `%%jit` of a process does not move the random streams that a seeded notebook relies on."""

import subprocess
import sys

import pytest

SCRIPT = """
import random
import numpy as np
np.random.seed(1); random.seed(1)
expected = np.random.rand(), random.random()
np.random.seed(1); random.seed(1)
{action}
assert (np.random.rand(), random.random()) == expected, "a stream has moved"
assert "jax" in __import__("sys").modules
"""

ACTIONS = {
    "run": "import jaxlab; jaxlab.run('y = x + 1', {'x': np.ones(3), 'np': np, '__name__': '__main__'})",
    "compare": "from jaxlab.pipeline import compare; compare('y = x + 1', {'x': np.ones(3), '__name__': '__main__'})",
    "devices": "from jaxlab.magics.devices import survey; survey()",
}


@pytest.mark.parametrize("action", ACTIONS)
def test_streams_stay(action):
    done = subprocess.run([sys.executable, "-c", SCRIPT.format(action=ACTIONS[action])], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
