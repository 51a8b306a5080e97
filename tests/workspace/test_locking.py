"""Two at once on one tree: no edit is lost, and nobody waits for the dead."""

import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from editreview.errors import ChangedOnDisk, WriteFailed
from editreview.text import Snapshot
from editreview.workspace import CommitRequest, FileWrite, Workspace, disk
from editreview.workspace.journal import Record
from editreview.workspace.root import digest
from tests.builders import make_repository, make_tree

WRITE = FileWrite("a.txt", digest(b"a\n"), b"A\n", None)


class TestConcurrentRuns:
    def test_the_second_waits_and_finds_the_tree_changed(self, tmp_path: Path) -> None:
        first, second = (Workspace.open(make_repository(tmp_path, {"a.txt": "a\n"})) for _ in range(2))
        before = second.read("a.txt")
        assert isinstance(before, Snapshot)
        held = threading.Event()

        def hold() -> None:
            with disk.locked(tmp_path / ".git/editreview/lock", 0):
                held.set()
                time.sleep(0.2)
                (tmp_path / "a.txt").write_bytes(b"first\n")

        holder = threading.Thread(target=hold)
        holder.start()
        held.wait()

        with pytest.raises(ChangedOnDisk):
            first.apply([FileWrite("a.txt", before.digest, b"second\n", before.mode)])
        holder.join()
        assert b"first\n" == (tmp_path / "a.txt").read_bytes()

    def test_a_wait_for_the_lock_times_out(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("editreview.workspace.workspace._TIMEOUT_S", 0.1)
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n"}))

        with (
            disk.locked(tmp_path / ".git/editreview/lock", 0),
            pytest.raises(WriteFailed, match=r"^another editreview is writing in this tree\. Nothing was"),
        ):
            workspace.apply([WRITE])

        assert b"a\n" == (tmp_path / "a.txt").read_bytes()

    def test_files_are_written_if_locks_are_not_supported(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n"}))
        make_tree(tmp_path, {".git/editreview": "a file"})
        workspace.apply([WRITE])

        assert b"A\n" == (tmp_path / "a.txt").read_bytes()

    def test_two_processes_that_edit_one_file_lose_no_edit(self, tmp_path: Path) -> None:
        """Each adds its line to what it finds, and looks again if someone was faster."""
        make_repository(tmp_path, {"a.txt": ""})
        script = (
            "import sys; from pathlib import Path\n"
            "from editreview.errors import ChangedOnDisk\n"
            "from editreview.workspace import FileWrite, Workspace\n"
            "workspace = Workspace.open(Path(sys.argv[1]))\n"
            "for number in range(5):\n"
            "    while True:\n"
            "        found = workspace.read('a.txt')\n"
            "        data = f'{found.text}{sys.argv[2]}{number}\\n'.encode()\n"
            "        try: workspace.apply([FileWrite('a.txt', found.digest, data, None)])\n"
            "        except ChangedOnDisk: continue\n"
            "        break\n"
        )
        started = [
            subprocess.Popen([sys.executable, "-c", script, tmp_path, name], stderr=subprocess.PIPE)
            for name in "ab"
        ]
        said = [process.communicate()[1] for process in started]

        assert [b""] * 2 == said
        lines = (tmp_path / "a.txt").read_text().split()
        assert sorted(lines) == [f"{name}{number}" for name in "ab" for number in range(5)]

    def test_a_lock_is_released_when_its_process_ends(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n"}))
        script = (
            "import os, signal, sys; from pathlib import Path; from editreview.workspace import disk\n"
            "with disk.locked(Path(sys.argv[1]), 0): os.kill(os.getpid(), signal.SIGKILL)\n"
        )
        killed = subprocess.run(
            [sys.executable, "-c", script, tmp_path / ".git/editreview/lock"], check=False
        )

        assert -signal.SIGKILL == killed.returncode
        workspace.apply([WRITE])
        assert b"A\n" == (tmp_path / "a.txt").read_bytes()

    def test_records_of_a_commit_are_changed_under_the_lock_and_git_commits_without(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Another run would lose the change, or a hook would wait for it."""
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n"}))
        make_tree(tmp_path, {".git/hooks/pre-commit": "#!/bin/sh\necho from the hook\n"})
        (tmp_path / ".git/hooks/pre-commit").chmod(0o755)
        workspace.apply([WRITE])
        workspace.stage()
        seen: dict[str, bool] = {}
        amend = workspace.journal.amend

        def is_free() -> bool:
            with suppress(TimeoutError), disk.locked(tmp_path / ".git/editreview/lock", 0):
                return True
            return False

        def amended(record: Record) -> None:
            seen[f"{'committed' if record.commit else 'begun'}"] = is_free()
            amend(record)

        monkeypatch.setattr(workspace.journal, "amend", amended)
        workspace.commit(CommitRequest("ours"), lambda line: seen.update(hook=is_free()))

        assert {"begun": False, "hook": True, "committed": False} == seen
