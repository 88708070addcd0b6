"""A table as plain text, columns aligned."""

from collections.abc import Sequence

from jaxlab.views.rows import Table


def table_text(table: Table) -> str:
    """The title, then a line for each row, indented by two."""
    columns = table.columns or ("",) * len(table.rows[0])
    widths = [max(map(len, cells)) for cells in zip(columns, *table.rows, strict=True)]
    grid = [columns, *table.rows] if table.columns else list(table.rows)
    return "\n".join([table.title, *(_row(row, widths, table.numeric) for row in grid)])


def _row(cells: Sequence[str], widths: Sequence[int], numeric: tuple[int, ...]) -> str:
    padded = (
        cell.rjust(width) if index in numeric else cell.ljust(width)
        for index, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return f"  {'  '.join(padded)}".rstrip()
