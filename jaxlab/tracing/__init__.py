"""NumPy's meaning over JAX values: what a cell's code sees while it is traced."""

import jaxlab.jax_import  # noqa: F401 - before anything imports JAX
