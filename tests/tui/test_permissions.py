"""Blocks whose files ask: accepted one by one, or allowed always from the screen."""

from pathlib import Path

from tests.builders import block, make_repository
from tests.tui.reviewing import reviewing

RESPONSE = block("a\n", "b\n", ".env") + block("a\n", "b\n", "app/.env") + block("a\n", "b\n", "plain.txt")


def repository(folder: Path) -> Path:
    return make_repository(folder, dict.fromkeys((".env", "app/.env", "plain.txt"), "a\n"))


async def test_all_at_once_leaves_a_file_that_asks_and_y_accepts_it(tmp_path: Path) -> None:
    root = repository(tmp_path)
    async with reviewing(root, RESPONSE) as user:
        assert "may contain secrets" in user.text
        await user.press("A")
        assert "accepted 1 safe block" in user.state
        await user.press("y", "p")
    assert ["b\n", "a\n", "b\n"] == [(root / name).read_text() for name in (".env", "app/.env", "plain.txt")]


async def test_a_rule_typed_on_the_screen_lets_all_its_blocks_be_accepted(tmp_path: Path) -> None:
    root = repository(tmp_path)
    async with reviewing(root, RESPONSE) as user:
        await user.press("exclamation_mark")
        assert "Always allow changes of" in user.text
        await user.press("ctrl+u", *".env", "enter")
        await user.settle()
        assert "changes of .env are always allowed" in user.state
        await user.press("A")
        assert "accepted all 3 safe blocks" in user.state


async def test_a_rule_that_cannot_be_understood_is_refused_with_the_reason(tmp_path: Path) -> None:
    async with reviewing(repository(tmp_path), RESPONSE) as user:
        await user.press("exclamation_mark", "ctrl+u", "asterisk", "enter")
        await user.settle()
        assert "allows everything" in user.state
        await user.press("A")
        assert "accepted 1 safe block" in user.state


async def test_a_block_whose_file_does_not_ask_has_nothing_to_allow(tmp_path: Path) -> None:
    async with reviewing(repository(tmp_path), block("a\n", "b\n", "plain.txt")) as user:
        await user.press("exclamation_mark")
        assert "nothing to allow" in user.state
