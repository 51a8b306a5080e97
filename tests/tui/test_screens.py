"""Whole screens, compared with screens/*: as text for people to read, as pictures for their colours.

After a change that is meant: UPDATE_SCREENS=1 pytest tests/tui/test_screens.py, and look at what
git says of screens/. A picture opens in a browser; `git diff` has a line for each row of it.
"""

import difflib
import os
import re
from pathlib import Path

import pytest

from editreview.tui.worker import ReviewWorker
from tests.tui.reviewing import reviewing
from tests.tui.sizes import SIZES, SMALLEST, check_size
from tests.tui.states import STATES, in_state

FOLDER = Path(__file__).parent / "screens"
SCREENS: dict[str, tuple[tuple[int, int], tuple[str, ...]]] = {
    "exact-80": ((80, 24), ()),
    "exact-120": ((120, 40), ()),
    "tolerant-200": ((200, 60), ("J", "J", "J", "J")),
    "several-matches-80": ((80, 24), ("J", "J", "J", "J", "J", "J")),
    "no-match-120": ((120, 40), ("J", "J", "J", "J", "J", "J", "J", "J")),
    "applied-and-committing-120": ((120, 40), ("A", "S", "c")),
    "help-80": ((80, 24), ("question_mark",)),
}
PICTURES = {
    "exact": (120, 30),
    "accepted": (80, 24),
    "adjusted": (60, 16),
    "rejected": (40, 10),
    "ambiguous": (100, 24),
    "not-found": (120, 30),
    "versions": (100, 20),
    "conflict": (100, 20),
    "not-in-context": (90, 20),
    "arriving-block": (100, 20),
    "pasted": (80, 24),
    "finding": (110, 24),
    "strategies": (120, 30),
    "candidates": (180, 30),
    "match-view": (100, 24),
    "lines": (120, 24),
    "force": (100, 30),
    "placing": (80, 24),
    "finder": (80, 24),
    "unreadable": (100, 24),
    "commit": (100, 30),
    "results": (100, 30),
    "help": (80, 24),
    "statistics": (100, 24),
    "notes": (100, 30),
    "light": (100, 24),
    "searching": (100, 24),
    "whitespace": (100, 20),
    "filter-dialog": (80, 24),
}
"""States of which there is a picture, and the size of it."""
BEGUN = (SMALLEST, (80, 24), (120, 40), SMALLEST, (200, 60))


@pytest.mark.parametrize("name", SCREENS)
async def test_the_screen_is_as_stored(shop: Path, name: str) -> None:
    """The sample's screens at three sizes, for people to read as well."""
    size, keys = SCREENS[name]
    async with reviewing(shop, size=size) as user:
        await user.press(*keys)
        drawn = user.text + "\n"
    compare(f"{name}.txt", drawn, shop.parent)


@pytest.mark.parametrize("name", STATES)
async def test_every_state_is_as_stored_and_fits_every_size(
    shop: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every colour of every cell. In 40 columns and 10 lines, block, state and the keys are in sight.

    Each state is begun at another size and goes to another one: all of them in all would take minutes.
    """
    monkeypatch.setattr(ReviewWorker, "seconds", 0)
    at = list(STATES).index(name)
    async with in_state(shop, STATES[name], PICTURES.get(name, BEGUN[at % len(BEGUN)])) as user:
        if name in PICTURES:
            compare(f"{name}.svg", await user.drawn(), shop.parent)
        await user.resize(*SMALLEST)
        check_size(user, *SMALLEST)
        drawn = user.text
        missing = [text for text in STATES[name].needs if text not in drawn]
        assert not missing, drawn
        await user.resize(*SIZES[at % len(SIZES)])
        check_size(user, *SIZES[at % len(SIZES)])


def compare(name: str, drawn: str, folder: Path) -> None:
    """Compare with what is stored, or store it. What differs is kept in the folder, to be looked at."""
    stored = FOLDER / name
    if "UPDATE_SCREENS" in os.environ:
        stored.write_text(drawn, "utf-8")
    before = stored.read_text("utf-8") if stored.exists() else ""
    if before == drawn:
        return
    now = folder / name
    now.write_text(drawn, "utf-8")
    old, new = (re.sub("(<[^>]*>| )+", " ", text).splitlines() for text in (before, drawn))
    changed = list(difflib.unified_diff(old, new, "stored", "drawn", lineterm="", n=0))
    pytest.fail(
        f"{name} is not as stored. Look at both in a browser: {stored} and {now}\n"
        "Meant? UPDATE_SCREENS=1 pytest tests/tui/test_screens.py\n"
        + ("\n".join(changed) or "The text is the same, colours are not."),
        pytrace=False,
    )
