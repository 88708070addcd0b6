"""JAX, imported so that NumPy's and Python's random streams stay where they were.

JAX's import draws from NumPy's own generator (its cluster detection picks a port), so that a seeded notebook would see
other numbers after its first `%%jit`. Whatever of jaxlab needs JAX imports this first.
"""

import random
import sys

__all__ = ["jax"]

if "jax" in sys.modules:
    import jax
else:
    import numpy as np

    _numpy_state, _python_state = np.random.get_state(legacy=False), random.getstate()
    import jax

    np.random.set_state(_numpy_state)
    random.setstate(_python_state)
