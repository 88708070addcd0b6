"""A sweep beside perfplot's, `python -m tests.benchmarks.sweeps`: three kernels, fifteen sizes, as many samples each.

What is compared is the least wall time of a few turns, as a neighbour only adds. The processor's time would not do: the
threads of NumPy's BLAS go on spinning after a `dot`, into what is measured next to it.
"""

import subprocess
import sys
from collections.abc import Callable
from time import perf_counter
from unittest.mock import patch

import numpy as np

from jaxlab import pipeline
from jaxlab.model.measuring import Measuring, Sizes
from jaxlab.model.sweep import Sweep
from jaxlab.views.rows import seconds

SIZES = tuple(2**power for power in range(8, 23))
SAMPLES = 400
"""About what perfplot itself takes of the larger sizes in the second that it gives each."""
KERNELS: dict[str, Callable[[np.ndarray], float]] = {
    "dot": lambda x: np.dot(x, x),
    "sum": lambda x: (x * x).sum(),
    "einsum": lambda x: np.einsum("i,i->", x, x),
}
CELL = """\
#: dot
y = np.dot(x, x)
#: sum
y = (x * x).sum()
#: einsum
y = np.einsum("i,i->", x, x)
"""
SETUP = "x = np.linspace(0.0, 1.0, n)"


def ours(sizes: tuple[int, ...] = SIZES) -> tuple[float, Sweep]:
    """Seconds of the sweep by `%%compare`, and what it found."""
    namespace: dict = {"__name__": "__main__", "np": np, "n": SIZES[0], "x": np.linspace(0.0, 1.0, SIZES[0])}
    plan = Measuring(
        backends=("numpy",), repeats=SAMPLES, loops=1, budget_s=1e5, sizes=Sizes(name="n", values=sizes), setup=SETUP
    )
    start = perf_counter()
    found = pipeline.compare(CELL, namespace, measuring=plan).report.comparison.sweep
    return perf_counter() - start, found


def perfplots() -> float:
    """Seconds of the same by perfplot, which is told how many samples to take: by itself it fills a time."""
    import perfplot
    from perfplot import _main

    take = _main._b
    with patch.object(_main, "_b", lambda data, kernel, repeat: take(data, kernel, SAMPLES)):
        start = perf_counter()
        perfplot.bench(
            setup=lambda n: np.linspace(0.0, 1.0, n),
            kernels=list(KERNELS.values()),
            labels=list(KERNELS),
            n_range=list(SIZES),
            show_progress=False,
        )
        return perf_counter() - start


def over_perfplot(turns: int) -> float:
    """Our time over perfplot's, each the least of so many turns, in turns."""
    taken_s = {one: [] for one in ("ours", "perfplots")}
    for _ in range(turns):
        for one, found_s in taken_s.items():
            found_s.append(_in_new_process(one))
        print(", ".join(f"{one} {seconds(found_s[-1])}" for one, found_s in taken_s.items()), flush=True)
    return min(taken_s["ours"]) / min(taken_s["perfplots"])


def _in_new_process(which: str) -> float:
    """Seconds of one sweep: where large arrays find their memory depends on what the process did before."""
    command = [sys.executable, "-m", "tests.benchmarks.sweeps", which]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[-1])


def _taken_s(which: str) -> float:
    if which == "perfplots":
        return perfplots()
    ours(SIZES[:2])  # imports are no part of a sweep
    taken_s, sweep = ours()
    short = [(point.size, row.label) for point in sweep.points for row in point.rows if len(row.samples_s) < SAMPLES]
    assert not short, short
    return taken_s


if __name__ == "__main__":
    print(_taken_s(sys.argv[1]) if len(sys.argv) > 1 else f"{over_perfplot(turns=3):.2f}")
