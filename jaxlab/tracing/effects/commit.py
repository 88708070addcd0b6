"""Commits a run: everything is built first, then put in its places without letting an interrupt in between."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import Any

import numpy as np

from jaxlab.tracing.effects.templates import Build
from jaxlab.tracing.effects.writes import Effects
from jaxlab.tracing.random import NONE_DRAWN, Drawn

Action = Callable[[], None]


def commit(effects: Effects, results: list[Any], values: list[Any], drawn: Drawn = NONE_DRAWN) -> Any:
    """Leaves in the notebook what the piece of code leaves, and gives its last expression's value.

    An error while building leaves the notebook untouched; from the first write on, interrupts wait.

    Args:
      effects: What the trace found.
      results: The program's outputs: NumPy arrays, and JAX arrays where these stay.
      values: The notebook's values, one an entry of the log of reads.
      drawn: The run's random numbers, whose generators move on.
    """
    run = Build(results, values, drawn.made)
    actions = list(_actions(effects, run))
    value = None if effects.value is None else effects.value.build(run)
    acts = [act.map(lambda template: template.build(run)) for act in effects.acts]
    with nullcontext() if _is_one_step(effects) else interrupts_deferred():
        for action in actions:
            action()
        drawn.commit()
    for act in acts:
        act.perform()
    return value


def _is_one_step(effects: Effects) -> bool:
    """Whether all that is written is names of one namespace: an interrupt then comes before them all, or after."""
    others = (effects.arrays, effects.containers, effects.appends, effects.objects, effects.randomness.origins)
    return not any(others) and len(effects.names) <= 1 and not any(write.deleted for write in effects.names)


def _actions(effects: Effects, run: Build) -> Iterator[Action]:
    for array in effects.arrays:
        yield _copy(run.values[array.read], run.results[array.slot])
    for container in effects.containers:
        yield _refill(run.values[container.read], container.contents.build(run))
    for grown in effects.appends:
        yield partial(run.values[grown.read].extend, grown.appended.build(run))
    for write in effects.objects:
        value = None if write.value is None else write.value.build(run)
        yield _set_attribute(run.values[write.read], write.name, value, write.value is None)
    for names in effects.names:
        yield _bind(names.namespace, {name: made.build(run) for name, made in names.bound.items()}, names.deleted)


def _copy(target: np.ndarray, new: Any) -> Action:
    return lambda: np.copyto(target, new)


def _refill(target: Any, new: Any) -> Action:
    def refill() -> None:
        if isinstance(target, list):
            target[:] = new
        else:
            target.clear()
            target.update(new)

    return refill


def _set_attribute(owner: Any, name: str, value: Any, deleted: bool) -> Action:
    if deleted:
        return lambda: delattr(owner, name) if hasattr(owner, name) else None  # else the code itself had bound it
    return lambda: setattr(owner, name, value)


def _bind(namespace: dict[str, Any], bound: dict[str, Any], deleted: tuple[str, ...]) -> Action:
    def bind() -> None:
        for name in deleted:
            namespace.pop(name, None)
        namespace.update(bound)

    return bind


@contextmanager
def interrupts_deferred() -> Iterator[None]:
    """In this scope Ctrl-C waits; it takes effect at the end."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[tuple[int, Any]] = []
    previous = signal.signal(signal.SIGINT, lambda number, frame: waiting.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)
        if waiting and callable(previous):
            previous(*waiting[0])
