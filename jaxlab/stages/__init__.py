"""JAX's stages: trace, lower, compile, each timed; and every program on the way as a listing linked to the source."""
