"""Keys that are pressed before the field is there that they are for."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from textual.events import Key
from textual.widgets import Checkbox, Input, OptionList, TextArea

from editreview.tui.screens.help import HelpPage
from tests.builders import git
from tests.tui.reviewing import Reviewing, reviewing

_NAMES = {"/": "slash", "?": "question_mark", " ": "space"}


@pytest.fixture
def _no_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks are edited here."""
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.delenv("VISUAL", raising=False)


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


@pytest.mark.parametrize(
    ("opens", "rest"),
    [
        ("f", ["enter", "enter"]),
        ("f", ["a", "enter", "backspace", "enter"]),
        ("N", ["a", "enter", "enter"]),
        ("i", ["a", "enter", "enter"]),
        ("O", ["enter", "enter"]),
        ("?", ["enter", "enter"]),
        ("?", [*"quit", "enter", "escape"]),
        ("/", ["a", "enter", "enter"]),
        ("ctrl+p", [*"next", "enter", "enter"]),
        ("ctrl+p", ["escape", "escape"]),
    ],
)
async def test_a_second_key_that_closes_a_dialog_is_ignored(shop: Path, opens: str, rest: list[str]) -> None:
    async with reviewing(shop) as user:
        await user.press(opens)
        await user.wait_for(lambda: bool(user.app.screen.query(Input)))
        await _at_once(user, rest)
        assert user.app.is_running
        # Where the second key was the first one of another dialog, it may be open.
        assert len(user.app.screen_stack) <= 2


async def test_a_palette_runs_an_action_once_for_two_enters(shop: Path) -> None:
    async with reviewing(shop) as user:
        await user.press("ctrl+p", *"move.block")
        palette = user.app.screen
        await user.wait_for(lambda: palette.query_one(OptionList).highlighted is not None)
        await user.wait_for(lambda: not any(worker.is_running for worker in user.app.workers))
        await _at_once(user, ["enter", "enter"])
        await user.wait_for(lambda: user.app.screen is not palette)
        await user.settle()
        assert "2/9" == user.position, user.text


async def test_a_commit_has_the_text_typed_before_its_key(shop: Path) -> None:
    async with reviewing(shop) as user:
        await user.press("y", "c")
        await user.wait_for(lambda: bool(user.app.screen.query(TextArea)))
        await user.settle()
        await _at_once(user, [*"Fix bug", "ctrl+s"])
        await user.wait_for(lambda: "committed" in user.text)
    assert "Fix bug" == git(shop, "log", "-1", "--format=%B").strip()


@pytest.mark.usefixtures("_no_editor")
async def test_an_edit_has_the_text_typed_before_its_key(shop: Path) -> None:
    async with reviewing(shop) as user:
        await user.press("e")
        await user.wait_for(lambda: bool(user.app.screen.query(TextArea)))
        await user.settle()
        await _at_once(user, [*"abcd", "ctrl+s"])
        assert "nothing was changed" not in user.state
        assert "abcd" in user.text


@pytest.mark.usefixtures("_no_editor")
async def test_escape_after_text_in_an_edit_asks_before_it_discards(shop: Path) -> None:
    async with reviewing(shop) as user:
        await user.press("e")
        await user.wait_for(lambda: bool(user.app.screen.query(TextArea)))
        await user.settle()
        await _at_once(user, [*"abcd", "escape"])
        assert "esc again discards it" in user.text


async def test_a_step_in_a_list_comes_after_the_text_typed_before_it(shop: Path) -> None:
    """The text puts the cursor on the first entry, the key on the second one."""
    async with reviewing(shop) as user:
        await user.press("?")
        await user.wait_for(lambda: bool(user.app.screen.query(Input)))
        await user.settle()
        await _at_once(user, [*"next", "down"])
        entries = user.app.screen.query_one(HelpPage)
        second = entries.entry
        await user.press("up")
        assert entries.entry != second
