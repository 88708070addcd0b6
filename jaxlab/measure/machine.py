"""The machine while a cell is measured: threads, one core for all, and who else is busy."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path

STAT = Path("/proc/stat")
TASKS = Path("/proc/self/task")


@dataclass(frozen=True, slots=True)
class Usage:
    """Seconds of CPU that were spent up to a time.

    Attributes:
      at_s: The time.
      all_s: By everything on the machine.
      own_s: By this process.
    """

    at_s: float
    all_s: float
    own_s: float


def usage() -> Usage | None:
    """What has been spent so far; None where the system does not tell (it is Linux that does)."""
    try:
        user, nice, system = map(int, STAT.read_text().split("\n", 1)[0].split()[1:4])
    except (OSError, ValueError):
        return None
    return Usage(time.monotonic(), (user + nice + system) / os.sysconf("SC_CLK_TCK"), time.process_time())


def others_busy(before: Usage | None, after: Usage | None) -> float | None:
    """CPUs that other processes kept busy between two times, on average; None where that is unknown."""
    if before is None or after is None or after.at_s <= before.at_s:
        return None
    others_s = (after.all_s - before.all_s) - (after.own_s - before.own_s)
    return max(others_s, 0.0) / (after.at_s - before.at_s)


def threads(limit: int | None = None) -> dict[str, int]:
    """By library, how many threads it computes with: XLA one for each core it may use, BLAS as threadpoolctl says."""
    cores = limit or len(_cores())
    counts = {"XLA": cores}
    with suppress(ImportError):
        from threadpoolctl import threadpool_info

        blas = [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]
        if blas:
            counts["BLAS"] = min(max(blas), cores)
    return counts


@contextmanager
def on_cores(number: int | None) -> Iterator[None]:
    """In this scope, all threads of this process share `number` cores; all of its own for None.

    Thread pools keep the threads that they have; on one core only one of them computes at a time.

    Raises:
      OSError: The system does not let threads be bound to cores.
    """
    if number is None:
        yield
        return
    with _blas_threads(number), _bound(set(sorted(_cores())[:number])):
        yield


def can_bind() -> bool:
    """Whether the system lets a process choose its cores."""
    return hasattr(os, "sched_setaffinity") and TASKS.exists()


@contextmanager
def _bound(cores: set[int]) -> Iterator[None]:
    before = _cores()
    try:
        _bind(cores)
        yield
    finally:
        _bind(before)


def _bind(cores: set[int]) -> None:
    for task in TASKS.iterdir():
        with suppress(ProcessLookupError):  # a thread that has ended meanwhile
            os.sched_setaffinity(int(task.name), cores)


def _cores() -> set[int]:
    return os.sched_getaffinity(0) if sys.platform == "linux" else set(range(os.cpu_count() or 1))


def _blas_threads(number: int) -> AbstractContextManager:
    try:
        from threadpoolctl import threadpool_limits
    except ImportError:
        return nullcontext()
    return threadpool_limits(number)
