"""A command that gets the feedback, whatever it does with its input, its output and its children."""

import os
import queue
import sys
import threading
from pathlib import Path

import pytest

from editreview.feedback_command import FeedbackCommand
from editreview.tui.app import Settings
from tests.builders import block, make_tree
from tests.tui.reviewing import reviewing

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="it has no such shell")

TIMEOUT_S = 20.0


def answer(
    folder: Path, command: str, text: str = "feedback\n", *, is_cancelled: bool = False
) -> tuple[str, str]:
    """The output of a command, and the sentence with which it ended."""
    ends: queue.SimpleQueue[str] = queue.SimpleQueue()
    feedback = FeedbackCommand(command, folder)
    feedback.listen(lambda id, title, detail: None, ends.put)
    descriptor = feedback.prompt(text, {})
    if is_cancelled:
        feedback.cancel()
    with open(descriptor, encoding="utf-8") as stream:
        output = stream.read()
    problem = ends.get(timeout=TIMEOUT_S)
    assert not feedback.is_busy
    return output, problem


class TestMisbehaving:
    def test_one_that_reads_nothing_and_leaves_a_child_with_its_pipes_ends(self, tmp_path: Path) -> None:
        command = "exec 3<&0; sleep 1000 <&3 & echo hi"
        assert ("hi\n", "") == answer(tmp_path, command, "x" * 1_000_000)

    def test_one_without_output_ends_the_response(self, tmp_path: Path) -> None:
        assert ("", "") == answer(tmp_path, "cat > got")
        assert "feedback\n" == (tmp_path / "got").read_text()

    def test_one_that_is_cancelled_at_once_ends(self, tmp_path: Path) -> None:
        command = "sleep 1000; echo late"
        assert ("", f"`{command}` was ended") == answer(tmp_path, command, is_cancelled=True)

    def test_one_that_a_signal_ends_is_named_with_it(self, tmp_path: Path) -> None:
        command = "echo first >&2; echo last >&2; kill -9 $$"
        assert ("", f"`{command}` ended with SIGKILL: last") == answer(tmp_path, command)

    def test_one_that_cannot_be_started_ends_the_response(self, tmp_path: Path) -> None:
        problem = "`cat` could not be started: No such file or directory"
        assert ("", problem) == answer(tmp_path / "gone", "cat")


async def test_it_does_not_start_with_the_review(tmp_path: Path) -> None:
    root = make_tree(tmp_path / "root", {"a.txt": "a\n"})
    settings = Settings(agent=FeedbackCommand("cat", root))
    async with reviewing(root, "", is_open=True, settings=settings) as user:
        await user.settle()
        assert "reading the response …" in user.state


async def test_what_a_stopped_producer_still_writes_is_not_in_the_answer(tmp_path: Path) -> None:
    root = make_tree(tmp_path / "root", {"a.txt": "a\nb\n"})
    first, second = block("c\n", "C\n"), block("b\n", "B\n")
    (tmp_path / "right.md").write_text(second)
    command = f"cd {tmp_path}; touch begun; while [ ! -e go ]; do sleep 0.02; done; cat right.md"
    settings = Settings(agent=FeedbackCommand(command, root))
    before = set(threading.enumerate())
    async with reviewing(root, first, is_open=True, settings=settings) as user:
        (producer,) = [each for each in set(threading.enumerate()) - before if each.name == "response"]
        await user.press("B")
        assert "the response is still arriving" in user.state
        await user.press("ctrl+c")
        await user.wait_for(lambda: not user.app.worker.is_open)
        await user.press("B")
        await user.wait_for(lambda: "Prompt for the command" in user.text)
        await user.press("ctrl+s")
        await user.wait_for((tmp_path / "begun").exists)
        assert user._sink is not None
        os.write(user._sink, block("a\n", "A\n").encode())
        os.close(user._sink)
        user._sink = None
        await user.wait_for(lambda: not producer.is_alive())
        (tmp_path / "go").touch()
        await user.wait_for(lambda: not user.app.worker.is_open)
        await user.settle()

        assert f"{first}{second}" == user.app.worker.response
