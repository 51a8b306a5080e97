"""No sequence of keys ends a review, and all that it did can be undone."""

import asyncio
import tempfile
from pathlib import Path

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from editreview.tui.keys import KEYS
from tests.builders import files_of, make_repository
from tests.case_folders import CASES, NAMES
from tests.tui.reviewing import Reviewing, reviewing
from tests.tui.sizes import SIZES

_LEAVING = ("interrupt", "quit", "suspend", "edit.proposal", "edit.file", "edit.search")
"""Those that end the review, or lend the terminal to an editor."""
_IN_REVIEW = [name for key in KEYS if key.id not in _LEAVING for name in key.keys.split(",") if name]
_IN_DIALOGS = ["a", "backspace", "ctrl+s", "down", "enter", "escape", "tab"]
_MAX_STEPS = 50
"""Steps after which nothing is left to close, or to undo."""


# Without shrinking, which would take many minutes.
@settings(max_examples=settings().max_examples // 2, phases=[Phase.generate])
@given(
    name=st.sampled_from(NAMES),
    keys=st.lists(st.sampled_from([*_IN_REVIEW, *_IN_DIALOGS]), min_size=5, max_size=30),
    size=st.sampled_from(SIZES),
)
def test_no_sequence_of_keys_ends_a_review_and_all_of_it_is_undone(
    name: str, keys: list[str], size: tuple[int, int]
) -> None:
    before, after = asyncio.run(_press_and_undo(CASES / name, keys, size))
    assert before == after


async def _press_and_undo(
    case: Path, keys: list[str], size: tuple[int, int]
) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The files before a review of a case, and after its keys and all their undoing."""
    with tempfile.TemporaryDirectory() as folder:
        before = files_of(case / "before") if (case / "before").exists() else {}
        root = make_repository(Path(folder, "root"), before)
        response = (case / "response.md").read_bytes().decode()
        async with reviewing(root, response, size=size) as user:
            for key in keys:
                await user.press(key)
                assert len(user.lines) == size[1]
            await _undo_all(user)
        return before, files_of(root)


async def _undo_all(user: Reviewing) -> None:
    """Close what is open, and undo step by step."""
    await user.resize(120, 40)
    for _ in range(_MAX_STEPS):
        await user.press("escape")
        if user.app.screen is user.app.screen_stack[0]:
            break
    for _ in range(_MAX_STEPS):
        await user.press("u")
        if "nothing to undo" in user.state:
            return
    raise AssertionError(user.text)
