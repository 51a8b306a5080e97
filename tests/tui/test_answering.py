"""Feedback for the model, and its further responses."""

from pathlib import Path

import pytest

from tests.builders import block, make_repository
from tests.tui.reviewing import reviewing


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "tree", {"a.txt": "one\ntwo\n", "b.txt": "three\n"})


RESPONSE = block("one\n", "1\n") + block("nowhere\n", "x\n") + block("three\n", "3\n", "b.txt")


class TestFeedback:
    """Y copies what failed or was rejected."""

    async def test_without_a_program_the_terminal_and_a_file_get_it(
        self, repository: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "TMUX"):
            monkeypatch.delenv(name, raising=False)
        async with reviewing(repository, RESPONSE) as user:
            await user.press("y", "N", *"keep 3", "enter", "Y")
            assert "feedback copied by the terminal, if it allows it (OSC 52)" in user.state
            assert "also in .git/editreview/feedback.md" in user.state
            text = user.app.clipboard
        assert (repository / ".git/editreview/feedback.md").read_text() == text
        assert "## Block 3: b.txt\n\nRejected: keep 3.\n" in text
        assert "1 | three" in text
        assert "## Block 2: a.txt" in text
        assert "Block 1" not in text

    async def test_the_program_that_copies_is_named(
        self, repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tool = tmp_path / "wl-copy"
        tool.write_text(f"#!/bin/sh\ncat > '{tmp_path}/held'\n")
        tool.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
        monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
        monkeypatch.delenv("SSH_CONNECTION", raising=False)
        monkeypatch.delenv("SSH_TTY", raising=False)
        async with reviewing(repository, RESPONSE) as user:
            await user.press("Y")
            assert "feedback copied with wl-copy · also in .git/" in user.state
            assert not user.app.clipboard
        assert "Block 2" in (tmp_path / "held").read_text()

    async def test_without_failures_there_is_no_feedback(self, repository: Path) -> None:
        async with reviewing(repository, block("one\n", "1\n")) as user:
            await user.press("Y")
            assert "nothing to send back: no block failed or was rejected" in user.state
            await user.press("y", "p", "Y")
            assert "nothing to send back" in user.state


TALK = (
    "# Numbers\n\nFirst the **one** in `a.txt`:\n\n"
    + RESPONSE.replace("b.txt\n", "\n- then the three\n\n\nb.txt\n")
    + "\nThat is all.\n"
)


EXPLAINED = TALK.replace("`a.txt`:\n", "`a.txt`:\n- for a reason\n- and another\n").replace(
    "the three\n", "the three\n- which is more\n- than one\n"
)
"""Two of its three blocks have three lines of prose."""


class TestResponse:
    """The prose of the response: beside the block on a wide screen, all of it with o."""

    async def test_a_wide_terminal_shows_the_prose_around_the_block(self, repository: Path) -> None:
        async with reviewing(repository, EXPLAINED, size=(180, 30)) as user:
            right = [line.partition("▏")[2].strip() for line in user.lines if "▏" in line]
            assert [
                "RESPONSE  o all of it", "", "Numbers", "", "First the one in a.txt:", "• for a reason",
                "• and another", "", "▐ block 1 · search-replace · lines 8–12",
            ] == right[:9]  # fmt: skip
            await user.press("J", "J")
            right = [line.partition("▏")[2].strip() for line in user.lines if "▏" in line]
            assert [
                "• then the three", "• which is more", "• than one", "",
                "▐ block 3 · search-replace · lines 26–30", "", "That is all.",
            ] == right[2:9]  # fmt: skip

    async def test_it_appears_in_a_wide_terminal_and_disappears_again(self, repository: Path) -> None:
        async with reviewing(repository, EXPLAINED, size=(120, 30)) as user:
            assert "RESPONSE" not in user.text
            await user.resize(180, 30)
            assert "First the one in a.txt:" in user.text
            await user.resize(120, 30)
            assert "RESPONSE" not in user.text

    async def test_with_little_prose_it_is_beside_the_diff_only_if_the_user_calls_it(
        self, repository: Path
    ) -> None:
        async with reviewing(repository, TALK, size=(180, 30)) as user:
            assert "RESPONSE" not in user.text
            await user.press("view.beside")
            assert "First the one in a.txt:" in user.text
            await user.press("view.beside")
            assert "RESPONSE" not in user.text
            await user.resize(120, 30)
            await user.press("view.beside")
            assert "there is no room for the response beside the diff: it needs 170 columns" in user.state

    async def test_o_shows_the_response_at_the_block(self, repository: Path) -> None:
        filler = "".join(f"talk {number} \x1b[31m\n" for number in range(1, 3_001))
        async with reviewing(repository, filler + TALK, size=(80, 24)) as user:
            await user.press("o")
            assert "3006    1▐ <<<<<<< SEARCH" in user.text
            await user.press("J", "J")
            assert "3022    3▐ <<<<<<< SEARCH" in user.text
            await user.press("K", "K", "g")
            assert " 1       talk 1 ␛[31m" in user.text
            await user.press("l")
            assert "talk" not in user.text
            await user.press("h", "slash", *"talk 2500", "enter")
            assert "2500       talk 2500" in user.text
            await user.press("slash", *"That is", "enter")
            assert "That is all." in user.text
            await user.press("N", "slash", *"never [/said]", "enter")
            assert "never [/said] was not found in the response" in user.text
            await user.press("slash", "escape", "escape")
            assert "The response" not in user.text
            assert "1/3" == user.position


async def test_a_further_response_corrects_failed_blocks(tmp_path: Path) -> None:
    """The cursor goes to its first undecided block; what it corrects needs no decision and no feedback."""
    root = make_repository(tmp_path / "tree", {"a.txt": "one\ntwo\nthree\n"})
    response = block("on\nto\nthre\nfour\n", "1\n2\n3\n") + block("two\n", "2\n")
    async with reviewing(root, response) as user:
        await user.press("J", "y", "P")
        await user.paste("Sorry:\n\n" + block("one\n", "1\n2\n3\n") + block("three\n", "4\n"))
        await user.press("enter")
        await user.wait_for(lambda: "read 2 blocks" in user.state)
        assert "read 2 blocks, correcting 1 failed block; 2 to decide" in user.state
        assert 3 == user.app.screen.view.state.current  # type: ignore[attr-defined]
        assert "– 1 corrected by 3" in user.text
        assert {1: 3} == user.review.corrected
        await user.press("Y")
        await user.wait_for(lambda: "nothing to send back" in user.state)


async def test_a_further_response_without_edits_says_so(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": "one\n"})
    async with reviewing(root, block("one\n", "1\n")) as user:
        await user.press("P")
        await user.paste("Sorry, I cannot.\n")
        await user.press("enter")
        await user.wait_for(lambda: "no edits found in the response" in user.state)
