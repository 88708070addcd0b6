"""Writes COVERAGE.md, what compiles and what does not: `python -m tests.differential.table`."""

from pathlib import Path

from tests.differential.catalogue import ENTRIES
from tests.differential.comparing import Verdict
from tests.differential.entries import Entry
from tests.differential.operands import Kind
from tests.differential.sweeping import sweep

PAGE = Path(__file__).with_name("COVERAGE.md")
_KINDS = (Kind("float64", (3, 4)), Kind("int64", (3, 4)))
_HEAD = """# What of NumPy, SciPy and Python compiles

Written by `python -m tests.differential.table` from the calls of the catalogue, each on arrays of float64 and int64 of
shape (3, 4), those left out that raise in plain NumPy. What does not compile runs as the plain Python it is.

| function | calls compiled | what is not compiled, and why |
|---|---|---|
"""


def write() -> None:
    """Runs the catalogue and writes the page."""
    PAGE.write_text(_HEAD + "".join(map(_row, _merged(ENTRIES))))


def _merged(entries: list[Entry]) -> list[Entry]:
    """One entry a name."""
    found: dict[str, Entry] = {}
    for entry in entries:
        before = found.get(entry.name)
        sources = entry.sources if before is None else (*before.sources, *entry.sources)
        found[entry.name] = Entry(entry.name, sources, max(entry.ulps, before.ulps if before else 0))
    return list(found.values())


def _row(entry: Entry) -> str:
    verdicts = [
        (source, verdict)
        for kind in _KINDS
        for source, verdict in sweep(entry.sources, kind.inputs(), ulps=entry.ulps).items()
        if not verdict.raised
    ]
    compiled = sum(verdict.compiled for _, verdict in verdicts)
    return f"| `{_escaped(entry.name)}` | {compiled} of {len(verdicts)} | {_reasons(verdicts)} |\n"


def _reasons(verdicts: list[tuple[str, Verdict]]) -> str:
    reasons = {verdict.breaks[0].reason: source for source, verdict in verdicts if verdict.breaks}
    calls = (source.removeprefix("r = ").split("\n")[0] for source in reasons.values())
    return "; ".join(f"`{_escaped(call)}`: {_escaped(reason)}" for call, reason in zip(calls, reasons, strict=True))


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    write()
