"""Keys that are pressed before the field is there that they are for."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from textual.events import Key
from textual.widgets import Checkbox, Input, TextArea

from tests.tui.reviewing import Reviewing, reviewing

_NAMES = {"/": "slash", "?": "question_mark", " ": "space"}


async def _at_once(held: Reviewing, keys: Iterable[str]) -> None:
    """All of them before any is heard, as a terminal under load gives them."""
    for key in keys:
        character = key if len(key) == 1 else "\r" if key == "enter" else None
        held.app.post_message(Key(_NAMES.get(key, key), character))
    await held.settle()


@pytest.mark.parametrize("opens", ["/", "?", "f", "N", "i", "ctrl+p"])
async def test_what_is_typed_ahead_of_a_field_is_in_it(shop: Path, opens: str) -> None:
    """In order, and nothing of it is done to the review."""
    async with reviewing(shop) as held:
        await _at_once(held, [opens, *"any total"])
        await held.wait_for(lambda: bool(held.app.screen.query(Input)))
        await held.wait_for(lambda: held.app.screen.query_one(Input).value == "any total")
        assert not held.review.log
        assert held.app.screen.query_one(Input).has_focus


async def test_what_is_typed_ahead_is_entered(shop: Path) -> None:
    """The key that ends the line comes after it too."""
    async with reviewing(shop) as held:
        await _at_once(held, ["/", *"total", "enter"])
        await held.wait_for(lambda: "/total 1/" in held.text)
        await held.press("escape")
        await _at_once(held, ["N", *"not so", "enter"])
        await held.wait_for(lambda: "block 1 rejected" in held.state)
        await held.press("K")
        assert "rejected: not so" in held.text


async def test_a_message_typed_ahead_is_in_the_message(shop: Path) -> None:
    """It comes to its end; and where something else has the focus, keys are keys."""
    async with reviewing(shop) as held:
        await held.press("y", "S")
        await _at_once(held, ["c", *" today"])
        await held.wait_for(lambda: held.app.screen.query(TextArea).first(TextArea).text.endswith(" today"))
        await held.press("tab")
        assert isinstance(held.app.screen.focused, Checkbox)
        await held.press("question_mark")
        assert " Help " in held.text
