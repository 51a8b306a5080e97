"""Responses that arrive slowly, hold no edit, or hold broken ones."""

from pathlib import Path

from tests.builders import block, make_repository
from tests.tui.reviewing import SAMPLE, reviewing


async def test_blocks_appear_as_they_close(shop: Path) -> None:
    """A decision and the place in the review stand while more arrive."""
    halves = SAMPLE.partition("shop/coupons.py\n```python\n<<<<<<< SEARCH\n=======\n")
    async with reviewing(shop, "", is_open=True) as held:
        assert "reading the response …" in held.state
        assert "ctrl+c stop reading" in held.hints
        await held.arrive(halves[0])
        assert "1/1  · 1" in held.header
        await held.press("y")
        await held.arrive(halves[1])
        await held.arrive('"""Cou')
        assert "receiving" in held.header
        await held.arrive(halves[2].removeprefix('"""Cou'))
        await held.finish()
        assert "receiving" not in held.header
        assert held.header.endswith("1/9  ✓ 1  · 4  ≈ 2  ? 1  ! 1")


async def test_a_response_without_edits_says_so(shop: Path) -> None:
    """No key fails on it, and q quits."""
    async with reviewing(shop, "I would rather not change anything.\n") as held:
        assert "the response holds no edit" in held.state
        await held.press(*"ynNaADupScJKjktb1", "space", "enter", "tab", "asterisk", "right_square_bracket")
        assert held.app.is_running
        await held.press("q")
        assert not held.app.is_running


async def test_a_malformed_block_is_named_and_the_others_kept(tmp_path: Path) -> None:
    """The first one by its line, and how many there are."""
    root = make_repository(tmp_path / "tree", {"a.txt": "one\ntwo\n"})
    response = (
        block("one\n", "1\n")
        + "a.txt\n<<<<<<< SEARCH\nno divider\n>>>>>>> REPLACE\n"
        + block("two\n", "2\n")
        + "a.txt\n<<<<<<< SEARCH\nno end\n=======\n"
    )
    async with reviewing(root, response) as held:
        assert "1/2  · 2" in held.header
        assert "line 8: Missing ======= divider for the block at line 8 (2 such)" in held.state
        await held.press("y", "y", "p")
        assert "2 blocks written" in held.state


async def test_a_response_of_broken_blocks_only_says_what_is_wrong(shop: Path) -> None:
    """There is nothing to decide, and the reason is on the screen."""
    async with reviewing(shop, "a.txt\n<<<<<<< SEARCH\nno divider\n>>>>>>> REPLACE\n") as held:
        assert "the response holds no edit" in held.state
        assert "line 2: Missing ======= divider for the block at line 2" in held.state
        assert "No edits found: its blocks are malformed" in held.text
        assert "│ <<<<<<< SEARCH" in held.text
        await held.press("J", "y")
        assert "│ no divider" in held.text
        await held.press("Y")
        assert "feedback copied" in held.state


async def test_a_response_without_edits_can_be_read_where_the_blocks_would_be(shop: Path) -> None:
    """j and k scroll it; a further answer takes its place."""
    prose = "".join(f"Thought {n}.\n" for n in range(60))
    async with reviewing(shop, prose, size=(80, 24)) as held:
        assert "the response is only text" in held.text
        assert "Thought 3." in held.text
        assert "Thought 59." not in held.text
        await held.press("ctrl+d", "ctrl+d", "ctrl+d", "ctrl+d")
        assert "Thought 59." in held.text
        await held.press("P")
        await held.paste(block("", "new\n", "new.txt"))
        await held.press("enter")
        await held.wait_for(lambda: "new.txt" in held.text)
        assert "Thought" not in held.text


async def test_foreign_text_is_made_visible(tmp_path: Path) -> None:
    """Control and bidirectional characters of response and file are shown as pictures and code points."""
    root = make_repository(tmp_path / "tree", {"a.txt": "\x1b[2Jone\u202e\n"})
    async with reviewing(root, block("\x1b[2Jone\u202e\n", "\x9b1mtwo\x07\n")) as held:
        assert "− ␛[2Jone‹U+202E›" in held.text
        assert "+ ‹U+009B›1mtwo␇" in held.text
        await held.press("y", "p")
        assert "\x9b1mtwo\x07\n".encode() == (root / "a.txt").read_bytes()


async def test_the_first_block_is_read_while_it_arrives(tmp_path: Path) -> None:
    """The end of it fills the screen until there is something to decide."""
    root = make_repository(tmp_path / "tree", {"a.txt": "one\n"})
    half = "a.txt\n<<<<<<< SEARCH\none\n=======\n" + "".join(f"new {n}\n" for n in range(60))
    async with reviewing(root, "", size=(80, 24), is_open=True) as held:
        await held.arrive(half)
        await held.wait_for(lambda: " new 45\n" in held.text)
        assert "new 20" not in held.text
        await held.press("j", "y")
        await held.arrive(">>>>>>> REPLACE\n")
        await held.finish()
        assert "− one" in held.text
        assert "new 59" not in held.text
