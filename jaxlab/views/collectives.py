"""What devices send one another: the collectives of the compiled program, with their bytes."""

import re
from collections import Counter
from math import prod

from jaxlab.model.report import Report, Segment
from jaxlab.views.rows import Table, bytes_

COLLECTIVE = re.compile(
    r" = (.*?) (all-reduce|all-gather|all-to-all|reduce-scatter|collective-permute|collective-broadcast)(?:-start)?\("
)
SHAPE = re.compile(r"([a-z]+)(\d*)\w*\[([\d,]*)\]")
GROUPS = re.compile(
    r"(?:replica_groups|source_target_pairs)="
    r"(\{\{.*?\}\}|\[[\d,]*\]<=\[[\d,]*\](?:T\([\d,]*\))?|mesh\[[^\]]*\] \{[^}]*\})"
)


def collectives(report: Report) -> Table | None:
    """One row for each kind of collective, group of devices and size; None where the program has none."""
    found: Counter[tuple[str, int, str]] = Counter()
    for segment in report.segments:
        found.update(_of_segment(segment))
    if not found:
        return None
    rows = ((name, str(times), bytes_(size), groups or "all") for (name, size, groups), times in found.items())
    return Table(
        title="Between devices",
        columns=("collective", "times", "bytes, each", "devices"),
        rows=tuple(rows),
        numeric=(1, 2),
    )


def _of_segment(segment: Segment) -> list[tuple[str, int, str]]:
    if "hlo" not in segment.listings:
        return []
    matches = ((line.text, COLLECTIVE.search(line.text)) for line in segment.listings["hlo"].lines)
    return [(match[2], _size(match[1]), _groups(text)) for text, match in matches if match]


def _size(shapes: str) -> int:
    """Bytes of the arrays whose shapes a text names; `pred` is a byte."""
    sizes = ((int(bits or 8), dims) for _, bits, dims in SHAPE.findall(shapes))
    return sum(bits * prod(map(int, filter(None, dims.split(",")))) // 8 for bits, dims in sizes)


def _groups(text: str) -> str:
    found = GROUPS.search(text)
    return found[1] if found else ""
