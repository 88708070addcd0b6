"""The cell under `%%jit`."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from statistics import median
from typing import Any

from jaxlab.measure.backends import Ran, Subject
from jaxlab.model.placement import Argument
from jaxlab.model.report import Report, Segment

_OPERATION = re.compile(r" = (?:\([^=]*\)|\S+) ([\w-]+)\(")
WIDE, NARROW = {"float64", "complex128"}, {"float32", "complex64"}
_COPYING = {"constant", "copy", "tuple", "bitcast"}


@dataclass
class Compiled:
    """Runs the cell in compiled pieces: guards, conversions and the binding of names included.

    Attributes:
      execute: Runs the cell so, in the notebook's namespace; `details` of what it gives is a function that makes the
        report.
      bits: Bits that were asked for; None for NumPy's.
    """

    execute: Callable[[], Ran]
    name: str = "jit"
    compiles: bool = True
    bits: int | None = None
    _built: bool = field(default=False, init=False)
    _transfers_s: list[float] = field(default_factory=list, init=False)
    _last: Ran | None = field(default=None, init=False)

    def run(self) -> Ran:
        """Runs the cell; every compiled piece ends when the device has finished."""
        ran = self._last = self.execute()
        self._built = self._built or ran.compiled
        if not ran.compiled:
            self._transfers_s.append(ran.transfer_s)
        return ran

    def steady(self) -> Callable[[], Any]:
        """The run itself: it ends when the device has finished, with the results in the notebook."""
        return self.run

    def transfer_s(self) -> float | None:
        """The middle one of all runs that compiled nothing."""
        return median(self._transfers_s) if self._transfers_s else None

    def report(self) -> Report | None:
        """The report of the run that ended last; None if none has. Its `reused` speaks of before all of these runs."""
        if self._last is None:
            return None
        return replace(self._last.details(), reused=not self._built)

    def unranked_because(self) -> str:
        """That the compiler, or tracing before it, has computed everything already; or that bits are not as asked."""
        report = self.report()
        if report is not None and self.bits == 32 and _is_wide(report):
            return "it computed in 64 bits all the same"
        folded = report and report.segments and not report.breaks and all(map(_is_constant, report.segments))
        return "all of it is constant and was computed while compiling, so its time says nothing" if folded else ""

    def peak_bytes(self) -> int | None:
        """By XLA's memory analysis of the largest piece, copies of NumPy inputs on the device included.

        None where XLA says nothing, and where a part of the cell ran plainly: its memory is not in the analysis.
        """
        report = self.report()
        peaks = [_peak(segment) for segment in report.segments if segment.outputs] if report else []
        if report is None or report.array_breaks or not peaks or None in peaks:
            return None
        return max(peak for peak in peaks if peak is not None)


def make(subject: Subject) -> Compiled:
    """The cell under `%%jit`, in the bits and on the device of the choice."""
    return Compiled(
        partial(subject.execute, subject.cell, subject.choice), name=subject.choice.name, bits=subject.choice.bits
    )


def _is_wide(report: Report) -> bool:
    """Whether all its results are in 64 bits; a gradient takes the bits of its input, whatever it was computed in."""
    dtypes = {one.aval.dtype for one in report.outputs if one.aval.dtype in WIDE | NARROW}
    return bool(dtypes) and dtypes <= WIDE


def _is_constant(segment: Segment) -> bool:
    """Whether a run of it copies results that stand in the program, or runs nothing."""
    hlo = segment.listings.get("hlo")
    operations = _OPERATION.findall(hlo.text) if hlo else ()
    return not segment.inputs and set(operations) <= _COPYING


def _peak(segment: Segment) -> int | None:
    """Most memory at one time on top of the inputs: the CPU computes on those of NumPy as they are."""
    if segment.memory is None or segment.memory.peak_bytes is None:
        return None
    there = sum(
        argument.bytes for argument in segment.inputs if argument.python_type == "Array" or _is_on_cpu(argument)
    )
    return max(segment.memory.peak_bytes - there, 0)


def _is_on_cpu(argument: Argument) -> bool:
    placement = argument.placement
    return placement is not None and all(device.startswith("cpu") for device in placement.devices)
