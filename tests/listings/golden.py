"""Listings as text, one line each with what it is linked to; `python -m tests.listings.golden` writes them anew."""

from collections.abc import Iterator
from pathlib import Path

from jaxlab.model.listing import Listing, ListingLine
from jaxlab.model.source import Span
from jaxlab.stages.hlo import hlo_listing
from jaxlab.stages.stablehlo import stablehlo_listing

FOLDER = Path(__file__).parent


def recordings() -> list[Path]:
    """The files of recorded IR."""
    return sorted(path for path in FOLDER.glob("jax-*/program.*") if path.suffix in (".stablehlo", ".hlo"))


def golden_of(recording: Path) -> Path:
    """Where the listing of a recording is kept as text."""
    return recording.with_name(recording.name + ".golden")


def listing_of(recording: Path) -> Listing:
    """The listing of recorded IR."""
    text = recording.read_text()
    if recording.suffix == ".stablehlo":
        return stablehlo_listing(text)
    proto = recording.with_suffix(".pb")
    return hlo_listing(text, proto.read_bytes() if proto.exists() else None)


def rendered(listing: Listing) -> str:
    """A star before operations; below each line, indented, the stacks that it is linked to."""
    return "\n".join(part for line in listing.lines for part in _line(line)) + "\n"


def _line(line: ListingLine) -> Iterator[str]:
    yield f"{'*' if line.is_operation else ' '} {line.text}".rstrip()
    for stack in line.stacks:
        yield "        <- " + " < ".join(map(_span, stack))


def _span(span: Span) -> str:
    place = f"{span.file}:{span.line}:{span.column}-{span.end_line}:{span.end_column}"
    return f"{place} {span.function}".rstrip()


if __name__ == "__main__":
    for recorded in recordings():
        golden_of(recorded).write_text(rendered(listing_of(recorded)))
