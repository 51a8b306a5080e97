"""A review that was quit, or killed, is resumed in another run."""

import signal
from pathlib import Path

import pytest

from editreview.workspace import Workspace
from tests.builders import block, git
from tests.pty.conftest import Producer, Start


def log_of(shop: Path) -> bytes:
    """The log of the last review."""
    return b"".join(path.read_bytes() for path in shop.glob(".git/editreview/reviews/*/log"))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_decisions_made_before_the_program_was_killed_are_kept(
    start: Start, shop: Path, number: signal.Signals
) -> None:
    """--resume shows the same response with the same decision, and the first open block."""
    terminal = start(["editreview", "../answer.md"])
    terminal.until("exact ✓")
    terminal.accept("✓ 1")
    terminal.wait_for(lambda: b"accepted" in log_of(shop), "the decision on disk")
    terminal.signal(number)
    terminal.end()

    resumed = start(["editreview", "--resume"])
    resumed.until("review resumed")
    resumed.until("✓ 1")
    resumed.press("u")
    resumed.until("undone: decision on block 1")
    resumed.press("q")
    assert 1 == resumed.end()


def test_a_change_of_the_file_in_between_gives_a_message(start: Start, shop: Path) -> None:
    """The file is named; a block that would do the same all the same stays accepted."""
    terminal = start(["editreview", "../answer.md"])
    terminal.until("exact ✓")
    terminal.accept("✓ 1")
    terminal.press("q")
    terminal.until("q again quits")
    terminal.press("q")
    terminal.end()
    path = shop / "shop/orders.py"
    path.write_text("\n" + path.read_text())

    resumed = start(["editreview", "--resume"], columns=160)
    resumed.until("changed since: shop/orders.py")
    # Its lines are only further down: the block would still do what was accepted.
    resumed.until("✓ 1")
    resumed.press("q")
    resumed.until("q again quits")
    resumed.press("q")
    assert 1 == resumed.end()


def test_a_streamed_response_is_saved_without_any_decision(start: Start, shop: Path) -> None:
    """A response that a producer wrote once is not lost with the window."""
    response = block("a\n", "b\n", "not-there.txt")
    producer = Producer(response)
    terminal = start(["editreview"], streams={0: producer.reading})
    terminal.until("receiving")
    terminal.until("not-there.txt")
    terminal.hang_up()
    terminal.end()
    producer.end()

    waiting = Workspace.open(shop).saved_reviews.waiting()
    assert [response] == [found.response_paths[0].read_text() for found in waiting]


def test_a_finished_review_leaves_nothing_to_resume(start: Start, shop: Path) -> None:
    """And --resume says so."""
    (shop.parent / "one.md").write_text(block("", "new\n", "new.txt"))
    terminal = start(["editreview", "../one.md"])
    terminal.until("new file")
    terminal.accept("✓ 1")
    terminal.press("p")
    terminal.until("● 1")
    terminal.press("q")
    assert 0 == terminal.end()

    resumed = start(["editreview", "--resume"])

    assert 2 == resumed.end()
    resumed.until("no saved review for")
    listed = start(["editreview", "sessions"], columns=400)
    listed.until("1 block, 1 accepted  finished")
    assert 0 == listed.end()


def test_a_review_is_resumed_by_its_id_from_another_folder(start: Start, shop: Path) -> None:
    terminal = start(["editreview", "../answer.md"])
    terminal.until("exact ✓")
    terminal.accept("✓ 1")
    terminal.wait_for(lambda: b"accepted" in log_of(shop), "the decision on disk")
    terminal.signal(signal.SIGTERM)
    terminal.end()
    (saved,) = Workspace.open(shop).saved_reviews.waiting()
    elsewhere = shop.parent / "elsewhere"
    elsewhere.mkdir()

    resumed = start(["editreview", "sessions", "--resume", saved.id, "--root", str(elsewhere)])
    resumed.until("review resumed")
    resumed.until("✓ 1")
    resumed.press("qq")
    assert 1 == resumed.end()


def test_what_was_written_before_is_staged_after_resuming(start: Start, shop: Path) -> None:
    """And undoing that, and staging once more, work as in one run."""
    terminal = start(["editreview", "../answer.md"])
    terminal.until("exact ✓")
    terminal.accept("✓ 1")
    terminal.press("p")
    terminal.until("● 1")
    terminal.press("q")
    terminal.end()
    again = start(["editreview", "--resume"], columns=120)
    again.until("review resumed")
    again.press("S")
    again.until("1 file staged: c commits")
    assert "shop/orders.py" == git(shop, "diff", "--cached", "--name-only").strip()
    again.press("u")
    again.until("1 file unstaged, still written")
    assert "" == git(shop, "diff", "--cached", "--name-only")
    again.press("S")
    again.until("1 file staged: c commits")
    again.press("q")
    again.end()
    assert "shop/orders.py" == git(shop, "diff", "--cached", "--name-only").strip()
