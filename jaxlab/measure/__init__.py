"""Measuring a cell: steady timing, plain NumPy against compiled, whether the results agree."""

import jaxlab.jax_import  # noqa: F401 - before anything imports JAX
