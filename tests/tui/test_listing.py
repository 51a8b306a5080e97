"""The list: files in folders, what is done, filters."""

from pathlib import Path

import pytest

from editreview.tui.signs import ListEntry, entries_of, paths_like
from tests.builders import block, make_tree
from tests.tui.reviewing import Reviewing, reviewing

FILES = {
    "src/shop/cart.py": "one\ntwin\ntwin\n",
    "src/shop/tax.py": "one\n",
    "web/cart.js": "one  \n",
    "README.md": "one\n",
}
# 1 exact, 2 several matches, 3 exact, 4 tolerant, 5 not found.
RESPONSE = (
    block("one\n", "1\n", "src/shop/cart.py")
    + block("twin\n", "x\n", "src/shop/cart.py")
    + block("one\n", "1\n", "src/shop/tax.py")
    + block("one\n", "1\n", "web/cart.js")
    + block("nowhere at all\n", "x\n", "README.md")
)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return make_tree(tmp_path / "tree", FILES)


def _list(user: Reviewing) -> list[str]:
    """The rows of the list."""
    rows = [line.partition("▕")[0].rstrip() for line in user.lines if "▕" in line]
    return [row for row in rows if row]


def test_a_file_is_below_its_folder_however_deep_and_whatever_follows() -> None:
    """A folder that comes again later has its row again: nothing that was read moves."""
    files = [("a/b/x.py", [1]), ("a/b/y.py", [2, 4]), ("z.py", [3]), ("a/b/w.py", [5]), ("a/c/v.py", [6])]

    assert [
        ListEntry("a/b/"),
        ListEntry("a/b/x.py", depth=1),
        ListEntry("a/b/x.py", 1, 1),
        ListEntry("a/b/y.py", depth=1),
        ListEntry("a/b/y.py", 2, 1),
        ListEntry("a/b/y.py", 4, 1),
        ListEntry("z.py"),
        ListEntry("z.py", 3),
        ListEntry("a/b/"),
        ListEntry("a/b/w.py", depth=1),
        ListEntry("a/b/w.py", 5, 1),
        ListEntry("a/c/"),
        ListEntry("a/c/v.py", depth=1),
        ListEntry("a/c/v.py", 6, 1),
    ] == entries_of(files)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("cart", {"src/shop/cart.py", "web/cart.js"}),
        ("SHCART", {"src/shop/cart.py"}),
        ("w js", {"web/cart.js"}),
        ("raedme", {"README.md"}),
        ("xyz", set()),
        ("nothing like it", set()),
    ],
)
def test_a_path_is_found_by_letters_in_order_or_nearly(wanted: str, found: set[str]) -> None:
    assert found == paths_like(wanted, FILES)


async def test_the_list_shows_folders_files_and_what_is_done(tree: Path) -> None:
    """The position, and a bar that grows with the blocks that are decided."""
    async with reviewing(tree, RESPONSE) as user:
        assert [
            " 1/5 ───── all (f filters)",
            " src/shop/",
            "  cart.py              0/2",
            "   · 1 +1 −1 exact",
            "   ? 2 2 matches",
            "  tax.py               0/1",
            "   · 3 +1 −1 exact",
            " web/",
            "  cart.js              0/1",
            "   ≈ 4 +1 −1 ignoring whit…",
            " README.md             0/1",
            "  ! 5 not found",
        ] == _list(user)
        await user.press("y", "n")
        assert " 3/5 ━━─── all (f filters)" == _list(user)[0]
        assert "  cart.py              2/2" == _list(user)[2]
        assert "  tax.py               0/1" == _list(user)[5]


async def test_a_narrow_list_has_names_and_what_blocks_change(tmp_path: Path) -> None:
    """A wider one would wrap too many lines of the two columns beside it."""
    wide = "".join(f"{number} {'x' * 47}\n" for number in range(20))
    files = {"src/shop/cart.py": f"one\ntwin\ntwin\n{wide}", "src/a_long_name.py": "one\n"}
    response = (
        block("one\n", "1\n", "src/shop/cart.py")
        + block("twin\n", "x\n", "src/shop/cart.py")
        + block("one\n", "1\n", "src/a_long_name.py")
    )
    async with reviewing(make_tree(tmp_path / "tree", files), response, size=(125, 40)) as user:
        assert [
            " 1/3 ─────",
            " src/shop/",
            " cart.py",
            " · 1 +1 −1",
            " ? 2",
            " src/",
            " a_l…ame.py",
            " · 3 +1 −1",
        ] == _list(user)
        await user.press("y")
        assert " 2/3 ━────" == _list(user)[0]
        assert " ✓ 1 +1 −1" == _list(user)[3]


async def test_a_click_on_a_folder_selects_its_first_block(tree: Path) -> None:
    async with reviewing(tree, RESPONSE) as user:
        await user.press("G", "J", "J", "J", "J")
        assert "5/5" == user.position
        await user.click(3, next(y for y, line in enumerate(user.lines) if line.startswith(" src/shop/")))
        assert "1/5" == user.position


class TestFilter:
    """f lists only some blocks."""

    async def test_the_keys_that_move_stay_among_the_blocks_listed(self, tree: Path) -> None:
        async with reviewing(tree, RESPONSE) as user:
            await user.press("f", *"cart")
            assert "all              3" in user.text
            assert "ambiguous        1" in user.text
            await user.press("enter")
            assert "3 blocks listed: cart" in user.state
            assert "f cart · undecided · split" in user.state
            assert "1/3" == user.position
            assert "cart (f filters) ▕" in user.lines[1]
            blocks = [row.split(" +")[0] for row in _list(user) if "+" in row]
            assert ["   · 1", "   ≈ 4"] == blocks
            assert "   ? 2 2 matches" in _list(user)
            await user.press("J", "J")
            assert "3/3" == user.position
            assert ["  cart.js              0/1", "   ≈ 4 +1 −1 ignoring whit…"] == _list(user)[-2:]
            await user.press("J", "right_curly_bracket")
            assert "3/3" == user.position
            await user.press("left_curly_bracket")
            assert "1/3" == user.position
            await user.press("f", "enter")
            assert "all blocks are listed" in user.state
            assert "1/5" == user.position

    async def test_a_status_lists_its_blocks(self, tree: Path) -> None:
        """A block that is decided leaves the list when another comes into sight."""
        async with reviewing(tree, RESPONSE) as user:
            await user.press("f", "down", "enter")
            assert "5 blocks listed: undecided" in user.state
            await user.press("y")
            assert "1/4" == user.position
            await user.press("n", "n", "n", "n")
            assert "every block is decided" in user.state
            await user.press("f", *["down"] * 6, "enter")
            assert "1 block listed: accepted" in user.state
            assert "1/1" == user.position
            await user.press("u")
            assert "undone: decision on block 5" in user.state

    async def test_with_an_empty_list_the_displayed_block_stays(self, tree: Path) -> None:
        async with reviewing(tree, RESPONSE) as user:
            await user.press("f", "up", "enter")
            assert "no block matches the filter applied: f, enter lists all" in user.state
            assert "1/1" == user.position
            await user.press("J", "K", "f", "escape")
            assert "1/1" == user.position

    async def test_next_mentions_unlisted_blocks(self, tree: Path) -> None:
        async with reviewing(tree, RESPONSE) as user:
            await user.press("f", *"[/b]", "enter", "f")
            assert "Now: [/b]" in user.text
            await user.press(*"tax", "enter", "y")
            assert "all listed blocks are decided, but 4 others are not: f, enter lists all" in user.state

    async def test_arriving_blocks_are_listed_if_the_filter_includes_them(self, tree: Path) -> None:
        async with reviewing(tree, block("one\n", "1\n", "src/shop/tax.py"), is_open=True) as user:
            await user.press("f", *"tax", "enter")
            await user.arrive(block("one\n", "1\n", "README.md"))
            assert "1/1" == user.position
            await user.arrive(block("one\n", "2\n", "src/shop/tax.py"))
            assert "1/2" == user.position
