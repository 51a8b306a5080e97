"""Any size of terminal."""

from pathlib import Path

import pytest

from tests.tui.reviewing import reviewing

KEYS = (
    "J",
    "right_square_bracket",
    "ctrl+d",
    "G",
    "t",
    "t",
    "plus",
    "equals_sign",
    "l",
    "tab",
    "b",
    "y",
    "question_mark",
    "escape",
)


@pytest.mark.parametrize("size", [(40, 10), (12, 4), (300, 100)])
async def test_every_size_is_drawn(shop: Path, size: tuple[int, int]) -> None:
    """The header stands, keys work, and no line is longer than the terminal."""
    async with reviewing(shop, size=size) as held:
        for key in KEYS:
            await held.press(key)
            assert size[1] == len(held.lines)
            assert max(len(line) for line in held.lines) <= size[0]
        assert " 4/9  ✓ 1" in held.header


async def test_the_size_can_change_at_any_time(shop: Path) -> None:
    """Through small, large and back, also below help."""
    async with reviewing(shop, size=(80, 24)) as held:
        for columns, rows in ((20, 5), (200, 60), (1, 1), (120, 40)):
            await held.press("question_mark")
            await held.resize(columns, rows)
            await held.press("escape")
            assert rows == len(held.lines)
        assert "exact ✓ · 1 place · L25–33" in held.text
