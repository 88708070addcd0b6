"""Writes COVERAGE.md, what compiles and what does not: `python -m tests.differential.table`."""

from collections.abc import Iterator
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
    verdicts = [verdict for kind in _KINDS for verdict in _verdicts(kind)]
    PAGE.write_text(_HEAD + "".join(_row(entry, verdicts) for entry in _merged(ENTRIES)))


def _verdicts(kind: Kind) -> Iterator[tuple[str, Verdict]]:
    """Each source that does not raise, with what became of it."""
    for ulps in sorted({entry.ulps for entry in ENTRIES}):
        sources = [source for entry in ENTRIES if entry.ulps == ulps for source in entry.sources]
        yield from (
            (source, found) for source, found in sweep(sources, kind.inputs(), ulps=ulps).items() if not found.raised
        )


def _merged(entries: list[Entry]) -> list[Entry]:
    """One entry a name."""
    found: dict[str, Entry] = {}
    for entry in entries:
        before = found.get(entry.name)
        sources = entry.sources if before is None else (*before.sources, *entry.sources)
        found[entry.name] = Entry(entry.name, sources, max(entry.ulps, before.ulps if before else 0))
    return list(found.values())


def _row(entry: Entry, everything: list[tuple[str, Verdict]]) -> str:
    verdicts = [(source, verdict) for source, verdict in everything if source in entry.sources]
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
