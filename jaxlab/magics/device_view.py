"""`%devices` as text and as HTML, from the same rows."""

from collections.abc import Sequence

from jaxlab.magics.devices import DeviceUse
from jaxlab.views.markup import joined
from jaxlab.views.rows import Table, bytes_
from jaxlab.views.table_html import table_html
from jaxlab.views.table_text import table_text

SHOWN_ARRAYS = 5


def device_bundle(devices: Sequence[DeviceUse]) -> dict[str, str]:
    """The devices in the two mimetypes that a notebook stores."""
    tables = [_devices(devices), *(_arrays(device) for device in devices if device.arrays)]
    return {"text/plain": "\n\n".join(map(table_text, tables)), "text/html": joined(*map(table_html, tables))}


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
    rows = [(str(array.aval), bytes_(array.bytes)) for array in use.arrays[:SHOWN_ARRAYS]]
    hidden = use.arrays[SHOWN_ARRAYS:]
    if hidden:
        rows.append((f"{len(hidden)} smaller ones", bytes_(sum(array.bytes for array in hidden))))
    return Table(title=f"Arrays on {use.name}", columns=("array", "size"), rows=tuple(rows), numeric=(1,))
