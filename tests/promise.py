"""The promise made checkable: one notebook whose cells run plainly, one whose cells run compiled, compared after each.

Compared are every value that a name reaches (type, dtype, bits), which objects are one object, which arrays share
memory, what was printed, what was raised, and NumPy's random state; and nothing may hold a tracer.
"""

import contextlib
import io
import linecache
import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import numpy as np

from jaxlab.model.report import Report
from jaxlab.pipeline import run
from tests.describe import describe, difference

_cells = count()
_ADDRESS = re.compile("at 0x[0-9a-f]+")


@dataclass(frozen=True)
class Ran:
    """What running one cell did that its namespace does not show."""

    printed: str
    raised: BaseException | None
    value: Any
    report: Report | None = None


@dataclass
class Notebook:
    """A namespace, and NumPy's global random state as it stands between this notebook's cells."""

    namespace: dict[str, Any] = field(default_factory=lambda: {"__name__": "__main__", "__builtins__": __builtins__})
    random_state: Any = None

    def plain(self, source: str) -> Ran:
        """Runs a cell as Python runs it."""
        return self._ran(lambda: (_plain(source, self.namespace), None))

    def compiled(self, source: str) -> Ran:
        """Runs a cell as `%%jit` runs it."""
        return self._ran(lambda: _compiled(source, self.namespace))

    def _ran(self, action) -> Ran:
        if self.random_state is None:
            np.random.seed(0)
        else:
            np.random.set_state(self.random_state)
        printed, value, report, raised = io.StringIO(), None, None, None
        with contextlib.redirect_stdout(printed), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                value, report = action()
            except Exception as error:
                raised = error
        self.random_state = np.random.get_state()
        return Ran(printed.getvalue(), raised, value, report)


def _plain(source: str, namespace: dict[str, Any]) -> Any:
    import ast

    name = f"<jaxlab-plain-{next(_cells)}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    tree = ast.parse(source, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), namespace)
    return eval(compile(ast.Expression(last.value), name, "eval"), namespace) if last else None


def _compiled(source: str, namespace: dict[str, Any]) -> tuple[Any, Report]:
    outcome = run(source, namespace)
    return outcome.value, outcome.report


@dataclass(frozen=True)
class Turn:
    """One cell in both notebooks.

    Attributes:
      differences: What differs; empty if the promise holds.
      report: The compiled run's report; None if it raised.
      raised: What plain Python raised, if anything.
    """

    differences: tuple[str, ...]
    report: Report | None
    raised: BaseException | None

    @property
    def breaks(self) -> list[str]:
        """The reasons for which lines ran plainly."""
        return [] if self.report is None else [f"{entry.line}: {entry.reason}" for entry in self.report.breaks]


def play(setup: str, cell: str, changes: Sequence[str] = (), *, rtol: float = 0.0, atol: float = 0.0) -> list[Turn]:
    """Runs `cell` after `setup`, and again after each of `changes`, in both notebooks.

    Args:
      setup: Plain code of earlier cells.
      cell: The body of the cell under the magic.
      changes: Plain code run before each further run of the same cell.
      rtol: Relative tolerance of floating-point values; 0 compares bits.
      atol: Absolute tolerance.
    """
    plain, compiled = Notebook(), Notebook()
    turns = []
    for code in (setup, *changes):
        for notebook in (plain, compiled):
            outcome = notebook.plain(code)
            assert outcome.raised is None, outcome.raised
        expected, found = plain.plain(cell), compiled.compiled(cell)
        turns.append(Turn(_differences(plain, compiled, expected, found, rtol, atol), found.report, expected.raised))
    return turns


def _differences(plain: Notebook, compiled: Notebook, expected: Ran, found: Ran, rtol: float, atol: float):
    found_out = []
    if _error(expected.raised) != _error(found.raised):
        found_out.append(f"raised {_error(found.raised)}, not {_error(expected.raised)}")
    if _ADDRESS.sub("at", expected.printed) != _ADDRESS.sub("at", found.printed):
        found_out.append(f"printed {found.printed!r}, not {expected.printed!r}")
    if not _same_state(plain.random_state, compiled.random_state):
        found_out.append("the random state differs")
    names = {**plain.namespace, "<result>": expected.value}, {**compiled.namespace, "<result>": found.value}
    return (*found_out, *difference(*map(describe, names), rtol=rtol, atol=atol))


def _error(error: BaseException | None) -> tuple[str, str] | None:
    return None if error is None else (type(error).__qualname__, str(error))


def _same_state(one: Any, other: Any) -> bool:
    return one[0] == other[0] and np.array_equal(one[1], other[1]) and one[2:] == other[2:]


def broken(turns: list[Turn]) -> list[str]:
    """What breaks the promise, by the number of the run."""
    return [f"run {number}: {text}" for number, turn in enumerate(turns, 1) for text in turn.differences]
