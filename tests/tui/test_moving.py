"""Lines, hunks, blocks, files, ends, sideways; keys and mouse."""

from pathlib import Path

import pytest
from textual.events import MouseScrollDown, MouseScrollUp

from editreview.review import DiffLayout
from editreview.tui.diff.view import DiffView
from editreview.tui.keys import KEYS, MOVE
from editreview.tui.terminal_app import Settings
from tests.builders import block, make_repository
from tests.tui.reviewing import Reviewing, reviewing


def _line(user: Reviewing) -> str:
    """The row of the diff that the cursor is on."""
    diff = user.app.screen.query_one(DiffView)
    return user.lines[diff.region.y + diff.cursor_y]


async def test_blocks_files_and_hunks_follow_each_other(shop: Path) -> None:
    """J K go by block, } { by file, ] [ by hunk and on into the next block, and stop at the ends."""
    async with reviewing(shop) as user:
        seen: list[str] = []
        for keys in ("K", "J", "J", "}", "}", "{", "{", "{", "J" * 20, "J", "}"):
            await user.press(*keys) if len(keys) > 1 else await user.press(_NAMES.get(keys, keys))
            seen.append(user.position)
        assert ["1/9", "2/9", "3/9", "4/9", "6/9", "4/9", "2/9", "1/9", "9/9", "9/9", "9/9"] == seen
        await user.press("left_curly_bracket", *"KKKKKKKK")
        assert "hunk 1/2" in user.state
        await user.press("right_square_bracket")
        assert "hunk 2/2" in user.state
        assert "total = cart.total()" in _line(user)
        await user.press("right_square_bracket")
        assert "2/9" == user.position
        await user.press("left_square_bracket")
        assert "1/9" == user.position
        assert "hunk 2/2" in user.state


_NAMES = {"}": "right_curly_bracket", "{": "left_curly_bracket"}


async def test_the_cursor_moves_through_the_diff(tmp_path: Path) -> None:
    """j k by line, ctrl+d ctrl+u by half a page, g G to the ends; the arrows do what j k h l do."""
    text = "".join(f"line {n}\n" for n in range(1, 201))
    root = make_repository(tmp_path / "tree", {"a.txt": text})
    async with reviewing(root, block("line 100\n", "LINE 100\n"), size=(80, 24)) as user:
        await user.press("equals_sign")
        assert "the whole file" in user.state
        assert "line 100" in _line(user)
        await user.press("j", "down")
        assert "line 101" in _line(user)
        await user.press("k", "up", "k")
        assert "line 99" in _line(user)
        await user.press("ctrl+d", "ctrl+d", "pageup", "ctrl+u")
        assert "line 99" in _line(user)
        await user.press("G")
        assert "line 200" in _line(user)
        await user.press("j")
        assert "line 200" in _line(user)
        await user.press("g")
        assert "line 1" in _line(user)
        await user.press("end", "home")
        assert "line 1" in _line(user)


async def test_long_lines_can_be_scrolled_sideways(tmp_path: Path) -> None:
    """l goes right and h back; a mark says at which end a line goes on."""
    root = make_repository(tmp_path / "tree", {"a.txt": "old " + "a" * 200 + " end\n"})
    async with reviewing(root, block("old " + "a" * 200 + " end\n", "new\n"), size=(80, 24)) as user:
        await user.press("w")
        assert _line(user).rstrip(" │").endswith("a›")
        await user.press(*"l" * 20)
        assert "‹" in _line(user)
        assert _line(user).rstrip(" │").endswith("end")
        await user.press(*"h" * 30)
        assert "‹" not in _line(user)
        assert "old aaa" in _line(user)


async def test_in_the_list_j_and_k_go_by_block(shop: Path) -> None:
    """tab changes what the keys move, marked in the list."""
    async with reviewing(shop) as user:
        await user.press("tab")
        assert "j and k move in the list" in user.state
        assert "▸· 1" in user.text
        await user.press("j", "j")
        assert "3/9" == user.position
        await user.press("G")
        assert "9/9" == user.position
        await user.press("g")
        assert "1/9" == user.position
        await user.press("shift+tab", "j")
        assert "1/9" == user.position


async def test_the_mouse_chooses_a_block_and_a_line(shop: Path) -> None:
    """A click on a file's name is one on its first block; the wheel moves what is under it."""
    async with reviewing(shop) as user:
        await user.press("b")
        row = next(y for y, line in enumerate(user.lines) if " 6 +3 −1" in line)
        await user.click(6, row)
        assert "6/9" == user.position
        row = next(y for y, line in enumerate(user.lines) if " cart.js " in line)
        await user.click(6, row)
        assert "8/9" == user.position
        await user.press("w", "equals_sign", "g")
        row = user.app.screen.query_one(DiffView).region.y + 2
        before = user.lines
        await user.click(60, row)
        assert before[row][28:] == user.lines[row][28:] == _line(user)[28:]
        await user.turn_wheel(MouseScrollDown, 60, row)
        assert before[row + 3][28:] == user.lines[row][28:]
        await user.turn_wheel(MouseScrollUp, 60, row)
        assert before[row][28:] == user.lines[row][28:]


async def test_undecided_blocks_can_be_visited_in_both_directions(tmp_path: Path) -> None:
    """Over those that are decided, around the end; those without a place count."""
    root = make_repository(tmp_path / "tree", {"a.txt": "one\ntwo\nthree\n"})
    response = "".join(block(f"{word}\n", "x\n") for word in ("one", "two", "nowhere to be found", "three"))
    async with reviewing(root, response) as user:
        await user.press("J", "y", "K", "K", "K")
        seen = []
        for key in ("greater_than_sign",) * 3 + ("less_than_sign",) * 3:
            await user.press(key)
            seen.append(user.position.split("/")[0])
        assert ["3", "4", "1", "4", "3", "1"] == seen
        await user.press("A", "greater_than_sign", "greater_than_sign")
        assert "no other undecided blocks" in user.state
        await user.press("n", "greater_than_sign")
        assert "every block is decided" in user.state


@pytest.mark.parametrize("layout", [DiffLayout.SPLIT, DiffLayout.UNIFIED])
async def test_every_motion_works_on_a_file_without_lines(tmp_path: Path, layout: DiffLayout) -> None:
    """As a new `__init__.py` is, with long lines wrapped and cut off."""
    root = make_repository(tmp_path / "root", {"a.txt": "a\n"})
    response = (
        '<boltArtifact><boltAction type="file" filePath="pkg/__init__.py"></boltAction></boltArtifact>\n'
    )
    async with reviewing(root, response, settings=Settings(layout=layout)) as user:
        for wraps in (True, False):
            for key in KEYS:
                if key.group == MOVE:
                    await user.press(key.id, "escape")
            assert "pkg/__init__.py" in user.text, wraps
            await user.press("view.wrap")


async def test_where_the_list_ends_the_key_says_so(shop: Path) -> None:
    async with reviewing(shop) as user:
        await user.press("K")
        assert "this is the first block" in user.state
        await user.press("G", *"J" * 8)
        assert "9/9" == user.position
        assert "this is the last block" not in user.state
        await user.press("J")
        assert "this is the last block" in user.state
        await user.press("right_curly_bracket")
        assert "this is the last file" in user.state
