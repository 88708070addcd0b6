"""What devices send one another: the collectives of the compiled program, with their bytes."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, product
from math import prod

from jaxlab.model.placement import MeshAxis
from jaxlab.model.report import Report, Segment
from jaxlab.views.rows import Table, bytes_

COLLECTIVE = re.compile(
    r" = (.*?) (all-reduce|all-gather|all-to-all|reduce-scatter|collective-permute|collective-broadcast)(?:-start)?\("
)
SHAPE = re.compile(r"([a-z]+)(\d*)\w*\[([\d,]*)\]")
GROUPS = re.compile(
    r"(replica_groups|source_target_pairs)="
    r"(\{\{.*?\}\}|\[[\d,]*\]<=\[[\d,]*\](?:T\([\d,]*\))?|mesh\[[^\]]*\] \{[^}]*\})"
)
LISTED = re.compile(r"\{([\d,]+)\}")
COUNTED = re.compile(r"\[(\d+),(\d+)\]<=\[([\d,]+)\](?:T\(([\d,]+)\))?$")
MESHED = re.compile(r"mesh\[([^\]]*)\] \{([^}:]*)\}$")
# Above it groups stay in XLA's words: to take them apart would take long.
MOST_DEVICES = 4096

Groups = list[tuple[int, ...]]


def collectives(report: Report) -> Table | None:
    """One row for each kind of collective, group of devices and size; None where the program has none."""
    found: Counter[tuple[str, int, str]] = Counter()
    for segment in report.segments:
        found.update(_of_segment(segment))
    if not found:
        return None
    rows = ((name, str(times), bytes_(size), devices) for (name, size, devices), times in found.items())
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
    return [(match[2], _size(match[1]), _devices(text, segment)) for text, match in matches if match]


def _size(shapes: str) -> int:
    """Bytes of the arrays whose shapes a text names; `pred` is a byte."""
    sizes = ((int(bits or 8), dims) for _, bits, dims in SHAPE.findall(shapes))
    return sum(bits * prod(map(int, filter(None, dims.split(",")))) // 8 for bits, dims in sizes)


def _devices(text: str, segment: Segment) -> str:
    """Who sends to whom: `4 groups of 2, along model`; XLA's own words where they can't be read."""
    found = GROUPS.search(text)
    if found is None:
        return "all"
    groups = _groups(found[2])
    if not groups:
        return found[2]
    axes = _axes(groups, segment, exactly=found[1] == "replica_groups")
    if found[1] == "source_target_pairs":
        words = f"{len(groups)} pairs" if len(groups) > 1 else "1 pair"
    elif len(groups) == 1:
        return f"all {len(groups[0])}"
    else:
        words = f"{len(groups)} groups of {len(groups[0])}"
    return f"{words}, along {' and '.join(axes)}" if axes else words


def _groups(text: str) -> Groups:
    """Devices by their place in the program, as XLA's three notations group them; empty where there is a fourth."""
    if text.startswith("{"):
        return [_numbers(group) for group in LISTED.findall(text)]
    if counted := COUNTED.match(text):
        lengths = _numbers(counted[3])
        order = _numbers(counted[4]) if counted[4] else range(len(lengths))
        return _cut(_arranged(lengths, order), int(counted[2]))
    if meshed := MESHED.match(text):
        mesh = [(name, int(size)) for name, size in re.findall(r"'([^']*)'=(\d+)", meshed[1])]
        return _along(mesh, re.findall(r"'([^']*)'", meshed[2]))
    return []


def _axes(groups: Groups, segment: Segment, *, exactly: bool) -> tuple[str, ...]:
    """The axes of the arrays' mesh along which the groups lie, the fewest that do; none where that can't be told."""
    wanted = {frozenset(group) for group in groups}
    for mesh in _meshes(segment):
        sizes = [(axis.name, axis.size) for axis in mesh if axis.size > 1]
        names = [name for name, _ in sizes]
        for axes in (chosen for count in range(1, len(names) + 1) for chosen in combinations(names, count)):
            along = [frozenset(group) for group in _along(sizes, axes)]
            if wanted == set(along) if exactly else all(any(pair <= group for group in along) for pair in wanted):
                return axes
    return ()


def _meshes(segment: Segment) -> Iterable[tuple[MeshAxis, ...]]:
    placements = (argument.placement for argument in (*segment.inputs, *segment.outputs))
    return dict.fromkeys(placement.mesh for placement in placements if placement and placement.mesh)


def _along(mesh: Sequence[tuple[str, int]], axes: Sequence[str]) -> Groups:
    """The devices of a mesh in groups that differ along some axes alone."""
    names = [name for name, _ in mesh]
    others = [at for at, name in enumerate(names) if name not in axes]
    order = [*others, *(names.index(name) for name in axes)]
    lengths = [size for _, size in mesh]
    return _cut(_arranged(lengths, order), prod(lengths[names.index(name)] for name in axes))


def _arranged(lengths: Sequence[int], order: Sequence[int]) -> list[int]:
    """The numbers 0, 1, ... of an array of that shape, read with its axes in another order."""
    if prod(lengths) > MOST_DEVICES:
        return []
    strides = [prod(lengths[axis + 1 :]) for axis in order]
    places = product(*(range(lengths[axis]) for axis in order))
    return [sum(at * stride for at, stride in zip(place, strides, strict=True)) for place in places]


def _cut(numbers: list[int], size: int) -> Groups:
    return [tuple(numbers[start : start + size]) for start in range(0, len(numbers), size)]


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))
