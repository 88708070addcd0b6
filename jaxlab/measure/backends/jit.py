"""The cell under `%%jit`."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from jaxlab.measure.backends import Ran
from jaxlab.model.report import Report, Segment


@dataclass
class Compiled:
    """Runs the cell in compiled pieces: guards, conversions and the binding of names included.

    Attributes:
      execute: Runs the cell so, in the notebook's namespace; `details` of what it gives is a function that makes the
        report.
    """

    execute: Callable[[], Ran]
    name: str = "jit"
    compiles: bool = True
    _built: bool = field(default=False, init=False)
    _last: Ran | None = field(default=None, init=False)

    def run(self) -> Ran:
        """Runs the cell; every compiled piece ends when the device has finished."""
        ran = self._last = self.execute()
        self._built = self._built or ran.compiled
        return ran

    def report(self) -> Report | None:
        """The report of the run that ended last; None if none has. Its `reused` speaks of before all of these runs."""
        if self._last is None:
            return None
        return replace(self._last.details(), reused=not self._built)

    def peak_bytes(self) -> int | None:
        """By XLA's memory analysis of the largest piece, copies of NumPy inputs on the device included.

        None where XLA says nothing, and where a part of the cell ran plainly: its memory is not in the analysis.
        """
        report = self.report()
        peaks = [_peak(segment) for segment in report.segments if segment.outputs] if report else []
        if report is None or report.array_breaks or not peaks or None in peaks:
            return None
        return max(peak for peak in peaks if peak is not None)


def _peak(segment: Segment) -> int | None:
    memory = segment.memory
    if memory is None:
        return None
    on_device: Any = sum(argument.bytes for argument in segment.inputs if argument.python_type == "Array")
    if memory.peak_bytes:
        return memory.peak_bytes - on_device
    parts = (memory.argument_bytes, memory.output_bytes, memory.temporary_bytes)
    if any(part is None for part in parts):
        return None
    return sum(part or 0 for part in parts) - (memory.alias_bytes or 0) - on_device
