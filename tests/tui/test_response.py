"""Responses that arrive slowly, hold no edit, or hold broken ones."""

import json
from pathlib import Path

import pytest

from tests.builders import block, make_repository
from tests.tui.reviewing import SAMPLE, reviewing

TRANSCRIPT = (
    '{"role": "user", "content": "Change it."}\n'
    '{"role": "assistant", "content": [{"type": "text", "text": "It is done."}]}\n'
)


async def test_blocks_appear_as_they_close(shop: Path) -> None:
    """A decision and the place in the review stand while more arrive."""
    halves = SAMPLE.partition("shop/coupons.py\n```python\n<<<<<<< SEARCH\n=======\n")
    async with reviewing(shop, "", is_open=True) as user:
        assert "reading the response …" in user.state
        assert "ctrl+c stop reading" in user.hints
        await user.arrive(halves[0])
        assert (user.position, user.counts) == ("1/1", "· 1")
        await user.press("y")
        await user.arrive(halves[1])
        await user.arrive('"""Cou')
        assert "receiving" in user.header
        await user.arrive(halves[2].removeprefix('"""Cou'))
        await user.finish()
        assert "receiving" not in user.header
        assert (user.position, user.counts) == ("2/9", "✓ 1  · 4  ≈ 2  ? 1  ! 1")


async def test_a_response_without_edits_gives_a_message(shop: Path) -> None:
    """No key fails on it, and q quits."""
    async with reviewing(shop, "I would rather not change anything.\n") as user:
        assert "no edits found" in user.state
        await user.press(*"ynNaADupScJKjktb1", "space", "enter", "tab", "asterisk", "right_square_bracket")
        assert user.app.is_running
        await user.press("q")
        assert not user.app.is_running


@pytest.mark.parametrize(
    ("response", "message"),
    [
        (TRANSCRIPT, "there is no turn 5: the transcript has 1 turn"),
        ("Nothing to change.\n", "--turn needs a transcript, and the response is not one"),
    ],
)
async def test_a_turn_that_the_response_does_not_have_gives_a_message(
    shop: Path, response: str, message: str
) -> None:
    async with reviewing(shop, response, turn=5) as user:
        assert message in user.state


async def test_a_malformed_block_is_listed_and_the_others_kept(tmp_path: Path) -> None:
    """The first one by its line, and how many there are."""
    root = make_repository(tmp_path / "tree", {"a.txt": "one\ntwo\n"})
    response = (
        block("one\n", "1\n")
        + "a.txt\n<<<<<<< SEARCH\nno divider\n>>>>>>> REPLACE\n"
        + block("two\n", "2\n")
        + "a.txt\n<<<<<<< SEARCH\nno end\n=======\n"
    )
    async with reviewing(root, response) as user:
        assert (user.position, user.counts) == ("1/2", "· 2")
        assert "line 8: Missing ======= divider for the block (first of 2 unreadable blocks)" in user.state
        await user.press("y", "y", "p")
        assert "2 blocks written" in user.state


async def test_a_response_of_malformed_blocks_only_shows_the_problems(shop: Path) -> None:
    """There is nothing to decide, and the reason is on the screen."""
    async with reviewing(shop, "a.txt\n<<<<<<< SEARCH\nno divider\n>>>>>>> REPLACE\n") as user:
        assert "no readable edits" in user.state
        assert "line 2: Missing ======= divider for the block" in user.state
        assert "▐ <<<<<<< SEARCH" in user.text
        await user.press("J", "y")
        assert "▐ no divider" in user.text
        await user.press("Y")
        assert "feedback copied" in user.state


async def test_a_response_without_edits_is_shown_instead_of_blocks(shop: Path) -> None:
    """j and k scroll it; a further answer takes its place."""
    prose = "".join(f"Thought {n}.\n" for n in range(60))
    async with reviewing(shop, prose, size=(80, 24)) as user:
        assert "the response is only text" in user.text
        assert "Thought 3." in user.text
        assert "Thought 59." not in user.text
        await user.press("ctrl+d", "ctrl+d", "ctrl+d", "ctrl+d")
        assert "Thought 59." in user.text
        await user.press("P")
        await user.paste(block("", "new\n", "new.txt"))
        await user.press("enter")
        await user.wait_for(lambda: "new.txt" in user.text)
        assert "Thought" not in user.text


async def test_foreign_text_is_made_visible(tmp_path: Path) -> None:
    """Control and bidirectional characters of response and file are shown as pictures and code points."""
    root = make_repository(tmp_path / "tree", {"a.txt": "\x1b[2Jone\u202e\n"})
    async with reviewing(root, block("\x1b[2Jone\u202e\n", "\x9b1mtwo\x07\n")) as user:
        assert "−␛[2Jone‹U+202E›" in user.text
        assert "+‹U+009B›1mtwo␇" in user.text
        await user.press("y", "p")
        assert "\x9b1mtwo\x07\n".encode() == (root / "a.txt").read_bytes()


async def test_the_first_block_is_read_while_it_arrives(tmp_path: Path) -> None:
    """The end of it fills the screen until there is something to decide."""
    root = make_repository(tmp_path / "tree", {"a.txt": "one\n"})
    half = "a.txt\n<<<<<<< SEARCH\none\n=======\n" + "".join(f"new {n}\n" for n in range(60))
    async with reviewing(root, "", size=(80, 24), is_open=True) as user:
        await user.arrive(half)
        await user.wait_for(lambda: " new 45\n" in user.text)
        assert "new 20" not in user.text
        await user.press("j", "y")
        await user.arrive(">>>>>>> REPLACE\n")
        await user.finish()
        assert "−one" in user.text
        assert "new 59" not in user.text


async def test_turns_of_a_transcript_that_edit_files_too_are_named(tmp_path: Path) -> None:
    root = make_repository(tmp_path, {"a.txt": "one\n", "b.txt": "two\n"})
    said = (block("one\n", "1\n", "a.txt"), block("two\n", "2\n", "b.txt"))
    messages = [
        each
        for text in said
        for each in ({"role": "user", "content": "go"}, {"role": "assistant", "content": text})
    ]

    async with reviewing(root, json.dumps(messages)) as user:
        assert "turn 1 edits files too: read with --turn 1, or all with --turn all" in user.text


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (200, 60)])
async def test_the_page_of_the_response_keeps_its_block_in_sight_when_the_window_shrinks(
    shop: Path, size: tuple[int, int]
) -> None:
    async with reviewing(shop, size=size) as user:
        await user.press("J", "J", "J", "J", "o")
        assert "5▐ <<<<<<< SEARCH" in user.text
        await user.resize(40, 10)
        assert "5▐ <<<<<<< SEARCH" in user.text
