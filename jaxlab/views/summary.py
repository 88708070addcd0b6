"""The one line under a cell: what went in and out, what compiling and running took, and what did not compile."""

from dataclasses import dataclass

from jaxlab.model.diagnostic import Break
from jaxlab.model.report import LineState, Report
from jaxlab.views.arguments import signature
from jaxlab.views.comparison import compared
from jaxlab.views.profile import hottest
from jaxlab.views.rows import seconds

NAMED = 4
"""Inputs or outputs that the line names before it counts the rest."""
TRANSFERS_MATTER = 0.2
"""Share of the run from which on transfers are named."""
NOTHING = "nothing to compile: no line computes with an array from outside the cell"
INEXACT_BITS = {"float64": 64, "complex128": 64, "float32": 32, "complex64": 32, "float16": 16, "bfloat16": 16}


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A piece of the summary.

    Attributes:
      kind: "magic", "signature", "figure", "note" and "verdict" for what may break over lines, or "warning" for what a
        person should not miss.
      text: What it says.
    """

    kind: str
    text: str


def summary(report: Report) -> tuple[Part, ...]:
    """The pieces of the line, in the order they are read."""
    made = (
        ("magic", report.magic),
        ("signature", _signature(report)),
        _compiled(report),
        ("figure", _ran(report)),
        ("figure", hottest(report)),
        ("verdict", compared(report.comparison) if report.comparison else ""),
        ("figure", _bits(report)),
        ("figure", report.device),
        ("warning", _breaks(report)),
        ("warning", _findings(report)),
    )
    return tuple(Part(kind=kind, text=text) for kind, text in made if text)


def _signature(report: Report) -> str:
    if not report.inputs and not report.outputs:
        return ""
    results = signature(report.outputs, most=NAMED) or "no array"
    return f"{signature(report.inputs, most=NAMED)} -> {results}".strip()


def _compiled(report: Report) -> tuple[str, str]:
    """The kind and the text of what compiling took, or of why nothing was compiled."""
    if not _is_compiled(report):
        return _uncompiled(report)
    spent = seconds(report.trace_s + report.lower_s + report.compile_s)
    if report.reused:
        return "figure", f"compiled before, in {spent}"
    if report.recompiled_because:
        return "note", f"compiled again in {spent}: {report.recompiled_because}"
    return "figure", f"compiled in {spent}"


def _is_compiled(report: Report) -> bool:
    return bool(set(report.line_states.values()) - {LineState.CONSTANT, LineState.PLAIN})


def _uncompiled(report: Report) -> tuple[str, str]:
    if not report.breaks:
        return "note", "" if _is_of_others(report) else NOTHING
    plainly = "would run as plain Python" if report.run_s is None else "ran as plain Python"
    if report.array_breaks:  # the warning at the end names the first of them
        return "figure", plainly
    return "note", f"{plainly}, {_place(report.breaks[0])}"


def _is_of_others(report: Report) -> bool:
    """Whether other backends alone were timed: of a compiled run there is nothing to tell."""
    return report.comparison is not None and not report.segments


def _ran(report: Report) -> str:
    if report.run_s is None:
        return "" if _is_of_others(report) else "not run"
    ran = f"ran in {seconds(report.run_s)}"
    if report.transfer_s > TRANSFERS_MATTER * report.run_s:
        return f"{ran}, {seconds(report.transfer_s)} of it transfers"
    return ran


def _bits(report: Report) -> str:
    dtypes = (argument.aval.dtype for argument in (*report.inputs, *report.outputs))
    bits = sorted({INEXACT_BITS[dtype] for dtype in dtypes if dtype in INEXACT_BITS})
    return f"{' and '.join(map(str, bits))}-bit" if bits else ""


def _breaks(report: Report) -> str:
    breaks = report.array_breaks
    if not breaks:
        return ""
    place = _place(breaks[0])
    if not _is_compiled(report):
        return place
    if len(breaks) == 1:
        return f"1 break on {place}"
    return f"{len(breaks)} breaks, the first on {place}"


def _place(entry: Break) -> str:
    return f"line {entry.line}: {entry.reason.rstrip('.')}"


def _findings(report: Report) -> str:
    number = len(report.diagnostics)
    if number == 0:
        return ""
    return str(report.diagnostics[0]) + (f" (and {number - 1} more)" if number > 1 else "")
