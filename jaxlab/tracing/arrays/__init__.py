"""The stand-in for NumPy's arrays: memory that views share, indexing, operators, methods."""
