"""Whole screens as text, compared with screens/*.txt.

After a change that is meant: UPDATE_SCREENS=1 pytest tests/tui/test_screens.py, and read the diff.
"""

import os
from pathlib import Path

import pytest

from tests.tui.reviewing import reviewing

FOLDER = Path(__file__).parent / "screens"
SCREENS: dict[str, tuple[tuple[int, int], tuple[str, ...]]] = {
    "exact-80": ((80, 24), ()),
    "exact-120": ((120, 40), ()),
    "tolerant-200": ((200, 60), ("J", "J", "J", "J")),
    "several-places-80": ((80, 24), ("J", "J", "J", "J", "J", "J")),
    "no-place-120": ((120, 40), ("J", "J", "J", "J", "J", "J", "J", "J")),
    "applied-and-committing-120": ((120, 40), ("A", "S", "c")),
    "help-80": ((80, 24), ("question_mark",)),
}


@pytest.mark.parametrize("name", SCREENS)
async def test_the_screen_is_as_stored(shop: Path, name: str) -> None:
    """The sample's screens at three sizes, for people to read as well."""
    size, keys = SCREENS[name]
    stored = FOLDER / f"{name}.txt"
    async with reviewing(shop, size=size) as held:
        await held.press(*keys)
        drawn = held.text + "\n"
    if "UPDATE_SCREENS" in os.environ:
        stored.write_text(drawn, "utf-8")
    assert stored.read_text("utf-8") == drawn
