"""Figures as a person reads them: the only place where numbers get digits and units."""

from collections.abc import Iterable
from dataclasses import dataclass

from jaxlab.model.placement import Aval
from jaxlab.model.source import Span

UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows under a title, every cell already text.

    Attributes:
      title: What the table is about.
      columns: Headings; empty where the first column names each row and no heading is needed.
      rows: Each with as many cells as the others.
      numeric: Indices of the columns that hold figures, to be set flush right.
    """

    title: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[int, ...] = ()


def seconds(value: float | None) -> str:
    """Two digits and a unit: `0.21 s`, `2.1 ms`, `850 ns`."""
    if value is None:
        return UNKNOWN
    if value == 0:
        return "0 s"
    if abs(value) >= 0.1:
        return f"{_digits(value, 2)} s"
    unit, scale = next((pair for pair in (("ms", 1e3), ("µs", 1e6)) if abs(value) * pair[1] >= 1), ("ns", 1e9))
    return f"{_digits(value * scale, 2)} {unit}"


def seconds_between(low: float, high: float) -> str:
    """Two times with the unit once where it is the same: `4.8–5.3 ms`, `990 µs–1.1 ms`."""
    below, above = seconds(low), seconds(high)
    if below == above:
        return above
    number, _, unit = below.rpartition(" ")
    return f"{number if above.endswith(f' {unit}') else below}–{above}"


def bytes_(value: float | None) -> str:
    """Three digits and a decimal unit: `2 MB` is two million bytes."""
    return UNKNOWN if value is None else _scaled(value, ("B", "kB", "MB", "GB", "TB", "PB"))


def count(value: float | None) -> str:
    """Three digits and a power of a thousand: `250 M`."""
    return UNKNOWN if value is None else _scaled(value, ("", "k", "M", "G", "T", "P")).rstrip()


def ratio(value: float | None) -> str:
    """Two digits and a multiplication sign: `3.4×`; three where two would hide the difference from one: `1.04×`."""
    return UNKNOWN if value is None else f"{_digits(value, 3 if 1 < value < 1.1 else 2)}×"


def intensity(value: float | None) -> str:
    """Two digits: flops for every byte."""
    return UNKNOWN if value is None else _digits(value, 2)


def error(value: float | None) -> str:
    """A difference, in scientific notation unless it is exactly zero."""
    if value is None:
        return UNKNOWN
    return "0" if value == 0 else f"{value:.1e}"


def aval(value: Aval) -> str:
    """As JAX writes it, scalars without brackets: `float64[500,500]`, `float64`."""
    return str(value) if value.shape else value.dtype


def lines(spans: Iterable[Span], file: str) -> str:
    """The lines of `file` that the spans cover: `line 3`, `lines 2–5, 8`."""
    covered = sorted({line for span in spans if span.file == file for line in range(span.line, span.end_line + 1)})
    runs: list[list[int]] = []
    for line in covered:
        if runs and line == runs[-1][-1] + 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    named = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
    return f"line{'' if len(covered) == 1 else 's'} {named or UNKNOWN}"


def _digits(value: float, digits: int) -> str:
    """`value` to so many significant digits, never in scientific notation, whole numbers kept whole."""
    rounded = float(f"{value:.{digits}g}")
    return f"{value:,.0f}" if abs(rounded) >= 10 ** (digits - 1) else f"{rounded:g}"


def _scaled(value: float, units: tuple[str, ...]) -> str:
    scaled, unit = float(value), units[0]
    for larger in units[1:]:
        if abs(float(f"{scaled:.3g}")) < 1000:
            break
        scaled, unit = scaled / 1000, larger
    return f"{scaled:.3g} {unit}" if abs(scaled) < 1000 else f"{scaled:,.0f} {unit}"
