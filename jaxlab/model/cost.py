"""What a compiled program costs, as the compiler says it. A figure it does not give is None, never 0."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """XLA's cost analysis of one executable.

    Attributes:
      flops: Floating-point operations, a count.
      bytes_accessed: Bytes read and written.
      transcendentals: Transcendental operations (exp, tanh, ...), a count.
    """

    flops: float | None = None
    bytes_accessed: float | None = None
    transcendentals: float | None = None

    @property
    def arithmetic_intensity(self) -> float | None:
        """Flops for every byte accessed; None where either is unknown."""
        if self.flops is None or not self.bytes_accessed:
            return None
        return self.flops / self.bytes_accessed


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """XLA's memory analysis of one executable, in bytes.

    Attributes:
      argument_bytes: Held by the inputs.
      output_bytes: Held by the outputs.
      temporary_bytes: Scratch space while it runs.
      alias_bytes: Of the outputs, what reuses an input's memory.
      peak_bytes: Most held at one time; None where the backend does not say.
    """

    argument_bytes: int | None = None
    output_bytes: int | None = None
    temporary_bytes: int | None = None
    alias_bytes: int | None = None
    peak_bytes: int | None = None
