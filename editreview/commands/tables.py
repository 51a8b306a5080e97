"""Tables in plain text."""

from collections.abc import Sequence

_GAP = "  "


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows as lines whose columns are aligned by their width in a terminal.

    A line end in a cell, as in the name of a folder, becomes its picture.
    """
    from rich.cells import cell_len

    if not rows:
        return ""
    rows = [[cell.replace("\n", "\N{SYMBOL FOR NEWLINE}") for cell in row] for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    lines = (
        _GAP.join(cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
    return "".join(f"{line.rstrip()}\n" for line in lines)
