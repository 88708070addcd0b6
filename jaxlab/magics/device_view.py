"""`%devices` as text and as HTML, from the same rows."""

from collections.abc import Sequence

from jaxlab.magics.devices import DeviceUse
from jaxlab.views.markup import Markup, element, joined
from jaxlab.views.rows import Table, bytes_
from jaxlab.views.table_html import CELL_STYLE, PADDING, table_html
from jaxlab.views.table_text import table_text

SHOWN_ARRAYS = 5
UNNAMED = "(no name leads to it)"
BAR_WIDTH = 180
"""Pixels of a device's whole memory."""


def device_bundle(devices: Sequence[DeviceUse]) -> dict[str, str]:
    """The devices in the two mimetypes that a notebook stores."""
    tables = [_devices(devices), *(_arrays(device) for device in devices if device.arrays)]
    return {"text/plain": "\n\n".join(map(table_text, tables)), "text/html": joined(*map(table_html, tables))}


def device_panel(devices: Sequence[DeviceUse]) -> Markup:
    """The devices as the live panel shows them: memory as bars, then the largest arrays."""
    tables = [table_html(_arrays(device)) for device in devices if device.arrays]
    columns = element("div", *tables, style="display:flex;flex-wrap:wrap;gap:0 40px")
    bars = element("tbody", *map(_bar, devices))
    return joined(element("table", bars, style="border-collapse:collapse", cellpadding=PADDING), columns)


def _bar(use: DeviceUse) -> Markup:
    held = use.bytes_in_use if use.bytes_in_use is not None else sum(array.bytes for array in use.arrays)
    whole = use.limit_bytes or max(held, 1)
    told = "in use" if use.bytes_in_use is not None else "in arrays, the backend does not say more"
    peak = f", peak {bytes_(use.peak_bytes)}" if use.peak_bytes is not None else ""
    limit = f" of {bytes_(use.limit_bytes)}" if use.limit_bytes else ""
    filled = element("div", style=f"width:{held / whole:.0%};height:10px;background:rgb(0,114,178);border-radius:3px")
    frame = f"width:{BAR_WIDTH}px;background:rgba(128,128,128,.2);border-radius:3px"
    return element(
        "tr",
        element("td", use.name, style=f"{CELL_STYLE};font-weight:600"),
        element("td", element("div", filled, style=frame) if use.limit_bytes else Markup(), style=CELL_STYLE),
        element("td", f"{bytes_(held)}{limit} {told}{peak}", style=CELL_STYLE),
        element("td", use.kind, style=CELL_STYLE),
    )


def _devices(devices: Sequence[DeviceUse]) -> Table:
    rows = (
        (use.name, use.kind, bytes_(use.bytes_in_use), bytes_(use.peak_bytes), bytes_(use.limit_bytes), _total(use))
        for use in devices
    )
    return Table(
        title="Devices",
        columns=("device", "kind", "in use", "peak", "limit", "live arrays"),
        rows=tuple(rows),
        numeric=(2, 3, 4, 5),
    )


def _total(use: DeviceUse) -> str:
    return f"{len(use.arrays)} ({bytes_(sum(array.bytes for array in use.arrays))})"


def _arrays(use: DeviceUse) -> Table:
    rows = [(array.name or UNNAMED, str(array.aval), bytes_(array.bytes)) for array in use.arrays[:SHOWN_ARRAYS]]
    hidden = use.arrays[SHOWN_ARRAYS:]
    if hidden:
        rows.append((f"{len(hidden)} smaller ones", "", bytes_(sum(array.bytes for array in hidden))))
    return Table(title=f"Arrays on {use.name}", columns=("name", "array", "size"), rows=tuple(rows), numeric=(2,))
