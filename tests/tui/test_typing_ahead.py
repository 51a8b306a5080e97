"""Keys that are pressed before the field is there that they are for."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from textual.events import Key
from textual.widgets import Checkbox, Input, TextArea

from tests.tui.reviewing import Reviewing, reviewing

_NAMES = {"/": "slash", "?": "question_mark", " ": "space"}


async def _at_once(user: Reviewing, keys: Iterable[str]) -> None:
    """All of them before any is heard, as a terminal under load gives them."""
    for key in keys:
        character = key if len(key) == 1 else "\r" if key == "enter" else None
        user.app.post_message(Key(_NAMES.get(key, key), character))
    await user.settle()


@pytest.mark.parametrize("opens", ["/", "?", "f", "N", "i", "ctrl+p"])
async def test_type_ahead_of_a_field_is_entered_in_it(shop: Path, opens: str) -> None:
    """In order, and nothing of it is done to the review."""
    async with reviewing(shop) as user:
        await _at_once(user, [opens, *"any total"])
        await user.wait_for(lambda: bool(user.app.screen.query(Input)))
        await user.wait_for(lambda: user.app.screen.query_one(Input).value == "any total")
        assert not user.review.log
        assert user.app.screen.query_one(Input).has_focus


async def test_type_ahead_is_entered(shop: Path) -> None:
    """The key that ends the line comes after it too."""
    async with reviewing(shop) as user:
        await _at_once(user, ["/", *"total", "enter"])
        await user.wait_for(lambda: "/total 1/" in user.text)
        await user.press("escape")
        await _at_once(user, ["N", *"not so", "enter"])
        await user.wait_for(lambda: "block 1 rejected" in user.state)
        await user.press("K")
        assert "rejected: not so" in user.text


async def test_a_commit_message_typed_ahead_is_entered(shop: Path) -> None:
    """It comes to its end; and where something else has the focus, keys are keys."""
    async with reviewing(shop) as user:
        await user.press("y", "S")
        await _at_once(user, ["c", *" today"])
        await user.wait_for(lambda: user.app.screen.query(TextArea).first(TextArea).text.endswith(" today"))
        await user.press("tab")
        assert isinstance(user.app.screen.focused, Checkbox)
        await user.press("question_mark")
        assert " Help " in user.text
