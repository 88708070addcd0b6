"""Timings and comparisons. Samples are stored; medians and ratios are derived."""

from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """Wall-clock samples of one executable, after its first call.

    Attributes:
      samples_s: One entry a call, in seconds, device work included.
    """

    samples_s: tuple[float, ...]

    @property
    def median_s(self) -> float:
        """Middle sample; one slow outlier does not move it."""
        return median(self.samples_s)


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonRow:
    """One way of running the cell, measured.

    Attributes:
      backend: "numpy", "jit", ...
      samples_s: Steady-state samples in seconds; empty if it could not run.
      first_call_s: The first call, compiling included; None for a backend that does not compile.
      peak_bytes: Most memory in use, in bytes; None where unknown.
      agrees: Whether every output and in-place effect equals the baseline's; None if it could not run.
      max_abs_error: Largest absolute difference from the baseline; None where not comparable.
      note: Why it could not run or must not be ranked; empty otherwise.
    """

    backend: str
    samples_s: tuple[float, ...] = ()
    first_call_s: float | None = None
    peak_bytes: int | None = None
    agrees: bool | None = None
    max_abs_error: float | None = None
    note: str = ""

    @property
    def median_s(self) -> float | None:
        """Middle sample in seconds; None if it did not run."""
        return median(self.samples_s) if self.samples_s else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A cell run by several backends on the same inputs.

    Attributes:
      rows: One a backend; the first is the baseline (plain NumPy).
      tolerance: Relative tolerance within which results count as the same.
    """

    rows: tuple[ComparisonRow, ...]
    tolerance: float

    @property
    def baseline(self) -> ComparisonRow:
        """The plain NumPy run."""
        return self.rows[0]

    def speedup(self, row: ComparisonRow) -> float | None:
        """Baseline's median over the row's; None unless both ran and agree."""
        if not row.agrees or row.median_s is None or self.baseline.median_s is None:
            return None
        return self.baseline.median_s / row.median_s
