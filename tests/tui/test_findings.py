"""Findings of checks on screen: a sign at the line, words where the cursor is, a badge in the list."""

import sys
from pathlib import Path

import pytest

from editreview.language_servers import Diagnosis, Finding, LanguageServers
from editreview.review import ProjectCommand
from editreview.tui.terminal_app import Settings
from tests.builders import block, make_repository
from tests.tui import internals
from tests.tui.reviewing import TIMEOUT_S, reviewing

FAKE = str(Path(__file__).parents[1] / "language_servers" / "fake_server.py")
RESPONSE = block("one\n", "bad\n", "a.py") + block("two\n", "good\n", "a.py")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "root", {"a.py": "one\nkeep\nkeep\nkeep\nkeep\ntwo\n"})


def servers(root: Path, behaviour: str) -> LanguageServers:
    return LanguageServers(root, {"python": (sys.executable, FAKE, behaviour)}, TIMEOUT_S)


async def test_the_line_of_a_finding_has_a_sign_and_its_words_where_the_cursor_is(root: Path) -> None:
    async with reviewing(root, RESPONSE, checkers=(servers(root, "versions"),)) as user:
        await user.wait_for(lambda: bool(user.review.proposals[0].warnings))
        await user.settle()
        assert "△1+bad" in user.text
        assert "△ bad bad (E1)" in user.state


async def test_a_late_finding_that_reopens_a_block_says_so(root: Path) -> None:
    silent = servers(root, "silence")
    async with reviewing(root, RESPONSE, checkers=(silent,)) as user:
        await user.press("A")
        question = user.review.question()
        found = Diagnosis({"a.py": (Finding(0, "wrong", True), Finding(5, "wrong too", True))})
        internals.put_diagnosis(user.app.worker, question, found, silent)
        await user.wait_for(lambda: bool(user.review.proposals[0].warnings))
        await user.settle()
        assert "blocks 1 and 2 are undecided again: they have new warnings" in user.state


async def test_an_accepted_block_with_a_finding_has_a_badge_in_the_list(root: Path) -> None:
    async with reviewing(root, RESPONSE, checkers=(servers(root, "versions"),)) as user:
        await user.wait_for(lambda: bool(user.review.proposals[0].warnings))
        await user.settle()
        await user.press("y")
        assert "✓ 1 △ +1 −1" in user.text


async def test_the_sentence_of_a_reopened_block_stays_until_a_key_is_pressed(root: Path) -> None:
    silent = servers(root, "silence")
    settings = Settings(command=ProjectCommand("true"))
    async with reviewing(root, RESPONSE, checkers=(silent,), settings=settings) as user:
        await user.press("A")
        found = Diagnosis({"a.py": (Finding(0, "wrong", True),)})
        question = user.review.question()
        await user.press("V")
        internals.put_diagnosis(user.app.worker, question, found, silent)
        await user.wait_for(lambda: bool(user.review.proposals[0].warnings))
        await user.wait_for(lambda: user.review.project_result is not None)
        await user.settle()
        # The page of the output covers a part of the line.
        await user.press("escape")
        assert "block 1 is undecided again: new warning: line 1: wrong" in user.state
        await user.press("j", "u")
        assert "block 1 is undecided again" not in user.state


async def test_the_commit_dialog_says_that_a_block_is_not_in_it_any_more(root: Path) -> None:
    silent = servers(root, "silence")
    async with reviewing(root, RESPONSE, checkers=(silent,)) as user:
        await user.press("y", "c")
        assert "Apply, stage and commit 1 file" in user.text
        found = Diagnosis({"a.py": (Finding(0, "wrong", True),)})
        internals.put_diagnosis(user.app.worker, user.review.question(), found, silent)
        await user.wait_for(lambda: bool(user.review.proposals[0].warnings))
        await user.settle()
        assert "Nothing to commit" in user.text
        assert "block 1 is undecided again: new warning: line 1: wrong" in user.text


async def test_a_click_counts_as_a_key(root: Path) -> None:
    silent = servers(root, "silence")
    async with reviewing(root, RESPONSE, checkers=(silent,)) as user:
        await user.press("y")
        found = Diagnosis({"a.py": (Finding(0, "wrong", True),)})
        internals.put_diagnosis(user.app.worker, user.review.question(), found, silent)
        await user.wait_for(lambda: bool(user.review.proposals[0].warnings))
        await user.settle()
        assert "block 1 is undecided again" in user.state
        await user.click(40, 8)
        user.app.screen.view.status.set_message("another message")  # type: ignore[attr-defined]  # the review
        await user.settle()
        assert "block 1 is undecided again" not in user.state
