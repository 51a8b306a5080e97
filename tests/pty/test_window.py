"""The window's size is the terminal's, now and after every resize."""

import os
from pathlib import Path

from tests.pty.conftest import Start, written_to

IN_THE_LIST_ONLY = "  coupons.py "


def test_a_resize_is_drawn_at_once(start: Start) -> None:
    """The list of blocks comes with the width and goes with it."""
    terminal = start(["editreview", "../answer.md"], columns=80, rows=24)
    terminal.until("exact ✓")
    assert IN_THE_LIST_ONLY not in terminal.text
    terminal.resize(180, 40)
    terminal.until(IN_THE_LIST_ONLY)
    terminal.wait_for(lambda: "? help" in terminal.screen.lines[39], "the hints on the last row")
    terminal.resize(60, 15)
    terminal.wait_for(lambda: "? help" in terminal.screen.lines[14], "the hints on the last row")
    terminal.until_gone(IN_THE_LIST_ONLY)
    terminal.press("q")
    assert 1 == terminal.end()


def test_exported_columns_and_lines_do_not_fix_the_size(start: Start) -> None:
    """A shell that exports COLUMNS and LINES does not stop the screen from following the window."""
    exported, streams = {"COLUMNS": "40", "LINES": "10"}, {1: written_to(Path(os.devnull))}
    terminal = start(["editreview", "../answer.md"], columns=180, environment=exported, streams=streams)
    terminal.until(IN_THE_LIST_ONLY)
    terminal.resize(190, 30)
    terminal.wait_for(lambda: "? help" in terminal.screen.lines[29], "the hints on the last row")
    terminal.press("q")
    assert 1 == terminal.end()
