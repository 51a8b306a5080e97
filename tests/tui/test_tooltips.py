"""What is said of the cell on which the mouse rests, and what a click on a key does."""

from pathlib import Path

import pytest
from textual.content import Content

from editreview.tui.app import ReviewApp
from editreview.tui.keymap import SHIPPED
from editreview.tui.ownkeys import keymap_of
from editreview.tui.settings import Settings
from editreview.tui.widgets.status import KeyHints
from tests.builders import block
from tests.tui.reviewing import Reviewing, reviewing

DEEP = f"{'a-folder-with-a-long-name/' * 4}[bold]file[/bold].txt"


def at(held: Reviewing, text: str, first: int = 0) -> tuple[int, int]:
    """The cell where a text begins, in the first row that has it."""
    y = next(y for y, line in enumerate(held.lines) if y >= first and text in line)
    return held.lines[y].index(text), y


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("y accept", "y  accept, next undecided"),
        ("J next", "J  next block"),
        ("? help", "? f1  all keys"),
    ],
)
async def test_a_key_in_the_last_line_says_what_it_does(shop: Path, text: str, said: str) -> None:
    """And which other keys do it."""
    async with reviewing(shop) as held:
        x, y = at(held, text, first=39)
        assert said == await held.rest(x + 1, y)


async def test_it_says_the_keys_in_force(shop: Path) -> None:
    """As help does."""
    settings = Settings(keys=keymap_of({"block.accept": "ctrl+y,f2"}, "the configuration"))
    async with reviewing(shop, settings=settings) as held:
        assert "ctrl+y f2  accept, next undecided" == await held.rest(*at(held, "ctrl+y accept"))


async def test_counts_are_told_in_words(shop: Path) -> None:
    """Each sign of the header, and what stands before them."""
    async with reviewing(shop) as held:
        assert "5 blocks: undecided" == await held.rest(*at(held, "· 5"))
        assert "1 block: several matches" == await held.rest(*at(held, "? 1"))
        assert "the block in sight" in await held.rest(*at(held, "1/9"))
        assert "problems and commands" in await held.rest(*at(held, "1 command"))
        assert "corner-shop:main" in await held.rest(*at(held, "corner-shop"))


async def test_rows_of_the_list_say_state_and_whole_path(shop: Path) -> None:
    """Of a block, a file and the line above them."""
    async with reviewing(shop) as held:
        x, _ = at(held, "· 2")
        told = await held.rest(x, held.lines.index(next(row for row in held.lines[2:] if "· 2" in row)))
        assert told.startswith("shop/")
        assert "block 2: undecided" in told
        assert "0 of 9 blocks decided or done · f filters" == await held.rest(2, 1)


async def test_glyphs_of_the_narrow_strip_say_state_and_path(shop: Path) -> None:
    """Where there is no room for a list."""
    async with reviewing(shop, size=(80, 24)) as held:
        assert "block 7: several matches" == await held.rest(*at(held, "?7"))
        assert "block 1: undecided" == await held.rest(*at(held, "[·1]"))
        assert "shop/orders.py +2 −2" == await held.rest(*at(held, "shop/orders.py"))


async def test_a_path_that_is_cut_is_whole_and_is_no_markup(tmp_path: Path) -> None:
    """In strip, list and title."""
    file = tmp_path / DEEP
    file.parent.mkdir(parents=True)
    file.write_text("old\n")
    response = block("old\n", "new\n", DEEP)
    async with reviewing(tmp_path, response, size=(60, 20)) as held:
        assert DEEP not in held.text
        assert f"{DEEP} +1 −1" == await held.rest(*at(held, "+1 −1"))
        await held.resize(120, 30)
        assert DEEP not in held.lines[2]
        assert DEEP in await held.rest(3, 2)


async def test_what_hides_in_a_path_is_shown_in_its_place(tmp_path: Path) -> None:
    """No control character reaches the terminal by a tooltip."""
    (tmp_path / "a\x1b]0;b\x07.txt").write_text("old\n")
    async with reviewing(tmp_path, block("old\n", "new\n", "a\x1b]0;b\x07.txt"), size=(120, 20)) as held:
        told = await held.rest(5, 2)
        assert "a␛]0;b␇.txt" in told
        assert "\x1b" not in told


async def test_the_match_line_says_what_its_signs_are(shop: Path) -> None:
    """And all of what has no room."""
    async with reviewing(shop, size=(120, 40)) as held:
        assert (await held.rest(*at(held, "exact ✓"))).startswith("✓ found, ✗ not found")
        await held.press(*"JJJJ")
        await held.resize(40, 20)
        told = await held.rest(3, 2)
        assert "…" in held.lines[2]
        assert told.startswith("indentation ✓ ")
        assert "exact ✗" in told


async def test_marks_in_the_gutter_say_what_they_are_and_what_a_click_does(shop: Path) -> None:
    """Changed, in, out."""
    async with reviewing(shop, size=(160, 40)) as held:
        x, y = at(held, "▌", first=3)
        assert "▌ changes: a click includes or excludes it, or s and space" == await held.rest(x, y)
        await held.press("s", "s")
        x, y = at(held, "□")
        assert "□ excluded: a click includes it, or s and space" == await held.rest(x, y)
        await held.press("space")
        x, y = at(held, "■")
        assert "■ included: a click excludes it, or s and space" == await held.rest(x, y)
        assert "" == await held.rest(x + 12, y)


async def test_lines_that_were_forgiven_or_adjusted_say_what(shop: Path) -> None:
    """Beside their sign in the gutter."""
    async with reviewing(shop, size=(160, 40)) as held:
        await held.press(*"JJJJ")
        assert "5/9" in held.header
        x, y = at(held, "»", first=3)
        assert "» new, adjusted to the file in depth" in await held.rest(x, y)


async def test_it_is_drawn_over_the_review_and_goes_with_the_next_key(
    shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As text, whatever it holds."""
    monkeypatch.setattr(ReviewApp, "TOOLTIP_DELAY", 0.01)
    async with reviewing(shop, tooltips=True) as held:
        x, y = at(held, "y accept", first=39)
        await held.rest(x + 1, y)
        await held.wait_for(lambda: "y  accept, next undecided" in held.text)
        await held.press("J")
        assert "y  accept, next undecided" not in held.text
        assert isinstance(held.app.screen.query_one(KeyHints).tooltip, Content)


async def test_a_click_on_a_key_does_what_the_key_does(shop: Path) -> None:
    """The digits of places, of which one has to be chosen, open their list."""
    async with reviewing(shop) as held:
        await held.click(*at(held, "y accept"))
        assert [1] == [proposal.number for proposal in held.review.accepted()]
        await held.click(*at(held, "u undo"))
        assert [] == held.review.accepted()
        await held.press(*"JJJJJJ")
        x, y = at(held, f"{SHIPPED.labels('match.choose')} choose")
        await held.click(x, y)
        assert "candidates" in held.text
        await held.click(*at(held, "? help"))
        assert "╭─ Help" in held.text


async def test_a_click_that_quits_asks_first_as_the_key_does(shop: Path) -> None:
    """When something is accepted that was not applied."""
    async with reviewing(shop) as held:
        await held.click(*at(held, "y accept"))
        await held.click(*at(held, "q quit"))
        assert "q again quits" in held.state
        await held.click(*at(held, "u undo"))
        await held.press("y")
        await held.click(*at(held, "q quit"))
        assert "q again quits" in held.state
        await held.click(*at(held, "q quit"))
        assert held.app._exit
