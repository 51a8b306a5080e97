"""The mouse wheel, on pages over the review."""

from pathlib import Path

import pytest
from textual.events import MouseScrollDown, MouseScrollUp

from tests.builders import block, make_repository
from tests.tui.reviewing import reviewing

RESPONSE = block("one\n", "1\n") + "".join(f"```bash\nmake {n}\n```\n\n" for n in range(40))


@pytest.mark.parametrize("key", ["question_mark", "o", "x"], ids=["help", "response", "notes"])
async def test_the_wheel_scrolls_a_page_and_back(tmp_path: Path, key: str) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": "one\ntwo\n"})
    async with reviewing(root, RESPONSE, size=(80, 24)) as user:
        review = user.lines
        await user.press(key)
        before = user.lines
        assert review != before
        for turn, is_there in ((MouseScrollDown, False), (MouseScrollUp, True)):
            await user.turn_wheel(turn, 40, 12)
            assert is_there is (before == user.lines)
