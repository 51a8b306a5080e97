"""The newest block in sight while the response arrives, until the user takes over."""

from pathlib import Path

import pytest
from textual.events import MouseScrollDown

from editreview.tui.controllers import streaming
from tests.builders import block, make_tree
from tests.tui.reviewing import Reviewing, reviewing

BLOCKS = [block(f"line {number}\n", f"{number}\n") for number in range(1, 6)]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return make_tree(tmp_path / "tree", {"a.txt": "".join(f"line {number}\n" for number in range(1, 6))})


@pytest.fixture(autouse=True)
def _calm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every block has been in sight for long enough, unless a test says otherwise."""
    monkeypatch.setattr(streaming, "NOTICE_S", 0.0)


async def _arrive(user: Reviewing, nth: int) -> None:
    """The block arrives, and the screen has received the message."""
    await user.arrive(BLOCKS[nth - 1])
    await user.know_arrived()


async def test_the_newest_block_is_shown_until_a_key_is_pressed(tree: Path) -> None:
    async with reviewing(tree, "", is_open=True) as user:
        await _arrive(user, 1)
        assert "1/1" == user.position
        assert "following · undecided" in user.state
        await _arrive(user, 2)
        assert "2/2" == user.position
        await user.press("j")
        assert "following" not in user.state
        await _arrive(user, 3)
        assert "2/3" == user.position
        await user.press("view.follow")
        assert "3/3" == user.position
        assert "following the response until the next key" in user.state
        await _arrive(user, 4)
        assert "4/4" == user.position
        await user.press("question_mark", "escape")
        assert "following" not in user.state


async def test_a_user_who_decided_everything_is_led_to_what_arrives_late(tree: Path) -> None:
    """And the message that everything is decided is gone."""
    async with reviewing(tree, "", is_open=True) as user:
        await _arrive(user, 1)
        await _arrive(user, 2)
        await user.press("K", "y", "y")
        assert "every block is decided" in user.state
        await _arrive(user, 3)
        assert "3/3" == user.position
        assert "every block is decided" not in user.state
        await user.press("K")
        await _arrive(user, 4)
        assert "2/4" == user.position


async def test_another_size_does_not_end_following_and_the_wheel_does(tree: Path) -> None:
    async with reviewing(tree, "", is_open=True, size=(120, 24)) as user:
        await _arrive(user, 1)
        await user.resize(110, 20)
        await user.resize(100, 22)
        await _arrive(user, 2)
        assert "2/2" == user.position
        await user.turn_wheel(MouseScrollDown, 60, 10)
        await _arrive(user, 3)
        assert "2/3" == user.position


async def test_after_watching_only_the_first_block_is_selected(tree: Path) -> None:
    async with reviewing(tree, "", is_open=True) as user:
        await _arrive(user, 1)
        await _arrive(user, 2)
        await user.finish()
        assert "1/2" == user.position
        assert "the response is complete; this is its first block" in user.state
        await user.press("J", "view.follow")
        assert "2/2" == user.position
        assert "there is nothing to follow" in user.state


async def test_an_error_at_the_end_of_the_response_is_told_before_the_move_to_the_first_block(
    tree: Path,
) -> None:
    """The last words are of what is on screen."""
    async with reviewing(tree, "", is_open=True) as user:
        await _arrive(user, 1)
        await _arrive(user, 2)
        await user.finish("a.txt\n<<<<<<< SEARCH\nline 3\n")
        assert "1/2" == user.position
        problem = "line 14: Missing ======= divider for the block"
        assert f"{problem}; the response is complete; this is its first block" in user.state


async def test_a_response_that_is_read_at_once_begins_at_its_first_block(tree: Path) -> None:
    async with reviewing(tree, "".join(BLOCKS)) as user:
        assert "1/5" == user.position
        assert "following" not in user.state


@pytest.mark.parametrize("key", ["y", "n", "space", "enter", "D"])
async def test_a_key_meant_for_the_block_before_decides_nothing(
    tree: Path, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same key again does: by then the user has seen which block it is."""
    async with reviewing(tree, "", is_open=True) as user:
        await _arrive(user, 1)
        monkeypatch.setattr(streaming, "NOTICE_S", 1_000.0)
        await _arrive(user, 2)
        await user.press(key)
        assert "block 2 just arrived; press the key again to confirm" in user.state
        assert 0 == len(user.review.log)
        await user.press(key)
        assert 1 == len(user.review.log)


async def test_arriving_text_is_shown_before_there_is_a_block(tree: Path) -> None:
    async with reviewing(tree, "", is_open=True) as user:
        await user.arrive("a.txt\n<<<<<<< SEARCH\nline 1\n=======\nhalf of\n")
        await user.know_arrived()
        assert "receiving 0.0 KiB 00:0" in user.header
        assert "arriving: block at line 2" in user.lines[1]
        assert "… 1 arriving, 4 lines" in user.text
        assert "  half of" in user.text
        await user.press("ctrl+c")
        await user.wait_for(lambda: not user.app.worker.is_open)
        await user.settle()
        assert "Missing >>>>>>> REPLACE" in user.state


async def test_accepting_all_safe_blocks_while_they_arrive_is_answered_and_recalled_at_the_end(
    tree: Path,
) -> None:
    """The key accepts what was on screen; of what the response brings later the user is told."""
    async with reviewing(tree, BLOCKS[0], is_open=True) as user:
        await user.press("A")
        assert "accepted 1 safe block so far" in user.state
        await _arrive(user, 2)
        await _arrive(user, 3)
        await user.finish()
        assert (
            "accepted 1 safe block so far; 2 blocks arrived after A: press it again for the safe ones"
            in user.state
        )
        await user.press("A")
        assert "accepted all 2 safe blocks" in user.state
        assert "so far" not in user.state
        assert 3 == len(user.review.accepted())


async def test_the_end_of_the_response_leaves_the_answer_to_an_early_key(tree: Path) -> None:
    """Before the first block is shown no key ends following, which goes to the first block at the end."""
    async with reviewing(tree, "", is_open=True) as user:
        await user.press("A")
        assert "no blocks to accept yet: the response is being read" in user.state
        await _arrive(user, 1)
        assert "no blocks to accept yet" not in user.state
        await _arrive(user, 2)
        await user.finish()
        assert "1/2" == user.position
        assert "2 blocks arrived after A: press it again for the safe ones" in user.state
        assert not user.review.accepted()
