"""A sweep beside perfplot's, `python -m tests.benchmarks.sweeps`: three kernels, fifteen sizes, as many samples each."""

import sys
from collections.abc import Callable
from time import perf_counter
from unittest.mock import patch

import numpy as np

from jaxlab import pipeline
from jaxlab.model.measuring import Measuring, Sizes
from jaxlab.model.sweep import Sweep
from jaxlab.views.rows import ratio, seconds

SIZES = tuple(2**power for power in range(7, 22))
SAMPLES = 50
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


def ours() -> tuple[float, Sweep]:
    """Seconds of the sweep by `%%compare`, and what it found."""
    namespace: dict = {"__name__": "__main__", "np": np, "n": SIZES[0], "x": np.linspace(0.0, 1.0, SIZES[0])}
    plan = Measuring(
        backends=("numpy",), repeats=SAMPLES, loops=1, budget_s=600.0, sizes=Sizes(name="n", values=SIZES), setup=SETUP
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
    """Our wall time over perfplot's: the least of so many turns, as a neighbour only adds."""
    return min(_ours_over_perfplots() for _ in range(turns))


def _ours_over_perfplots() -> float:
    taken_s, sweep = ours()
    assert all(len(row.samples_s) == SAMPLES for point in sweep.points for row in point.rows)
    others_s = perfplots()
    print(f"jaxlab {seconds(taken_s)}, perfplot {seconds(others_s)}: {ratio(taken_s / others_s)}", flush=True)
    return taken_s / others_s


if __name__ == "__main__":
    over_perfplot(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
