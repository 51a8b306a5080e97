"""The results page after applying."""

from pathlib import Path

import pytest

from editreview.review.outcome import Outcome
from editreview.tui.keys import SHIPPED
from editreview.tui.widgets.panes import results_lines
from tests.builders import block, git, make_repository
from tests.tui.reviewing import reviewing

FILES = {"a.txt": "one\ntwo\n", "b.txt": "three\n", "old.txt": "x\n"}
RESPONSE = (
    block("one\n", "1\n1b\n")
    + block("nowhere to be found\n", "x\n")
    + block("three\n", "3\n", "b.txt")
    + block("", "new\n", "sub/new.txt")
    + block("two\n", "2\n")
)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "tree", FILES)


def _right(text: str) -> list[str]:
    return [line.rpartition("▕")[2].rstrip() for line in text.split("\n")]


def test_the_page_lists_files_staged_of_blocks_applied_before_the_review_was_resumed() -> None:
    lines = results_lines(
        Outcome((), (), 0, staged_of_earlier=("b.txt", "c.txt")), 100, SHIPPED, can_stage=False
    )

    rows = ["".join(text for text, _ in parts).rstrip() for parts in lines]
    assert " ✓ 2 files staged, with blocks applied before this review was resumed" in rows
    assert "   b.txt   ● staged" in rows
    assert " c commits the staged files" in rows
    assert "Nothing was written" not in "".join(rows)


async def test_the_page_lists_written_failed_and_remaining_blocks(repository: Path) -> None:
    async with reviewing(repository, RESPONSE) as user:
        # In the list's order: 1, 2, 5 of a.txt, then 3, then 4.
        await user.press("y", "J", "N", *"keep 3", "enter", "y", "p")
        rows = _right(user.text)
        assert " ✓ 2 blocks written to 2 files, nothing staged" in rows
        assert "   M  a.txt         +2 −1   block 1" in rows
        assert "   A  sub/new.txt   +1 −0   block 4" in rows
        assert " Not applied" in rows
        assert any(row.startswith("   ! 2  a.txt   failed: SEARCH not found") for row in rows)
        assert "   ✗ 3  b.txt   rejected: keep 3" in rows
        assert "   · 5  a.txt   undecided" in rows
        assert " Y copies 2 blocks for the model, with the reasons and the file's lines" in rows
        assert " S stages the written files" in rows
        await user.press("S")
        rows = _right(user.text)
        assert " ✓ 2 blocks written to 2 files, 2 staged" in rows
        assert "   A  sub/new.txt   +1 −0   ● staged   block 4" in rows
        assert " c commits the staged files" in rows
        await user.press("Y")
        assert "feedback copied" in user.state
        assert " Not applied" in _right(user.text)


async def test_malformed_blocks_are_named_with_path_and_text(repository: Path) -> None:
    async with reviewing(repository, RESPONSE + "\nb.txt\n<<<<<<< SEARCH\nsome text\n") as user:
        await user.press("y", "p")
        rows = _right(user.text)
        assert " Malformed" in rows
        assert any(row.startswith("   ! b.txt   Missing ======= divider") for row in rows)
        assert any(row.endswith(": some text") for row in rows)


async def test_committed_blocks_are_shown_as_committed(repository: Path) -> None:
    """Nothing is left to commit then, and what is written later is not said to be."""
    async with reviewing(repository, RESPONSE) as user:
        await user.press("y", "S", "c", *" it", "ctrl+s")
        rows = _right(user.text)
        assert " ✓ 1 block written to 1 file, 1 committed" in rows
        assert "   M  a.txt   +2 −1   ● committed   block 1" in rows
        assert "commits what is staged" not in user.text
        assert "stages the written files" not in user.text
        await user.press("J", "A", "p")
        rows = _right(user.text)
        assert any(row == "   M  b.txt         +1 −1   block 3" for row in rows)
        assert " S stages the written files" in rows
        assert "   M  a.txt         +3 −2   blocks 1 and 5" in rows


async def test_remaining_blocks_are_listed_below_each_other(tmp_path: Path) -> None:
    """One that the user has to choose a place for has not failed: it has the sign of the list."""
    files = {"long/name.txt": "same\nsame\n", "a.txt": "one\n"}
    response = block("same\n", "x\n", "long/name.txt") + block("none\n", "y\n") + block("one\n", "1\n")
    async with reviewing(make_repository(tmp_path / "tree", files), response) as user:
        await user.press("A", "p")
        rows = _right(user.text)
        assert "   ? 1  long/name.txt   its text has 2 matches: lines 1, 2" in rows
        assert any(row.startswith("   ! 2  a.txt           failed: SEARCH") for row in rows)


async def test_the_next_key_goes_back_to_the_blocks(repository: Path) -> None:
    async with reviewing(repository, RESPONSE) as user:
        await user.press("y", "S", "escape")
        assert "Not applied" not in user.text
        assert " a.txt" in user.text
        await user.press("A", "S")
        assert "Not applied" in user.text
        await user.press("J")
        assert "Not applied" not in user.text


async def test_the_state_line_is_not_about_the_diff_that_it_hides(repository: Path) -> None:
    """The marks and the layout of the diff are back with it."""
    async with reviewing(repository, RESPONSE) as user:
        await user.press("s", "n", "j", "k")
        assert "excluded" in user.state or "included" in user.state
        await user.press("p")
        assert "✓ 1 block written" in user.text
        assert not any(word in user.state for word in ("cluded", "unified", "split"))
        await user.press("escape")
        assert "unified" in user.state or "split" in user.state


async def test_the_keys_that_move_scroll_the_outcome(repository: Path) -> None:
    async with reviewing(repository, RESPONSE, size=(80, 14)) as user:
        await user.press("y", "p")
        assert "block written" in user.text
        await user.press("ctrl+d", "ctrl+d")
        assert "1 block written to 1 file" not in user.text
        assert "P pastes the next response" in user.text
        await user.press("k", "k")
        assert "P pastes the next response" not in user.text


async def test_a_file_that_could_not_be_staged_has_a_reason(repository: Path) -> None:
    git(repository, "rm", "--quiet", "--cached", "a.txt")
    git(repository, "commit", "--quiet", "--message=untracked")
    async with reviewing(repository, RESPONSE) as user:
        await user.press("y", "S")
        assert " Not staged" in _right(user.text)
        assert any(row.startswith("   a.txt: ") for row in _right(user.text))
    assert "" == git(repository, "diff", "--cached", "--name-only")


async def test_lines_below_the_page_are_counted_and_the_key_to_them_named(shop: Path) -> None:
    async with reviewing(shop, size=(80, 14)) as user:
        await user.press("A", "S")
        await user.wait_for(lambda: bool(user.review.applied))
        await user.settle()
        assert "more lines (j scrolls)" in user.text
        await user.press(*"j" * 20)
        assert "more lines" not in user.text
        assert "any other key goes back to the blocks" in user.text
