"""Writing, staging and committing are undone, in this run or a later one, and redone."""

from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from editreview.errors import ChangedOnDisk, EditreviewError, GitFailed, NothingToUndo, TreeError, WriteFailed
from editreview.text import Snapshot
from editreview.workspace import CommitRequest, FileWrite, Workspace
from editreview.workspace.journal import RecordState
from tests.builders import files_of, git, make_repository, make_tree
from tests.workspace.failing import WatchedOs, full, interrupted

FILES = {"a.txt": "a\nb\nc\nd\ne\n", "b.txt": "one\n", "gone.txt": "gone\n"}
PARTLY = {"a.txt": "a\nb\nc\nd\nmine\n"}
DONE: dict[str, str | None] = {"a.txt": "A\nb\nc\nd\ne\n", "new/n.txt": "n\n", "gone.txt": None}


def write(workspace: Workspace, files: dict[str, str | None]) -> None:
    """Write files as they are read, or remove them."""
    writes: list[FileWrite] = []
    for path, text in files.items():
        before = workspace.read(path)
        is_there = isinstance(before, Snapshot)
        data = None if text is None else text.encode()
        writes.append(
            FileWrite(
                path,
                before.digest if isinstance(before, Snapshot) else None,
                data,
                before.mode if is_there and isinstance(before, Snapshot) else None,
            )
        )
    workspace.apply(writes)


def state(root: Path) -> tuple[dict[str, bytes], str, str]:
    """The files, the index with its flags, and HEAD."""
    head = git(root, "rev-parse", "--verify", "--quiet", "HEAD")
    return files_of(root), git(root, "ls-files", "--stage", "-v"), head


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path, FILES)


def written(root: Path) -> Workspace:
    workspace = Workspace.open(root)
    write(workspace, DONE)
    return workspace


def staged(root: Path) -> Workspace:
    workspace = written(root)
    workspace.stage()
    return workspace


def committed(root: Path) -> Workspace:
    workspace = staged(root)
    workspace.commit(CommitRequest("ours"))
    return workspace


STEPS = pytest.mark.parametrize("do", [written, staged, committed])


class TestUndo:
    @STEPS
    @pytest.mark.parametrize("own", [{}, PARTLY], ids=["clean", "with changes of the user's"])
    def test_files_and_index_and_head_are_as_they_were(
        self, root: Path, do: Callable[[Path], Workspace], own: dict[str, str]
    ) -> None:
        make_tree(root, own)
        before = state(root)
        files = {**DONE, "a.txt": "A\nb\nc\nd\nmine\n" if own else DONE["a.txt"]}
        workspace = Workspace.open(root)
        write(workspace, files)
        if do is not written:
            workspace.stage()
        if do is committed:
            workspace.commit(CommitRequest("ours"))

        # In another run.
        undoing = Workspace.open(root).undoing
        taken = undoing.undo(undoing.last())

        assert before == state(root)
        assert RecordState.UNDONE is undoing.record(taken.record.id).state
        assert (do is committed) == (taken.commit is not None)

    def test_entries_that_the_user_staged_in_the_place_of_a_removed_file_stay(self, root: Path) -> None:
        workspace = Workspace.open(root)
        write(workspace, {"b.txt": None})
        workspace.stage()
        make_tree(root, {"b.txt/own.txt": "own\n"})
        git(root, "add", "b.txt/own.txt")
        (root / "b.txt/own.txt").unlink()
        (root / "b.txt").rmdir()
        before = state(root)

        undoing = Workspace.open(root).undoing
        with pytest.raises(GitFailed, match=r"index entries changed since: b\.txt/own\.txt"):
            undoing.undo(undoing.last())
        assert before == state(root)

    @STEPS
    def test_an_undo_can_be_undone(self, root: Path, do: Callable[[Path], Workspace]) -> None:
        do(root)
        after = state(root)
        undoing = Workspace.open(root).undoing
        undoing.undo(undoing.last())

        undoing.redo(undoing.last_undone())

        assert after == state(root)

    def test_undo_again_undoes_the_run_before(self, root: Path) -> None:
        before = state(root)
        for text in ("1\n", "2\n", "3\n"):
            workspace = Workspace.open(root)
            write(workspace, {"b.txt": text})
            workspace.stage()

        undoing = Workspace.open(root).undoing
        texts: list[bytes] = []
        for _ in range(3):
            undoing.undo(undoing.last())
            texts.append((root / "b.txt").read_bytes())

        assert [b"2\n", b"1\n", b"one\n"] == texts
        assert before == state(root)
        with pytest.raises(NothingToUndo, match="nothing to undo"):
            undoing.last()

    def test_redo_restores_the_state_after_the_run(self, root: Path) -> None:
        for text in ("1\n", "2\n"):
            write(Workspace.open(root), {"b.txt": text})
        undoing = Workspace.open(root).undoing
        undoing.undo(undoing.last())
        undoing.undo(undoing.last())

        undoing.redo(undoing.last_undone())
        first = (root / "b.txt").read_bytes()
        undoing.redo(undoing.last_undone())

        assert (b"1\n", b"2\n") == (first, (root / "b.txt").read_bytes())
        with pytest.raises(NothingToUndo, match="nothing to redo"):
            undoing.last_undone()

    def test_after_a_new_run_there_is_nothing_to_redo(self, root: Path) -> None:
        write(Workspace.open(root), {"b.txt": "1\n"})
        undoing = Workspace.open(root).undoing
        undoing.undo(undoing.last())
        write(Workspace.open(root), {"b.txt": "2\n"})

        with pytest.raises(NothingToUndo):
            undoing.last_undone()

    def test_after_a_redo_in_the_same_run_files_can_be_staged_again(self, root: Path) -> None:
        workspace = staged(root)
        workspace.undoing.undo(workspace.undoing.last())
        nothing = workspace.staged
        workspace.undoing.redo(workspace.undoing.last_undone())

        workspace.commit(CommitRequest("again"))

        assert frozenset() == nothing
        assert "again" == git(root, "log", "-1", "--format=%s").strip()

    def test_without_git_files_are_restored(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
        root = make_tree(tmp_path / "tree", FILES)
        before = files_of(root)
        write(Workspace.open(root), DONE)

        undoing = Workspace.open(root).undoing
        undoing.undo(undoing.last())

        assert before == files_of(root)

    def test_a_record_of_a_folder_below_is_found_from_the_top(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"sub/a.txt": "a\n"})
        before = state(root)
        workspace = Workspace.open(root / "sub")
        write(workspace, {"a.txt": "A\n"})
        workspace.stage()

        undoing = Workspace.open(root).undoing
        undoing.undo(undoing.last())

        assert before == state(root)

    def test_flags_of_index_entries_are_restored(self, root: Path) -> None:
        git(root, "update-index", "--assume-unchanged", "a.txt")
        before = state(root)
        staged(root)

        undoing = Workspace.open(root).undoing
        undoing.undo(undoing.last())

        assert before == state(root)


class TestRefusals:
    def refused(self, root: Path, error: type[EditreviewError]) -> str:
        """The message of the refusal; nothing is changed."""
        before = state(root)
        undoing = Workspace.open(root).undoing
        with pytest.raises(error) as found:
            undoing.undo(undoing.last())
        assert before == state(root)
        return str(found.value)

    @STEPS
    def test_a_file_that_changed_since_is_named(self, root: Path, do: Callable[[Path], Workspace]) -> None:
        do(root)
        make_tree(root, {"a.txt": "mine\n"})

        assert "a.txt" in self.refused(root, ChangedOnDisk)

    def test_an_index_entry_that_changed_since_is_named(self, root: Path) -> None:
        staged(root)
        blob = git(root, "hash-object", "-w", "b.txt").strip()
        git(root, "update-index", "--cacheinfo", f"100644,{blob},a.txt")

        assert "index entries changed since: a.txt. Nothing was changed." == self.refused(root, GitFailed)

    def test_a_commit_that_is_not_head_must_be_reverted(self, root: Path) -> None:
        committed(root)
        git(root, "commit", "--quiet", "--allow-empty", "--message=later")

        assert "git revert" in self.refused(root, GitFailed)

    def test_a_pushed_commit_must_be_reverted(self, root: Path) -> None:
        committed(root)
        git(root, "update-ref", "refs/remotes/origin/main", "HEAD")

        assert "is already on origin/main" in self.refused(root, GitFailed)

    def test_a_commit_stays_if_its_files_cannot_be_restored(
        self, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        committed(root)
        WatchedOs(1, before=full, only="replace").watch(monkeypatch)

        assert "No space left on device. Nothing was changed." in self.refused(root, WriteFailed)

    def test_a_commit_stays_if_the_undo_is_interrupted(
        self, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It is undone only if the files are."""
        before = state(root)
        committed(root)
        after = state(root)
        for nth in count(1):
            undoing = Workspace.open(root).undoing
            record = undoing.last()
            watched = WatchedOs(nth, after=interrupted, changes_only=True)
            with monkeypatch.context() as patch, suppress(KeyboardInterrupt):
                watched.watch(patch)
                undoing.undo(record)
            if not watched.was_reached:
                break
            Workspace.open(root).recover()
            files, _, head = state(root)
            assert (files, head) in ((before[0], before[2]), (after[0], after[2]))
            if files == before[0]:
                undoing = Workspace.open(root).undoing
                with suppress(NothingToUndo):
                    undoing.undo(undoing.last())
                undoing.redo(undoing.last_undone())
                assert after == state(root)
        assert nth > 5
        assert before == state(root)

    def test_after_an_interrupted_undo_what_the_user_unstages_stays_unstaged(
        self, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        staged(root)
        after = state(root)
        undoing = Workspace.open(root).undoing
        record = undoing.last()
        with monkeypatch.context() as patch:
            # Three files before it are replaced: the pending record, and two of the tree.
            WatchedOs(4, after=interrupted, only="replace").watch(patch)
            with pytest.raises(KeyboardInterrupt):
                undoing.undo(record)
        assert after == state(root)
        git(root, "reset", "--quiet")
        unstaged = state(root)[1]

        write(Workspace.open(root), {"b.txt": "0\n"})
        assert unstaged == state(root)[1]


def _killed(*_: object) -> None:
    raise KeyboardInterrupt


class TestKilledRun:
    """Git follows the files in the next run, whatever that is asked to do."""

    def killed_in(self, root: Path, method: str, run: Callable[[Workspace], object]) -> None:
        workspace = Workspace.open(root)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(workspace.staging), method, _killed)
            with pytest.raises(KeyboardInterrupt):
                run(workspace)

    def test_an_interrupted_undo_is_completed_and_no_earlier_run_undone(self, root: Path) -> None:
        write(Workspace.open(root), {"b.txt": "0\n"})
        before = state(root)
        staged(root)
        self.killed_in(root, "unstage", lambda there: there.undoing.undo(there.undoing.last()))
        assert before[1] != state(root)[1]

        undoing = Workspace.open(root).undoing
        undoing.undo(undoing.last())
        assert before == state(root)

        undoing.undo(undoing.last())
        assert b"one\n" == (root / "b.txt").read_bytes()

    def test_an_interrupted_undo_is_completed_before_the_next_write(self, root: Path) -> None:
        before = state(root)
        staged(root)
        self.killed_in(root, "unstage", lambda there: there.undoing.undo(there.undoing.last()))

        write(Workspace.open(root), {"b.txt": "0\n"})
        assert before[1] == state(root)[1]

    def test_an_interrupted_redo_is_completed(self, root: Path) -> None:
        committed(root)
        after = state(root)
        undoing = Workspace.open(root).undoing
        undoing.undo(undoing.last())
        self.killed_in(root, "stage_again", lambda there: there.undoing.redo(there.undoing.last_undone()))
        assert after != state(root)

        undoing = Workspace.open(root).undoing
        undoing.redo(undoing.last_undone())
        assert after == state(root)

    def test_unrecorded_index_entries_are_restored(self, root: Path) -> None:
        make_tree(root, PARTLY)
        before = state(root)
        workspace = written(root)
        assert workspace.staging is not None
        workspace.staging.stage()
        assert before[1] != state(root)[1]

        undoing = Workspace.open(root).undoing
        undoing.undo(undoing.last())
        assert before == state(root)

    def test_changes_that_the_user_staged_and_committed_stay_in_the_index(self, root: Path) -> None:
        written(root)
        git(root, "add", "--all")
        git(root, "commit", "--quiet", "--message=theirs")
        before = state(root)[1]

        undoing = Workspace.open(root).undoing
        undoing.undo(undoing.last())
        assert before == state(root)[1]

    def test_an_entry_with_intent_to_add_is_the_users(self, root: Path) -> None:
        """Git gives it no content, and the run left none in the file."""
        write(Workspace.open(root), {"a.txt": ""})
        git(root, "rm", "--quiet", "--cached", "a.txt")
        git(root, "add", "--intent-to-add", "a.txt")
        before = state(root)[1]

        undoing = Workspace.open(root).undoing
        undoing.undo(undoing.last())
        assert before == state(root)[1]


def test_equal_entries_from_a_commit_do_not_count_as_undone(root: Path) -> None:
    write(Workspace.open(root), {"b.txt": "0\n"})
    staged(root)
    undoing = Workspace.open(root).undoing
    undoing.undo(undoing.last())
    make_tree(root, {"a.txt": "A\nb\nc\nd\ne\n"})
    git(root, "commit", "--quiet", "--message=theirs", "a.txt")

    undoing.undo(undoing.last())
    assert "" == git(root, "status", "--short")


def test_nothing_is_undone_while_another_git_process_locks_the_index(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    staged(root)
    before = state(root)
    monkeypatch.setattr("editreview.workspace.git._LOCK_TIMEOUT_S", 0.0)
    lock = root / ".git" / "index.lock"
    lock.touch()

    undoing = Workspace.open(root).undoing
    with pytest.raises(GitFailed, match="another git process is writing the index"):
        undoing.undo(undoing.last())
    lock.unlink()
    assert before == state(root)


def test_an_unreadable_journal_is_a_usage_error(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    undoing = staged(root).undoing
    monkeypatch.setattr("editreview.workspace.journal.disk.names_in", _denied)

    with pytest.raises(TreeError, match="the journal cannot be read: Permission denied"):
        undoing.last()


def _denied(folder: Path) -> list[str]:
    raise PermissionError(13, "Permission denied", str(folder))


def test_a_commit_of_two_records_is_restored_with_the_second(root: Path) -> None:
    workspace = staged(root)
    write(workspace, {"b.txt": "0\n"})
    workspace.stage()
    workspace.commit(CommitRequest("both"))
    after = state(root)
    undoing = Workspace.open(root).undoing
    for _ in range(2):
        undoing.undo(undoing.last())
    head = state(root)[2]

    undoing.redo(undoing.last_undone())
    assert head == state(root)[2] != after[2]
    undoing.redo(undoing.last_undone())
    assert after == state(root)


@pytest.mark.parametrize("how", ["--no-cone", "--cone", "--sparse-index"])
def test_a_file_outside_a_sparse_checkout_stays_outside_after_undo(tmp_path: Path, how: str) -> None:
    root = make_repository(tmp_path, {"in/a.txt": "a\n", "out/b.txt": "b\n"})
    git(root, "sparse-checkout", "set", how, "in")
    before = state(root)
    workspace = Workspace.open(root)
    write(workspace, {"out/b.txt": "new\n", "in/a.txt": "A\n"})
    workspace.stage()
    # Git takes a file for one of the tree that it finds there.
    git(root, "status")

    undoing = Workspace.open(root).undoing
    undoing.undo(undoing.last())

    assert before == state(root)
    assert "" == git(root, "status", "--porcelain")
