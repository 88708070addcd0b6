"""From what a run found to its report."""

import linecache
import platform
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import metadata
from typing import Any
from weakref import WeakKeyDictionary

from jaxlab.cell.array_work import is_array_work
from jaxlab.cell.parse import Cell, Statement
from jaxlab.model.diagnostic import Break, Diagnostic
from jaxlab.model.errors import StrictError
from jaxlab.model.options import Options
from jaxlab.model.profile import Profile
from jaxlab.model.report import Report, Segment
from jaxlab.model.source import SourceText, Span
from jaxlab.stages.arguments import inputs_of, outputs_of
from jaxlab.stages.devices import used_device
from jaxlab.stages.dump_findings import dump_findings
from jaxlab.stages.program import Finished, Program
from jaxlab.stages.unfit import Unfit


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A piece of the cell that has run: a program, or a statement run plainly.

    Attributes:
      program: What ran compiled.
      values: The notebook's values that it read.
      finished: Its run.
      why: Why it was compiled again.
      reused: Whether it was found again.
      unfit: What ran plainly, and why.
      profile: Times of the program's instructions, if they were asked for.
    """

    program: Program | None = None
    values: tuple[Any, ...] | list[Any] = ()
    finished: Finished | None = None
    why: str = ""
    reused: bool = False
    unfit: Unfit | None = None
    profile: Profile | None = None

    @property
    def identity(self) -> int:
        """The same for the turns of one piece in a loop, as long as one of them is held."""
        return id(self.program if self.unfit is None else self.unfit.statement)

    def again(self, later: "Piece") -> "Piece":
        """The piece with the time of one more turn."""
        if self.finished is None or later.finished is None:
            return self
        mine, its = self.finished, later.finished
        total = Finished(its.results, mine.transfer_s + its.transfer_s, mine.run_s + its.run_s)
        return replace(self, values=later.values, finished=total)


def assemble(
    cell: Cell,
    options: Options,
    pieces: list[Piece],
    diagnostics: list[Diagnostic],
    namespace: dict[str, Any],
    device: Any,
    run_s: float | None = None,
) -> Report:
    """The report of a run."""
    programs = [piece for piece in pieces if piece.program is not None]
    staged = [piece.program.staged for piece in programs if piece.program is not None and piece.program.staged]
    finished = [piece.finished for piece in programs if piece.finished is not None]
    segments = tuple(_segment(piece, options) for piece in programs)
    return Report(
        magic=options.magic,
        source=cell.source,
        helpers=tuple(_helper_sources(programs, cell)),
        segments=segments,
        breaks=tuple(_break(piece.unfit, namespace, programs) for piece in pieces if piece.unfit is not None),
        diagnostics=(*diagnostics, *dump_findings(staged, options)),
        trace_s=sum(stage.trace_s for stage in staged),
        lower_s=sum(stage.lower_s for stage in staged),
        compile_s=sum(stage.compile_s for stage in staged),
        transfer_s=sum(run.transfer_s for run in finished),
        run_s=run_s,
        reused=bool(programs) and all(piece.reused for piece in programs),
        recompiled_because=next((piece.why for piece in programs if piece.why), ""),
        device=_where(segments) or used_device(device),
        versions=versions(),
    )


def _where(segments: tuple[Segment, ...]) -> str:
    """The device that arrays are on, or how many; empty where there are none."""
    arrays = [argument for segment in segments for argument in (*segment.inputs, *segment.outputs)]
    names = {name for argument in arrays if argument.placement for name in argument.placement.devices}
    return f"{len(names)} devices" if len(names) > 1 else next(iter(names), "")


def refuse_break(cell: Cell, options: Options, unfit: Unfit) -> None:
    """Under `strict` a statement that can't be compiled is an error.

    Raises:
      StrictError: It is, and this is one.
    """
    if not options.strict:
        return
    span = unfit.statement.span
    place = span if span.line == unfit.line else Span(file=span.file, line=unfit.line, end_line=unfit.line)
    lines = cell.source.lines
    raise StrictError(
        Diagnostic(
            code="JL201",
            message=f"Line {unfit.line} can't be compiled: {unfit.reason}.",
            hint=f"{unfit.remedy}." if unfit.remedy else "Without `strict` the line runs as plain Python.",
            span=place,
        ),
        lines[unfit.line - 1] if unfit.line <= len(lines) else "",
    )


@lru_cache(maxsize=1)
def versions() -> dict[str, str]:
    """Versions of Python and of the libraries that decide what a cell compiles to."""
    found = {"python": platform.python_version()}
    for name in ("jax", "jaxlib", "numpy"):
        found[name] = metadata.version(name)
    return found


def _break(unfit: Unfit, namespace: dict[str, Any], programs: list[Piece]) -> Break:
    statement = unfit.statement
    is_apart = hasattr(statement.node, "body") and any(_lies_in(piece.program, statement) for piece in programs)
    return Break(
        span=statement.head if is_apart else statement.span,
        line=unfit.line,
        reason=unfit.reason,
        remedy=unfit.remedy,
        array_work=is_array_work(unfit.statement.node, namespace.get),
    )


def _lies_in(program: Program | None, statement: Statement) -> bool:
    """Whether a program stands inside a loop or a branch."""
    assert program is not None
    first, outer = program.statements[0].span, statement.span
    return program.statements[0] is not statement and outer.line <= first.line <= outer.end_line


_segments: WeakKeyDictionary[Program, Segment] = WeakKeyDictionary()
_helpers: WeakKeyDictionary[Program, tuple[SourceText, ...]] = WeakKeyDictionary()


def _segment(piece: Piece, options: Options) -> Segment:
    """The segment of a piece. Its program's guards hold for every run, so names, avals and places are made once."""
    assert piece.program is not None
    if piece.finished is None:
        return replace(_made_segment(piece, options), profile=piece.profile)
    found = _segments.get(piece.program)
    if found is None:
        found = _segments[piece.program] = _made_segment(piece, options)
    return replace(found, profile=piece.profile) if piece.profile else found


def _made_segment(piece: Piece, options: Options) -> Segment:
    program = piece.program
    assert program is not None
    spans = tuple(statement.span for statement in program.statements)
    if program.staged is None:
        return Segment(spans=spans, outputs=())
    dump = program.staged.dump if options.passes or options.code else None
    return Segment(
        spans=spans,
        inputs=tuple(inputs_of(program, list(piece.values))),
        outputs=tuple(outputs_of(program)),
        listings={**program.staged.listings, **(dump.code if dump and options.code else {})},
        cost=program.staged.cost,
        memory=program.staged.memory,
        passes=dump.passes if dump and options.passes else None,
    )


def _helper_sources(pieces: list[Piece], cell: Cell) -> Iterable[SourceText]:
    """Other cells and modules that listings point into, each once."""
    seen = {cell.source.file}
    for piece in pieces:
        assert piece.program is not None
        if piece.program not in _helpers:
            _helpers[piece.program] = tuple(_files_reached(piece.program))
        for source in _helpers[piece.program]:
            if source.file not in seen:
                seen.add(source.file)
                yield source


def _files_reached(program: Program) -> Iterable[SourceText]:
    listings = program.staged.listings.values() if program.staged else ()
    # By identity first: thousands of lines share their stacks.
    stacks = {id(stack): stack for listing in listings for line in listing.lines for stack in line.stacks}.values()
    for file in dict.fromkeys(span.file for stack in stacks for span in stack):
        yield SourceText(file=file, title=_title(file), text="".join(linecache.getlines(file)))


@lru_cache(maxsize=256)
def _title(file: str) -> str:
    return file.rsplit("/", 1)[-1]
