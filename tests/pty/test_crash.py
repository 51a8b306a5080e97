"""A bug ends the review with a message, a status and the user's work on disk."""

from pathlib import Path

import pytest

from editreview.review import resume
from editreview.workspace import Workspace
from tests.pty.conftest import Start

# One in what a key does, one in what the worker does on its own thread.
BROKEN = {
    "t": "editreview.tui.controllers.navigating.Navigating.layout",
    "p": "editreview.review.review.Review.write_files",
}


@pytest.mark.parametrize("key", BROKEN)
def test_a_crash_saves_the_review(start: Start, shop: Path, key: str) -> None:
    """Exit status 70, the terminal restored, the response and the decision in the file that is named."""
    terminal = start(["editreview", "../answer.md"], columns=300, before=_with_a_bug(BROKEN[key]))
    terminal.until("exact ✓")
    terminal.accept("✓ 1")
    terminal.press(key)
    assert 70 == terminal.end()
    terminal.until("internal error: ZeroDivisionError: by a test")
    terminal.until("Review saved; continue with `editreview --resume`")
    assert b"Traceback" not in terminal.output
    assert terminal.output.rindex(b"\x1b[?1049l") > terminal.output.rindex(b"\x1b[?1049h")
    found = resume(Workspace.open(shop))
    assert (shop.parent / "answer.md").read_bytes() == found.saved.response_paths[0].read_bytes()
    assert ["accepted"] == [said.verdict for said in found.review.log.snapshot().values()]


def test_the_traceback_is_printed_on_request(start: Start) -> None:
    """With --debug it is printed after the screen is gone."""
    terminal = start(["editreview", "../answer.md", "--debug"], before=_with_a_bug(BROKEN["t"]))
    terminal.until("exact ✓")
    terminal.press("t")
    assert 70 == terminal.end()
    end_of_screen = terminal.output.rindex(b"\x1b[?1049l")
    assert b"Traceback (most recent call last)" in terminal.output[end_of_screen:]
    assert b"Traceback" not in terminal.output[:end_of_screen]


def test_a_review_that_cannot_be_saved_gives_a_message(start: Start, shop: Path) -> None:
    """A bug's message has no file to name then, and the reason takes its place."""
    (shop / ".git/editreview").write_text("in the way")
    terminal = start(["editreview", "../answer.md"], before=_with_a_bug(BROKEN["t"]))
    terminal.until("exact ✓")
    terminal.press("t")
    assert 70 == terminal.end()
    terminal.until("internal error: ZeroDivisionError")
    assert b"could not be saved" in terminal.output
    assert b"Traceback" not in terminal.output


def _with_a_bug(name: str) -> str:
    """Python after which one method of the program fails."""
    module, owner, method = name.rsplit(".", 2)
    return f"""
from {module} import {owner}
def broken(self, *arguments, **options):
    raise ZeroDivisionError("by a test")
{owner}.{method} = broken
"""
