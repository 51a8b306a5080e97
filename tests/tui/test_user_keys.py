"""Keys of one's own: hints, sentences and screens follow them."""

import re
from pathlib import Path

from editreview.tui.keys import KEYS, keymap_in_force
from editreview.tui.terminal_app import Settings
from tests.tui import internals
from tests.tui.reviewing import Reviewing, reviewing

STRANGE = [f"alt+{letter}" for letter in "abcdefghijklmnopqrstuvwxyz0123456789"]
STRANGE += [f"alt+shift+f{number}" for number in range(1, 13)] + [f"alt+ctrl+f{n}" for n in range(1, 13)]
STRANGE += [f"{modifiers}+f{number}" for modifiers in ("alt", "ctrl+shift") for number in range(1, 13)]
MOVED = {
    key.id: STRANGE[at]
    for at, key in enumerate(key for key in KEYS if key.id not in ("interrupt", "match.choose"))
}
"""Every action on a key that no one would guess."""
SPELLED = re.compile(
    r"(?:^|[ (:·])([a-zA-Z*.=+\]]|esc|enter|space|ctrl\+[a-z]) (?:[a-z]+s|choose|all|list)\b"
)


def spelled(user: Reviewing) -> list[str]:
    """Keys named on screen that are not bound any more."""
    rows = [*user.lines[:1], *user.lines[1:4], *user.lines[-2:]]
    return [found[1] for row in rows for found in SPELLED.finditer(row) if found[1] != "a"]


async def test_with_all_keys_changed_no_old_one_is_shown_or_works(shop: Path) -> None:
    """Through a review: deciding, choosing a match, stepping into a block, forcing one, applying, notes."""
    settings = Settings(keys=keymap_in_force(MOVED, "the configuration"))
    async with reviewing(shop, size=(160, 40), settings=settings) as user:
        assert f"{MOVED['block.accept']} accept" in user.hints
        assert "1 command (" + MOVED["view.notes"] in user.header
        for key in "ynaADupSsvJ":
            await user.press(key)
            assert not user.review.accepted()
            assert "1/9" == user.position
        for id in ("grain.in", "grain.range", "grain.out", "grain.out", "grain.out", "match.attempts"):
            await user.press(MOVED[id])
            assert [] == spelled(user), user.text
        assert MOVED["match.attempts"] + " closes" in user.text
        await user.press(MOVED["match.attempts"], *[MOVED["move.block"]] * 6)
        assert "7/9" == user.position
        assert f"{MOVED['match.all']} all {MOVED['match.list']} list" in user.text
        await user.press(MOVED["block.accept"])
        assert f"or {MOVED['match.all']} for all" in user.state
        await user.press("2")
        assert f"candidate 2 chosen: {MOVED['block.accept']} accepts" in user.state
        await user.press(*[MOVED["move.block"]] * 2, MOVED["block.accept"])
        assert f"{MOVED['match.force']} forces it" in user.state
        assert [] == spelled(user), user.text
        await user.press(MOVED["match.force"])
        assert "y force" in user.text
        await user.press("escape", MOVED["all.accept"], MOVED["do.stage"])
        await user.wait_for(lambda: "staged" in user.state)
        assert MOVED["do.commit"] + " commits" in user.state
        assert f"{MOVED['do.paste']} pastes the next response" in user.text
        await user.press(MOVED["view.notes"])
        assert f"{MOVED['move.down']} {MOVED['move.up']} move" in user.text
        await user.press(MOVED["view.notes"], MOVED["view.response"])
        assert f"{MOVED['find']} search" in user.text
        await user.press(MOVED["quit"])
        assert "The response" not in user.text


async def test_two_swapped_keys_decide_the_other_way(shop: Path) -> None:
    """And the hints say so."""
    settings = Settings(keys=keymap_in_force({"block.accept": "n", "block.reject": "y"}, "the configuration"))
    async with reviewing(shop, settings=settings) as user:
        assert user.hints.startswith(" n accept  y reject")
        await user.press("n", "y")
        assert [1] == [proposal.number for proposal in user.review.accepted()]
        assert "✓ 1  ✗ 1" in user.header


async def test_during_a_search_its_keys_have_priority(shop: Path) -> None:
    """With keys of one's own too."""
    settings = Settings(keys=keymap_in_force({"find.next": "y"}, "the configuration"))
    async with reviewing(shop, settings=settings) as user:
        await user.press("slash", *"total", "enter")
        assert "y next match" in user.hints
        assert "y accept" not in user.hints
        await user.press("y")
        assert not user.review.accepted()
        await user.press("escape", "y")
        assert 1 == len(user.review.accepted())


async def test_results_stay_open_for_their_own_keys(shop: Path) -> None:
    """Whatever they are; any other goes back to the blocks."""
    settings = Settings(
        keys=keymap_in_force({"do.feedback": "ctrl+f", "move.down": "ctrl+n"}, "the configuration")
    )
    async with reviewing(shop, settings=settings) as user:
        await user.press("y", "p")
        await user.wait_for(lambda: "-results" in user.app.screen.classes)
        await user.press("ctrl+n", "ctrl+f")
        assert "-results" in user.app.screen.classes
        await user.press("j")
        assert "-results" not in user.app.screen.classes


async def test_the_key_that_confirms_quitting_is_the_configured_one(shop: Path) -> None:
    """The first time it asks."""
    settings = Settings(keys=keymap_in_force({"quit": "ctrl+w"}, "the configuration"))
    async with reviewing(shop, settings=settings) as user:
        await user.press("y", "ctrl+w")
        assert "ctrl+w again quits" in user.state
        await user.press("ctrl+w")
        assert internals.is_exiting(user.app)
