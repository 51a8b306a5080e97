"""Language servers are asked in the background; no key waits for them."""

import sys
import threading
from pathlib import Path

import pytest

from editreview.language_servers import LanguageServers
from editreview.review import Verdict
from editreview.user_commands import FileChecks, Filters, Formatters
from tests.builders import block, files_of, make_repository
from tests.tui.reviewing import TIMEOUT_S, reviewing

FORMATTER = str(Path(__file__).parents[1] / "user_commands" / "fake_formatter.py")
LINTER = str(Path(__file__).parents[1] / "user_commands" / "fake_linter.py")
FAKE = str(Path(__file__).parents[1] / "language_servers" / "fake_server.py")
RESPONSE = block("one\n", "bad\n", "a.py") + block("two\n", "good\n", "a.py")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "root", {"a.py": "one\nkeep\nkeep\nkeep\nkeep\ntwo\n"})


def servers(root: Path, behaviour: str) -> LanguageServers:
    return LanguageServers(root, {"python": (sys.executable, FAKE, behaviour)}, TIMEOUT_S)


async def test_a_finding_is_shown_on_its_block_which_is_not_safe_any_more(root: Path) -> None:
    async with reviewing(root, RESPONSE, checkers=(servers(root, "versions"),)) as user:
        await user.wait_for(lambda: bool(user.review.proposals[0].warnings))
        await user.settle()
        assert "△ line 1: bad bad (E1)" in user.text
        await user.press("A")
        await user.settle()
        verdicts = [user.review.verdict(proposal) for proposal in user.review.proposals]
        assert [Verdict.UNDECIDED, Verdict.ACCEPTED] == verdicts


async def test_a_linter_is_asked_beside_the_servers(root: Path) -> None:
    linter = FileChecks(Filters(root, {"*.py": (sys.executable, LINTER, "lines", "{path}")}, TIMEOUT_S))
    async with reviewing(root, RESPONSE, checkers=(linter, servers(root, "versions"))) as user:
        await user.wait_for(lambda: len(user.review.proposals[0].warnings) == 2)
        await user.settle()
        assert "△ line 1: bad line" in user.text


async def test_no_key_waits_for_a_silent_linter(root: Path) -> None:
    linter = FileChecks(Filters(root, {"*.py": (sys.executable, LINTER, "silence", "{path}")}, TIMEOUT_S))
    async with reviewing(root, RESPONSE, checkers=(linter,)) as user:
        await user.wait_for(lambda: any(t.name == "diagnosing" for t in threading.enumerate()))
        await user.press("A", "p")
        await user.wait_for(lambda: bool(user.review.applied))
    assert b"bad\nkeep\nkeep\nkeep\nkeep\ngood\n" == files_of(root)["a.py"]


async def test_a_formatter_is_heard_about_new_lines_and_taken_with_one_key(root: Path) -> None:
    formatter = Formatters(Filters(root, {"*.py": (sys.executable, FORMATTER)}, TIMEOUT_S))
    response = block("one\n", "one=1\n", "a.py") + block("two\n", "good\n", "a.py")
    async with reviewing(root, response, checkers=(formatter,)) as user:
        await user.wait_for(lambda: bool(user.review.proposals[0].marks))
        await user.settle()
        assert "• the formatter would change 1 of its lines, T takes that" in user.text
        await user.press("T")
        await user.wait_for(lambda: user.review.proposals[0].unedited is not None)
        await user.wait_for(lambda: not user.review.proposals[0].marks)
        await user.settle()
        assert "block 1 edited; y accepts it" in user.state
        assert "one = 1" in user.text
        await user.press("u")
        await user.wait_for(lambda: bool(user.review.proposals[0].marks))
        await user.settle()
        assert "one=1" in user.text
        await user.press("J", "T")
        await user.settle()
        assert "no formatter would change the new lines of this block" in user.state


async def test_a_finding_goes_when_the_block_is_rejected(root: Path) -> None:
    async with reviewing(root, RESPONSE, checkers=(servers(root, "versions"),)) as user:
        await user.wait_for(lambda: bool(user.review.proposals[0].warnings))
        await user.press("n")
        await user.wait_for(lambda: not user.review.proposals[0].warnings)


async def test_no_key_waits_for_a_silent_server(root: Path) -> None:
    async with reviewing(root, RESPONSE, checkers=(servers(root, "silence"),)) as user:
        await user.wait_for(lambda: any(t.name == "diagnosing" for t in threading.enumerate()))
        await user.press("A", "p")
        await user.wait_for(lambda: bool(user.review.applied))
    assert b"bad\nkeep\nkeep\nkeep\nkeep\ngood\n" == files_of(root)["a.py"]


async def test_a_server_that_crashes_is_named_in_the_status_line(root: Path) -> None:
    async with reviewing(root, RESPONSE, checkers=(servers(root, "a crash"),)) as user:
        await user.wait_for(lambda: bool(user.review.checker_problems))
        await user.settle()
        assert "the language server" in user.state
        await user.press("A")
        await user.settle()
        assert all(user.review.verdict(p) is Verdict.ACCEPTED for p in user.review.proposals)
