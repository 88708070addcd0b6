"""Runs a cell again and again, interrupting each run at a random moment, and checks what is left.

Usage: python interrupted.py MOMENTS SEED. Prints how many interrupts hit a running cell.
"""

import os
import random
import signal
import sys
import threading
import time
from contextlib import suppress

import jax
import numpy as np

from jaxlab import pipeline

BODY = """
for i in range({turns}):
    x[:] = np.tanh(x @ a) + {salt}
    y = x + 1.0
log.append(float(y.sum()))
box.total = y
done = done + 1.0
"""


class Box:
    total = None


def fresh() -> dict:
    rng = np.random.default_rng(0)
    return {
        "__name__": "__main__",
        "np": np,
        "x": rng.random((60, 60)),
        "a": rng.random((60, 60)) / 60,
        "y": None,
        "log": [],
        "box": Box(),
        "done": 0.0,
    }


def state(namespace: dict) -> tuple:
    return (
        namespace["x"].tobytes(),
        None if namespace["y"] is None else namespace["y"].tobytes(),
        tuple(namespace["log"]),
        None if namespace["box"].total is None else namespace["box"].total.tobytes(),
        namespace["done"],
    )


def check(namespace: dict) -> None:
    """Types are those of plain NumPy: no tracer, no stand-in."""
    assert type(namespace["x"]) is np.ndarray
    assert all(type(entry) is float for entry in namespace["log"])
    for value in (namespace["y"], namespace["box"].total):
        assert value is None or type(value) is np.ndarray
    assert type(namespace["done"]) is float
    assert not any(isinstance(value, jax.core.Tracer) for value in namespace.values())


def interrupt_after(delay: float) -> threading.Thread:
    def send() -> None:
        time.sleep(delay)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=send)
    thread.start()
    return thread


def one_moment(chance: random.Random, longest: float, salt: int) -> bool:
    """One run with an interrupt; True if it hit."""
    namespace = fresh()
    body = BODY.format(turns=12, salt=salt)
    before = state(namespace)
    hit = False
    sender = interrupt_after(chance.uniform(0.0, longest))
    try:
        pipeline.run(body, namespace)
        sender.join()
        time.sleep(0.01)
    except KeyboardInterrupt:
        hit = True
    finally:
        while sender.is_alive():
            with suppress(KeyboardInterrupt):
                sender.join()
    check(namespace)
    if hit and namespace["done"] == 0.0:
        assert state(namespace) == before, "an interrupted cell has left something"
    else:
        assert len(namespace["log"]) == 1 and namespace["box"].total is not None, "a commit was cut in two"
    return hit


def main() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have started this with Ctrl-C ignored
    moments, seed = map(int, sys.argv[1:])
    chance = random.Random(seed)
    start = time.perf_counter()
    pipeline.run(BODY.format(turns=12, salt=-1), fresh())
    longest = (time.perf_counter() - start) * 1.1
    hits = 0
    for moment in range(moments):
        try:
            hits += one_moment(chance, longest if moment % 2 else longest / 3, moment)
        except KeyboardInterrupt:
            hits += 1
    namespace = fresh()
    pipeline.run(BODY.format(turns=12, salt=-1), namespace)  # everything still works
    assert namespace["done"] == 1.0
    print(hits, "interrupts hit")


main()
