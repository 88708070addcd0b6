"""What of a matplotlib figure says what was drawn. The rest of it is keyed by addresses, which no two runs share."""

from collections.abc import Iterator
from typing import Any

_PACKAGES = ("matplotlib", "mpl_toolkits")
# By class, since matplotlib is not imported for this: what gives the data of its artists.
_GETTERS = {
    "Line2D": ("get_xydata",),
    "_ImageBase": ("get_array",),
    "Collection": ("get_array", "get_offsets"),
    "Rectangle": ("get_xy", "get_width", "get_height"),
    "Polygon": ("get_xy",),
    "Text": ("get_text",),
    "_AxesBase": ("get_xlim", "get_ylim"),
}


def is_of_matplotlib(value: Any) -> bool:
    """Whether an object is matplotlib's own: a figure, an axes, a line, a colour map."""
    return type(value).__module__.partition(".")[0] in _PACKAGES


def drawn(value: Any) -> Iterator[tuple[str, Any]]:
    """Data and text of an artist, then the artists in it, by what one appends to its path; of other things, nothing."""
    for kind in type(value).__mro__:
        yield from ((f".{getter}()", getattr(value, getter)()) for getter in _GETTERS.get(kind.__name__, ()))
    if hasattr(value, "get_children"):
        yield from ((f".get_children()[{index}]", child) for index, child in enumerate(value.get_children()))
