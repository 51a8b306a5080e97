"""The palette: every action by its words, also those that have no key."""

from pathlib import Path

import pytest
from textual.command import CommandPalette
from textual.widgets import OptionList

from editreview.tui.keys import KEYS, SHIPPED, Key, keymap_in_force
from editreview.tui.screens.help import palette_entries
from editreview.tui.terminal_app import Settings
from tests.tui.reviewing import Reviewing, reviewing


async def choose(user: Reviewing, words: str) -> None:
    """Open the palette, type words, and take what is found first."""
    await user.press("ctrl+p", *words)
    palette = user.app.screen
    assert isinstance(palette, CommandPalette)
    # It looks for commands in the background, and shows them all at once or some at a time.
    await user.wait_for(lambda: palette.query_one(OptionList).highlighted is not None)
    await user.wait_for(lambda: not any(worker.is_running for worker in user.app.workers))
    await user.press("enter")
    await user.wait_for(lambda: user.app.screen is not palette)
    await user.settle()


@pytest.mark.parametrize("key", [key for key in KEYS if key.id != "palette"], ids=lambda key: str(key.id))
def test_every_action_is_listed_with_its_key(key: Key) -> None:
    """And its name, which a key map of one's own needs."""
    found = [command for command in palette_entries(SHIPPED) if command.id == key.id]

    assert found
    assert all(SHIPPED.help(key.id) in command.text for command in found)
    labels = {command.help_text.partition(" · ")[0] for command in found}
    assert labels == ({*"123456789"} if "{nth}" in key.action else {SHIPPED.labels(key.id) or "no key"})


def test_numbered_matches_can_be_clicked_without_keys() -> None:
    """Each is another action."""
    keymap = keymap_in_force({"match.choose": ""}, "the configuration")

    found = [command.nth for command in palette_entries(keymap) if command.id == "match.choose"]
    assert [1, 2, 3, 4, 5, 6, 7, 8, 9] == found


async def test_the_palette_opens_over_the_review_and_closes(shop: Path) -> None:
    """Escape gives the keys back."""
    async with reviewing(shop) as user:
        await user.press("ctrl+p")
        assert "search for an action" in user.text
        assert "Maximize" not in user.text
        await user.press("escape", "J")
        assert "2/9" == user.position


async def test_the_chosen_action_is_run(shop: Path) -> None:
    """As its key does it."""
    async with reviewing(shop) as user:
        await choose(user, "accept next undecided")
        assert [1] == [proposal.number for proposal in user.review.accepted()]
        assert "2/9" == user.position


async def test_an_action_without_a_key_can_be_run_by_name(shop: Path) -> None:
    """Its own key was taken from it."""
    keys = keymap_in_force({"do.apply": ""}, "the configuration")
    async with reviewing(shop, settings=Settings(keys=keys)) as user:
        await user.press("y", "p")
        assert 1 == len(user.review.accepted())
        await choose(user, "write the accepted blocks")
        await user.wait_for(lambda: "written" in user.text)
        assert {1} == set(user.review.applied)


async def test_a_theme_is_chosen_by_its_name(shop: Path) -> None:
    """In a palette of themes."""
    async with reviewing(shop) as user:
        await choose(user, "choose a theme")
        await user.wait_for(lambda: "search for a theme" in user.text)


async def test_actions_that_need_a_search_give_a_message_without_one(shop: Path) -> None:
    """Nothing else is done instead."""
    async with reviewing(shop) as user:
        await choose(user, "while searching: the next match")
        assert "no search yet: / searches" in user.state
        assert "1/9" == user.position


async def test_blocks_must_be_visible_again_before_a_decision(shop: Path) -> None:
    """The results page hides the blocks: an action on a block closes it first."""
    async with reviewing(shop) as user:
        await user.press("y", "p")
        await user.wait_for(lambda: "-results" in user.app.screen.classes)
        await user.press("ctrl+p")
        assert "-results" not in user.app.screen_stack[0].classes
