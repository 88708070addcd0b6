"""A sweep beside perfplot's, `python -m tests.benchmarks.sweeps`: three kernels, fifteen sizes, as many samples each.

What is compared is the time of the processor: neither waits for anything, so on a quiet machine that is the wall time,
and on a busy one it does not hold what the neighbours took.
"""

import sys
from collections.abc import Callable
from time import process_time
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
    """Processor seconds of the sweep by `%%compare`, and what it found."""
    namespace: dict = {"__name__": "__main__", "np": np, "n": SIZES[0], "x": np.linspace(0.0, 1.0, SIZES[0])}
    plan = Measuring(
        backends=("numpy",), repeats=SAMPLES, loops=1, budget_s=1e5, sizes=Sizes(name="n", values=sizes), setup=SETUP
    )
    start = process_time()
    found = pipeline.compare(CELL, namespace, measuring=plan).report.comparison.sweep
    return process_time() - start, found


def perfplots() -> float:
    """Processor seconds of the same by perfplot, which is told how many samples to take: by itself it fills a time."""
    import perfplot
    from perfplot import _main

    take = _main._b
    with patch.object(_main, "_b", lambda data, kernel, repeat: take(data, kernel, SAMPLES)):
        start = process_time()
        perfplot.bench(
            setup=lambda n: np.linspace(0.0, 1.0, n),
            kernels=list(KERNELS.values()),
            labels=list(KERNELS),
            n_range=list(SIZES),
            show_progress=False,
        )
        return process_time() - start


def over_perfplot(turns: int) -> float:
    """Our time over perfplot's: the least of so many turns, as a neighbour only adds."""
    return min(_ours_over_perfplots() for _ in range(turns))


def _ours_over_perfplots() -> float:
    ours(SIZES[:2])  # imports are no part of a sweep
    taken_s, sweep = ours()
    short = [(point.size, row.label) for point in sweep.points for row in point.rows if len(row.samples_s) < SAMPLES]
    assert not short, short
    others_s = perfplots()
    print(f"jaxlab {seconds(taken_s)}, perfplot {seconds(others_s)}: {taken_s / others_s:.2f}", flush=True)
    return taken_s / others_s


if __name__ == "__main__":
    over_perfplot(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
