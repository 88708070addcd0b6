"""The table of programs, `python -m tests.benchmarks.programs`: numpy, jit, numba and autograd, and what breaks.

Times hold for the machine that it runs on; only the ratio is worth comparing with another one's.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

from jaxlab import pipeline
from jaxlab.model.comparison import Comparison
from jaxlab.model.measuring import Measuring
from jaxlab.model.report import Report
from jaxlab.model.timing import ComparisonRow
from jaxlab.views.rows import ratio, seconds

FOLDER = Path(__file__).parent.parent / "programs"
BACKENDS = ("numpy", "jit", "numba", "autograd")
NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.py")))


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


def row(program: Program) -> str:
    """One line of the table."""
    report = compare(program, BACKENDS)
    if report.comparison is None:
        return f"| {program.name} | {report.diagnostics[0]} |"
    figures = " | ".join(_figure(report.comparison, row) for row in report.comparison.rows)
    reason = report.array_breaks[0].reason if report.array_breaks else ""
    return f"| {program.name} | {figures} | {len(report.array_breaks)} | {reason} |"


def _figure(comparison: Comparison, row: ComparisonRow) -> str:
    """A median and its ratio, or in a word why there is none."""
    if row.median_s is None:
        return "not installed" if "is not installed" in row.note else "can't run it"
    if row.agrees is False:
        return "other results"
    speedup = comparison.speedup(row)
    is_baseline = row is comparison.baseline
    return seconds(row.median_s) + ("" if is_baseline or speedup is None else f" ({ratio(speedup)})")


def main(names: list[str]) -> None:
    """Prints the table of these programs, of all if none is named, as Markdown."""
    headings = ("program", *BACKENDS, "breaks", "first break")
    print(f"| {' | '.join(headings)} |")
    print(f"|{' --- |' * len(headings)}")
    for name in names or NAMES:
        print(row(load(name)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
