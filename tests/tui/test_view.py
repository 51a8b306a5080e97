"""Layouts, widths, context, the list, help, and what is left without colour."""

from pathlib import Path

from editreview.review import DiffLayout
from editreview.tui.app import Settings
from editreview.tui.parts import Colours, Display
from tests.builders import block, make_repository, make_tree
from tests.tui.reviewing import reviewing


async def test_the_layout_follows_the_width_until_it_is_chosen(shop: Path) -> None:
    """auto is unified without the room for two sides; t goes through auto, split and unified."""
    async with reviewing(shop, size=(80, 24)) as user:
        assert user.state.endswith("unified")
        assert "    33+    total = cart.total(coupon)" in user.text
        await user.resize(120, 40)
        assert user.state.endswith("split")
        assert " 33+    total = cart.total(coupon)" in user.text
        assert "│ with block 1" in user.text
        await user.press("t")
        assert "layout: split" in user.state
        await user.resize(80, 24)
        assert user.state.endswith("split")
        await user.press("t")
        assert "layout: unified" in user.state
        await user.resize(200, 60)
        assert user.state.endswith("unified")
        await user.press("t")
        assert "layout: auto" in user.state
        assert user.state.endswith("split")
        await user.press("J")
        assert user.state.endswith("unified"), "a new file has one side only"


def _changed(lines: int) -> tuple[str, str]:
    """Lines that fit into one column of 120 cells, and not into one of two; and those after a change."""
    text = "".join(f"total = sum(item.price * item.count for item in my_cart_{n})\n" for n in range(lines))
    return text, text.replace("price", "cost")


async def test_auto_is_unified_if_two_sides_would_wrap_many_lines(tmp_path: Path) -> None:
    """Not while long lines are cut, nor where there is room."""
    old, new = _changed(4)
    root = make_repository(tmp_path / "tree", {"a.py": old})
    async with reviewing(root, block(old, new, "a.py"), size=(120, 30)) as user:
        assert user.state.endswith("unified")
        assert "↪" not in user.text
        await user.press("w")
        assert user.state.endswith("split")
        await user.press("w")
        await user.resize(260, 40)
        assert user.state.endswith("split")


async def test_auto_decides_for_the_review(tmp_path: Path) -> None:
    """One block with many long lines among others stays in two columns, and is unified by itself."""
    old, new = _changed(4)
    others = {f"{n}.txt": "".join(f"line {m}\n" for m in range(30)) for n in range(3)}
    root = make_repository(tmp_path / "tree", {"a.py": old, **others})
    long = block(old, new, "a.py")
    short = "".join(block("line 9\n", "LINE 9\n", name) for name in others)
    async with reviewing(root, long + short, size=(120, 30)) as user:
        for _ in range(4):
            assert user.state.endswith("split")
            await user.press("J")
    async with reviewing(root, long, size=(120, 30)) as user:
        assert user.state.endswith("unified")


async def test_auto_decides_again_when_all_blocks_have_arrived_and_not_before(tmp_path: Path) -> None:
    """Nothing moves while they arrive."""
    old, new = _changed(4)
    root = make_repository(tmp_path / "tree", {"a.py": old, "b.txt": "one\n"})
    more = block(old, new, "a.py")
    async with reviewing(root, "", is_open=True, size=(120, 30)) as user:
        await user.arrive(block("one\n", "1\n", "b.txt") + "\nThen:\n\n")
        assert "▕" in user.text
        await user.arrive(more)
        await user.press("K")
        assert "▕" in user.text
        assert user.state.endswith("split")
        await user.finish()
        assert "▕" not in user.text


async def test_the_layout_of_the_command_line_is_used(shop: Path) -> None:
    """--layout holds at any width."""
    async with reviewing(shop, size=(200, 30), settings=Settings(layout=DiffLayout.UNIFIED)) as user:
        assert user.state.endswith("unified")


async def test_more_or_less_of_the_file_is_shown(tmp_path: Path) -> None:
    """+ and - change the lines around a hunk, = shows the file; the cursor keeps its hunk."""
    text = "".join(f"line {n}\n" for n in range(1, 201))
    root = make_repository(tmp_path / "tree", {"a.txt": text})
    async with reviewing(root, block("line 100\n", "LINE 100\n"), size=(80, 60)) as user:
        await user.press("minus", "minus", "minus", "minus", "minus")
        assert "3 lines around each hunk" in user.state
        assert "⋯ 96 unchanged lines (+ shows more)" in user.text
        assert "⋯ 97 unchanged lines (+ shows more)" in user.text
        assert "line 96" not in user.text
        await user.press("plus")
        assert "10 lines around each hunk" in user.state
        assert "line 96" in user.text
        assert "line 89" not in user.text
        await user.press("equals_sign")
        assert "the whole file" in user.state
        assert "unchanged" not in user.text
        await user.press("g")
        assert "line 1 " in user.text
        await user.press("minus")
        assert "line 100" in user.text


async def test_the_list_can_be_hidden(shop: Path) -> None:
    """Without it one line shows every block; it gives way to the diff, and comes if it is called."""
    async with reviewing(shop, size=(200, 40)) as user:
        assert "  coupons.py " in user.text
        await user.resize(120, 40)
        assert "  coupons.py " not in user.text
        await user.press("b")
        assert "  coupons.py " in user.text
        await user.press("b")
        assert "  coupons.py " not in user.text
        assert " [·1] ·2  ·3  ·4  ≈5  ·6  ?7  ≈8  !9" in user.lines[1]
        await user.press("J")
        assert " ·1 [·2]" in user.lines[1]
        assert user.lines[1].endswith("shop/coupons.py +32 −0")
        await user.press("tab")
        assert user.lines[2].startswith(" shop/ ")
        await user.resize(50, 40)
        await user.press("b", "b")
        assert "there is no room for the list" in user.state


async def test_a_path_is_cut_in_its_middle_and_only_where_there_is_no_room(tmp_path: Path) -> None:
    """In the strip it has what the blocks leave, in the list a row of its own."""
    path = "src/main/java/com/example/shop/checkout/Payment.java"
    root = make_tree(tmp_path, {path: "one\n"})
    async with reviewing(root, block("one\n", "1\n", path), size=(80, 20)) as user:
        assert f" {path} +1 −1" in user.lines[1]
        assert f"\n {path} → with block 1" in user.text
        await user.resize(60, 20)
        assert " src/…/example/shop/checkout/Payment.java +1 −1" in user.lines[1]
        assert "\n src/…/com/example/shop/checkout/Payment.java → with block 1" in user.text
        await user.resize(120, 20)
        rows = [line.partition("▕")[0].rstrip() for line in user.lines if "▕" in line]
        assert [" src/…/shop/checkout/", "  Payment.java         0/1"] == rows[1:3]


async def test_quit_and_help_are_always_among_the_hints(shop: Path) -> None:
    """However many keys do something, and however little room there is."""
    async with reviewing(shop, size=(80, 20)) as user:
        await user.press("y")
        for columns in (80, 120, 60):
            await user.resize(columns, 20)
            assert user.hints.endswith("q quit  ? help")
        await user.resize(30, 20)
        assert user.hints.endswith(" q  ?")


async def test_without_colour_signs_and_words_are_enough(shop: Path) -> None:
    """No cell has a colour, and state, strategy and change are still told."""
    settings = Settings(display=Display(Colours.NONE))
    async with reviewing(shop, settings=settings) as user:
        await user.press("y")
        assert set() == user.colours
        assert "✓ 1  · 4  ≈ 2  ? 1  ! 1" in user.header
        assert " ✓1 [·2]" in user.lines[1]
        assert "    1+" in user.text
        assert "undecided" in user.state
