"""Blocks whose file the model was not shown."""

from pathlib import Path

from tests.builders import block, make_repository
from tests.tui.reviewing import reviewing

FILES = {"seen.txt": "one\n", "unseen.txt": "one\n"}
RESPONSE = block("one\n", "1\n", "unseen.txt")


async def test_they_have_a_state_of_their_own_and_say_which_key_includes_them(tmp_path: Path) -> None:
    async with reviewing(make_repository(tmp_path, FILES), RESPONSE, context=["seen.txt"]) as held:
        shown = held.text
        await held.press("y")

        assert "○ 1" in shown
        assert "not in context" in shown
        assert "I include" in held.hints
        assert "the model was not shown this file: I tries its edit all the same" in held.state


async def test_i_includes_one_and_u_leaves_it_out_again(tmp_path: Path) -> None:
    async with reviewing(make_repository(tmp_path, FILES), RESPONSE, context=["seen.txt"]) as held:
        await held.press("I")
        included = held.text
        await held.press("y", "u", "u")

        assert "exact ✓" in included
        assert "○ 1" in held.text


async def test_there_is_nothing_to_include_where_the_model_saw_everything(tmp_path: Path) -> None:
    async with reviewing(make_repository(tmp_path, FILES), RESPONSE) as held:
        await held.press("I")

        assert "there is nothing to include" in held.state
