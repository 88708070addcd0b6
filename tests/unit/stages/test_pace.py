"""Calls that come back at once are waited for where they are made; the others in a thread, so that Ctrl-C gets through."""

import signal
import threading
import time

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxlab.stages.pace import Calls, may_take_its_time, ready

_ARRAY = jnp.ones(3)


class Executable:
    """Notes the threads that call it; takes `held_s` seconds to come back."""

    def __init__(self, held_s: float = 0.0) -> None:
        self.held_s = held_s
        self.in_main_thread: list[bool] = []

    def __call__(self, _):
        self.in_main_thread.append(threading.current_thread() is threading.main_thread())
        time.sleep(self.held_s)
        return [_ARRAY]


@pytest.mark.parametrize(
    ("held_s", "may_vary", "after_the_first"),
    [(0.0, False, True), (0.0, True, False), (0.1, False, False)],
)
def test_where_calls_are_made(held_s, may_vary, after_the_first):
    executable = Executable(held_s)
    calls = Calls(executable, may_vary=may_vary)

    results = [calls.wait_for(np.ones(3)) for _ in range(3)]

    assert executable.in_main_thread == [False, after_the_first, after_the_first]
    assert all(np.array_equal(result[0], np.ones(3)) for result in results)


@pytest.mark.parametrize(
    ("function", "may"),
    [
        (lambda x: jnp.sin(x) @ x, False),
        (jax.jit(lambda x: x + 1), False),
        (lambda x: jax.lax.while_loop(lambda y: y.sum() < 9, lambda y: y + 1, x), True),
        (
            lambda x: jax.lax.cond(x.sum() > 1, lambda y: jax.lax.fori_loop(0, 9, lambda _, z: z + 1, y), jnp.sin, x),
            True,
        ),
        (lambda x: jax.pure_callback(np.sin, jax.ShapeDtypeStruct(x.shape, x.dtype), x), True),
    ],
)
def test_loops_and_callbacks_take_their_time(function, may):
    jaxpr = jax.make_jaxpr(function)(np.ones((2, 2), np.float32))

    assert may_take_its_time(jaxpr.jaxpr) is may


class Slow:
    """An array that is never ready."""

    def is_ready(self) -> bool:
        return False


def test_an_interrupt_ends_the_wait():
    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            ready([Slow()])
    finally:
        signal.signal(signal.SIGALRM, before)
