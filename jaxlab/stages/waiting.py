"""Waiting for XLA without losing Ctrl-C: the work runs in a thread of its own, the caller only waits."""

import atexit
import time
from collections.abc import Callable
from threading import Lock, Thread
from typing import Any, Generic, TypeVar

from jaxlab.stages import _compat

FIRST_NOTICE_S = 1.0
NOTICE_EVERY_S = 0.2

Result = TypeVar("Result")

_idle: list["_Worker"] = []
_running: set["_Work[Any]"] = set()


class OutOfTime(Exception):
    """The wait was given up; the work goes on in the background, and what it gives is dropped."""


def interruptible(
    call: Callable[[], Result],
    *,
    on_wait: Callable[[float], None] | None = None,
    limit_s: float = float("inf"),
    clock: Callable[[], float] = time.monotonic,
) -> Result:
    """Runs `call` in another thread and waits for it; Ctrl-C ends the wait at once.

    JAX's settings of the calling thread (64-bit types, default device, ...) hold in the other. Work whose wait has
    ended before it finishes in the background and its result is dropped.

    Args:
      call: Takes nothing. It must leave nothing half done if its result is dropped.
      on_wait: Called in the calling thread with the elapsed seconds, about every 0.2 s once a second has passed.
      limit_s: Seconds of waiting, looked at as often, after which the wait is given up.
      clock: Seconds, monotonic.

    Raises:
      Exception: What `call` raised.
      OutOfTime: It took longer than `limit_s`.
      KeyboardInterrupt: The wait was interrupted.
    """
    started = clock()
    work = _Work(call)
    _worker().take(work)
    timeout_s = FIRST_NOTICE_S
    while not work.is_done_within(timeout_s):
        elapsed_s = clock() - started
        if elapsed_s > limit_s:
            raise OutOfTime
        if on_wait is not None:
            on_wait(elapsed_s)
        timeout_s = NOTICE_EVERY_S
    return work.outcome()


class _Work(Generic[Result]):
    """A call on its way through another thread."""

    def __init__(self, call: Callable[[], Result]) -> None:
        self._call = call
        self._settings = _compat.thread_config()
        self._results: list[Result] = []
        self._error: BaseException | None = None
        self._pending = Lock()
        self._pending.acquire()

    def run(self) -> None:
        """Makes the call, in the other thread."""
        try:
            with _compat.applied(self._settings):
                self._results.append(self._call())
        except BaseException as error:
            self._error = error

    def finish(self) -> None:
        """Ends the wait."""
        self._pending.release()

    def is_done_within(self, timeout_s: float) -> bool:
        """Waits; a signal ends it, as Python's locks let signals through."""
        return self._pending.acquire(timeout=timeout_s)

    def outcome(self) -> Result:
        """Gives what the call gave, or raises what it raised."""
        if self._error is None:
            return self._results.pop()
        try:
            raise self._error
        finally:
            self._error = None  # its traceback refers to this frame


class _Worker(Thread):
    """A thread that does one piece of work after the other.

    An interrupt can come at any moment, also while work is handed over: at worst it leaves a worker that waits for
    nothing. `concurrent.futures` then hangs at exit.
    """

    def __init__(self) -> None:
        super().__init__(name="jaxlab-worker", daemon=True)
        self._work: _Work[Any] | None = None
        self._asleep = Lock()
        self._asleep.acquire()

    def take(self, work: _Work[Any]) -> None:
        """Lets the worker, which is idle, do `work`."""
        self._work = work
        self._asleep.release()

    def run(self) -> None:
        while True:
            self._asleep.acquire()
            work, self._work = self._work, None
            assert work is not None
            _running.add(work)
            work.run()
            _running.discard(work)
            _idle.append(self)  # before the caller goes on, so that its next call finds this worker again
            work.finish()
            del work


def _worker() -> _Worker:
    try:
        return _idle.pop()
    except IndexError:
        worker = _Worker()
        worker.start()
        return worker


@atexit.register
def _join_all() -> None:
    """Waits for abandoned work: a process that ends under a running compile can crash."""
    for work in list(_running):
        work.is_done_within(-1)
