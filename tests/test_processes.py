"""Child processes have their three streams named: none of them is ours."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

from editreview.processes import run, run_filter, start


def test_a_child_gets_its_input_and_returns_its_output(tmp_path: Path) -> None:
    script = "import os, sys; print(os.getcwd(), sys.stdin.read()); sys.stderr.write('no'); sys.exit(3)"

    done = run([sys.executable, "-c", script], folder=tmp_path, data=b"given")

    assert (3, f"{tmp_path} given{os.linesep}".encode(), b"no") == (done.status, done.out, done.err)


def test_a_child_without_input_reads_the_end_of_file(tmp_path: Path) -> None:
    assert b"" == run(["cat"], folder=tmp_path).out


def test_a_variable_is_set_beside_the_inherited_ones(tmp_path: Path) -> None:
    out = run(["env"], folder=tmp_path, environment={"EXTRA": "1"}).out.decode().splitlines()

    assert {"EXTRA=1", f"HOME={os.environ['HOME']}"} <= set(out)


def environment_of(folder: Path) -> dict[str, str]:
    with start(["env"], folder=folder) as process:
        assert process.stdout is not None
        return _variables(process.stdout.read())


def environment_of_filter(folder: Path) -> dict[str, str]:
    done = run_filter(["env"], folder=folder, data=b"", timeout=60, limit=1 << 20, is_cancelled=lambda: False)
    assert done is not None
    return _variables(done.out)


def _variables(output: bytes) -> dict[str, str]:
    return dict(line.split("=", 1) for line in output.decode().splitlines() if "=" in line)


@pytest.mark.parametrize("of", [environment_of, environment_of_filter])
def test_a_program_in_another_folder_is_not_told_of_the_repository_or_the_folder_of_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, of: Callable[[Path], dict[str, str]]
) -> None:
    monkeypatch.setenv("GIT_DIR", "/some/where/.git")
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path)
    variables = {name: of(tmp_path / folder) for name, folder in {"same": ".", "other": "other"}.items()}

    assert "/some/where/.git" == variables["same"]["GIT_DIR"]
    assert "GIT_DIR" not in variables["other"]
    assert str(tmp_path / "other") == variables["other"]["PWD"]


def test_a_missing_program_raises_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        run(["no-such-program"], folder=tmp_path)


def test_a_program_that_takes_too_long_is_terminated(tmp_path: Path) -> None:
    with pytest.raises(TimeoutError, match=r"^sleep took longer than 0\.05 s$"):
        run(["sleep", "30"], folder=tmp_path, timeout=0.05)


FAMILY = "sh -c 'trap \"\" TERM; sleep 61 & echo $! > child; wait' & sleep 61 & touch begun; wait"


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_an_interrupted_program_ends_with_its_descendants(tmp_path: Path) -> None:
    """Also what does not end by itself."""

    def end(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    main = threading.get_ident()

    def is_waited_for() -> bool:
        """True once the main thread waits for the program, and no longer starts it."""
        frame: FrameType | None = sys._current_frames()[main]
        while frame is not None and frame.f_code is not subprocess.Popen.communicate.__code__:
            frame = frame.f_back
        return frame is not None

    def interrupt() -> None:
        begun, child = tmp_path / "begun", tmp_path / "child"
        while not (begun.exists() and child.exists() and is_waited_for()):
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGUSR1)

    before = signal.signal(signal.SIGUSR1, end)
    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        run(["sh", "-c", FAMILY], folder=tmp_path)
    signal.signal(signal.SIGUSR1, before)

    child = int((tmp_path / "child").read_text())
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(child)], capture_output=True, check=False)
    assert listed.stdout.strip()[:1] in (b"", b"Z")


def test_a_program_that_takes_too_long_leaves_no_processes(tmp_path: Path) -> None:
    with pytest.raises(TimeoutError):
        run(["sh", "-c", "sleep 61 & echo $! > child; wait"], folder=tmp_path, timeout=0.5)

    child = int((tmp_path / "child").read_text())
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(child)], capture_output=True, check=False)
    assert listed.stdout.strip()[:1] in (b"", b"Z")
