"""What a person asked of one run: the options of the magics, parsed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Gradient:
    """What `%%grad` differentiates.

    Attributes:
      wrt: Names to differentiate by; empty for every floating-point array input.
      of: Name of the scalar; None for the cell's last expression.
      into: Name that the gradient is bound to.
    """

    wrt: tuple[str, ...] = ()
    of: str | None = None
    into: str = "grads"


XlaValue = bool | int | float | str
"""What an option of XLA takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Options of one run.

    Attributes:
      magic: Name of the magic, for the report.
      strict: Whether a break is an error.
      static: Names whose values are compile-time constants.
      traced: Names whose values are inputs although they would be constants.
      x32: Whether NumPy code computes in 32 bits.
      device: Such as "cpu:0"; None for JAX's default device.
      check: Whether the cell also runs plainly, on copies, and every output is compared.
      gradient: What to differentiate; None for no differentiation.
      xla: Options for XLA, name and value each.
      passes: Whether the report holds the program between XLA's passes.
      code: Whether the report holds the code that XLA makes: LLVM's IR, assembly, PTX.
      profile: Whether the compiled program is run for its times, instruction by instruction.
      compile_budget_s: Compile time, as predicted from the size of the trace, beyond which a piece runs plainly; it
        does so too after twice that time of compiling.
    """

    magic: str = "jit"
    strict: bool = False
    static: tuple[str, ...] = ()
    traced: tuple[str, ...] = ()
    x32: bool = False
    device: str | None = None
    check: bool = False
    gradient: Gradient | None = None
    xla: tuple[tuple[str, XlaValue], ...] = ()
    passes: bool = False
    code: bool = False
    profile: bool = False
    compile_budget_s: float = 10.0
