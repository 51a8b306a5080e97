"""Leaving asks when something would be forgotten, and only then."""

from pathlib import Path

import pytest

from tests.builders import block
from tests.tui.reviewing import SAMPLE, reviewing


async def test_q_quits_at_once_if_nothing_is_pending(shop: Path) -> None:
    """Undecided blocks are no reason to ask."""
    async with reviewing(shop) as user:
        await user.press("n", "q")
        assert not user.app.is_running
        assert user.app.return_code == 0


async def test_q_asks_while_accepted_blocks_are_not_applied(shop: Path) -> None:
    """Any other key stays, and does what it does."""
    async with reviewing(shop) as user:
        await user.press("y", "q")
        assert "1 accepted block not applied: q again quits and saves the review" in user.state
        await user.press("y")
        assert "block 2 accepted" in user.state
        await user.press("q")
        assert "2 accepted blocks not applied" in user.state
        await user.press("q")
        assert not user.app.is_running


async def test_q_asks_while_the_response_is_arriving(shop: Path) -> None:
    """Leaving then does not wait for the rest."""
    async with reviewing(shop, SAMPLE[:1500], is_open=True) as user:
        await user.press("q")
        assert "the response is still arriving: q again quits" in user.state
        await user.press("ctrl+q")
        assert not user.app.is_running


async def test_ctrl_c_stops_reading_and_quits_when_pressed_twice(shop: Path) -> None:
    """The part received is kept; the exit status is that of an interrupt."""
    async with reviewing(shop, block("x\n", "y\n") + "a.txt\n<<<<<<< SEARCH\nx", is_open=True) as user:
        await user.press("ctrl+c")
        assert "1/1" == user.position
        told = "stopped reading; the part received is kept; line 8: Missing ======= divider"
        assert user.state.startswith(told)
        await user.arrive(block("later\n", "y\n"))
        assert "1/1" == user.position
        await user.press("ctrl+c")
        assert "ctrl+c again quits" in user.state
        await user.press("ctrl+c")
        assert user.app.return_code == 130


@pytest.mark.parametrize("keys", [["q", "f"], ["f", "ctrl+q"], ["?", "ctrl+q"], ["O", "ctrl+q", "f"]])
async def test_a_dialog_that_opens_in_the_burst_of_a_quit_fails_nothing(shop: Path, keys: list[str]) -> None:
    async with reviewing(shop) as user:
        user.draw()
        await user.type_ahead(*keys)
        await user.wait_for(lambda: not user.app.is_running)
        assert user.app.crash is None
