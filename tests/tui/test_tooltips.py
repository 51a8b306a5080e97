"""Tooltips, and clicks on keys."""

from pathlib import Path

import pytest
from textual.content import Content

from editreview.tui.app import ReviewApp
from editreview.tui.keys import SHIPPED, keymap_in_force
from editreview.tui.terminal_app import Settings
from editreview.tui.widgets.status import KeyHints
from tests.builders import block
from tests.tui import internals
from tests.tui.reviewing import Reviewing, reviewing

DEEP = f"{'a-folder-with-a-long-name/' * 4}[bold]file[/bold].txt"


def at(user: Reviewing, text: str, first: int = 0) -> tuple[int, int]:
    """The cell where a text begins, in the first row that has it."""
    y = next(y for y, line in enumerate(user.lines) if y >= first and text in line)
    return user.lines[y].index(text), y


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("y accept", "y  accept, then go to the next undecided block"),
        ("J next", "J  next block"),
        ("? help", "? f1  show all keys"),
    ],
)
async def test_a_key_in_the_last_line_has_a_tooltip(shop: Path, text: str, said: str) -> None:
    """And which other keys do it."""
    async with reviewing(shop) as user:
        x, y = at(user, text, first=39)
        assert said == await user.rest(x + 1, y)


async def test_a_tooltip_shows_the_configured_keys(shop: Path) -> None:
    """As help does."""
    settings = Settings(keys=keymap_in_force({"block.accept": "f6,f2"}, "the configuration"))
    async with reviewing(shop, settings=settings) as user:
        tooltip = await user.rest(*at(user, "f6 accept"))
        assert tooltip.startswith("f6 f2  accept, then go to the next undecided block")


async def test_counts_are_given_in_words(shop: Path) -> None:
    """Each sign of the header, and what stands before them."""
    async with reviewing(shop) as user:
        assert "5 blocks: undecided" == await user.rest(*at(user, "· 5"))
        assert "1 block: several matches" == await user.rest(*at(user, "? 1"))
        assert "blocks that are decided" in await user.rest(*at(user, "0 of 9 decided"))
        assert "unreadable blocks and suggested commands" in await user.rest(*at(user, "1 command"))
        assert "corner-shop:main" in await user.rest(*at(user, "corner-shop"))


async def test_rows_of_the_list_have_tooltips_with_status_and_path(shop: Path) -> None:
    """Of a block, a file and the line above them."""
    async with reviewing(shop) as user:
        await user.press("b")
        x, _ = at(user, "· 2")
        tooltip = await user.rest(x, user.lines.index(next(row for row in user.lines[2:] if "· 2" in row)))
        assert tooltip.startswith("shop/")
        assert "block 2: undecided" in tooltip
        assert "0 of 9 blocks decided or done · f filters" == await user.rest(2, 1)


async def test_glyphs_of_the_narrow_strip_have_tooltips_with_status_and_path(shop: Path) -> None:
    """The strip of blocks has tooltips on a screen without a list."""
    async with reviewing(shop, size=(80, 24)) as user:
        assert "block 7: several matches" == await user.rest(*at(user, "?7"))
        assert "block 1: undecided" == await user.rest(*at(user, "[·1]"))
        assert "shop/orders.py +2 −2" == await user.rest(*at(user, "shop/orders.py"))


async def test_a_truncated_path_has_a_complete_tooltip_without_markup(tmp_path: Path) -> None:
    """In strip, list and title."""
    file = tmp_path / DEEP
    file.parent.mkdir(parents=True)
    file.write_text("old\n")
    response = block("old\n", "new\n", DEEP)
    async with reviewing(tmp_path, response, size=(60, 20)) as user:
        assert DEEP not in user.text
        assert f"{DEEP} +1 −1" == await user.rest(*at(user, "+1 −1"))
        await user.resize(120, 30)
        assert DEEP not in user.lines[2]
        assert DEEP in await user.rest(3, 3)


async def test_hidden_characters_in_a_path_are_shown(tmp_path: Path) -> None:
    """No control character reaches the terminal by a tooltip."""
    (tmp_path / "a\x1b]0;b\x07.txt").write_text("old\n")
    async with reviewing(tmp_path, block("old\n", "new\n", "a\x1b]0;b\x07.txt"), size=(120, 20)) as user:
        tooltip = await user.rest(5, 2)
        assert "a␛]0;b␇.txt" in tooltip
        assert "\x1b" not in tooltip


async def test_the_signs_of_the_match_line_have_tooltips(shop: Path) -> None:
    """And all of what has no room."""
    async with reviewing(shop, size=(120, 40)) as user:
        assert (await user.rest(*at(user, "exact ✓"))).startswith("the strategy that matched")
        await user.press(*"JJJJ")
        await user.resize(40, 20)
        tooltip = await user.rest(3, 2)
        assert "…" in user.lines[2]
        assert tooltip.startswith("≈ ignoring indentation")
        assert "shifted +4 spaces" in tooltip


async def test_marks_in_the_gutter_have_tooltips(shop: Path) -> None:
    """Changed, in, out."""
    async with reviewing(shop, size=(160, 40)) as user:
        x, y = at(user, "33−", first=3)
        assert "changes: a click includes or excludes it, or s and space" == await user.rest(x, y)
        await user.press("s", "s", "space")
        x, y = at(user, "□")
        assert "□ excluded: a click includes it, or s and space" == await user.rest(x, y)
        await user.press("space")
        x, y = at(user, "■")
        assert "■ included: a click excludes it, or s and space" == await user.rest(x, y)
        assert "" == await user.rest(x + 12, y)


async def test_lines_with_ignored_differences_or_adjustments_are_marked(shop: Path) -> None:
    """Beside their sign in the gutter."""
    async with reviewing(shop, size=(160, 40)) as user:
        await user.press(*"JJJJ")
        assert "5/9" == user.position
        x, y = at(user, "»", first=3)
        assert "» adjusted to the file's indentation" in await user.rest(x, y)


async def test_a_tooltip_is_drawn_over_the_review_until_the_next_key(
    shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As text, whatever it holds."""
    monkeypatch.setattr(ReviewApp, "TOOLTIP_DELAY", 0.01)
    async with reviewing(shop, tooltips=True) as user:
        x, y = at(user, "y accept", first=39)
        await user.rest(x + 1, y)
        await user.wait_for(lambda: "y  accept, then go to the next" in user.text)
        await user.press("J")
        assert "y  accept, then go to the next" not in user.text
        assert isinstance(user.app.screen.query_one(KeyHints).tooltip, Content)


async def test_a_click_on_a_key_does_what_the_key_does(shop: Path) -> None:
    """A click on the digits of candidates opens their list, because one has to be chosen."""
    async with reviewing(shop) as user:
        await user.click(*at(user, "y accept"))
        assert [1] == [proposal.number for proposal in user.review.accepted()]
        await user.click(*at(user, "u undo"))
        assert [] == user.review.accepted()
        await user.press(*"JJJJJJ")
        x, y = at(user, f"{SHIPPED.labels('match.choose')} choose")
        await user.click(x, y)
        assert "candidates" in user.text
        await user.click(*at(user, "? help"))
        assert "╭─ Help" in user.text


async def test_a_click_that_quits_asks_first_like_the_key(shop: Path) -> None:
    """Quitting asks if accepted blocks are not applied."""
    async with reviewing(shop) as user:
        await user.click(*at(user, "y accept"))
        await user.click(*at(user, "q quit"))
        assert "q again quits" in user.state
        await user.click(*at(user, "u undo"))
        await user.press("y")
        await user.click(*at(user, "q quit"))
        assert "q again quits" in user.state
        await user.click(*at(user, "q quit"))
        assert internals.is_exiting(user.app)


async def test_a_click_on_a_block_of_the_strip_goes_there(shop: Path) -> None:
    async with reviewing(shop, size=(70, 24)) as user:
        x, y = at(user, "·3")
        await user.click(x + 1, y)
        assert "3/9" == user.position
