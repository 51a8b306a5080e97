"""A response that is still arriving: slow, cut off, endless, silent, stopped by hand."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from editreview.sample import RESPONSE
from tests.pty.conftest import Producer, Start, piped

LINES = RESPONSE.read_text().splitlines(keepends=True)
BEGINNING = "".join(LINES[:33])
"""The first block and a line of the next."""


def test_the_first_block_can_be_decided_while_more_arrive(start: Start) -> None:
    """A decision on the first block stands when the rest has come."""
    producer = Producer(BEGINNING)
    terminal = start(["editreview"], streams={0: producer.reading})
    terminal.until("exact ✓ · 1 match · L25–33")
    terminal.until("receiving")
    terminal.accept("✓ 1")
    producer.write("".join(LINES[33:]))
    terminal.until("/9 ")
    producer.end()
    terminal.until_gone("receiving")
    terminal.until("✓ 1  · 4")
    terminal.press("qq")
    assert 1 == terminal.end()


def test_text_received_before_the_producer_was_killed_is_kept(start: Start) -> None:
    """The block that was cut off is named with its line, and the one before it can be applied."""
    terminal = start(["editreview"], columns=120, streams=piped("".join(LINES[:40])))
    terminal.until("line 35: Missing >>>>>>> REPLACE for the block")
    terminal.accept("✓ 1")
    terminal.press("p")
    terminal.until("● 1")
    terminal.press("q")
    assert 1 == terminal.end()
    assert b"1 block: 1 applied, 1 malformed in 1 file" in terminal.output


def test_keys_work_with_an_endless_producer(start: Start) -> None:
    """Help opens and closes, and q quits when pressed twice, which ends the producer."""
    reading, writing = os.pipe()
    with subprocess.Popen(["yes"], stdout=writing) as endless:
        os.close(writing)
        terminal = start(["editreview"], streams={0: reading})
        terminal.until("receiving")
        terminal.press("?")
        terminal.until("Workflow")
        terminal.press("\x1b")
        terminal.until_gone("Workflow")
        terminal.press("q")
        terminal.until("still arriving")
        terminal.press("q")
        assert 1 == terminal.end()
    assert -signal.SIGPIPE == endless.returncode


def test_a_silent_producer_does_not_delay_quitting(start: Start) -> None:
    """The review ends at once when q is pressed twice; a producer that writes again finds its pipe closed."""
    producer = Producer("".join(LINES[:30]))
    terminal = start(["editreview"], streams={0: producer.reading})
    terminal.until("exact ✓")
    terminal.press("q")
    terminal.until("still arriving")
    terminal.press("q")
    assert 1 == terminal.end()
    with pytest.raises(BrokenPipeError):
        producer.write("more\n")
    producer.end()


def test_ctrl_c_stops_reading_and_keeps_the_received_text(start: Start) -> None:
    """The open block is named as cut off, later blocks are not taken, and ctrl+c twice leaves with 130."""
    producer = Producer(BEGINNING)
    terminal = start(["editreview"], columns=120, streams={0: producer.reading})
    terminal.until("receiving")
    terminal.press("\x03")
    terminal.until_gone("receiving")
    terminal.until("1/1")
    producer.write("".join(LINES[33:]))
    producer.end()
    terminal.accept("✓ 1")
    terminal.press("\x03")
    terminal.until("ctrl+c again quits")
    terminal.press("\x03")
    assert 130 == terminal.end()
    assert b"1 block: 1 accepted but not applied" in terminal.output


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the processor's time from /proc")
def test_waiting_for_a_key_costs_nothing_when_the_pipe_has_ended(start: Start) -> None:
    """In the second after the response's end, less than half a processor is used."""
    terminal = start(["editreview"], streams=piped("".join(LINES)))
    terminal.until("/9 ")
    terminal.until_gone("receiving")
    terminal.pump(0.2)
    before = _processor_seconds(terminal.pid), time.monotonic()
    terminal.pump(1)
    used, passed = _processor_seconds(terminal.pid) - before[0], time.monotonic() - before[1]
    assert used < passed / 2
    terminal.press("q")
    terminal.end()


def _processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
