"""A response that is still arriving: slow, cut off, endless, silent, stopped by hand."""

import os
import time
from pathlib import Path

import pytest

from tests.pty.conftest import Start

GATED = """
{ head -n 33 ../answer.md; until [ -e go ]; do sleep 0.1; done; tail -n +34 ../answer.md; } \\
| { editreview; echo $? > status; }
"""
"""The first block and a line of the next, then silence until there is a file `go`."""


@pytest.fixture
def status(shop: Path) -> Path:
    """The file to which the commands here write the review's own exit status."""
    return shop / "status"


def test_the_first_block_can_be_decided_while_more_arrive(start: Start, shop: Path) -> None:
    """A decision on the first block stands when the rest has come."""
    terminal = start(GATED)
    terminal.until("exact ✓ · 1 match · L25–33")
    terminal.until("receiving")
    terminal.accept("✓ 1")
    (shop / "go").touch()
    terminal.until("/9 ")
    terminal.until_gone("receiving")
    terminal.until("✓ 1  · 4")
    terminal.press("qq")
    assert 0 == terminal.end()


def test_text_received_before_the_producer_was_killed_is_kept(start: Start, status: Path) -> None:
    """The block that was cut off is named with its line, and the one before it can be applied."""
    terminal = start(
        "sh -c 'head -n 40 ../answer.md; kill -9 $$' | { editreview; echo $? > status; }", columns=120
    )
    terminal.until("line 35: Missing >>>>>>> REPLACE for the block")
    terminal.accept("✓ 1")
    terminal.press("p")
    terminal.until("● 1")
    terminal.press("q")
    assert 0 == terminal.end()
    assert "1\n" == status.read_text()
    assert b"1 block: 1 applied, 1 malformed in 1 file" in terminal.output


def test_keys_work_with_an_endless_producer(start: Start, status: Path) -> None:
    """Help opens and closes, and q quits when pressed twice, which ends the producer."""
    terminal = start("yes | { editreview; echo $? > status; }")
    terminal.until("receiving")
    terminal.press("?")
    terminal.until("Workflow")
    terminal.press("\x1b")
    terminal.until_gone("Workflow")
    terminal.press("q")
    terminal.until("still arriving")
    terminal.press("q")
    assert 0 == terminal.end()
    assert "1\n" == status.read_text()


def test_a_silent_producer_does_not_delay_quitting(start: Start, shop: Path, status: Path) -> None:
    """The review ends at once when q is pressed twice; the producer ends when it writes again."""
    (shop / "producer").write_text(
        "head -n 30 ../answer.md\nuntil [ -e go ]; do sleep 0.1; done\nwhile :; do echo more; done\n"
    )
    terminal = start("{ sh producer; echo $? > ended; } | { editreview; echo $? > status; }")
    terminal.until("exact ✓")
    terminal.press("q")
    terminal.until("still arriving")
    terminal.press("q")
    terminal.wait_for(status.exists, "the end of the review")
    assert not (shop / "ended").exists()
    (shop / "go").touch()
    terminal.end()
    assert "141\n" == (shop / "ended").read_text(), "128 and SIGPIPE"


def test_ctrl_c_stops_reading_and_keeps_the_received_text(start: Start, shop: Path, status: Path) -> None:
    """The open block is named as cut off, later blocks are not taken, and ctrl+c twice leaves with 130."""
    terminal = start(GATED, columns=120)
    terminal.until("receiving")
    terminal.press("\x03")
    terminal.until_gone("receiving")
    terminal.until("1/1")
    (shop / "go").touch()
    terminal.accept("✓ 1")
    terminal.press("\x03")
    terminal.until("ctrl+c again quits")
    terminal.press("\x03")
    assert 0 == terminal.end()
    assert "130\n" == status.read_text()
    assert b"1 block: 1 accepted but not applied" in terminal.output


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the processor's time from /proc")
def test_waiting_for_a_key_costs_nothing_when_the_pipe_has_ended(start: Start, shop: Path) -> None:
    """In the second after the response's end, less than half a processor is used."""
    terminal = start("cat ../answer.md | sh -c 'echo $$ > pid; exec editreview'")
    terminal.until("/9 ")
    terminal.until_gone("receiving")
    terminal.pump(0.2)
    pid = int((shop / "pid").read_text())
    before = _processor_seconds(pid), time.monotonic()
    terminal.pump(1)
    used, passed = _processor_seconds(pid) - before[0], time.monotonic() - before[1]
    assert used < passed / 2
    terminal.press("q")
    terminal.end()


def _processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
