"""`with jaxlab.compiled():` the block runs compiled, as a cell under `%%jit` does."""

import linecache
import sys
from collections.abc import Iterable
from types import FrameType, TracebackType
from typing import Any

from jaxlab import pipeline
from jaxlab.api.calls import names
from jaxlab.api.tracebacks import UserTracebacks
from jaxlab.cell.with_block import with_block
from jaxlab.model.diagnostic import Diagnostic
from jaxlab.model.errors import UsageProblem
from jaxlab.model.options import Options
from jaxlab.model.report import Report


def compiled(
    *,
    strict: bool = False,
    static: Iterable[str] = (),
    traced: Iterable[str] = (),
    x32: bool = False,
    device: str | None = None,
    check: bool = False,
) -> "CompiledBlock":
    """Runs the block under `with jaxlab.compiled() as report:` compiled, as a cell under `%%jit`. Synchronises.

    Options are those of `jaxlab.jit`. The `with` stands at the top level of a module or a notebook's cell, where all
    names are global. Names, writes, prints and exceptions are those of the block without it. The report is bound once
    the block has run.
    """
    options = Options(strict=strict, static=names(static), traced=names(traced), x32=x32, device=device, check=check)
    return CompiledBlock(options)


class CompiledBlock:
    """The context manager that `jaxlab.compiled` gives."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._skip: _Skip | None = None

    def __enter__(self) -> Report:
        """Runs the block compiled, then has Python skip it.

        Raises:
          Exception: Whatever the block raises.
          StrictError: Under `strict`, a statement cannot be compiled.
          UsageProblem: JL105, the block cannot be run apart from what is around it.
        """
        frame = sys._getframe(1)
        namespace = _namespace(frame)
        file, line = frame.f_code.co_filename, frame.f_lineno
        text = "".join(linecache.getlines(file, namespace))
        block = with_block(text, _kept_name(file, text), line, title="this block")
        with UserTracebacks():
            outcome = pipeline.run_cell(block, namespace, options=self._options)
        self._skip = _Skip(frame, block.statements[0].span.line)
        self._skip.start()
        return outcome.report

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> bool:
        """Goes on behind the block."""
        assert self._skip is not None
        self._skip.stop()
        return kind is _Skipped


class _Skipped(BaseException):
    """Leaves the block at its first line."""


class _Skip:
    """Has Python leave a `with` block as it enters it: a trace function raises at the block's first line.

    Python has no other way: a context manager cannot keep its block from running.
    """

    def __init__(self, frame: FrameType, first_line: int) -> None:
        self._frame = frame
        self._first_line = first_line
        self._before = sys.gettrace(), frame.f_trace

    def start(self) -> None:
        self._frame.f_trace = self._leave
        sys.settrace(lambda *_: None)

    def stop(self) -> None:
        sys.settrace(self._before[0])
        self._frame.f_trace = self._before[1]

    def _leave(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line" and frame.f_lineno >= self._first_line:
            raise _Skipped
        return self._leave


_names: dict[str, str] = {}


def _kept_name(file: str, text: str) -> str:
    # In a terminal IPython gives a cell another name at every run, and a compiled program is found by its name.
    return _names.setdefault(text, file) if file.startswith("<ipython-input-") else file


def _namespace(frame: FrameType) -> dict[str, Any]:
    if frame.f_locals is not frame.f_globals:
        message = f"`with jaxlab.compiled():` stands in `{frame.f_code.co_name}`, whose names are local."
        hint = "Put it at the top level of a module or a cell, or write `@jaxlab.jit` above the function."
        raise UsageProblem(Diagnostic(code="JL105", message=message, hint=hint))
    return frame.f_globals
