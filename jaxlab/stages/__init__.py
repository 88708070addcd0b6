"""JAX's stages: trace, lower, compile, each timed; and every program on the way as a listing linked to the source."""

import jaxlab.jax_import  # noqa: F401 - before anything imports JAX
