"""The block that is still arriving has a row, and its text is seen as it comes."""

from pathlib import Path

import pytest

from editreview.review import Verdict
from editreview.tui.controllers import streaming
from editreview.tui.screens.review import ReviewScreen
from tests.builders import block, make_tree
from tests.tui.reviewing import Reviewing, reviewing

FIRST = block("one\n", "1\n")
BEGUN = "\na.txt\n<<<<<<< SEARCH\ntwo\n=======\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return make_tree(tmp_path / "tree", {"a.txt": "one\ntwo\nthree\n"})


async def _arrive(user: Reviewing, text: str) -> None:
    """The text arrives, and the screen has received the message."""
    await user.arrive(text)
    await user.know_arrived()


async def test_the_row_of_an_arriving_block_shows_its_progress_until_it_is_complete(tree: Path) -> None:
    async with reviewing(tree, FIRST, is_open=True) as user:
        assert "arriving," not in user.text
        await _arrive(user, BEGUN)
        assert "  … 2 arriving, 3 lines" in user.text
        await _arrive(user, "2a\n2b\n")
        assert "  … 2 arriving, 5 lines" in user.text
        await _arrive(user, ">>>>>>> REPLACE\n")
        assert "arriving," not in user.text
        assert " 2 +2 −1 exact" in user.text


async def test_a_planned_block_is_not_listed_as_arriving(tree: Path) -> None:
    """A plan is announced at once, the progress of the response only now and then."""
    async with reviewing(tree, FIRST, is_open=True) as user:
        await _arrive(user, BEGUN)
        screen = user.app.screen
        assert isinstance(screen, ReviewScreen)
        arrived = screen.session.arrived
        await _arrive(user, "2\n>>>>>>> REPLACE\n")
        screen.session.arrived = arrived
        screen.view.refresh()
        await user.settle()
        assert " 2 +1 −1 exact" in user.text
        assert "arriving, " not in user.text


async def test_the_text_of_an_arriving_block_is_shown_as_it_comes_and_cannot_be_decided(tree: Path) -> None:
    """J goes to it; a key that decides says why not; once complete it is a block like the others."""
    async with reviewing(tree, FIRST, is_open=True) as user:
        await _arrive(user, BEGUN)
        await user.press("J")
        assert "block 2 (incomplete)" in user.text
        assert "<<<<<<< SEARCH" in user.text
        for key in ("y", "n", "space", "enter", "D"):
            await user.press(key)
            assert "this block is still arriving; decide when it is complete" in user.state
        assert 0 == len(user.review.log)
        await _arrive(user, "2 \x1b[2J\n")
        assert "2 ␛[2J" in user.text
        await _arrive(user, ">>>>>>> REPLACE\n")
        assert "block 2 is complete" in user.state
        assert "(incomplete)" not in user.text
        assert "exact ✓ · 1 match · L2" in user.text


async def test_a_key_pressed_as_a_block_completes_does_not_decide_on_it(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The user has not seen yet what it does."""
    monkeypatch.setattr(streaming, "NOTICE_S", 1_000.0)
    async with reviewing(tree, FIRST, is_open=True) as user:
        await _arrive(user, BEGUN)
        await user.press("J")
        await _arrive(user, "2\n>>>>>>> REPLACE\n")
        await user.press("y")
        assert "block 2 just arrived; press the key again to confirm" in user.state
        await user.press("y")
        assert Verdict.ACCEPTED is user.review.verdict(user.review.proposals[1])


async def test_k_a_click_and_an_abandoned_block_lead_back(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with reviewing(tree, FIRST, is_open=True) as user:
        await _arrive(user, BEGUN)
        row = next(y for y, line in enumerate(user.lines) if "… 2 arriving" in line)
        await user.click(4, row)
        assert "(incomplete)" in user.text
        await user.press("K")
        assert "(incomplete)" not in user.text
        assert "1/1" == user.position
        await user.press("J")
        await user.finish()
        assert "arriving" not in user.text
        assert "1/1" == user.position
        assert "exact ✓" in user.text


async def test_nothing_is_above_the_first_block_while_it_arrives(tree: Path) -> None:
    """No key that goes back goes anywhere."""
    async with reviewing(tree, "", is_open=True) as user:
        await _arrive(user, BEGUN)
        assert "block 1 (incomplete)" in user.text
        await user.press("K", "left_square_bracket", "k", "less_than_sign", "left_curly_bracket")
        assert "block 1 (incomplete)" in user.text


async def test_from_the_results_one_goes_to_an_undecided_block(tree: Path) -> None:
    async with reviewing(tree, FIRST, is_open=True) as user:
        await _arrive(user, BEGUN)
        await user.press("J", "less_than_sign")
        assert "1/1" == user.position
        await user.press("y", "J", "greater_than_sign")
        assert "block 2 (incomplete)" in user.text
        assert "every block is decided" in user.state


async def test_from_an_empty_filter_one_can_go_back(tree: Path) -> None:
    """To a block that the filter does not list: another one there is not."""
    async with reviewing(tree, FIRST, is_open=True) as user:
        await _arrive(user, BEGUN)
        await user.press("f", *"zzz", "enter", "J")
        assert "block 2 (incomplete)" in user.text
        await user.press("K")
        assert "1/1" == user.position
