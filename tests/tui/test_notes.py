"""The rest of the response: problems, commands, and what is arriving."""

from pathlib import Path

import pytest
from rich.cells import cell_len

from editreview.tui.widgets.panes import Note, Notes, note_lines, notes_of
from tests.builders import block, make_repository, review_of
from tests.tui.reviewing import Reviewing, reviewing

BROKEN = "a.txt\n<<<<<<< SEARCH\nno \x1b[2Jdivider\n>>>>>>> REPLACE\n"
COMMANDS = "```bash\nmake\nmake check\n```\n\nand\n\n```sh\ngit status\x1b]0;x\x07\n```\n"
RESPONSE = block("one\n", "1\n") + BROKEN + COMMANDS


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "tree", {"a.txt": "one\ntwo\n"})


def clipboard(user: Reviewing) -> str:
    return user.app.clipboard


async def test_the_header_names_the_key_of_the_notes(root: Path) -> None:
    """With how many there are; where there is no room the counts of the blocks stay."""
    async with reviewing(root, RESPONSE) as user:
        assert user.header.endswith("1 unreadable block · 2 commands (x shows)  0 of 1 decided  · 1")
        await user.resize(24, 10)
        assert user.header.endswith(" · 1")
        assert "unreadable" not in user.header


async def test_problems_and_commands_are_listed_and_copied(root: Path) -> None:
    """At 80 by 24, foreign text made visible; what was shown is copied, and nothing is run."""
    async with reviewing(root, RESPONSE, size=(80, 24)) as user:
        await user.press("x")
        assert " ▸ line 8: a.txt: Missing ======= divider" in user.text
        assert "│ no ␛[2Jdivider" in user.text
        await user.press("J", "j", "y")
        assert " ▸ │ make" in user.text
        assert "make\nmake check" == clipboard(user)
        assert "line 11 copied" in user.text
        await user.press("J", "enter")
        assert "git status␛]0;x␇" == clipboard(user)
        await user.press("K", "K", "y")
        assert "<<<<<<< SEARCH\nno ␛[2Jdivider\n>>>>>>> REPLACE" == clipboard(user)
        await user.press("escape")
        assert "exact ✓ · 1 match · L1" in user.text


async def test_notes_follow_the_response(root: Path) -> None:
    """The block that is arriving is among them, and what came of it; the cursor stays on its note."""
    async with reviewing(root, COMMANDS, is_open=True) as user:
        await user.press("x", "J")
        assert " ▸ line 8" in user.text
        await user.arrive("a.txt\n<<<<<<< SEARCH\nno divider\n")
        # What is behind the page is not drawn again with it.
        await user.wait_for(lambda: "│ no divider" in user.text)
        assert "ARRIVING" in user.text
        await user.arrive(">>>>>>> REPLACE\n")
        await user.finish()
        await user.wait_for(lambda: "line 12: a.txt: Missing ======= divider" in user.text)
        assert " ▸ line 8" in user.text
        assert "ARRIVING" not in user.text


async def test_without_notes_there_is_nothing_to_open(root: Path) -> None:
    """And the line of state says so."""
    async with reviewing(root, block("one\n", "1\n")) as user:
        await user.press("x")
        assert "the response has no unreadable blocks and no commands" in user.state
        assert "x" not in user.header


def test_a_response_of_problems_only_stays_small(tmp_path: Path) -> None:
    """Long texts and very many are cut, with a line that says how much is left; no line is too wide."""
    long = Note(1, "too long", "\n".join(["宽" * 100] * 1_000))
    lines = note_lines(Notes([long] * 100), 60, "y")
    assert len(lines) < 4_500
    assert "   ⋯ 800 more lines (y copies all)" in [text for line in lines for text, _ in line.parts]
    assert max(sum(cell_len(text) for text, _ in line.parts) for line in lines) <= 60
    assert 2_000 > len(note_lines(Notes(commands=[Note(1, "", "x\n")] * 10_000), 60, "y"))
    assert not notes_of(review_of(tmp_path, ""), "")
