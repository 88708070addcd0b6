"""jaxlab's clock against `%timeit` and pyperf, `python -m tests.benchmarks.timing`: the same functions, by turns.

Times hold for the machine that it runs on; what counts is how far the three are apart.
"""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from IPython.core.interactiveshell import InteractiveShell

from jaxlab import pipeline
from jaxlab.model.measuring import Measuring
from jaxlab.views.rows import seconds

ROUNDS = 3
SETUP = (
    "import numpy as np; small = np.arange(8.0); line = np.linspace(0.0, 1.0, 1000); large = np.linspace(0.0, 1.0, "
    "1_000_000); square = np.random.default_rng(0).random((300, 300)); words = [str(n) for n in range(2000)]"
)
STATEMENTS = (
    "small + small",
    "small.sum()",
    "np.sin(line)",
    "np.sort(line)",
    "sorted(words)",
    "np.tanh(line) @ np.cos(line)",
    "sum(range(20_000))",
    "square @ square",
    "np.exp(-large)",
    "np.linalg.svd(square[:120, :120])",
    "[np.sin(line) for _ in range(20_000)]",
    "sum(range(20_000_000))",
)


@dataclass(frozen=True, slots=True)
class Measured:
    """One statement by the three.

    Attributes:
      statement: The code.
      ours_s: Median of the rounds' medians, in seconds.
      timeit_s: The same by `%timeit`.
      pyperf_s: The same by pyperf, in a process of its own.
    """

    statement: str
    ours_s: float
    timeit_s: float
    pyperf_s: float

    @property
    def apart(self) -> float:
        """How far ours is from the nearer one of the others, as a share of it."""
        return min(abs(self.ours_s / other - 1) for other in (self.timeit_s, self.pyperf_s))


def measure(statement: str) -> Measured:
    """Times a statement in three rounds, each by jaxlab, `%timeit` and pyperf in turn."""
    namespace: dict = {"__name__": "__main__"}
    exec(SETUP, namespace)
    rounds = [(ours(statement, namespace), timeit(statement, namespace), pyperf(statement)) for _ in range(ROUNDS)]
    return Measured(statement, *map(median, zip(*rounds, strict=True)))


def ours(statement: str, namespace: dict) -> float:
    """The baseline's median in a comparison."""
    plan = Measuring(backends=("numpy",), budget_s=3.0)
    return pipeline.compare(statement, namespace, measuring=plan).report.comparison.baseline.median_s


def timeit(statement: str, namespace: dict) -> float:
    """The median of `%timeit`'s runs."""
    shell = InteractiveShell.instance()
    shell.user_ns.update(namespace)
    result = shell.run_line_magic("timeit", f"-q -o {statement}")
    return median(result.timings)


def pyperf(statement: str) -> float:
    """The median of `pyperf timeit --fast`."""
    with TemporaryDirectory() as folder:
        result = Path(folder) / "result.json"
        command = [sys.executable, "-m", "pyperf", "timeit", "--fast", "-o", str(result), "-q", "-s", SETUP, statement]
        subprocess.run(command, capture_output=True, check=True)
        runs = json.loads(result.read_text())["benchmarks"][0]["runs"]
    return median(value for run in runs for value in run.get("values", ()))


def main(statements: list[str]) -> None:
    """Prints the table."""
    print(f"{'':40} {'jaxlab':>9} {'%timeit':>9} {'pyperf':>9} {'apart':>7}")
    for statement in statements or STATEMENTS:
        found = measure(statement)
        times = " ".join(f"{seconds(value):>9}" for value in (found.ours_s, found.timeit_s, found.pyperf_s))
        print(f"{statement:40} {times} {found.apart:7.1%}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
