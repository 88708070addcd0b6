"""Reading a cell: its statements, its names, and its code rewritten for tracing. No JAX, no IPython."""
