"""Any size of terminal; see `test_screens` for every state."""

from pathlib import Path

import pytest

from editreview.tui.diff.view import DiffView
from editreview.tui.widgets.status import StateLine
from tests.builders import block, make_repository
from tests.tui.reviewing import reviewing
from tests.tui.sizes import SIZES, SMALLEST

TEXT = "".join(f"line {number} of a file whose lines are long enough to wrap\n" for number in range(1, 121))
LINE = TEXT.splitlines(keepends=True)[59]


@pytest.mark.parametrize("size", [(23, 40), (120, 6), (8, 2)])
async def test_a_terminal_that_is_too_small_gets_a_message(shop: Path, size: tuple[int, int]) -> None:
    """And which size will do; a yes is for what is in sight, and other keys do what they do otherwise."""
    async with reviewing(shop, size=size) as user:
        assert user.lines[0].startswith("too sm")
        assert "hunk" not in user.text
        await user.press("y", "J")
        await user.resize(*SMALLEST)
        assert "2/9" == user.position
        assert "✓" not in user.header
        await user.press("y")
        assert "✓ 1" in user.header


@pytest.mark.parametrize("keys", [("g", *"jjjj"), ("j", "j"), ("G", *"kkkk"), ("k",), ("t", "k", "k")])
async def test_the_cursor_keeps_its_line_through_all_sizes(tmp_path: Path, keys: tuple[str, ...]) -> None:
    """Also where the layout changes, and where its line would be folded away."""
    root = make_repository(tmp_path / "tree", {"a.txt": TEXT})
    async with reviewing(root, block(LINE, "one\ntwo\nthree\n"), size=(200, 60)) as user:
        diff = user.app.screen.query_one(DiffView)
        await user.press(*keys)
        before = diff.old_and_new()
        for columns, rows in ((200, 60), (90, 20), *SIZES, (120, 40)):
            await user.resize(columns, rows)
            if columns >= 40:
                assert before == diff.old_and_new(), (columns, rows)


async def test_the_position_of_the_cursor_in_the_view_is_kept(tmp_path: Path) -> None:
    """The line in the middle stays about there."""
    root = make_repository(tmp_path / "tree", {"a.txt": TEXT})
    async with reviewing(root, block(LINE, "another\n"), size=(200, 60)) as user:
        diff = user.app.screen.query_one(DiffView)
        await user.press("equals_sign", "g", *["ctrl+d"] * 2)
        await user.resize(200, 30)
        assert abs(diff.cursor_y / diff.height - 0.5) < 0.4
        assert diff.cursor_y > 3


async def test_a_line_that_is_unfolded_has_a_row_again(tmp_path: Path) -> None:
    """The diff fills its lines also when it is as high as before."""
    root = make_repository(tmp_path / "tree", {"a.txt": TEXT})
    async with reviewing(root, block(LINE, "another\n"), size=(80, 24)) as user:
        diff = user.app.screen.query_one(DiffView)
        await user.press("equals_sign", "g")
        last = diff.region.bottom - 1
        before = user.lines[last]
        assert before.strip()
        await user.resize(80, 23)
        await user.resize(80, 24)
        assert before == user.lines[last]


async def test_a_message_is_shown_completely_in_a_narrow_terminal(shop: Path) -> None:
    """On more lines; where things stand gives way to it, but for the state's word."""
    async with reviewing(shop, size=(44, 20)) as user:
        await user.press("J", "J", "J", "J", "J", "J", "y")
        assert "this block has several matches: choose one by its number, or * for all" in user.state
        assert user.state.endswith("several matches")
        await user.press("K")
        assert "hunk 1/2 · undecided" in user.lines[-2]


async def test_messages_have_as_many_lines_as_they_need(shop: Path) -> None:
    """An emoji of several characters is drawn as its parts, which take more room."""
    async with reviewing(shop, size=(60, 20)) as user:
        user.app.screen.query_one(StateLine).set_message("👩‍💻" * 10 + " copied, if that is allowed")
        await user.settle()
        assert user.state.startswith("👩💻" * 10 + " copied, if that is allowed")


async def test_where_one_warning_has_room_it_is_the_one_that_withholds(tmp_path: Path) -> None:
    root = make_repository(tmp_path, {"m.py": "def f(a):\n    return a + 1\n"})
    secret = "ghp_" + "q8Zr3Lk1Vb7Nc0Xw5Ty9Ua2Se4Df6Gh8Jk0Lp"
    response = block("    return a + 1\n", f'    KEY = "{secret}"\n    return a + 1  # p\u0430ypal\n', "m.py")
    async with reviewing(root, response, size=(40, 10)) as user:
        assert "△ adds a GitHub token" in user.text
