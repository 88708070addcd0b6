"""jaxlab's clock against `%timeit` and pyperf, `python -m tests.benchmarks.timing`: the same functions, by turns.

Times hold for the machine that it runs on; what counts is how far the three are apart. They take turns every few
samples, and each is compared with the others of its own turn: a busy neighbour disturbs all three alike.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from IPython.core.interactiveshell import InteractiveShell
from threadpoolctl import threadpool_limits
from traitlets.config import Config

from jaxlab.cell.names import names_of
from jaxlab.cell.parse import parse
from jaxlab.measure.backends.numpy import Plain
from jaxlab.measure.fresh import FreshInputs
from jaxlab.measure.reach import reach
from jaxlab.measure.steady import Race, Rival, Sampling, interleaved
from jaxlab.views.rows import seconds

ROUNDS, TURNS = 3, 4
"""Rounds of all statements, each of so many turns of the three."""
SAMPLES, SLOW_SAMPLES = 15, 3
"""Samples that each takes in its turn, of a slow statement fewer."""
SLOW_S = 2e-2
SETUP = (
    "import numpy as np; small = np.arange(8.0); line = np.linspace(0.0, 1.0, 1000); large = np.linspace(0.0, 1.0, "
    "1_000_000); square = np.random.default_rng(0).random((300, 300)); words = [str(n) for n in range(2000)]"
)
STATEMENTS = (
    "np.where(small > 3.0, small, 0.0)",
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
class Turn:
    """One statement by the three, one right after the other.

    Attributes:
      ours_s: Median by jaxlab, in seconds.
      timeit_s: Median by `%timeit`.
      pyperf_s: Median by pyperf, in a process of its own.
    """

    ours_s: float
    timeit_s: float
    pyperf_s: float


@dataclass(frozen=True, slots=True)
class Measured:
    """One statement in all turns.

    Attributes:
      statement: The code.
      turns: What each gave.
    """

    statement: str
    turns: tuple[Turn, ...]

    @property
    def over_timeit(self) -> float:
        """Ours over `%timeit`'s: the middle one of the turns."""
        return median(turn.ours_s / turn.timeit_s for turn in self.turns)

    @property
    def over_pyperf(self) -> float:
        """Ours over pyperf's: the middle one of the turns."""
        return median(turn.ours_s / turn.pyperf_s for turn in self.turns)

    @property
    def apart(self) -> float:
        """How far ours is from the nearer one of the other two, as a share; 0 where it lies between them."""
        low, high = sorted((self.over_timeit - 1, self.over_pyperf - 1))
        return 0.0 if low <= 0 <= high else min(abs(low), abs(high))

    def __str__(self) -> str:
        """A line of the table."""
        figures = ("ours_s", "timeit_s", "pyperf_s")
        times = (median(getattr(turn, figure) for turn in self.turns) for figure in figures)
        shown = " ".join(f"{seconds(time_s):>9}" for time_s in times)
        return f"{self.statement:40} {shown} {self.over_timeit:9.3f} {self.over_pyperf:9.3f} {self.apart:7.1%}"


class Subject:
    """A statement that each of the three can take a few samples of.

    Args:
      statement: The code.
    """

    def __init__(self, statement: str) -> None:
        self._statement = statement
        self._namespace: dict = {"__name__": "__main__"}
        exec(SETUP, self._namespace)
        rival = self._rival()
        (first,) = interleaved([rival], Sampling(repeats=3))
        self._loops = first.loops
        self._samples = SAMPLES if first.median_s < SLOW_S else SLOW_SAMPLES
        self._race = Race.begin([rival], Sampling(repeats=sys.maxsize, loops=self._loops, budget_s=inf))
        self._rounds: Iterator[float] = self._race.rounds()
        _shell().user_ns.update(self._namespace)

    def turn(self, number: int) -> Turn:
        """Samples by all three; every turn begins with another one."""
        tools = (self._ours, self._timeit, self._pyperf)
        order = [(place + number) % len(tools) for place in range(len(tools))]
        found = {place: tools[place]() for place in order}
        return Turn(*(found[place] for place in range(len(tools))))

    def _rival(self) -> Rival:
        """The statement as `%%compare` times its baseline."""
        cell = parse(self._statement, "<jaxlab-benchmark>", "%%compare\n")
        plain = Plain(cell, self._namespace)
        plain.run()
        held = reach(cell, self._namespace).held
        return Rival(plain.steady(), FreshInputs(held, self._namespace).renewing(names_of(cell.body).may_read))

    def _ours(self) -> float:
        for _ in range(self._samples):
            next(self._rounds)
        return median(self._race.timings()[0].samples_s[-self._samples :])

    def _timeit(self) -> float:
        result = _shell().run_line_magic("timeit", f"-q -o -n {self._loops} -r {self._samples} {self._statement}")
        return median(result.timings)

    def _pyperf(self) -> float:
        counts = ("-l", str(self._loops), "-n", str(self._samples), "-w", "1")
        with TemporaryDirectory() as folder:
            path = Path(folder) / "result.json"
            command = (sys.executable, "-m", "pyperf", "timeit", "--worker", *counts, "-o", str(path), "-s", SETUP)
            alone = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
            subprocess.run([*command, self._statement], capture_output=True, check=True, env=alone)
            return median(json.loads(path.read_text())["benchmarks"][0]["runs"][0]["values"])


def _shell() -> InteractiveShell:
    """IPython's shell, which keeps no history of what is measured here."""
    config = Config()
    config.HistoryManager.enabled = False
    return InteractiveShell.instance(config=config)


def measure(statements: Sequence[str] = STATEMENTS, told: Callable[[str], None] = lambda line: None) -> list[Measured]:
    """Times statements in rounds of turns; BLAS has one thread, as two would wait for each other on a busy machine.

    Args:
      statements: The code of each.
      told: Told of each statement when it has been timed for the last time.
    """
    turns: dict[str, list[Turn]] = {statement: [] for statement in statements}
    with threadpool_limits(1):
        subjects = {statement: Subject(statement) for statement in statements}
        for number in range(ROUNDS):
            for statement, subject in subjects.items():
                turns[statement] += [subject.turn(number + turn) for turn in range(TURNS)]
                if number == ROUNDS - 1:
                    told(str(Measured(statement, tuple(turns[statement]))))
    return [Measured(statement, tuple(found)) for statement, found in turns.items()]


def main(statements: list[str]) -> None:
    """Prints the table."""
    heads = ("jaxlab", "%timeit", "pyperf", "/ %timeit", "/ pyperf")
    print(f"{'':40} {' '.join(f'{head:>9}' for head in heads)} {'apart':>7}")
    measure(statements or STATEMENTS, lambda line: print(line, flush=True))


if __name__ == "__main__":
    main(sys.argv[1:])
