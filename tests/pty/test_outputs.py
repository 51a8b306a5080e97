"""Standard output and standard error carry what was asked for and no escape code."""

import json
import os
import subprocess
from pathlib import Path

from tests.pty.conftest import Start, written_to


def test_the_report_goes_to_a_file_while_the_screen_is_the_terminal(start: Start, shop: Path) -> None:
    """`--json > file` is the report alone, of what was done on the screen."""
    terminal = start("cat ../answer.md | editreview --json > ../report.json")
    terminal.until("exact ✓")
    terminal.accept("✓ 1")
    terminal.press("p")
    terminal.until("● 1")
    terminal.press("q")
    assert 1 == terminal.end()
    written = (shop.parent / "report.json").read_bytes()
    assert b"\x1b" not in written
    counts = json.loads(written)["counts"]
    assert (9, 1) == (counts["blocks"], counts["applied"])


def test_the_next_prompt_includes_files_the_model_was_not_shown(start: Start, shop: Path) -> None:
    """It does not matter if anything was decided on the screen."""
    terminal = start(["editreview", "--context", "README.md", "../answer.md"])
    terminal.until("not in context")
    terminal.press("q")
    assert 1 == terminal.end()
    again = start(["editreview", "prompt"], streams={1: written_to(shop.parent / "prompt")})
    assert 0 == again.end()
    assert "\nshop/cart.py\n\n```py\n" in (shop.parent / "prompt").read_text()


def test_the_patch_goes_to_the_next_program(start: Start, shop: Path) -> None:
    """`--diff | git apply` makes of a clean tree what was accepted and not applied."""
    reading, writing = os.pipe()
    with subprocess.Popen(["git", "apply", "--check"], cwd=shop, stdin=reading) as applying:
        os.close(reading)
        terminal = start(["editreview", "../answer.md", "--diff"], streams={1: writing})
        terminal.until("exact ✓")
        terminal.decide("A", "✓ 7")
        terminal.press("qq")
        assert 1 == terminal.end()
    assert 0 == applying.returncode


def test_messages_go_to_a_file_without_escape_codes(start: Start, shop: Path) -> None:
    """`2> file` holds the summary; nothing of the screen is painted into it."""
    terminal = start(["editreview", "../answer.md"], streams={2: written_to(shop.parent / "messages")})
    terminal.until("exact ✓")
    terminal.press("q")
    assert 1 == terminal.end()
    said = (shop.parent / "messages").read_text()
    assert "\x1b" not in said
    assert said.startswith("9 blocks: ")
    assert "review saved; continue with `editreview --resume` (" in said


def test_a_closed_pipe_is_not_an_error(start: Start) -> None:
    """With standard output closed early the review ends as always, without a traceback."""
    reading, writing = os.pipe()
    os.close(reading)
    terminal = start(["editreview", "../answer.md", "--json"], streams={1: writing})
    terminal.until("exact ✓")
    terminal.press("q")
    assert 1 == terminal.end()
    assert b"Traceback" not in terminal.output
    assert b"BrokenPipe" not in terminal.output


def test_the_terminal_is_restored(start: Start) -> None:
    """Its modes are the same, the alternate screen is left, and the cursor is seen again."""
    terminal = start(["editreview", "../answer.md"])
    terminal.until("exact ✓")
    assert terminal.first_modes != terminal.modes
    terminal.press("q")
    assert 1 == terminal.end()
    assert terminal.first_modes == terminal.modes
    assert terminal.output.count(b"\x1b[?1049h") == terminal.output.count(b"\x1b[?1049l") == 1
    assert terminal.output.rindex(b"\x1b[?25h") > terminal.output.rindex(b"\x1b[?25l")
