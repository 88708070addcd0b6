"""The table of programs, `python -m tests.benchmarks.programs`: does each agree with NumPy, what breaks, who is faster.

Times hold for the machine that it runs on; only the ratio is worth comparing with another one's.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

from jaxlab import pipeline
from jaxlab.model.report import Report
from jaxlab.model.timing import ComparisonRow
from jaxlab.views.rows import ratio, seconds

FOLDER = Path(__file__).parent.parent / "programs"
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


def compare(program: Program) -> Report:
    """The comparison of plain NumPy and the compiled cell."""
    namespace = {"__name__": "__main__"}
    exec(compile(program.setup, f"<jaxlab-{program.name}>", "exec"), namespace)
    return pipeline.compare(program.cell, namespace).report


def jit_row(report: Report) -> ComparisonRow | None:
    """The compiled cell's row; None if the cell was not run twice."""
    rows = report.comparison.rows if report.comparison else ()
    return next((row for row in rows if row.backend == "jit"), None)


def row(program: Program) -> str:
    """One line of the table."""
    report = compare(program)
    jit = jit_row(report)
    if jit is None or report.comparison is None:
        return f"{program.name:22} {report.diagnostics[0]}"
    agrees = {True: "yes", False: "NO", None: "–"}[jit.agrees]
    numpy_s, speedup = report.comparison.baseline.median_s, report.comparison.speedup(jit)
    figures = f"{seconds(numpy_s):>8} {seconds(jit.median_s):>8} {ratio(speedup):>8}"
    reason = report.array_breaks[0].reason if report.array_breaks else jit.note
    return f"{program.name:22} {agrees:6} {len(report.array_breaks):6} {figures}  {reason}"


def main(names: list[str]) -> None:
    """Prints the table of these programs, of all if none is named."""
    print(f"{'program':22} {'agrees':6} {'breaks':6} {'numpy':>8} {'jit':>8} {'ratio':>8}  first break")
    for name in names or NAMES:
        print(row(load(name)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
