"""Blocks whose file the model was not shown."""

from pathlib import Path

import pytest

from editreview.review import record_context
from editreview.workspace import Workspace
from tests.builders import block, make_repository
from tests.tui.reviewing import reviewing

FILES = {"seen.txt": "one\n", "unseen.txt": "one\n"}
RESPONSE = block("one\n", "1\n", "unseen.txt")


async def test_blocks_of_a_file_that_was_not_shown_have_a_status_that_names_the_key_to_include_them(
    tmp_path: Path,
) -> None:
    async with reviewing(make_repository(tmp_path, FILES), RESPONSE, context=["seen.txt"]) as user:
        shown = user.text
        await user.press("y")

        assert "○ 1" in shown
        assert "not in context" in shown
        assert "I include" in user.hints
        assert "the model was not shown this file: I includes it anyway" in user.state


async def test_what_a_prompt_recorded_is_said_on_screen(tmp_path: Path) -> None:
    root = make_repository(tmp_path, FILES)
    record_context(Workspace.open(root), ["seen.txt"])

    async with reviewing(root, RESPONSE) as user:
        assert "edits only the 1 file of `editreview prompt --context`: seen.txt" in user.state
        assert "not in context" in user.text


async def test_i_includes_a_file_and_u_excludes_it_again(tmp_path: Path) -> None:
    async with reviewing(make_repository(tmp_path, FILES), RESPONSE, context=["seen.txt"]) as user:
        await user.press("I")
        included = user.text
        await user.press("y", "u", "u")

        assert "exact ✓" in included
        assert "○ 1" in user.text


@pytest.mark.parametrize("opens", [".", "m"])
async def test_both_panels_offer_to_include_or_exclude_one(tmp_path: Path, opens: str) -> None:
    """To leave one goes on to the next block; to include one finds its place."""
    response = RESPONSE + block("one\n", "2\n", "seen.txt")
    async with reviewing(make_repository(tmp_path, FILES), response, context=["seen.txt"]) as user:
        assert "the model was shown: I includes it, 2 leaves it" in user.text
        await user.press("full_stop" if opens == "." else opens)
        assert "Block 1: include it or leave it" in user.text
        assert "1 include  match it in unseen.txt anyway" in user.text
        assert "2 leave    the feedback asks" in user.text
        await user.press("j", "enter")
        assert "block 1 left undecided: Y copies feedback that asks for unseen.txt" in user.state
        assert "2/2" == user.position
        assert "include it or leave it" not in user.text
        await user.press("K", "1")
        assert "exact ✓ · 1 match" in user.text
        assert "block 1 included, although the model was not shown unseen.txt" in user.state


async def test_there_is_nothing_to_include_if_the_model_saw_everything(tmp_path: Path) -> None:
    async with reviewing(make_repository(tmp_path, FILES), RESPONSE) as user:
        await user.press("I")

        assert "nothing to include" in user.state
