"""Names of rows where there is little room: shortened in the middle, as the backend stands at the end."""

MOST = 24
"""Characters of a name beside a bar or in a heading."""
MOST_IN_LEGEND = 60
GAP = "…"


def shortened(name: str, most: int = MOST) -> str:
    """The name in at most so many characters: `a loop over al… (numpy)`."""
    if len(name) <= most:
        return name
    back = most // 2
    return name[: most - back - len(GAP)] + GAP + name[-back:]
