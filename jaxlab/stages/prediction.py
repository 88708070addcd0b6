"""How long XLA will take to compile a program, as far as its equations tell.

XLA fuses elementwise equations into few kernels, each of which LLVM compiles; what ends a fusion costs a kernel of its
own. A kernel that is the same as an earlier one is found again.
"""

from dataclasses import dataclass, field
from math import prod
from typing import Any

from jax.extend.core import Jaxpr, Literal

from jaxlab.stages.pace import programs_in

_EQUATION_S = 0.0008
_AGAIN_S = 0.004
_KERNEL_S = {
    **dict.fromkeys("cumsum cumprod cummax cummin cumlogsumexp reduce_window".split(), 0.04),
    **dict.fromkeys("reduce_sum reduce_prod reduce_max reduce_min reduce_and reduce_or argmax argmin".split(), 0.03),
    **dict.fromkeys("cholesky lu qr eigh svd triangular_solve fft".split(), 0.015),
    **dict.fromkeys("scatter scatter-add scatter_mul scatter_min scatter_max".split(), 0.04),
    "concatenate": 0.02,
    "conv_general_dilated": 0.02,
    "dynamic_update_slice": 0.02,
    "gather": 0.01,
    "sort": 0.03,
}
_PRODUCT_S = {0: 0.02, 1: 0.05, 2: 0.002}
"""By how many operands have axes that are not summed over; for two matrices there is a library."""
# Processor seconds, all of them, as `python -m tests.benchmarks.compile_times` measures them.


def predicted_compile_s(jaxpr: Any) -> float:
    """Seconds that lowering and compiling will take, within a factor of about three.

    The body of a loop counts once however many turns it makes.

    Args:
      jaxpr: A `ClosedJaxpr`.
    """
    return _Estimate().of(jaxpr.jaxpr)


@dataclass(slots=True)
class _Estimate:
    """What is known of the equations so far.

    Attributes:
      kernels: Those that have been counted: primitive, parameters and operands.
      constants: Variables that XLA computes beforehand, each with the numbers that it comes from.
    """

    kernels: set[Any] = field(default_factory=set)
    constants: dict[Any, Any] = field(default_factory=dict)

    def of(self, jaxpr: Jaxpr) -> float:
        """Seconds for the equations of `jaxpr`, and those inside them."""
        return sum(self._equation(equation) for equation in jaxpr.eqns)

    def _equation(self, equation: Any) -> float:
        inner = sum(map(self.of, programs_in(equation)))
        operands = tuple(map(self._operand, equation.invars))
        if operands and all(isinstance(operand, _Known) for operand in operands):
            self.constants.update(
                (variable, _Known((equation.primitive.name, operands))) for variable in equation.outvars
            )
            return 0.0
        return inner + _EQUATION_S + self._kernel(equation, operands)

    def _operand(self, variable: Any) -> Any:
        if isinstance(variable, Literal):
            return _Known(str(variable))
        return self.constants.get(variable) or str(variable.aval)

    def _kernel(self, equation: Any, operands: tuple[Any, ...]) -> float:
        """Seconds for the kernel that the equation ends a fusion with; 0 if it ends none."""
        name = equation.primitive.name
        seconds = _PRODUCT_S[_matrices(equation)] if name == "dot_general" else _KERNEL_S.get(name, 0.0)
        kernel = (name, str(equation.params.get("dimension_numbers")), operands)
        if kernel in self.kernels:
            return min(seconds, _AGAIN_S)
        self.kernels.add(kernel)
        return seconds


@dataclass(frozen=True, slots=True)
class _Known:
    """The numbers that a constant comes from."""

    origin: Any


def _matrices(equation: Any) -> int:
    """How many operands of a product have axes that are not summed over."""
    contracted, batched = equation.params["dimension_numbers"]
    operands = zip(equation.invars, contracted, batched, strict=True)
    kept = (
        [length for axis, length in enumerate(operand.aval.shape) if axis not in (*summed, *batch)]
        for operand, summed, batch in operands
    )
    return sum(prod(lengths) > 1 for lengths in kept)
