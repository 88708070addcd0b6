"""Colours told apart on white and on black, by the colour-blind too (after Okabe and Ito 2008, a little darker)."""

COLOURS = ("#6c7a89", "#e07b00", "#0090c8", "#00936b", "#c255a0", "#c9a800", "#3a6fd8", "#b5532f")
INK = "#808080"
"""Text and axes: grey is read on either ground."""
GRID = "rgba(128,128,128,0.25)"


def colour(index: int) -> str:
    """The colour of a series; they come again after the last."""
    return COLOURS[index % len(COLOURS)]
