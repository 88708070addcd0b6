"""A table as HTML, its styles inline: hosts that strip style sheets keep those."""

from jaxlab.views.markup import Markup, element
from jaxlab.views.rows import Table

CELL_STYLE, NUMBER_STYLE = "text-align:left", "text-align:right"
"""Short, as every cell of every table repeats it; JupyterLab would have all of them to the right."""
PADDING = "5"
"""In pixels, where a host has no style of its own for tables."""
HEADING_STYLE = "margin:14px 0 4px;font-weight:600;font-size:inherit"


def table_html(table: Table) -> Markup:
    """A section with the title as its heading."""
    heading = element("tr", *_cells("th", table.columns, table.numeric)) if table.columns else Markup()
    rows = (element("tr", *_cells("td", row, table.numeric)) for row in table.rows)
    return element(
        "section",
        element("h4", table.title, style=HEADING_STYLE),
        element(
            "table",
            element("thead", heading) if heading else Markup(),
            element("tbody", *rows),
            style="border-collapse:collapse;border:0",
            cellpadding=PADDING,
        ),
    )


def _cells(tag: str, cells: tuple[str, ...], numeric: tuple[int, ...]) -> list[Markup]:
    return [
        element(tag, cell, class_="number", style=NUMBER_STYLE, nowrap=True)
        if index in numeric
        else element(tag, cell, style=CELL_STYLE)
        for index, cell in enumerate(cells)
    ]
