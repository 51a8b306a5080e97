"""A transaction is written whole or not at all, whichever operation of the disk fails."""

import itertools
import os
import stat
from contextlib import suppress
from pathlib import Path

import pytest

from editreview.errors import ChangedOnDisk, TreeError, WriteFailed
from editreview.workspace import disk
from editreview.workspace.journal import FileRecord, FileWrite, Journal, Record, RecordState
from editreview.workspace.root import Root, digest
from editreview.workspace.transaction import FileSwap, perform, recover, undo
from tests.builders import entries_of, files_of, make_tree
from tests.workspace.failing import Act, WatchedOs, full, interrupted
from tests.workspace.thorough import SOME
from tests.workspace.transaction import AFTER, BEFORE, WRITES

FOLDERS_AFTER = {"sub", "new", "new/deep"}


def journal_of(root: Root) -> Journal:
    return Journal(root.folder.parent / f"{root.folder.name}-journal", root.folder)


def written(root: Root) -> Journal:
    """The journal of a tree in which the transaction was done."""
    journal = journal_of(root)
    perform(root, WRITES, journal)
    return journal


def watched_at(nth: int, how: str) -> WatchedOs:
    return WatchedOs(nth, before=full) if how == "fails" else WatchedOs(nth, after=interrupted)


def without_litter(files: dict[str, bytes]) -> dict[str, bytes]:
    return {path: data for path, data in files.items() if disk.TEMPORARY_PREFIX not in path}


class TestFailing:
    @pytest.mark.parametrize("how", ["fails", "is interrupted"])
    @pytest.mark.parametrize("is_kept", [True, False], ids=["with a journal", "without"])
    def test_the_tree_is_consistent_whichever_operation_fails(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str, is_kept: bool
    ) -> None:
        for nth in itertools.count(1):
            root = Root(make_tree(tmp_path / str(nth), BEFORE))
            with monkeypatch.context() as patched:
                watched = watched_at(nth, how).watch(patched)
                outcomes = [AFTER]
                try:
                    perform(root, WRITES, journal_of(root) if is_kept else None)
                except TreeError:
                    outcomes = [BEFORE]
                except KeyboardInterrupt:
                    outcomes = [BEFORE, AFTER]
            if is_kept:
                recover(journal_of(root))
            found = files_of(root.folder)
            assert without_litter(found) in outcomes
            # Without a journal, nobody comes back for what could not be removed at the very end.
            assert found in outcomes or (not is_kept and outcomes == [AFTER])
            if not watched.was_reached:
                assert entries_of(root.folder) == {*AFTER, *FOLDERS_AFTER}
                break
        assert nth > 50

    @pytest.mark.parametrize("how", ["fails", "is interrupted"])
    def test_the_tree_is_consistent_whichever_operation_of_an_undo_fails(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
    ) -> None:
        for nth in itertools.count(1, SOME):
            root = Root(make_tree(tmp_path / str(nth), BEFORE))
            journal = written(root)
            record = journal.records()[-1]
            with monkeypatch.context() as patched:
                watched = watched_at(nth, how).watch(patched)
                with suppress(TreeError, KeyboardInterrupt):
                    undo(journal, root, record)
            recover(journal)
            is_undone = journal.records()[-1].state == "undone"
            assert files_of(root.folder) == (BEFORE if is_undone else AFTER)
            if not watched.was_reached:
                assert is_undone
                assert entries_of(root.folder) == {*BEFORE, "sub"}
                break
        assert nth > 50

    def test_a_full_disk_leaves_no_files(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        for only, nth in (("write", 2), ("fsync", 2), ("replace", 3), ("mkdir", 2), ("chmod", 1)):
            root = Root(make_tree(tmp_path / only, BEFORE))
            with monkeypatch.context() as patched:
                WatchedOs(nth, before=full, only=only).watch(patched)
                with pytest.raises(WriteFailed, match=r"Nothing was changed\. Free some space"):
                    perform(root, WRITES)
            assert BEFORE == files_of(root.folder)
            assert {*BEFORE, "sub"} == entries_of(root.folder)

    def test_files_are_not_written_if_the_journal_cannot_be_stored(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        root = Root(make_tree(tmp_path / "tree", BEFORE))
        with monkeypatch.context() as patched:
            WatchedOs(1, before=full, only="fsync").watch(patched)
            with pytest.raises(
                WriteFailed,
                match=r"^could not save the files for undo in .*: No space left on device\.",
            ):
                perform(root, WRITES, journal_of(root))

        assert BEFORE == files_of(root.folder)
        assert [] == disk.names_in(journal_of(root).folder)


class TestRollback:
    def test_a_file_is_restored_with_its_metadata(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """With its mode and its other names: it is the same file, not a copy."""
        root = Root(make_tree(tmp_path / "tree", BEFORE))
        (root.folder / "a.txt").chmod(0o751)
        (tmp_path / "other").hardlink_to(root.folder / "a.txt")
        monkeypatch.setattr("editreview.workspace.disk.os", WatchedOs(2, before=full, only="replace"))

        with pytest.raises(WriteFailed):
            perform(root, WRITES)

        assert 0o751 == stat.S_IMODE((root.folder / "a.txt").stat().st_mode)
        assert (root.folder / "a.txt").samefile(tmp_path / "other")

    def test_a_backup_that_someone_wrote_into_is_not_restored(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It is the old file itself, which another program may still have open. Then its bytes are known."""
        root = Root(make_tree(tmp_path / "tree", BEFORE))

        def and_someone_writes(name: str) -> None:
            backups = list(root.folder.glob(f"{disk.TEMPORARY_PREFIX}*-0.old"))
            for backup in backups:
                backup.write_bytes(b"half of a s")
            assert backups
            full(name)

        monkeypatch.setattr(disk, "os", WatchedOs(2, before=and_someone_writes, only="replace"))

        with pytest.raises(WriteFailed):
            perform(root, WRITES)

        assert BEFORE == files_of(root.folder)

    def test_a_file_that_someone_changed_before_the_rollback_is_named_and_left_alone(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        root = Root(make_tree(tmp_path / "tree", BEFORE))

        def and_someone_writes(name: str) -> None:
            (root.folder / "a.txt").write_bytes(b"mine\n")
            full(name)

        monkeypatch.setattr(disk, "os", WatchedOs(2, before=and_someone_writes, only="replace"))

        with pytest.raises(ChangedOnDisk) as changed:
            perform(root, WRITES)

        assert ["a.txt"] == changed.value.paths
        assert {**BEFORE, "a.txt": b"mine\n"} == without_litter(files_of(root.folder))

    def test_a_second_name_of_a_file_that_was_saved_meanwhile_is_removed(self, tmp_path: Path) -> None:
        """Not the only copy of anything: the file has the same bytes. Left by a recovery that was killed."""
        root = Root(make_tree(tmp_path / "tree", {"a.txt": "a\n"}))
        file = FileRecord("a.txt", digest(b"a\n"), digest(b"A\n"), None)
        record = Record("1", 0.0, "", RecordState.WRITING, (file,))
        swap = FileSwap(root, record, {digest(b"A\n"): b"A\n"}.__getitem__)
        swap.prepare()
        (root.folder / record.temporary(0)).unlink()
        (root.folder / "a.txt").write_bytes(b"mine\n")

        assert ["a.txt"] == swap.put_back()
        assert {"a.txt": b"mine\n"} == files_of(root.folder)

    def test_without_hard_links_the_old_bytes_are_written_back(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        root = Root(make_tree(tmp_path / "tree", BEFORE))
        (root.folder / "a.txt").chmod(0o751)
        failing = WithoutLinks(2, before=full, only="replace")
        monkeypatch.setattr("editreview.workspace.disk.os", failing)

        with pytest.raises(WriteFailed):
            perform(root, WRITES, journal_of(root))

        assert BEFORE == files_of(root.folder)
        assert {*BEFORE, "sub"} == entries_of(root.folder)
        assert 0o751 == stat.S_IMODE((root.folder / "a.txt").stat().st_mode)

    def test_without_hard_links_files_can_be_written_and_undone(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        root = Root(make_tree(tmp_path / "tree", BEFORE))
        monkeypatch.setattr("editreview.workspace.disk.os", WithoutLinks(0))

        journal = written(root)
        assert files_of(root.folder) == AFTER
        undo(journal, root, journal.records()[0])

        assert {*BEFORE, "sub"} == entries_of(root.folder)

    def test_the_message_names_the_file_and_the_systems_error(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        root = Root(make_tree(tmp_path, {"a.txt": "a\n"}))
        (tmp_path / "new").write_bytes(b"")
        writes = (FileWrite("a.txt", digest(b"a\n"), b"A\n", None), FileWrite("b.txt", None, b"", None))
        monkeypatch.setattr("editreview.workspace.disk.os", WatchedOs(1, before=full, only="mkdir"))
        perform(root, writes)

        with pytest.raises(
            WriteFailed,
            match=r"^at mkdir could not be written: No space left on device\. Nothing was changed\. Free",
        ):
            perform(root, (FileWrite("c/d.txt", None, b"", None),))


class WithoutLinks(WatchedOs):
    """As FAT and some network file systems are."""

    def link(self, *arguments: object, **named: object) -> None:
        raise PermissionError(1, "Operation not permitted")


class Flushes(WatchedOs):
    """Notes, in order, where names of files change and where they are flushed."""

    def __init__(self, nth: int = 0, before: Act | None = None) -> None:
        super().__init__(nth, before, only="replace")
        self.steps: list[tuple[str, tuple[int, int]]] = []

    def last(self, what: str, path: Path) -> int:
        """The position of the last such step with a file or in a folder."""
        status = path.stat()
        step = (what, (status.st_dev, status.st_ino))
        assert step in self.steps, (what, path)
        return max(at for at, each in enumerate(self.steps) if each == step)

    def first(self, what: str) -> int:
        return next(at for at, (each, _) in enumerate(self.steps) if each == what)

    def _note(self, what: str, status: os.stat_result) -> None:
        self.steps.append((what, (status.st_dev, status.st_ino)))

    def fsync(self, handle: int) -> None:
        self._note("flush", os.fstat(handle))

    def replace(self, old: str, new: str, **folders: int | None) -> None:
        self.__getattr__("replace")(old, new, **folders)
        self._note_names(str(old), str(new), folders.get("dst_dir_fd"))

    def link(self, old: str, new: str, **folders: int | None) -> None:
        os.link(old, new, **folders)  # type: ignore[arg-type]  # as it was called
        self._note_names(str(new), str(new), folders["dst_dir_fd"])

    def unlink(self, name: str, *, dir_fd: int | None = None) -> None:
        os.unlink(name, dir_fd=dir_fd)
        self._note_names(str(name), str(name), dir_fd)

    def _note_names(self, old: str, new: str, folder: int | None) -> None:
        if folder is None:
            # In the journal.
            what = "record" if new.endswith(".pending") else "other"
            self._note(what, os.stat(Path(new).parent))
        elif not (old.startswith(disk.TEMPORARY_PREFIX) and new.startswith(disk.TEMPORARY_PREFIX)):
            self._note("name", os.fstat(folder))


class TestPowerCut:
    """Bytes and names that are not flushed may be lost although later ones are there."""

    def test_the_pending_record_is_flushed_before_a_file_is_touched(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        root = Root(make_tree(tmp_path / "tree", BEFORE))
        flushes = Flushes()
        with monkeypatch.context() as patched:
            flushes.watch(patched)
            journal = written(root)

        folder = journal.folder.stat()
        flushed = flushes.steps.index(("flush", (folder.st_dev, folder.st_ino)))
        assert flushes.first("record") < flushed < flushes.first("name")

    def test_the_bytes_of_all_files_are_flushed_before_one_gets_its_name(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        root = Root(make_tree(tmp_path / "tree", BEFORE))
        flushes = Flushes()
        with monkeypatch.context() as patched:
            flushes.watch(patched)
            written(root)

        for name in ("a.txt", "new/deep/c.txt", "sub/b.txt"):
            assert flushes.last("flush", root.folder / name) < flushes.first("name")

    @pytest.mark.parametrize("fails", [False, True], ids=["written", "restored"])
    def test_names_are_flushed_before_the_pending_record_is_removed(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: bool
    ) -> None:
        root = Root(make_tree(tmp_path / "tree", BEFORE))
        # The fifth is that of the last file.
        flushes = Flushes(5, full) if fails else Flushes()
        with monkeypatch.context() as patched:
            flushes.watch(patched)
            with suppress(WriteFailed):
                written(root)

        assert files_of(root.folder) == (BEFORE if fails else AFTER)
        removed = flushes.last("record", journal_of(root).folder)
        for folder in ("", *(() if fails else ("sub", "new/deep"))):
            here = root.folder / folder
            assert flushes.last("name", here) < flushes.last("flush", here) < removed
