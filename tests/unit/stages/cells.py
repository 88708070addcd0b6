"""Notebook cells for the tests of the stages: code under names of its own, known to linecache as IPython makes it."""

import ast
import linecache
from collections.abc import Callable
from textwrap import dedent
from types import CodeType
from typing import Any


def cell(name: str, text: str) -> CodeType:
    """The code of a cell, compiled under `name`."""
    text = dedent(text).lstrip("\n")
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    return compile(ast.parse(text), name, "exec")


def run(code: CodeType, namespace: dict[str, Any]) -> None:
    """Runs a cell's code as the notebook would."""
    exec(code, namespace)


def program(code: CodeType, namespace: dict[str, Any], inputs: list[str], output: str) -> Callable[..., Any]:
    """The cell as a function of some of the names that it reads."""

    def call(*values: Any) -> Any:
        scope = {**namespace, **dict(zip(inputs, values, strict=True))}
        # A helper reads globals of its own, so one dictionary serves them all, as in a notebook.
        namespace.update(scope)
        exec(code, namespace)
        return namespace[output]

    return call


def line_of(text: str, part: str) -> int:
    """Number of the only line that holds `part`."""
    numbers = [number for number, line in enumerate(dedent(text).lstrip("\n").splitlines(), 1) if part in line]
    assert len(numbers) == 1, f"{part!r} stands on lines {numbers}"
    return numbers[0]
