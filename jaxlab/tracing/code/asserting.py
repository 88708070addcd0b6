"""`assert` on traced values: what it claims is checked at every run, and where it fails, plain Python raises."""

from typing import Any

import jax.numpy as jnp

from jaxlab.tracing.arrays.kinds import is_array, is_jax, is_traced
from jaxlab.tracing.precision import numpy_scope
from jaxlab.tracing.trace import current


def asserted(claim: Any) -> Any:
    """True in place of a traced truth value, which becomes a condition of the program; else the claim itself.

    Raises:
      Untraceable: Inside a function that JAX transforms, where no condition can leave it.
    """
    traced = is_jax(claim) or (is_array(claim) and is_traced(claim))
    if not traced or claim.size != 1:
        return claim  # which of several truth values is meant is Python's to say
    with numpy_scope():
        value = claim if is_jax(claim) else claim.read()
        current().require(jnp.all(jnp.asarray(value) != 0))
    return True
