"""A command that gets the feedback, whatever it does with its input, its output and its children."""

import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from editreview.tui.app import Settings
from editreview.user_commands import FeedbackCommand
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


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
class TestTmux:
    @pytest.fixture(autouse=True)
    def server(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        """A server of its own, which the command finds as it finds the user's."""
        monkeypatch.setenv("TMUX_TMPDIR", str(tmp_path))
        monkeypatch.delenv("TMUX", raising=False)
        yield
        tmux("kill-server", check=False)

    @pytest.mark.parametrize("pane", ["agent", "agent:it's", "%0"])
    def test_the_feedback_is_pasted_as_one_text_and_not_sent(self, tmp_path: Path, pane: str) -> None:
        """The program in the pane asks for pastes to be marked, as agents do."""
        reader = "import os, tty; tty.setraw(0); os.write(1, b'\\33[?2004hready')\n"
        reader += f"while True: open({str(tmp_path / 'got')!r}, 'ab', 0).write(os.read(0, 9999))"
        tmux("new-session", "-d", "-s", "agent", "-n", "it's", sys.executable, "-c", reader)
        wait_for(lambda: "ready" in tmux("capture-pane", "-p", "-t", "agent"))

        sentence = f"pasted into the pane {pane} of tmux: Enter there sends it"
        assert ("", sentence) == answer(tmp_path, f"tmux:{pane}", "Block 1: é\n$(touch run)\n")

        pasted = "\33[200~Block 1: é\r$(touch run)\r\33[201~".encode()
        wait_for(lambda: (tmp_path / "got").exists() and pasted == (tmp_path / "got").read_bytes())
        assert "" == tmux("list-buffers")

    def test_a_pane_that_is_missing_leaves_nothing_in_tmux(self, tmp_path: Path) -> None:
        tmux("new-session", "-d", "-s", "agent", "cat")
        text, sentence = answer(tmp_path, "tmux:no-such", "Block 1: é\n")

        assert "" == text
        assert sentence.startswith("`tmux:no-such` ended with status 1: ")
        assert "" == tmux("list-buffers")

    async def test_it_is_shown_first(self, tmp_path: Path) -> None:
        root = make_tree(tmp_path / "root", {"a.txt": "a\nb\n"})
        tmux("new-session", "-d", "-s", "agent", "cat")
        settings = Settings(agent=FeedbackCommand("tmux:agent", root))
        async with reviewing(root, block("c\n", "C\n"), settings=settings) as user:
            await user.press("B")
            await user.wait_for(lambda: "Prompt for the pane agent of tmux" in user.text)
            assert "" == tmux("capture-pane", "-p", "-t", "agent").strip()
            await user.press("ctrl+s")
            await user.wait_for(lambda: "pasted into the pane agent of tmux" in user.state)

        wait_for(lambda: "Block 1: a.txt" in tmux("capture-pane", "-p", "-t", "agent"))

    def test_into_a_shell_nothing_is_pasted(self, tmp_path: Path) -> None:
        tmux("new-session", "-d", "-s", "agent", "sh")
        wait_for(
            lambda: "sh" == tmux("display-message", "-p", "-t", "agent", "#{pane_current_command}").strip()
        )

        _, problem = answer(tmp_path, "tmux:agent", "touch ran\n")

        assert "`tmux:agent` ended with status 1: a shell runs there, and would run the feedback" in problem
        assert not (tmp_path / "ran").exists()

    def test_a_pane_that_does_not_exist_is_named(self, tmp_path: Path) -> None:
        tmux("new-session", "-d", "-s", "agent", "cat")
        problem = "`tmux:gone` ended with status 1: can't find pane: gone"
        assert ("", problem) == answer(tmp_path, "tmux:gone")


def tmux(*arguments: str, check: bool = True) -> str:
    done = subprocess.run(["tmux", *arguments], capture_output=True, text=True, check=check)
    return done.stdout


def wait_for(is_true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + TIMEOUT_S
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


async def test_the_command_does_not_start_with_the_review(tmp_path: Path) -> None:
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
        user.write(block("a\n", "A\n"))
        user.close_response()
        await user.wait_for(lambda: not producer.is_alive())
        (tmp_path / "go").touch()
        await user.wait_for(lambda: not user.app.worker.is_open)
        await user.settle()

        assert f"{first}{second}" == user.app.worker.response
