"""A block without a match on the screen: the nearest lines, and both of its own texts."""

from pathlib import Path

import pytest
from rich.color import Color
from textual.strip import Strip

from editreview.review import DiffLayout
from editreview.tui.app import Settings
from editreview.tui.diff.view import DiffView
from tests.builders import block, make_tree
from tests.tui.reviewing import Reviewing, reviewing
from tests.tui.states import to

FILE = "".join(f"context {n}\n" for n in range(1, 31)).replace(
    "context 12\n", "def area(width, height, depth):\n    check(width)\n    return width * height\n"
)
SEARCH = "def area(width, height):\n    check(width)\n    edges = scale(width, 4)\n    return edges\n"
REPLACE = "def area(width, height):\n    check(width, height)\n    log(width)\n    return edges\n"
NEAR_TEXTS = ("def area(width, height, depth):",)
SEARCH_TEXTS = ("≠def area(width, height):", "≠    edges = scale(width, 4)")
REPLACE_TEXTS = (
    "what its REPLACE would put there: +2 −2",
    "−    check(width)",
    "+    check(width, height)",
    "+    log(width)",
)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
@pytest.mark.parametrize("layout", [DiffLayout.UNIFIED, DiffLayout.SPLIT])
async def test_a_failed_block_shows_the_near_lines_its_search_and_its_replace_together(
    tmp_path: Path, size: tuple[int, int], layout: DiffLayout
) -> None:
    make_tree(tmp_path, {"a.txt": FILE})
    async with reviewing(
        tmp_path, block(SEARCH, REPLACE), size=size, settings=Settings(layout=layout)
    ) as user:
        missing = [text for text in (*NEAR_TEXTS, *SEARCH_TEXTS, *REPLACE_TEXTS) if text not in user.text]
        assert not missing, user.text


async def test_the_three_texts_of_the_sample_are_in_sight_in_a_small_terminal(shop: Path) -> None:
    """Lines that REPLACE has in common with SEARCH are folded: there is no room for all of it."""
    async with reviewing(shop, size=(80, 24)) as user:
        await user.press(*to(9))

        assert "22   ≠def shipping_cost(subtotal: int, weight: int)" in user.text
        assert "29≠    return cost" in user.text
        assert "⋯ 6 unchanged lines (+ shows more)" in user.text
        assert "29+    cost = min(SHIPPING, missing)" in user.text

        await user.press("equals_sign")
        await user.press("N", "N", "N")
        assert "24     if subtotal == 0:" in user.text


async def test_search_is_neutral_and_only_what_replace_changes_has_the_colours_of_a_change(
    tmp_path: Path,
) -> None:
    make_tree(tmp_path, {"a.txt": FILE})
    async with reviewing(tmp_path, block(SEARCH, REPLACE)) as user:
        # Off the rows that are looked at.
        await user.press("G")
        palette = user.app.screen.query_one(DiffView).palette

        def background(text: str) -> set[Color | None]:
            strip = _row_with(user, text)
            return {
                segment.style.bgcolor
                for segment in strip
                if segment.style is not None and segment.text.strip() in text and segment.text.strip()
            }

        plain = {palette.text.bgcolor}
        assert plain == background("≠def area(width, height):")
        assert palette.added.bgcolor in background("log(width)")
        assert palette.removed.bgcolor in background("−    check(width)")
        assert not {palette.added.bgcolor, palette.removed.bgcolor} & background("def area(width, height):")


def _row_with(user: Reviewing, text: str) -> Strip:
    return next(strip for strip in user.strips() if text in strip.text)


async def test_a_text_in_what_replace_would_put_there_is_found_also_where_it_is_folded(shop: Path) -> None:
    async with reviewing(shop, size=(80, 24)) as user:
        await user.press(*to(9), "slash", *"nothing for a", "enter")
        await user.press("n")

        assert "2/2" in user.state
        assert '23     """What it costs to send the goods; nothing for a large order."""' in user.text
