"""Measuring a cell: steady timing, plain NumPy against compiled, whether the results agree."""
