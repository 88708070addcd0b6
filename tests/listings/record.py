"""Writes the IR of a small notebook, as the installed JAX prints it, to this folder.

Run it from the project's root as `python -c "$(cat tests/listings/record.py)"`: code without a file of its own leaves
no path of this machine in the IR. `python -m tests.listings.golden` then renders the listings anew; read them before
you commit them.
"""

from pathlib import Path

import jax
import numpy as np

from jaxlab.stages import _compat
from jaxlab.stages.hlo_text import has_frame_tables
from tests.unit.stages.cells import cell, run

HELPERS = """
import jax.numpy as jnp

def act(x):
    return jnp.tanh(
        x) * 2.0
"""
LAYER = """
def layer(x, w):
    return act(x @ w)

def turn(i, y):
    return act(y) * 1.5
"""
CELL = """
import jax

y = layer(x, w)
y = jax.lax.fori_loop(0, 10, turn, y)
low = jnp.where(y < 0, y, 0)
high = jnp.where(y > 1, y, 1)
out = (low + high).std()
"""

namespace = {}
run(cell("<cell 1>", HELPERS), namespace)
run(cell("<cell 2>", LAYER), namespace)
code = cell("<cell 3>", CELL)


def program(x, w):
    namespace.update(x=x, w=w)
    exec(code, namespace)
    return namespace["out"]


with _compat.user_locations():
    traced = jax.jit(program).trace(np.ones((8, 4), np.float32), np.ones((4, 16), np.float32))
    _compat.mark_calls(traced.jaxpr)
    lowered = traced.lower()
compiled = lowered.compile()

folder = Path("tests/listings") / f"jax-{jax.__version__}"
folder.mkdir(exist_ok=True)
(folder / "program.stablehlo").write_text(lowered.as_text(debug_info=True))
(folder / "program.hlo").write_text(compiled.as_text())
if not has_frame_tables(compiled.as_text()):
    (folder / "program.pb").write_bytes(_compat.hlo_proto(compiled))
