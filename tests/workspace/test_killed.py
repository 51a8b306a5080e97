"""A run that is killed before any change to the disk, and what the next one makes of the tree."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from editreview.errors import GitFailed
from editreview.workspace import CommitRequest, Workspace
from editreview.workspace.undo import Undoing
from tests.builders import block, files_of, git, make_repository
from tests.programs import run_in_fork
from tests.workspace.acting import edit, hook, stage
from tests.workspace.thorough import KILLS_APART

WRITTEN = {"tree": "after", "states": ["written"], "pending": False}
UNDONE = {"tree": "before", "states": ["undone"], "pending": False}
NOTHING = {"tree": "before", "states": [], "pending": False}

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="nothing can be forked or killed so")


ENDS = {"write": (NOTHING, WRITTEN), "undo": (WRITTEN, UNDONE), "redo": (UNDONE, WRITTEN)}
"""The states before and after each scenario."""


def found_after(last: str, folder: Path, step: int, *scenarios: str) -> dict[str, list[dict[str, object]]]:
    """The states in which trees were found, by scenario; see `tests.workspace.killing`."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.workspace.killing", last, str(folder), str(step), *scenarios],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        check=True,
    )
    found: dict[str, list[dict[str, object]]] = json.loads(done.stdout)
    return found


def test_the_tree_is_entirely_old_or_entirely_new_without_leftovers(tmp_path: Path) -> None:
    for scenario, found in found_after("run", tmp_path, 1, "write", "undo", "redo").items():
        before, after = ENDS[scenario]
        assert len(found) > 20, scenario
        assert (before, after) == (found[0], found[-1]), scenario
        assert [] == [each for each in found if each not in (before, after)], scenario


def test_a_run_killed_while_recovering_leaves_all_or_nothing(tmp_path: Path) -> None:
    for scenario, found in found_after("recovery", tmp_path, KILLS_APART, "write", "undo").items():
        assert len(found) > 20, scenario
        assert [] == [each for each in found if each not in ENDS[scenario]], scenario


_PAUSE_S = 0.01
"""Seconds between two looks at what a process has done: it gets the processor meanwhile."""
KILL_THE_RUN = "kill -9 $(ps -o ppid= -p $PPID)"


class TestDuringACommit:
    """The commit that a run asked git for is ours, though the run could not note that git made it."""

    @staticmethod
    def commit(root: Path, *options: str) -> None:
        """Apply and commit, in a process that a hook kills."""
        ended = run_in_fork(root, "apply", "--commit", "-m", "ours", *options, response=block("one\n", "1\n"))
        assert -9 == ended.status

    @pytest.mark.parametrize("options", [(), ("--amend",)], ids=["new", "amended"])
    @pytest.mark.parametrize("theirs", [False, True], ids=["all", "beside theirs"])
    @pytest.mark.parametrize("logs", ["true", "false"], ids=["reflog", "no reflog"])
    def test_a_commit_that_git_made_is_undone(
        self, tmp_path: Path, options: tuple[str, ...], theirs: bool, logs: str
    ) -> None:
        if options and logs == "false":
            pytest.skip("without a reflog an amended commit is not recognised")
        root = make_repository(tmp_path, {"a.txt": "one\n", "b.txt": "two\n"})
        git(root, "config", "core.logAllRefUpdates", logs)
        if logs == "false":
            (root / ".git/logs/HEAD").unlink()
        if theirs:
            (root / "b.txt").write_text("mine\n")
            git(root, "add", "b.txt")
        before = git(root, "rev-parse", "HEAD"), git(root, "status", "--porcelain"), files_of(root)
        hook(root, "post-commit", KILL_THE_RUN)

        self.commit(root, *options)
        made = git(root, "rev-parse", "HEAD")
        assert before[0] != made
        undoing = Workspace.open(root).undoing
        taken = undoing.undo(undoing.last())

        assert made.strip() == taken.commit
        assert before == (git(root, "rev-parse", "HEAD"), git(root, "status", "--porcelain"), files_of(root))
        undoing.redo(undoing.last_undone())
        assert made == git(root, "rev-parse", "HEAD")

    def test_a_commit_that_the_user_made_since_stays(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": "one\n"})
        hook(root, "pre-commit", f"{KILL_THE_RUN}; exit 1")
        self.commit(root)
        git(root, "commit", "--quiet", "--no-verify", "-m", "ours")
        made = git(root, "rev-parse", "HEAD")

        undoing = Workspace.open(root).undoing
        undoing.undo(undoing.last())

        assert made == git(root, "rev-parse", "HEAD")
        assert {"a.txt": b"one\n"} == files_of(root)

    def test_a_commit_below_one_of_the_users_stays_with_advice(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": "one\n"})
        hook(root, "post-commit", KILL_THE_RUN)
        self.commit(root)
        hook(root, "post-commit", "exit 0")
        git(root, "commit", "--quiet", "--allow-empty", "-m", "next")

        undoing = Workspace.open(root).undoing
        with pytest.raises(GitFailed, match="git revert"):
            undoing.undo(undoing.last())

        assert {"a.txt": b"1\n"} == files_of(root)

    def test_nothing_is_undone_while_git_is_still_committing(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": "one\n"})
        (root / ".git/wait").touch()
        waits = "while [ -e .git/wait ]; do sleep 0.05; done"
        hook(root, "pre-commit", f"exec >/dev/null 2>&1; {KILL_THE_RUN}; {waits}")
        self.commit(root)

        undoing = Workspace.open(root).undoing
        with pytest.raises(GitFailed, match="still committing"):
            undoing.undo(undoing.last())
        assert {"a.txt": b"1\n"} == files_of(root)
        (root / ".git/wait").unlink()
        while "ours" not in git(root, "log", "--format=%s"):
            time.sleep(_PAUSE_S)

        assert undoing.undo(undoing.last()).commit
        assert {"a.txt": b"one\n"} == files_of(root)

    @pytest.mark.parametrize("name", ["pre-commit", "post-commit"])
    def test_an_interrupt_does_not_wait_for_processes_of_a_hook(self, tmp_path: Path, name: str) -> None:
        root = make_repository(tmp_path, {"a.txt": "one\n"})
        # It gives up itself, and says so, if nobody ends it.
        hook(root, name, "touch .git/begun; for i in $(seq 600); do sleep 0.1; done; touch .git/waited")
        command = [sys.executable, "-m", "editreview", "apply", "--root", str(root), "--commit", "-m", "ours"]
        run = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        assert run.stdin is not None
        run.stdin.write(block("one\n", "1\n").encode())
        run.stdin.close()
        while not (root / ".git/begun").exists():
            assert run.poll() is None
            time.sleep(_PAUSE_S)
        run.send_signal(signal.SIGTERM)
        run.wait()
        assert run.stderr is not None
        run.stderr.close()

        assert 130 == run.returncode
        assert not (root / ".git/waited").exists()
        assert not (root / ".git/index.lock").exists()
        _undo_once_git_has_ended(Workspace.open(root).undoing)
        assert {"a.txt": b"one\n"} == files_of(root)
        assert "before" == git(root, "log", "--format=%s").strip()

    def test_background_processes_of_a_hook_are_not_waited_for(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": "one\n"})
        hook(root, "post-commit", "echo said; (sleep 61; touch .git/waited) & echo $! > .git/left")
        workspace = Workspace.open(root)
        edit(workspace, "a.txt", lambda data: b"1\n")
        stage(workspace)

        made = workspace.commit(CommitRequest("ours"))

        assert "said" in made.output
        assert not (root / ".git/waited").exists()
        os.kill(int((root / ".git/left").read_text()), signal.SIGKILL)


def _undo_once_git_has_ended(undoing: Undoing) -> None:
    """Undo the last run; on a busy machine git may still be ending after the run has ended."""
    while True:
        try:
            undoing.undo(undoing.last())
        except GitFailed as error:
            assert "still committing" in str(error)
            time.sleep(_PAUSE_S)
        else:
            return
