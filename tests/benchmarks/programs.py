"""The table of programs: numpy, jit, numba and autograd on whole programs, unmodified.

`python -m tests.benchmarks.programs --write` makes `docs/programs.md`; names of programs alone print their lines.
"""

import os
import platform
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from jaxlab import pipeline
from jaxlab.measure.findings import BUSY
from jaxlab.model.comparison import Comparison
from jaxlab.model.measuring import Measuring
from jaxlab.model.report import Report
from jaxlab.model.timing import ComparisonRow
from jaxlab.views.rows import seconds, seconds_between
from jaxlab.views.verdicts import certainty, faster, is_worth_a_figure

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "tests" / "programs"
DOCUMENT = ROOT / "docs" / "programs.md"
BACKENDS = ("numpy", "jit", "numba", "autograd")
LIBRARIES = ("jax", "jaxlib", "numpy", "numba", "autograd")
NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.py")))
COMMAND = "python -m tests.benchmarks.programs --write"
INTRODUCTION = f"""\
# Programs

Whole programs of NumPy code, each a cell as it stands in [`tests/programs`](../tests/programs), by `%%compare` with four
backends. Written by `{COMMAND}`; none of the figures is edited by hand.

A figure is the median of a run in the steady state, from NumPy's arrays to NumPy's arrays, with the 95 % interval of the
median, and how much faster or slower that is than plain NumPy, with its own. Sizes are small: what a call costs is in
every figure. Autograd computes as NumPy does and records what it would need for a gradient.
"""


@dataclass(frozen=True, slots=True)
class Program:
    """A program as a notebook has it: a cell that sets up, and a cell that computes.

    Attributes:
      name: Of its file.
      setup: Code that runs plainly.
      cell: Code under the magic.
    """

    name: str
    setup: str
    cell: str


def load(name: str) -> Program:
    """The program of that name, whose parts follow the lines `# setup` and `# cell`."""
    text = (FOLDER / f"{name}.py").read_text()
    _, _, parts = text.partition("# setup\n")
    setup, _, cell = parts.partition("# cell\n")
    return Program(name, setup, cell)


def compare(program: Program, backends: tuple[str, ...] = ("numpy", "jit")) -> Report:
    """The comparison of plain NumPy with the compiled cell, and with others."""
    namespace = {"__name__": "__main__"}
    exec(compile(program.setup, f"<jaxlab-{program.name}>", "exec"), namespace)
    return pipeline.compare(program.cell, namespace, measuring=Measuring(backends=backends)).report


def jit_row(report: Report) -> ComparisonRow | None:
    """The compiled cell's row; None if the cell was not run twice."""
    rows = report.comparison.rows if report.comparison else ()
    return next((row for row in rows if row.backend == "jit"), None)


def document(names: Iterable[str]) -> Iterator[str]:
    """The lines of the document, program by program."""
    yield from INTRODUCTION.splitlines()
    headings = ("program", *BACKENDS, "first call of jit", "lines that jit runs plainly")
    yield ""
    yield f"| {' | '.join(headings)} |"
    yield f"|{' --- |' * len(headings)}"
    notes: list[str] = []
    busy: list[float] = []
    for name in names:
        report = compare(load(name), BACKENDS)
        yield line(name, report)
        notes += _notes(name, report)
        busy += [report.comparison.others_busy] if report.comparison and report.comparison.others_busy else []
    yield from ("", "Why a figure is missing:", "", *(f"- {note}" for note in notes)) if notes else ()
    yield from ("", *_circumstances(busy))


def line(name: str, report: Report) -> str:
    """A program's line of the table."""
    if report.comparison is None:
        return f"| {name} | {report.diagnostics[0]} |"
    figures = (_figure(report.comparison, row) for row in report.comparison.rows)
    jit = jit_row(report)
    first = seconds(jit.first_call_s) if jit is not None and jit.first_call_s is not None else "–"
    return f"| {name} | {' | '.join(figures)} | {first} | {len(report.array_breaks) or '–'} |"


def _figure(comparison: Comparison, row: ComparisonRow) -> str:
    """A median and its ratio with their intervals, or in a word why there is none."""
    if row.median_s is None:
        return "not installed" if "is not installed" in row.note else "can't run it"
    if row.agrees is False:
        return "other results"
    interval = row.interval_s
    within = f" ({seconds_between(interval.low, interval.high)})" if interval else ""
    return f"{seconds(row.median_s)}{within}{_verdict(comparison, row)}"


def _verdict(comparison: Comparison, row: ComparisonRow) -> str:
    speedup = comparison.speedup(row)
    if row is comparison.baseline or speedup is None:
        return "" if row is comparison.baseline else ", not ranked"
    if not is_worth_a_figure(comparison, row):
        return ", no difference seen"
    return f", **{faster(speedup)}** ({certainty(comparison, row).removeprefix('95 %: ')})"


def _notes(name: str, report: Report) -> Iterator[str]:
    """Why figures of a program are missing, one backend each."""
    for row in report.comparison.rows if report.comparison else ():
        if row.agrees is False:
            why = next(
                (found.message for found in report.diagnostics if found.message.startswith(f"In {row.label},")), ""
            )
            yield f"{name}: {why}"
        elif row.note:
            yield f"{name}, {row.label}: {row.note.replace('|', '/')}"


def _circumstances(busy: list[float]) -> Iterator[str]:
    """Machine, versions, date."""
    yield f"Measured on {datetime.now(UTC):%Y-%m-%d}: {_processor()}, {os.cpu_count()} cores, {platform.system()},"
    yield f"Python {platform.python_version()}, {', '.join(f'{name} {_version(name)}' for name in LIBRARIES)}."
    if busy:
        yield f"Other processes kept {min(busy):.1f} to {max(busy):.1f} CPUs busy meanwhile; samples were taken by turns."
    if busy and max(busy) > BUSY:
        yield "So times are longer than on a quiet machine, most of all those of compiled programs, whose threads wait for"
        yield "each other: run the command on a quiet one before drawing conclusions."


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def main(arguments: list[str]) -> None:
    """Writes the document, or prints lines of its table."""
    if arguments == ["--write"]:
        DOCUMENT.write_text("\n".join(_told(document(NAMES))) + "\n")
        return
    for name in arguments or NAMES:
        print(line(name, compare(load(name), BACKENDS)), flush=True)


def _told(lines: Iterator[str]) -> Iterator[str]:
    for text in lines:
        print(text, flush=True)
        yield text


if __name__ == "__main__":
    main(sys.argv[1:])
