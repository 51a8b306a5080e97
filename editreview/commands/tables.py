"""Tables in plain text."""

from collections.abc import Sequence

_GAP = "  "


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows as lines whose columns are aligned by their width in a terminal.

    Cells are safe for a terminal, as names may come from a response: see `visible_line`.
    """
    from rich.cells import cell_len

    from editreview.terminal import visible_line

    if not rows:
        return ""
    rows = [[visible_line(cell) for cell in row] for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    lines = (
        _GAP.join(cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
    return "".join(f"{line.rstrip()}\n" for line in lines)
