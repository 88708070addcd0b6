"""How far a comparison is, as a line for a terminal and as a bar for a notebook."""

from jaxlab.model.measuring import Progress
from jaxlab.views.markup import Markup, element
from jaxlab.views.rows import seconds

WIDTH = 20
"""Characters of the bar in a terminal."""


def progress_text(progress: Progress) -> str:
    """`timing  [########            ]  40 %, 3 s left`; what is unknown is left out."""
    doing = progress.doing[0].upper() + progress.doing[1:]
    if progress.share is None:
        return doing
    done = round(progress.share * WIDTH)
    return f"{doing}  [{'#' * done}{' ' * (WIDTH - done)}]  {progress.share:.0%}{_remaining(progress)}"


def progress_html(progress: Progress) -> Markup:
    """The same with a bar that the browser draws."""
    doing = progress.doing[0].upper() + progress.doing[1:]
    if progress.share is None:
        return element("i", doing)
    bar = element("progress", value=f"{progress.share:.2f}", max="1", style="vertical-align:middle;width:220px")
    return element("span", doing, " ", bar, f" {progress.share:.0%}{_remaining(progress)}")


def _remaining(progress: Progress) -> str:
    return "" if progress.remaining_s is None else f", {seconds(round(progress.remaining_s, 1))} left"
