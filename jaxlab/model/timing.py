"""Timings of one way of running a cell. Samples are stored; medians and intervals are derived."""

from dataclasses import dataclass
from statistics import median, quantiles

from jaxlab.model.statistics import Interval, median_interval

NOISY = 0.1
"""Half the width of a median's interval, over the median, from which on a row says little."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """Wall-clock samples of one executable, after its first call.

    Attributes:
      samples_s: Seconds a call, device work included; each the mean of a loop.
      loops: Calls in a sample.
    """

    samples_s: tuple[float, ...]
    loops: int = 1

    @property
    def median_s(self) -> float:
        """Middle sample; one slow outlier does not move it."""
        return median(self.samples_s)


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonRow:
    """One way of running the cell, measured.

    Attributes:
      backend: "numpy", "jit", "numba", "jit-x32", "jit@gpu:0", ...
      variant: Name of the section of the cell that it ran; empty for the whole cell.
      samples_s: Steady-state samples in seconds, from NumPy inputs to NumPy results; empty if it could not run.
      loops: Calls in a sample.
      first_call_s: The first call, compiling included; None for a backend that does not compile.
      transfer_s: Of a steady-state call, seconds of conversions between NumPy and the backend's arrays; None where
        there are none or they are unknown.
      peak_bytes: Most memory in use, in bytes; None where unknown.
      agrees: Whether every output and in-place effect equals the baseline's; None if it could not run.
      max_abs_error: Largest absolute difference from the baseline; None where not comparable.
      bits: Bits of its floating-point numbers where they are not the baseline's; None where they are.
      is_ranked: Whether its time says how fast the cell is: not so where nothing was left to compute.
      note: Why it could not run or is not ranked; empty otherwise.
    """

    backend: str
    variant: str = ""
    samples_s: tuple[float, ...] = ()
    loops: int = 1
    first_call_s: float | None = None
    transfer_s: float | None = None
    peak_bytes: int | None = None
    agrees: bool | None = None
    max_abs_error: float | None = None
    bits: int | None = None
    is_ranked: bool = True
    note: str = ""

    @property
    def label(self) -> str:
        """What a person calls it: "numpy", "by hand (jit)"."""
        return f"{self.variant} ({self.backend})" if self.variant else self.backend

    @property
    def median_s(self) -> float | None:
        """Middle sample in seconds; None if it did not run."""
        return median(self.samples_s) if self.samples_s else None

    @property
    def interval_s(self) -> Interval | None:
        """95 % interval of the median, in seconds; None with fewer than six samples."""
        return median_interval(self.samples_s)

    @property
    def quartiles_s(self) -> tuple[float, float] | None:
        """Between these, in seconds, lie the middle half of the samples; None with fewer than two."""
        if len(self.samples_s) < 2:
            return None
        low, _, high = quantiles(self.samples_s, n=4, method="inclusive")
        return low, high

    @property
    def is_noisy(self) -> bool:
        """Whether its median is known to no better than a tenth."""
        interval = self.interval_s
        return interval is not None and interval.high - interval.low > 2 * NOISY * (self.median_s or 0.0)

    def is_ranked_against(self, baseline: "ComparisonRow") -> bool:
        """Whether its time may be compared with the baseline's: both ran, agree, and had something to compute."""
        return bool(self.agrees and self.is_ranked and self.samples_s and baseline.samples_s)

    @property
    def start_s(self) -> float:
        """What the first call costs over a later one, in seconds: 0 for a backend that does not compile."""
        return max((self.first_call_s or 0.0) - (self.median_s or 0.0), 0.0)
