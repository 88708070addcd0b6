"""Runs a loop or a branch that can't be traced: its test and its iterable plainly, what is inside as pieces.

A short loop is not worth it: it runs as plain Python until it has taken `PATIENCE_S`, and a loop whose turns are
quicker than `WORTHWHILE_S` stays plain, since finding a compiled piece again takes tens of microseconds.
"""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import partial
from time import perf_counter
from typing import Any, Protocol

import numpy as np

from jaxlab.cell.blocks import ITEM, REST, Block, Compound

PATIENCE_S = 0.2
WORTHWHILE_S = 0.001


_BUILT_IN = (range, list, tuple, str, dict, set, np.ndarray)
"""Types of iterables whose iteration runs no code of the user's."""


class Jump(Enum):
    """How a block ended."""

    NONE = "ran to its end"
    BREAK = "break"
    CONTINUE = "continue"


class Runner(Protocol):
    """What runs the blocks."""

    namespace: dict[str, Any]

    def run_block(self, block: Block, *, plainly: bool) -> Jump:
        """Runs a block, as pieces or as plain Python."""

    def before_plain(self, *looked_at: ast.expr) -> None:
        """Before code runs plainly: all that it does is said by expressions, if there are any."""

    def has_run(self, block: Block) -> bool:
        """Whether pieces of the block are known from an earlier run."""


class _Target(dict):
    """Locals of the assignment of a loop's target: reads the element, writes the namespace."""

    def __init__(self, item: Any, namespace: dict[str, Any]) -> None:
        super().__init__()
        self._item = item
        self._namespace = namespace

    def __getitem__(self, name: str) -> Any:
        if name == ITEM:
            return self._item
        raise KeyError(name)

    def __setitem__(self, name: str, value: Any) -> None:
        self._namespace[name] = value


@dataclass(slots=True)
class _Pace:
    """How long the turns of a loop have taken so far."""

    clock: Callable[[], float]
    turns: int = 0
    spent_s: float = 0.0

    def turn(self, run: Callable[[], Jump]) -> Jump:
        start = self.clock()
        jump = run()
        self.spent_s += self.clock() - start
        self.turns += 1
        return jump

    @property
    def is_quick(self) -> bool:
        """Whether the turns are too short for pieces to pay."""
        return self.turns >= 2 and self.spent_s / self.turns < WORTHWHILE_S

    @property
    def is_long(self) -> bool:
        return self.spent_s > PATIENCE_S


def interpret(runner: Runner, block: Block, position: int, *, clock: Callable[[], float] = perf_counter) -> Jump:
    """Runs the loop or branch at `position` of `block`; gives how it ended for the loop around it."""
    compound = Compound(block.statements[position])
    node = compound.statement.node
    if isinstance(node, ast.If):
        runner.before_plain(node.test)
        part = "body" if eval(compound.head, runner.namespace) else "orelse"
        return runner.run_block(block.inner(position, part), plainly=False)
    body = block.inner(position, "body")
    pace = _Pace(clock)
    known = runner.has_run(body)
    ended = (
        _run_for(runner, compound, body, pace, known)
        if isinstance(node, ast.For)
        else _run_while(runner, compound, body, pace, known)
    )
    if ended:
        return runner.run_block(block.inner(position, "orelse"), plainly=False)
    return Jump.NONE


def _run_for(runner: Runner, compound: Compound, body: Block, pace: _Pace, known: bool) -> bool:
    """Runs a `for`; True if it ended without `break` and its `else` is still to run."""
    node = compound.statement.node
    assert isinstance(node, ast.For)
    runner.before_plain()
    iterable = eval(compound.head, runner.namespace)
    runs_code = type(iterable) not in _BUILT_IN
    items = iter(iterable)
    for item in items:
        runner.before_plain(*(() if runs_code else (node.target,)))
        exec(compound.assignment, runner.namespace, _Target(item, runner.namespace))
        plainly = not known and not pace.is_long
        if pace.turn(partial(runner.run_block, body, plainly=plainly)) is Jump.BREAK:
            return False
        if plainly and pace.is_quick:
            _run_rest(runner, compound, items)
            return False
    return True


def _run_rest(runner: Runner, compound: Compound, items: Iterator[Any]) -> None:
    """The remaining turns, `else` included, as plain code."""
    namespace = runner.namespace
    runner.before_plain()

    def rest() -> Iterator[Any]:
        del namespace[REST]
        return items

    namespace[REST] = rest
    try:
        exec(compound.rest, namespace)
    finally:
        namespace.pop(REST, None)


def _run_while(runner: Runner, compound: Compound, body: Block, pace: _Pace, known: bool) -> bool:
    """Runs a `while`; True if it ended without `break` and its `else` is still to run."""
    node = compound.statement.node
    assert isinstance(node, ast.While)
    while _holds(runner, compound, node.test):
        plainly = not known and not pace.is_long
        if pace.turn(partial(runner.run_block, body, plainly=plainly)) is Jump.BREAK:
            return False
        if plainly and pace.is_quick:
            runner.before_plain()
            exec(compound.statement.plain, runner.namespace)
            return False
    return True


def _holds(runner: Runner, compound: Compound, test: ast.expr) -> bool:
    runner.before_plain(test)
    return bool(eval(compound.head, runner.namespace))
