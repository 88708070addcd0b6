"""The report: everything one run of a magic has to tell, as plain frozen data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from jaxlab.model.comparison import Comparison
from jaxlab.model.cost import Cost, Memory
from jaxlab.model.diagnostic import Break, Diagnostic
from jaxlab.model.listing import Listing
from jaxlab.model.passes import Passes
from jaxlab.model.placement import Argument, Placement
from jaxlab.model.profile import LineTime, OpTime, Profile, longest_first
from jaxlab.model.source import SourceText, Span

SCHEMA_VERSION = 1


class LineState(StrEnum):
    """What became of a line of the cell."""

    COMPILED = "compiled"
    PLAIN = "plain"
    CONSTANT = "constant"
    OPTIMISED_AWAY = "optimised away"


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """Statements that were compiled together.

    Attributes:
      spans: The statements it covers.
      inputs: Arrays and numbers that the program takes.
      outputs: Arrays and numbers that it gives.
      listings: By kind: "jaxpr", "stablehlo", "hlo". A stage that failed has none. Where it was asked for, the code
        that XLA made, as far as it gives that: "llvm", "assembly", "ptx".
      cost: XLA's cost analysis; None where the backend gives none.
      memory: XLA's memory analysis; None where the backend gives none.
      passes: The program between XLA's passes, if it was asked for.
      profile: Times of the program's instructions, if they were asked for.
    """

    spans: tuple[Span, ...]
    inputs: tuple[Argument, ...] = ()
    outputs: tuple[Argument, ...] = ()
    listings: Mapping[str, Listing] = field(default_factory=dict)
    cost: Cost | None = None
    memory: Memory | None = None
    passes: Passes | None = None
    profile: Profile | None = None

    @property
    def placement(self) -> dict[str, Placement | None]:
        """Where each input and output lives, by name."""
        return {argument.name: argument.placement for argument in (*self.inputs, *self.outputs)}

    def line_times(self, file: str) -> tuple[LineTime, ...]:
        """Device times of the lines of `file`, longest first; none if the program was not profiled."""
        return () if self.profile is None else self.profile.lines(self.listings["hlo"], file)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportProfile:
    """Where the device time of a cell goes; of a piece in a loop that runs as plain Python, that of one turn.

    Attributes:
      lines: Lines of the cell, longest first; what their helpers take counts for the line that calls them.
      ops: Instructions of the optimised HLO, segment by segment, longest first.
    """

    lines: tuple[LineTime, ...]
    ops: tuple[OpTime, ...]

    @property
    def total_ns(self) -> int:
        """Nanoseconds of all instructions in a run."""
        return sum(op.own_ns for op in self.ops)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What one run of a cell under a magic did.

    Attributes:
      magic: The magic's name: "jit", "grad", ...
      source: The cell, magic line included.
      helpers: Other cells and modules that its listings point into.
      segments: What was compiled, in order.
      breaks: What ran as plain Python, in order; empty when everything compiled.
      diagnostics: Findings, in the order they were made.
      trace_s: Seconds of tracing.
      lower_s: Seconds of lowering to StableHLO.
      compile_s: Seconds of XLA compiling.
      transfer_s: Seconds of moving inputs to the device and results back, in the last run.
      run_s: Seconds of the last run, from inputs in hand to results ready in the notebook: conversions included,
        compiling not. None if the cell was not run.
      reused: Whether the compiled program of an earlier run was found again; stage timings are then that run's.
      recompiled_because: Why an earlier program did not fit, such as "`n` went from 100 to 200"; empty otherwise.
      device: What ran it, such as "cpu:0".
      versions: Versions of Python and of the libraries that matter, by name.
      comparison: Timings against other backends, if they were asked for.
      schema_version: Version of this structure in JSON.
    """

    magic: str
    source: SourceText
    helpers: tuple[SourceText, ...] = ()
    segments: tuple[Segment, ...] = ()
    breaks: tuple[Break, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    trace_s: float = 0.0
    lower_s: float = 0.0
    compile_s: float = 0.0
    transfer_s: float = 0.0
    run_s: float | None = None
    reused: bool = False
    recompiled_because: str = ""
    device: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)
    comparison: Comparison | None = None
    schema_version: int = SCHEMA_VERSION

    def __repr__(self) -> str:
        """Its summary, and a line for each backend that it compares."""
        from jaxlab.views.text import render_summary

        line = render_summary(self)
        return line if self.comparison is None else f"{line}\n{self.comparison}"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """What a notebook shows of it: what its magic shows."""
        from jaxlab.views.bundle import value_bundle

        return value_bundle(self)

    @property
    def inputs(self) -> tuple[Argument, ...]:
        """Inputs of all segments, each name once, in the order they are first read."""
        return _first_by_name(argument for segment in self.segments for argument in segment.inputs)

    @property
    def outputs(self) -> tuple[Argument, ...]:
        """Outputs of all segments; of a name that several give, the last."""
        return tuple({argument.name: argument for segment in self.segments for argument in segment.outputs}.values())

    @property
    def profile(self) -> "ReportProfile | None":
        """Where the device time goes, in all segments; None where nothing was profiled."""
        profiles = [segment.profile for segment in self.segments if segment.profile is not None]
        if not profiles:
            return None
        times: dict[int, int] = {}
        for entry in (entry for segment in self.segments for entry in segment.line_times(self.source.file)):
            times[entry.line] = times.get(entry.line, 0) + entry.own_ns
        return ReportProfile(
            lines=longest_first(LineTime(line=line, own_ns=ns) for line, ns in times.items()),
            ops=tuple(op for each in profiles for op in each.ops),
        )

    @property
    def array_breaks(self) -> tuple[Break, ...]:
        """The breaks that hold array work: what the summary counts."""
        return tuple(entry for entry in self.breaks if entry.array_work)

    @property
    def line_states(self) -> dict[int, LineState]:
        """What became of each line of the cell; lines without code are absent."""
        states: dict[int, LineState] = {}
        for segment in self.segments:
            states |= _segment_states(segment, self.source)
        for entry in self.breaks:
            states |= dict.fromkeys(_lines(entry.span, self.source), LineState.PLAIN)
        return states

    def line_state(self, line: int) -> LineState | None:
        """What became of `line` of the cell; None for a line without code."""
        return self.line_states.get(line)

    def save(self, path: str) -> None:
        """Writes the report to `path`: `.html` for a page that needs no kernel and no network, `.json` for data.

        Raises:
          ValueError: The ending is neither.
        """
        from jaxlab.views.saving import save

        save(self, path)

    def to_dataframe(self) -> Any:
        """The comparison as a `pandas.DataFrame`, as `Comparison.to_dataframe` gives it.

        Raises:
          ValueError: Nothing was compared.
          ModuleNotFoundError: pandas is not installed.
        """
        return self._compared().to_dataframe()

    def to_csv(self) -> str:
        """The comparison as CSV text, as `Comparison.to_csv` gives it.

        Raises:
          ValueError: Nothing was compared.
        """
        return self._compared().to_csv()

    def _compared(self) -> Comparison:
        if self.comparison is None:
            raise ValueError(
                f"This report of `{self.magic}` has no figures to compare: `%%compare -o NAME` gives some."
            )
        return self.comparison

    def to_json(self) -> str:
        """The report as JSON; `Report.from_json` reads it back."""
        from jaxlab.model.codec import to_json

        return to_json(self)

    @staticmethod
    def from_json(text: str) -> "Report":
        """Reads what `to_json` wrote.

        Raises:
          ValueError: The text is not a report, or of a schema that this version does not know.
        """
        from jaxlab.model.codec import from_json

        return from_json(text)

    @staticmethod
    def load(path: str) -> "Report":
        """Reads a report from a `.json` or `.html` file that `save` wrote.

        Raises:
          ValueError: The file holds no report.
        """
        from jaxlab.views.saving import load

        return load(path)


def _first_by_name(arguments) -> tuple[Argument, ...]:
    found: dict[str, Argument] = {}
    for argument in arguments:
        found.setdefault(argument.name, argument)
    return tuple(found.values())


def _segment_states(segment: Segment, source: SourceText) -> dict[int, LineState]:
    reached = {kind: listing.reached(source.file) for kind, listing in segment.listings.items()}
    traced = reached.get("jaxpr", frozenset())
    kept = reached.get("hlo", traced)

    def state(line: int) -> LineState:
        if line in kept:
            return LineState.COMPILED
        return LineState.OPTIMISED_AWAY if line in traced else LineState.CONSTANT

    return {line: state(line) for span in segment.spans for line in _lines(span, source)}


def _lines(span: Span, source: SourceText) -> list[int]:
    """The span's lines that compute: blank lines, comments and names that stand alone are left out."""
    if span.file != source.file:
        return []
    texts = source.lines
    stop = min(span.end_line, len(texts))
    return [line for line in range(span.line, stop + 1) if _computes(texts[line - 1].strip(" ;"))]


def _computes(text: str) -> bool:
    """Whether a line can hold a computation; a name that stands alone only hands a value on."""
    return bool(text) and not text.startswith("#") and not text.isidentifier()
