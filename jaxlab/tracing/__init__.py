"""NumPy's meaning over JAX values: what a cell's code sees while it is traced."""
