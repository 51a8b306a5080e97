"""Sizes of terminals, and what holds in each of them."""

from rich.cells import cell_len

from editreview.tui.diff.view import DiffView
from editreview.tui.screens.review import ReviewScreen
from tests.tui.reviewing import Reviewing

SMALLEST = (40, 10)
SIZES = ((300, 100), (20, 5), (100, 30), (1, 1), (60, 16), (80, 24))


def check_size(user: Reviewing, columns: int, rows: int) -> None:
    """Nothing is wider or higher than the terminal, and the diff's cursor is in sight."""
    lines = user.lines
    assert rows == len(lines)
    assert columns >= max(map(cell_len, lines))
    if (columns, rows) < (24, 7):
        return
    screen = user.app.screen_stack[0]
    diff = screen.query_one(DiffView)
    if diff.size.height and diff.alignment is not None:
        assert diff.cursor_y > 0, "\n".join(lines)
    if isinstance(user.app.screen, ReviewScreen) and user.app.screen.proposal is not None:
        (sign, count), *_ = screen.session.outline.counts()  # type: ignore[attr-defined]
        assert f"{sign.glyph} {count}" in lines[0]
