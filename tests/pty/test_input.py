"""The response comes from a pipe or a file, the keys from the terminal."""

import os
from pathlib import Path

import pytest

from tests.builders import git
from tests.pty.conftest import Start, piped

FIRST_BLOCK = "exact ✓ · 1 match · L25–33"


@pytest.mark.parametrize(
    ("arguments", "source"), [(["-"], None), ([], "../answer.md"), (["../answer.md"], os.devnull)]
)
def test_keys_work_with_any_source_of_the_response(
    start: Start, shop: Path, arguments: list[str], source: str | None
) -> None:
    """A pipe, a file on standard input, a file by name: moving, deciding and leaving work.

    The commonest two sources are those of most tests in this folder.
    """
    if source is None:
        streams = piped((shop.parent / "answer.md").read_text())
    else:
        streams = {0: os.open(shop / source, os.O_RDONLY)}
    terminal = start(["editreview", *arguments], streams=streams)
    terminal.until(FIRST_BLOCK)
    terminal.until(" 1/9 ")
    terminal.press("J")
    terminal.until(" 2/9 ")
    terminal.decide("n", "✗ 1")
    terminal.press("q")
    assert 1 == terminal.end()
    terminal.until("9 blocks: 3 failed, 1 rejected, 5 undecided")


@pytest.mark.parametrize("closed", [0, 1, 2, None])
def test_closed_streams_are_handled(start: Start, closed: int | None) -> None:
    """Started without standard streams, as some launchers do, the review still has its terminal."""
    if closed is None:
        terminal = start("editreview ../answer.md <&- >&- 2>&-")
    else:
        terminal = start(["editreview", "../answer.md"], streams={closed: None})
    terminal.until(FIRST_BLOCK)
    terminal.press("J")
    terminal.until(" 2/9 ")
    terminal.press("q")
    assert 1 == terminal.end()
    assert b"Traceback" not in terminal.output


def test_a_response_is_committed_from_pipe_to_history(start: Start, shop: Path) -> None:
    """Accept what is safe, choose a place, reject the rest, stage, commit: git log has it."""
    terminal = start("cat ../answer.md | editreview", columns=120, rows=40)
    terminal.until(FIRST_BLOCK)
    terminal.accept("block 1 accepted")
    terminal.decide("A", "✓ 7")
    # A key is for what was painted before it.
    terminal.until("? exact · 3 matches")
    # Chosen at once, and drawn when it is planned.
    terminal.decide("2", "1 of 3 matches")
    terminal.accept(" 9/9 ")
    terminal.decide("n", "every block is decided")
    terminal.press("S")
    terminal.until("8 blocks written · 5 files staged: c commits")
    terminal.press("c")
    terminal.until("Commit 5 files to main")
    terminal.press("\x13")
    terminal.until("committed: ")
    terminal.press("q")
    assert 1 == terminal.end()
    terminal.until("9 blocks: 8 applied, 1 rejected in 5 files")
    assert "Add coupons.py and update 4 files\n" == git(shop, "log", "-1", "--format=%s")
    assert "" == git(shop, "status", "--porcelain")
    assert 'print(f"shop: {error}"' in git(shop, "show", "HEAD:shop/cli.py")
