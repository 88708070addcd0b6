"""Arrays as pictures of which device holds which part: plain tables, which show where scripts do not run."""

from collections.abc import Iterable
from dataclasses import dataclass

from jaxlab.model.placement import Argument, Placement, Shard
from jaxlab.views.markup import Markup, element, joined
from jaxlab.views.rows import Table, aval, bytes_

SIDE = 168
"""Longest side of a picture, in pixels."""
LEAST = 22
"""Height of a part below which its text would not fit."""
MOST_PARTS = 16
"""Parts drawn along one axis; more end in a row that says how many."""
NAMED_DEVICES = 4
MOST_PICTURES = 24
PART_STYLE = "text-align:center;vertical-align:middle;padding:2px 6px"
COLOURS = ("0,114,178", "230,159,0", "0,158,115", "204,121,167", "213,94,0", "86,180,233", "140,122,0", "123,79,166")
"""As the explorer's bands: told apart by colour-blind eyes."""

Interval = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of an array, and the devices that hold it.

    Attributes:
      index: Start and stop on each axis.
      devices: All that hold it; several where it is replicated.
    """

    index: tuple[Interval, ...]
    devices: tuple[str, ...]


def is_spread(argument: Argument) -> bool:
    """Whether more than one device holds the array or a part of it."""
    return argument.placement is not None and bool(argument.placement.shards)


def parts(placement: Placement) -> tuple[Part, ...]:
    """The different parts of an array, in the mesh's order."""
    holders: dict[tuple[Interval, ...], list[str]] = {}
    for shard in placement.shards:
        holders.setdefault(shard.index, []).append(shard.device)
    return tuple(Part(index=index, devices=tuple(devices)) for index, devices in holders.items())


def layout(placement: Placement) -> str:
    """How the array is spread, in words: `split 4 × 2 over 8 devices`, `a copy on each of 8 devices`."""
    found, devices = parts(placement), len(placement.devices)
    if not found:
        return f"whole on {', '.join(placement.devices)}"
    if len(found) == 1:
        return f"a copy on each of {devices} devices"
    split = " × ".join(str(len(intervals)) for intervals in _axes(found).values() if len(intervals) > 1)
    copies = max(len(part.devices) for part in found)
    uneven = ", unevenly" if len({shard.size for shard in placement.shards}) > 1 else ""
    return f"split {split} over {devices} devices{f', each part on {copies}' if copies > 1 else ''}{uneven}"


def mesh(placement: Placement) -> str:
    """The mesh by its axes: `mesh data=4, model=2`; empty where there is none."""
    axes = ", ".join(f"{axis.name}={axis.size}" for axis in placement.mesh)
    return f"mesh {axes}" if axes else ""


def shard_table(argument: Argument) -> Table | None:
    """What each device holds of an array; None where one device holds all of it."""
    placement = argument.placement
    if placement is None or not placement.shards:
        return None
    each = argument.bytes / argument.aval.size if argument.aval.size else 0
    rows = ((shard.device, _indices(shard.index), bytes_(shard.size * each)) for shard in placement.shards)
    return Table(title="Shards", columns=("device", "part", "size"), rows=tuple(rows), numeric=(2,))


def pictures(arguments: Iterable[Argument]) -> Markup:
    """A picture for each array that is on more than one device; empty where there is none."""
    spread = [argument for argument in arguments if is_spread(argument)]
    if not spread:
        return Markup()
    shown = [picture(argument) for argument in spread[:MOST_PICTURES]]
    hidden = len(spread) - len(shown)
    return element(
        "section",
        element("h4", "Placement", style="margin:14px 0 4px;font-weight:600;font-size:inherit"),
        element("div", *shown, class_="jaxlab-placements", style="display:flex;flex-wrap:wrap;gap:14px 32px"),
        element("p", f"and {hidden} more arrays") if hidden else Markup(),
    )


def picture(argument: Argument) -> Markup:
    """One array as a grid of its parts, each coloured and named by its device."""
    placement = argument.placement
    assert placement is not None
    said = " · ".join(filter(None, (layout(placement), mesh(placement))))
    return element(
        "figure",
        element("figcaption", element("b", argument.name), f" {aval(argument.aval)}, {bytes_(argument.bytes)}"),
        element("div", said, style="opacity:.75;margin-bottom:4px"),
        _grid(argument, placement),
        style="margin:0",
    )


def _grid(argument: Argument, placement: Placement) -> Markup:
    found = parts(placement)
    axes = _axes(found)
    down, across = _drawn_axes(axes)
    rows, columns = axes.get(down, [(0, 1)]), axes.get(across, [(0, 1)])
    at = {(_on(part, down), _on(part, across)): part for part in found}
    cells = {key: _cell(argument, placement, part, found.index(part)) for key, part in at.items()}
    size = _sizes(rows, columns)
    drawn = [
        _row([cells[row, column] for column in columns[:MOST_PARTS]], columns, row, size) for row in rows[:MOST_PARTS]
    ]
    if len(rows) > MOST_PARTS:
        drawn.append(element("tr", element("td", f"and {len(rows) - MOST_PARTS} more rows of parts")))
    return element("table", element("tbody", *drawn), class_="jaxlab-shards", style="border-collapse:collapse")


def _row(
    cells: list[tuple[str, dict[str, str]]], columns: list[Interval], row: Interval, size: tuple[float, float]
) -> Markup:
    height = max(LEAST, round((row[1] - row[0]) * size[0]))
    made = []
    for (text, attributes), column in zip(cells, columns, strict=False):
        width = round((column[1] - column[0]) * size[1])
        style = f"{attributes['style']};width:{width}px;height:{height}px"
        made.append(element("td", text, **{**attributes, "style": style}))
    return element("tr", *made)


def _cell(argument: Argument, placement: Placement, part: Part, number: int) -> tuple[str, dict[str, str]]:
    """Text and attributes of a part."""
    each = argument.bytes / argument.aval.size if argument.aval.size else 0
    size = Shard(device="", index=part.index).size * each
    kind = f", {placement.memory_kind} memory" if placement.memory_kind else ""
    copied = len(part.devices) > 1
    colour = COLOURS[number % len(COLOURS)]
    line = "dashed" if copied else "solid"
    style = f"{PART_STYLE};background:rgba({colour},.25);border:1px {line} rgb({colour})"
    held = f"{bytes_(size)}{' each' if copied else ''}{kind}"
    title = f"{argument.name}{_indices(part.index)} on {', '.join(part.devices)}: {held}"
    return _devices(part.devices), {"title": title, "style": style, "data_devices": " ".join(part.devices)}


def _devices(names: tuple[str, ...]) -> str:
    """Names of devices, the platform said once: `cpu:0, 1`."""
    platform = names[0].rpartition(":")[0]
    numbers = [name.rpartition(":")[2] for name in names if name.startswith(f"{platform}:")]
    if len(numbers) != len(names) or len(names) > NAMED_DEVICES:
        return f"{len(names)} devices"
    return f"{platform}:{', '.join(numbers)}"


def _axes(found: tuple[Part, ...]) -> dict[int, list[Interval]]:
    """The intervals that each axis is cut into, by number of the axis."""
    dimensions = len(found[0].index) if found else 0
    return {axis: sorted({part.index[axis] for part in found}) for axis in range(dimensions)}


def _drawn_axes(axes: dict[int, list[Interval]]) -> tuple[int, int]:
    """Which axis goes down and which across: the two that are cut most, in their order; -1 for none."""
    if len(axes) < 2:
        return (-1, 0) if axes else (-1, -1)
    down, across = sorted(sorted(axes, key=lambda axis: -len(axes[axis]))[:2])
    return down, across


def _on(part: Part, axis: int) -> Interval:
    return part.index[axis] if axis >= 0 else (0, 1)


def _sizes(rows: list[Interval], columns: list[Interval]) -> tuple[float, float]:
    """Pixels for one element, down and across, never more out of proportion than three to one."""
    height, width = rows[-1][1] - rows[0][0], columns[-1][1] - columns[0][0]
    longest = max(height, width, 1)
    tall, wide = max(height / longest, 1 / 3), max(width / longest, 1 / 3)
    if len(rows) == 1 and rows[0] == (0, 1):
        tall = LEAST / SIDE
    return SIDE * tall / max(height, 1), SIDE * wide / max(width, 1)


def _indices(index: tuple[Interval, ...]) -> str:
    return f"[{', '.join(f'{start}:{stop}' for start, stop in index)}]" if index else ""


def placement_html(arguments: Iterable[Argument]) -> Markup:
    """Arrays on their own, as `%placement` shows them: a picture, or a sentence where one device holds the whole."""
    return joined(
        *(
            picture(argument) if is_spread(argument) else element("p", placement_line(argument))
            for argument in arguments
        )
    )


def placement_line(argument: Argument) -> str:
    """An array and how it is spread, in one line."""
    placement = argument.placement
    head = f"{argument.name} {aval(argument.aval)}, {bytes_(argument.bytes)}"
    if placement is None:
        return f"{head} · in the host's memory, on no device"
    kind = f"{placement.memory_kind} memory" if placement.memory_kind else ""
    return " · ".join(filter(None, (head, layout(placement), mesh(placement), kind)))
