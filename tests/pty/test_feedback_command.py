"""The feedback goes to a command, and what that prints is the next response of the review."""

from pathlib import Path

from tests.builders import block
from tests.pty.conftest import Start


def _failing(shop: Path) -> None:
    (shop / "a.txt").write_text("one\ntwo\nthree\n")
    (shop.parent / "wrong.md").write_text(block("not there at all\n", "TWO\n", "a.txt"))


def test_a_command_gets_the_feedback_and_its_output_corrects_the_failed_block(
    start: Start, shop: Path
) -> None:
    _failing(shop)
    (shop.parent / "right.md").write_text(block("two\n", "TWO\n", "a.txt"))
    command = "cat > ../got.txt; cat ../right.md"
    terminal = start(["editreview", "../wrong.md", "--feedback-to", command], columns=120)
    terminal.until("not found")
    terminal.press("B")
    terminal.until("Prompt for the command")
    terminal.press("\x13")
    terminal.until("read 1 block, correcting 1 failed block")
    terminal.until("exact ✓")
    terminal.accept("✓ 1")
    terminal.press("p")
    terminal.until("1 block written")
    assert "Block 1: a.txt" in (shop.parent / "got.txt").read_text()
    assert (shop / "a.txt").read_text() == "one\nTWO\nthree\n"


def test_a_command_that_fails_is_named_with_its_last_words(start: Start, shop: Path) -> None:
    _failing(shop)
    command = "echo no key is set >&2; exit 3"
    terminal = start(["editreview", "../wrong.md", "--feedback-to", command], columns=120)
    terminal.until("not found")
    terminal.press("B")
    terminal.until("Prompt for the command")
    terminal.press("\x13")
    terminal.until("ended with status 3: no key is set")


def test_a_command_that_does_not_end_is_ended_by_a_key_and_with_the_review(start: Start, shop: Path) -> None:
    _failing(shop)
    terminal = start(["editreview", "../wrong.md", "--feedback-to", "sleep 1000"], columns=120)
    terminal.until("not found")
    terminal.press("B")
    terminal.until("Prompt for the command")
    terminal.press("\x13")
    terminal.until("the command is working")
    terminal.press("\x03")
    terminal.until("was ended")


def test_without_a_command_the_key_says_how_to_name_one(start: Start, shop: Path) -> None:
    _failing(shop)
    terminal = start(["editreview", "../wrong.md"], columns=120)
    terminal.until("not found")
    terminal.press("B")
    terminal.until("--resume this review with --feedback-to COMMAND")
