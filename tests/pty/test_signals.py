"""Signals: the terminal is restored, and no decisions are lost."""

import os
import signal
import sys
from functools import partial
from pathlib import Path

import pytest

from editreview.review import resume
from editreview.workspace import Workspace
from tests.pty.conftest import Start

# Programs that send themselves what ctrl+c sends, at a moment no test could hit from outside.
INTERRUPTED = {
    "while Textual is imported": """
import os, signal, sys
class Interrupting:
    def find_spec(self, name, path, target=None):
        if name == "textual.app":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
from editreview.__main__ import main
sys.exit(main())
""",
    "while the screen is set up": """
import os, signal, sys
from textual.drivers.linux_driver import LinuxDriver
start = LinuxDriver.start_application_mode
def interrupting(self):
    os.kill(os.getpid(), signal.SIGINT)
    start(self)
LinuxDriver.start_application_mode = interrupting
from editreview.__main__ import main
sys.exit(main())
""",
}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_sigterm_restores_the_terminal_and_saves_the_review(
    start: Start, shop: Path, number: signal.Signals
) -> None:
    """The alternate screen is left, the response and the decision are on disk, and it is said where."""
    terminal = start(["editreview", "../answer.md"])
    terminal.until("exact ✓")
    terminal.accept("✓ 1")
    terminal.signal(number)
    assert 130 == terminal.end()
    assert terminal.output.rindex(b"\x1b[?1049l") > terminal.output.rindex(b"\x1b[?1049h")
    assert b"review saved; continue with `editreview --resume`" in terminal.output
    _assert_kept(shop)


def test_a_closed_window_saves_the_review(start: Start, shop: Path) -> None:
    """With the terminal gone there is no message, but the decision is on disk."""
    terminal = start(["editreview", "../answer.md"])
    terminal.until("exact ✓")
    terminal.accept("✓ 1")
    terminal.hang_up()
    terminal.end()
    _assert_kept(shop)


def test_a_closed_window_ends_a_comparison(start: Start, shop: Path) -> None:
    """Also one that no longer gets rid of what it paints."""
    (shop / "README.md").write_text("changed\n")
    terminal = start(["editreview", "diff", "HEAD"])
    terminal.until("README.md")
    terminal.hang_up()
    terminal.end()


def test_ctrl_z_stops_the_whole_job_and_fg_brings_it_back(start: Start, shop: Path) -> None:
    """The producer is stopped with the review, or the shell would wait for it; the screen comes back."""
    # It starts no command meanwhile: a shell that is stopped in the middle of that is never seen as stopped.
    os.mkfifo(shop / "gate")
    (shop / "producer").write_text("echo $$ > pid\ncat ../answer.md\nread line < gate\n")
    terminal = start(
        "set -m; sh producer | editreview; echo the job is stopped; read line; fg > /dev/null; echo ended $?",
        columns=120,
    )
    terminal.until("/9 ")
    terminal.accept("✓ 1")
    terminal.press("\x1a")
    terminal.until("the job is stopped")
    pid = (shop / "pid").read_text().strip()
    if Path("/proc/self/stat").exists():
        assert "T" == Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    terminal.press("\n")
    terminal.until("✓ 1")
    terminal.decide("n", "✗ 1")
    (shop / "gate").write_text("go\n")
    terminal.until_gone("receiving")
    terminal.press("qq")
    assert 0 == terminal.end()
    terminal.until("ended 1")


def test_ctrl_z_does_nothing_without_a_shell_to_resume_the_job(start: Start) -> None:
    """As in a terminal's window that runs the review and nothing else."""
    terminal = start(["editreview", "../answer.md"])
    terminal.until("exact ✓")
    terminal.press("\x1a")
    terminal.until("there is no shell to go back to")
    terminal.press("J")
    terminal.until(" 2/9 ")
    terminal.press("q")
    assert 1 == terminal.end()


def test_after_a_stop_from_outside_the_screen_comes_back_and_keys_work(start: Start) -> None:
    """SIGSTOP cannot be caught, so the screen is set up again without having been left."""
    terminal = start(["editreview", "../answer.md"])
    terminal.until("exact ✓")

    def has_come_back(times: int) -> bool:
        return terminal.output.count(b"\x1b[?1049h") == times

    for times in (2, 3):
        terminal.signal(signal.SIGSTOP)
        terminal.signal(signal.SIGCONT)
        terminal.wait_for(partial(has_come_back, times), "the screen to come back")
    terminal.accept("✓ 1")
    terminal.decide("n", "✗ 1")
    terminal.press("qq")
    assert 1 == terminal.end()


@pytest.mark.parametrize("where", ["while Textual is imported", "while the screen is set up"])
def test_an_interrupt_during_the_start_ends_quietly(start: Start, where: str) -> None:
    """ctrl+c before the first frame: exit status 130, no traceback, and the terminal as it was."""
    terminal = start([sys.executable, "-c", INTERRUPTED[where], "../answer.md"])
    assert 130 == terminal.end()
    assert b"Traceback" not in terminal.output
    assert b"a bug" not in terminal.output
    assert terminal.output.count(b"\x1b[?1049h") == terminal.output.count(b"\x1b[?1049l")


def _assert_kept(shop: Path) -> None:
    found = resume(Workspace.open(shop))
    assert (shop.parent / "answer.md").read_bytes() == found.saved.response_paths[0].read_bytes()
    assert ["accepted"] == [said.verdict for said in found.review.log.snapshot().values()]
