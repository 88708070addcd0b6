"""A sweep: the cell compared at one size after the other, until the time is up."""

from collections.abc import Callable

from jaxlab.measure.clocks import Clock
from jaxlab.measure.contest import Contest, OnProgress
from jaxlab.model.error_text import named
from jaxlab.model.measuring import Progress, Sizes
from jaxlab.model.sweep import Sweep, SweepPoint

FIRST_RUNS = 6
"""Runs of each backend before its samples, about: results compared, loops counted."""


def sweep(
    sizes: Sizes,
    rebuilt: tuple[str, ...],
    compare_at: Callable[[int], Contest],
    *,
    limit_s: float,
    clock: Clock,
    on_progress: OnProgress,
) -> Sweep:
    """Compares at each size, smallest first; stops before one that would go past the limit by what the last took.

    Args:
      sizes: The name and its values.
      rebuilt: Names that `compare_at` makes anew.
      compare_at: Makes the inputs of a size and holds the contest there.
      limit_s: Seconds of the whole.
      clock: Seconds, monotonic.
      on_progress: Told how far it is.
    """
    points: list[SweepPoint] = []
    begun, spent_s, note = clock(), 0.0, ""
    for place, size in enumerate(sizes.values):
        if points and clock() - begun + spent_s + _growing_s(points[-1], size) > limit_s:
            note = f"larger sizes than {points[-1].size:,} would have taken more than the {limit_s:g} s that there were"
            break
        start = clock()
        left_s = max(limit_s - (start - begun), 0.0)
        on_progress(Progress(doing=f"{sizes.name} = {size:,}", share=place / len(sizes.values), remaining_s=left_s))
        try:
            contest = compare_at(size)
        except KeyboardInterrupt:
            note = "interrupted"
            break
        except Exception as error:  # what was measured at smaller sizes counts
            note = f"at {sizes.name} = {size:,} it raised {named(error)}"
            break
        spent_s = clock() - start
        points.append(SweepPoint(size=size, rows=contest.rows))
        if contest.is_interrupted:
            note = "interrupted"
            break
    return Sweep(name=sizes.name, points=tuple(points), rebuilt=rebuilt, note=note)


def _growing_s(last: SweepPoint, size: int) -> float:
    """Seconds of the first runs at `size`, if they grow as the size does; samples are bounded by their budget."""
    runs_s = sum(row.median_s or 0.0 for row in last.rows)
    return FIRST_RUNS * runs_s * size / last.size
