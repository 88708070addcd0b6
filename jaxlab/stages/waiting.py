"""Waiting for XLA without losing Ctrl-C: the work runs in a thread of its own, the caller only waits."""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from jaxlab.stages import _compat

FIRST_NOTICE_S = 1.0
NOTICE_EVERY_S = 0.2

Result = TypeVar("Result")


def interruptible(
    call: Callable[[], Result],
    *,
    on_wait: Callable[[float], None] | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Result:
    """Runs `call` in a worker thread and waits for it; Ctrl-C ends the wait at once.

    JAX's settings of the calling thread (64-bit types, default device, ...) hold in the worker. Work whose wait was
    interrupted finishes in the background, its result is dropped, and the interpreter joins it at exit: a process that
    ends under a running compile can crash.

    Args:
      call: Takes nothing. It must leave nothing half done if its result is dropped.
      on_wait: Called in the calling thread with the elapsed seconds, about every 0.2 s once a second has passed.
      clock: Seconds, monotonic.

    Raises:
      Exception: What `call` raised.
      KeyboardInterrupt: The wait was interrupted.
    """
    started = clock()
    future = _workers().submit(_with_settings, _compat.thread_config(), call)
    timeout = FIRST_NOTICE_S
    while not _finished(future, timeout):
        if on_wait is not None:
            on_wait(clock() - started)
        timeout = NOTICE_EVERY_S
    return future.result()


@cache
def _workers() -> ThreadPoolExecutor:
    # Idle threads are taken again, so a call costs no thread start; concurrent.futures joins them all at exit.
    return ThreadPoolExecutor(max_workers=64, thread_name_prefix="jaxlab-compile")


def _with_settings(settings: list, call: Callable[[], Result]) -> Result:
    with _compat.applied(settings):
        return call()


def _finished(future: Future, timeout_s: float) -> bool:
    # A wait with a timeout is one that a signal can end on every platform.
    try:
        future.exception(timeout_s)
    except TimeoutError:
        return future.done()
    return True
