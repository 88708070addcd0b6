"""NumPy's functions on stand-ins: NumPy says dtypes and shapes, JAX computes."""
