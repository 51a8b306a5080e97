"""Every terminal has what is drawn in the same cells, whether it joins the characters of a sign or not."""

import unicodedata
from pathlib import Path

from rich.cells import cell_len

from tests.builders import block, make_repository
from tests.tui import internals
from tests.tui.reviewing import Reviewing, reviewing

SIGNS = (
    "日本 👩\u200d💻 ⚠\ufe0f 👍🏽 1\ufe0f\u20e3 e\u0301 क्\u200dष \u202e\u200b\xad p\u0430y\xa0x 🇩🇪 ❤\ufe0f"
)
PATH = "日本/👩\u200d💻⚠\ufe0f.txt"


def _by_characters(text: str) -> int:
    """The cells of a terminal that joins nothing."""
    return sum(
        0
        if unicodedata.category(each) in ("Mn", "Me", "Cf")
        else (2 if unicodedata.east_asian_width(each) in "WF" else 1)
        for each in text
    )


def sliding(user: Reviewing) -> list[str]:
    """The lines of the screen that some terminal has in other cells."""
    width = user.app.size.width
    strips = internals.strips_of(user.app)
    return [s.text for s in strips if not width == cell_len(s.text) == _by_characters(s.text)]


async def test_no_line_of_any_screen_is_shifted(tmp_path: Path) -> None:
    """The bars of the diff, the edges of lists and dialogs stand below each other."""
    response = (
        f"## {SIGNS} is **{SIGNS}**\n\n- {SIGNS}\n\n"
        + block(f"one {SIGNS}\n", f"two {SIGNS}\n\t{SIGNS}\n", PATH)
        + block(f"other {SIGNS}\n", f"{SIGNS}\n", PATH)
        + f"```bash\necho {SIGNS}\n```\n"
    )
    files = {PATH: f"{SIGNS}\none {SIGNS}\nlast\n", "b.txt": f"other {SIGNS}\n"}
    async with reviewing(make_repository(tmp_path / "tree", files), response, size=(200, 40)) as user:
        for keys in (
            "t", "t", "t", "w", "l", "l", "w", *["view.whitespace"] * 3, "m", "m", "J", "full_stop", "j",
            "escape", "o", "escape", "x", "j", "escape", "M", "F", "escape", "question_mark", "escape", "K",
            "y", "p",
        ):  # fmt: skip
            await user.press(keys)
            assert [] == sliding(user), keys
