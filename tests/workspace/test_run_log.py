"""The log of runs: appended to by several processes, never waited for, never large."""

import fcntl
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from editreview.workspace import saved
from editreview.workspace.saved import RunLog

WRITER = """
import sys
import time
from pathlib import Path
from editreview.workspace.saved import RunLog
log = RunLog(Path(sys.argv[1]))
for number in range(int(sys.argv[3])):
    log.append(f"{sys.argv[2]} {number} {'x' * 300}".encode())
"""


def writer(folder: Path, name: str, count: int) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-c", WRITER, str(folder), name, str(count)])


def test_lines_come_back_in_order(tmp_path: Path) -> None:
    log = RunLog(tmp_path / "runs")
    assert [] == list(log.lines())
    for line in (b"one", b"two"):
        log.append(line)

    assert [b"one", b"two"] == list(log.lines())
    log.clear()
    assert [] == list(log.lines())


def test_only_the_user_may_read_the_log(tmp_path: Path) -> None:
    RunLog(tmp_path / "runs").append(b"one")

    (file,) = (tmp_path / "runs").iterdir()
    assert (0o700, 0o600) == tuple(stat.S_IMODE(path.stat().st_mode) for path in (file.parent, file))


def test_two_processes_lose_no_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writers = [writer(tmp_path, name, 300) for name in "ab"]
    assert [0, 0] == [each.wait() for each in writers]

    found = [line.split()[:2] for line in RunLog(tmp_path).lines()]
    for name in "ab":
        numbers = [int(number) for each, number in found if each == name.encode()]
        assert list(range(300)) == numbers


def test_a_killed_writer_costs_at_most_its_last_line(tmp_path: Path) -> None:
    process = writer(tmp_path, "a", 10_000_000)
    while not (tmp_path / "runs.jsonl").exists():
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()

    RunLog(tmp_path).append(b"after")
    *_, last = RunLog(tmp_path).lines()
    assert b"after" == last


def test_a_line_that_was_cut_short_is_ended(tmp_path: Path) -> None:
    log = RunLog(tmp_path)
    log.append(b"one")
    (file,) = tmp_path.iterdir()
    file.write_bytes(b"one\ntw")

    log.append(b"three")
    assert [b"one", b"tw", b"three"] == list(log.lines())


def test_a_large_log_is_rotated_and_two_files_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saved, "MAX_LOG_BYTES", 1_000)
    log = RunLog(tmp_path)
    for number in range(500):
        log.append(f"{number:09}".encode())

    sizes = [path.stat().st_size for path in tmp_path.iterdir()]
    assert len(sizes) == 2
    assert max(sizes) <= 1_010
    found = [int(line) for line in log.lines()]
    assert list(range(found[0], 500)) == found
    assert len(found) > 100


def test_a_lock_of_another_process_is_not_waited_for(tmp_path: Path) -> None:
    """And the file is not rotated under it."""
    log = RunLog(tmp_path)
    log.append(b"one")
    (file,) = tmp_path.iterdir()
    with file.open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        log.append(b"two")

    assert [b"one", b"two"] == list(log.lines())


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(OSError, match="denied"):
        RunLog(tmp_path / "runs").append(b"one")
