"""A write can be undone and redone, by the user and after a crash."""

import os
import stat
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from editreview.errors import ChangedOnDisk, WriteFailed
from editreview.workspace import FileWrite, Workspace, disk, journal
from editreview.workspace.git import plain_entry
from editreview.workspace.journal import FileRecord, Journal, Record, RecordState, StagedFile
from editreview.workspace.root import Root, digest
from editreview.workspace.transaction import perform, recover, redo, root_of, undo
from tests.builders import entries_of, files_of, make_repository, make_tree
from tests.workspace.transaction import AFTER, BEFORE, WRITES


@pytest.fixture
def root(tmp_path: Path) -> Root:
    return Root(make_tree(tmp_path / "tree", BEFORE))


@pytest.fixture
def kept(tmp_path: Path, root: Root) -> Journal:
    """The journal of the tree, in which one of everything was done."""
    kept = Journal(tmp_path / "journal", root.folder)
    perform(root, WRITES, kept)
    return kept


class TestRecords:
    def test_a_record_has_every_file_before_and_after(self, root: Root, kept: Journal) -> None:
        [record] = kept.records()

        assert RecordState.WRITTEN is record.state
        assert [write.path for write in WRITES] == [file.path for file in record.files]
        assert ("new", "new/deep") == record.folders
        for file in record.files:
            assert file.before is None or BEFORE[file.path] == kept.content(record, file.before)
            assert file.after is None or AFTER[file.path] == kept.content(record, file.after)

    def test_they_are_ordered_by_creation_whatever_the_clock_says(
        self, root: Root, kept: Journal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(time, "time_ns", lambda: 17)
        perform(root, (FileWrite("later.txt", None, b"", None),), kept)

        assert ["a.txt", "later.txt"] == [record.files[0].path for record in kept.records()]

    def test_only_their_owner_may_read_them(self, kept: Journal) -> None:
        assert 0o700 == stat.S_IMODE(kept.folder.stat().st_mode)
        assert {0o600} == {stat.S_IMODE(path.stat().st_mode) for path in kept.folder.iterdir()}

    def test_git_data_can_be_added_later(self, kept: Journal) -> None:
        [record] = kept.records()
        staged = (StagedFile("a.txt", plain_entry("100644", "abc"), None),)
        kept.amend(msgspec.structs.replace(record, staged=staged, commit="c", commit_before="b"))

        [again] = kept.records()
        assert (staged, "c", "b") == (again.staged, again.commit, again.commit_before)

    def test_an_unreadable_record_is_skipped(self, kept: Journal) -> None:
        (kept.folder / f"{1:020}.json").write_bytes(b"{")
        (kept.folder / f"{2:020}.pending").write_bytes(b"{}")

        assert (1, None) == (len(kept.records()), kept.pending())

    def test_damaged_bytes_are_detected(self, root: Root, kept: Journal) -> None:
        [record] = kept.records()
        bytes_of = kept.folder / f"{record.id}.bytes"
        bytes_of.write_bytes(bytes_of.read_bytes()[::-1])

        with pytest.raises(WriteFailed, match=r"the stored bytes do not match their digest"):
            undo(kept, root, record)

        assert files_of(root.folder) == AFTER


class TestLimits:
    @staticmethod
    def write_often(root: Root, kept: Journal, times: int, size: int = 0) -> None:
        for number in range(times):
            perform(root, (FileWrite(f"{number}", None, bytes([number]) * size, None),), kept)

    def test_the_number_of_records_is_limited(
        self, root: Root, kept: Journal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(journal, "_MAX_RECORDS", 3)
        self.write_often(root, kept, 4)

        assert ["1", "2", "3"] == [record.files[0].path for record in kept.records()]
        assert 6 == len(disk.names_in(kept.folder))

    def test_the_size_of_records_is_limited_but_the_newest_is_complete(
        self, root: Root, kept: Journal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(journal, "_MAX_BYTES", 100)
        self.write_often(root, kept, 3, 40)
        assert ["1", "2"] == [record.files[0].path for record in kept.records()]

        self.write_often(Root(make_tree(root.folder / "other", {})), kept, 1, 1_000)

        [record] = kept.records()
        assert bytes(1_000) == kept.content(record, record.files[0].after or "")

    def test_old_records_are_removed(
        self, root: Root, kept: Journal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(journal, "_OLDEST_S", -60)
        self.write_often(root, kept, 2)

        assert ["1"] == [record.files[0].path for record in kept.records()]

    def test_files_of_no_record_are_removed_too(self, root: Root, kept: Journal) -> None:
        make_tree(kept.folder, {"0.bytes": "", "1.pending.new": "", "x": ""})
        before = len(disk.names_in(kept.folder))
        self.write_often(root, kept, 1)

        assert before - 3 + 2 == len(disk.names_in(kept.folder))

    def test_a_pending_record_stays_with_its_bytes_until_it_ends(self, root: Root, kept: Journal) -> None:
        [record] = kept.records()
        data = b"unfinished\n"
        pending = msgspec.structs.replace(
            record,
            id=kept.new_id(),
            state=RecordState.WRITING,
            files=(FileRecord("u.txt", None, digest(data), None),),
            contents={},
        )
        stored = kept.begin(pending, {digest(data): data})

        self.write_often(root, kept, 1)

        assert stored == kept.pending()
        assert data == kept.content(stored, digest(data))


class TestUndoing:
    def test_files_folders_and_modes_are_as_they_were(self, tmp_path: Path) -> None:
        root = Root(make_tree(tmp_path / "tree", BEFORE))
        (root.folder / "gone.txt").chmod(0o750)
        (root.folder / "a.txt").chmod(0o711)
        kept = Journal(tmp_path / "journal", root.folder)
        perform(root, WRITES, kept)

        undo(kept, root, kept.records()[0])

        assert BEFORE == files_of(root.folder)
        assert {*BEFORE, "sub"} == entries_of(root.folder)
        modes = [stat.S_IMODE((root.folder / name).stat().st_mode) for name in ("gone.txt", "a.txt")]
        assert [0o750, 0o711] == modes

    def test_it_can_be_undone_and_redone_repeatedly(self, root: Root, kept: Journal) -> None:
        for _ in range(3):
            undo(kept, root, kept.records()[0])
            assert (BEFORE, RecordState.UNDONE) == (files_of(root.folder), kept.records()[0].state)
            redo(kept, root, kept.records()[0])
            assert (AFTER, RecordState.WRITTEN) == (files_of(root.folder), kept.records()[0].state)
        assert {*AFTER, "sub", "new", "new/deep"} == entries_of(root.folder)

    def test_a_moved_file_is_restored_with_its_permissions(self, tmp_path: Path) -> None:
        root = Root(make_tree(tmp_path / "tree", {"old.sh": "a\n"}))
        (root.folder / "old.sh").chmod(0o750)
        kept = Journal(tmp_path / "journal", root.folder)
        was = digest(b"a\n")
        perform(
            root,
            (
                FileWrite("bin/new.sh", None, b"A\n", None, like="old.sh"),
                FileWrite("old.sh", was, None, None),
            ),
            kept,
        )
        assert 0o750 == stat.S_IMODE((root.folder / "bin/new.sh").stat().st_mode)

        undo(kept, root, kept.records()[0])

        assert {"old.sh": b"a\n"} == files_of(root.folder)
        assert {"old.sh"} == entries_of(root.folder)
        assert 0o750 == stat.S_IMODE((root.folder / "old.sh").stat().st_mode)

    @pytest.mark.parametrize(
        ("change", "named"),
        [
            (lambda tree: (tree / "a.txt").write_bytes(b"mine\n"), "a.txt"),
            (lambda tree: (tree / "new/deep/c.txt").unlink(), "new/deep/c.txt"),
            (lambda tree: (tree / "gone.txt").write_bytes(b"mine\n"), "gone.txt"),
            (lambda tree: (tree / "sub").rename(tree / "elsewhere"), "sub/b.txt"),
        ],
    )
    def test_files_that_were_changed_since_are_named_and_nothing_is_undone(
        self, root: Root, kept: Journal, change: Callable[[Path], object], named: str
    ) -> None:
        change(root.folder)
        before = files_of(root.folder)

        with pytest.raises(ChangedOnDisk) as changed:
            undo(kept, root, kept.records()[0])

        assert [named] == changed.value.paths
        assert before == files_of(root.folder)
        assert (RecordState.WRITTEN, None) == (kept.records()[0].state, kept.pending())

    def test_a_folder_that_is_no_longer_empty_stays(self, root: Root, kept: Journal) -> None:
        make_tree(root.folder, {"new/mine.txt": "m\n"})

        undo(kept, root, kept.records()[0])

        assert {**BEFORE, "new/mine.txt": b"m\n"} == files_of(root.folder)
        assert {*BEFORE, "sub", "new", "new/mine.txt"} == entries_of(root.folder)


class TestRecovering:
    def test_without_a_pending_record_nothing_is_done(self, tmp_path: Path) -> None:
        assert recover(Journal(tmp_path / "none", tmp_path)) is None

    @staticmethod
    def begin(root: Root, kept: Journal) -> Record:
        """A run that was killed when the first file was in its place."""
        files = (
            FileRecord("a.txt", digest(b"a\n"), digest(b"A\n"), 0o644),
            FileRecord("sub/b.txt", digest(b"b\n"), digest(b"B\n"), 0o644),
        )
        record = Record(kept.new_id(), 0.0, "", RecordState.WRITING, files)
        bytes_of = {digest(data): data for data in (b"a\n", b"A\n", b"b\n", b"B\n")}
        record = kept.begin(record, bytes_of)
        make_tree(root.folder, {"a.txt": "A\n", f"sub/{record.temporary(1)}": "B\n"})
        return record

    def test_the_recovered_files_are_reported(self, tmp_path: Path, root: Root) -> None:
        kept = Journal(tmp_path / "journal", root.folder)
        self.begin(root, kept)

        found = recover(kept)

        message = "an earlier run was killed while writing a.txt, sub/b.txt; the files were restored"
        assert message == str(found)
        assert BEFORE == files_of(root.folder)

    def test_files_changed_since_are_left_alone_and_named(self, tmp_path: Path, root: Root) -> None:
        kept = Journal(tmp_path / "journal", root.folder)
        self.begin(root, kept)
        make_tree(root.folder, {"sub/b.txt": "mine\n"})

        found = recover(kept)

        assert found is not None
        assert ("sub/b.txt",) == found.changed_since
        assert str(found).endswith("the files were restored, except sub/b.txt, changed since and left alone")
        assert BEFORE | {"sub/b.txt": b"mine\n"} == files_of(root.folder)

    def test_a_file_overwritten_since_stays_with_its_backup_beside_it(
        self, tmp_path: Path, root: Root
    ) -> None:
        kept = Journal(tmp_path / "journal", root.folder)
        record = self.begin(root, kept)
        make_tree(root.folder, {"a.txt": "mine\n", record.backup(0): "a\n"})

        recover(kept)

        assert BEFORE | {"a.txt": b"mine\n", record.backup(0): b"a\n"} == files_of(root.folder)

    def test_an_edit_after_a_complete_write_does_not_roll_back_the_others(
        self, tmp_path: Path, root: Root
    ) -> None:
        kept = Journal(tmp_path / "journal", root.folder)
        record = self.begin(root, kept)
        (root.folder / "sub" / record.temporary(1)).replace(root.folder / "sub/b.txt")
        make_tree(root.folder, {"a.txt": "A\nmine\n"})

        found = recover(kept)

        assert found is not None
        assert found.is_finished
        assert BEFORE | {"a.txt": b"A\nmine\n", "sub/b.txt": b"B\n"} == files_of(root.folder)
        assert [RecordState.WRITTEN] == [record.state for record in kept.records()]

    @pytest.mark.parametrize("root_written", ["..", "/", "../.."])
    def test_a_record_of_another_tree_is_refused(self, tmp_path: Path, root: Root, root_written: str) -> None:
        """A repository may be had from anyone, with its git folder."""
        kept = Journal(tmp_path / "journal", root.folder)
        record = Record(kept.new_id(), 0.0, root_written, RecordState.WRITING, ())

        with pytest.raises(WriteFailed) as refused:
            root_of(kept, record)
        files = f"{tmp_path / 'journal'}/{record.id}"
        why = f"{tmp_path / 'journal'} has a record that does not belong to this tree: {record.id}"
        assert f"{why}. Nothing was written. To go on, delete {files}.*" == str(refused.value)

    @pytest.mark.parametrize("path", ["../out", "a/../../out", "/out", ".git/hooks/pre-commit", "sub//x", ""])
    def test_a_record_of_protected_paths_is_refused(self, tmp_path: Path, root: Root, path: str) -> None:
        kept = Journal(tmp_path / "journal", root.folder)
        make_tree(tmp_path, {"out": "A\n"})
        given = {digest(b"mine\n"): b"mine\n", digest(b"A\n"): b"A\n"}
        file = FileRecord(path, digest(b"mine\n"), digest(b"A\n"), None)
        kept.begin(Record(kept.new_id(), 0.0, "", RecordState.WRITING, (file,)), given)

        with pytest.raises(WriteFailed, match=r"has a record that does not belong to this tree"):
            recover(kept)

        assert b"A\n" == (tmp_path / "out").read_bytes()


class TestWorkspace:
    def test_what_was_applied_can_be_undone_by_a_later_run(self, tmp_path: Path) -> None:
        first = Workspace.open(make_repository(tmp_path, BEFORE))
        receipt = first.apply(WRITES)
        later = Workspace.open(tmp_path)
        [record] = later.journal.records()

        assert receipt.record == record.id
        later.undoing.undo(record)
        assert BEFORE == files_of(tmp_path)
        later.undoing.redo(later.journal.records()[0])
        assert files_of(tmp_path) == AFTER

    def test_a_record_of_a_folder_below_is_undone_from_the_top(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {f"below/{path}": data for path, data in BEFORE.items()})
        Workspace.open(tmp_path / "below").apply(WRITES)
        top = Workspace.open(tmp_path)

        top.undoing.undo(top.journal.records()[0])

        assert BEFORE == files_of(tmp_path / "below")

    def test_each_tree_without_git_has_its_own_journal(self, tmp_path: Path) -> None:
        one = Workspace.open(make_tree(tmp_path / "one", BEFORE))
        other = Workspace.open(make_tree(tmp_path / "other", BEFORE))
        one.apply(WRITES)

        assert (1, 0) == (len(one.journal.records()), len(other.journal.records()))
        assert one.journal.folder.is_relative_to(os.environ["XDG_STATE_HOME"])

    def test_the_next_run_that_writes_recovers_first(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, BEFORE))
        TestRecovering.begin(workspace.root, workspace.journal)

        workspace.apply([FileWrite("a.txt", digest(b"a\n"), b"third\n", None)])

        assert BEFORE | {"a.txt": b"third\n"} == files_of(tmp_path)
        assert workspace.recovered is not None

    def test_a_run_that_only_reads_can_recover_too(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, BEFORE))
        workspace.recover()
        assert workspace.recovered is None
        TestRecovering.begin(workspace.root, workspace.journal)

        workspace.recover()

        assert BEFORE == files_of(tmp_path)
        assert workspace.recovered is not None

    def test_without_a_private_folder_files_are_written_with_a_note(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, BEFORE))
        make_tree(tmp_path, {".git/editreview": "a file"})

        receipt = workspace.apply(WRITES)

        assert files_of(tmp_path) == AFTER
        assert receipt.record is None
        folder = tmp_path / ".git/editreview"
        assert f"{folder} is not writable, so these changes cannot be undone" == workspace.not_kept
