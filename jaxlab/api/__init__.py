"""The doors of plain Python: everything the magics do, for functions, and for blocks under a `with`."""
