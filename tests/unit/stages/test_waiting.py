"""Waiting for work in another thread."""

import signal
import subprocess
import sys
import threading
from itertools import count

import jax
import jax.numpy as jnp
import pytest

from jaxlab.stages import waiting
from jaxlab.stages.waiting import OutOfTime, interruptible
from jaxlab.tracing._compat import x64, x64_enabled

LEAVE_UNDER_A_COMPILE = """
import _thread, threading, jax, jax.numpy as jnp
from jaxlab.stages.waiting import interruptible

def deep(x):
    for _ in range(200):
        x = jnp.sin(x) @ x
    return x

lowered = jax.jit(deep).lower(jnp.ones((50, 50)))
leaving = threading.Event()

def compile():
    _thread.interrupt_main()
    leaving.wait()
    compiled = lowered.compile()
    print("compiled", flush=True)
    return compiled

try:
    interruptible(compile)
except KeyboardInterrupt:
    print("interrupted", flush=True)
leaving.set()
"""


def test_the_result_comes_back() -> None:
    assert interruptible(lambda: threading.current_thread() is threading.main_thread()) is False


@pytest.mark.parametrize("error", [ValueError("no"), TimeoutError("the call's own"), SystemExit(3)])
def test_what_the_call_raises_comes_back(error: BaseException) -> None:
    def call() -> None:
        raise error

    with pytest.raises(type(error)) as raised:
        interruptible(call)

    assert raised.value is error


def test_the_callers_jax_settings_hold_in_the_worker() -> None:
    with x64(True), jax.default_matmul_precision("float32"):
        found = interruptible(lambda: (x64_enabled(), jnp.zeros(1).dtype.name, jax.config.jax_default_matmul_precision))

    assert found == (True, "float64", "float32")


def test_the_settings_leave_the_worker_with_the_call() -> None:
    with x64(True):
        interruptible(x64_enabled)

    assert interruptible(lambda: (x64_enabled(), jnp.zeros(1).dtype.name)) == (False, "float32")


def test_the_wait_is_announced_with_the_elapsed_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "FIRST_NOTICE_S", 0.001)
    monkeypatch.setattr(waiting, "NOTICE_EVERY_S", 0.001)
    release = threading.Event()
    seconds = count(start=0.0, step=1.5)
    announced: list[float] = []

    def on_wait(elapsed_s: float) -> None:
        announced.append(elapsed_s)
        if len(announced) == 3:
            release.set()

    interruptible(release.wait, on_wait=on_wait, clock=lambda: next(seconds))

    assert announced[:3] == [1.5, 3.0, 4.5]


def test_a_wait_beyond_its_limit_is_given_up_and_the_work_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "FIRST_NOTICE_S", 0.001)
    release, finished = threading.Event(), threading.Event()
    seconds = count(start=0.0, step=1.5)

    def call() -> None:
        release.wait()
        finished.set()

    with pytest.raises(OutOfTime):
        interruptible(call, limit_s=1.0, clock=lambda: next(seconds))

    assert not finished.is_set()
    release.set()
    assert finished.wait(60)


def test_an_interrupt_ends_the_wait_and_not_the_work() -> None:
    release, finished = threading.Event(), threading.Event()

    def call() -> None:
        signal.raise_signal(signal.SIGINT)  # handled in the main thread, which waits
        release.wait()
        finished.set()

    with pytest.raises(KeyboardInterrupt):
        interruptible(call)

    assert not finished.is_set()
    release.set()
    assert finished.wait(60)


def test_a_process_leaves_cleanly_under_an_abandoned_compile() -> None:
    left = subprocess.run([sys.executable, "-c", LEAVE_UNDER_A_COMPILE], capture_output=True, text=True)

    assert (left.returncode, left.stdout, left.stderr) == (0, "interrupted\ncompiled\n", "")
