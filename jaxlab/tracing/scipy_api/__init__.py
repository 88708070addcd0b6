"""SciPy's functions on stand-ins: SciPy says dtypes and shapes, JAX computes."""
