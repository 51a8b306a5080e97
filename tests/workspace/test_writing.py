"""Bytes out: a transaction is written as it was asked for, over nothing but what was expected."""

import itertools
import os
import resource
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from editreview.errors import ChangedOnDisk
from editreview.workspace import disk
from editreview.workspace.disk import FolderEntry
from editreview.workspace.journal import FileRecord, FileWrite, Journal
from editreview.workspace.root import Root, digest
from editreview.workspace.transaction import FileSwap, check, perform
from tests.builders import entries_of, files_of, make_tree
from tests.workspace.transaction import AFTER, BEFORE, WRITES


class TestWriting:
    def test_every_file_of_a_transaction_is_written(self, tmp_path: Path) -> None:
        receipt = perform(Root(make_tree(tmp_path, BEFORE)), WRITES)

        assert files_of(tmp_path) == AFTER
        assert [
            ("a.txt", digest(b"a\n"), digest(b"A\n")),
            ("new/deep/c.txt", None, digest(b"C\n")),
            ("gone.txt", digest(b"gone\n"), None),
            ("sub/b.txt", digest(b"b\n"), digest(b"B\n")),
        ] == [(w.path, w.before, w.after) for w in receipt.written]

    def test_no_other_files_are_left(self, tmp_path: Path) -> None:
        perform(Root(make_tree(tmp_path, BEFORE)), WRITES)

        assert entries_of(tmp_path) == {*AFTER, "sub", "new", "new/deep"}

    def test_an_empty_transaction_does_nothing(self, tmp_path: Path) -> None:
        assert () == perform(Root(tmp_path), ()).written

    @pytest.mark.parametrize("mode", [0o600, 0o644, 0o755, 0o444, 0o4755, 0o2775])
    def test_the_mode_is_kept(self, tmp_path: Path, mode: int) -> None:
        make_tree(tmp_path, {"a.txt": "a\n"})
        (tmp_path / "a.txt").chmod(mode)

        perform(Root(tmp_path), (FileWrite("a.txt", digest(b"a\n"), b"A\n", mode),))

        assert mode == stat.S_IMODE((tmp_path / "a.txt").stat().st_mode)

    def test_a_new_file_has_the_default_mode(self, tmp_path: Path) -> None:
        (tmp_path / "other").touch()

        perform(Root(tmp_path), (FileWrite("new", None, b"", None),))

        assert (tmp_path / "other").stat().st_mode == (tmp_path / "new").stat().st_mode

    @pytest.mark.skipif(os.getuid() != 0, reason="only root may give a file away")
    def test_the_owner_is_kept_if_permitted(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n"})
        os.chown(tmp_path / "a.txt", 1234, 1235)

        perform(Root(tmp_path), (FileWrite("a.txt", digest(b"a\n"), b"A\n", 0o644),))

        found = (tmp_path / "a.txt").stat()
        assert (1234, 1235) == (found.st_uid, found.st_gid)

    def test_another_hard_link_keeps_the_old_bytes(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n"})
        (tmp_path / "other").hardlink_to(tmp_path / "a.txt")

        perform(Root(tmp_path), (FileWrite("a.txt", digest(b"a\n"), b"A\n", 0o644),))

        assert {"a.txt": b"A\n", "other": b"a\n"} == files_of(tmp_path)

    @pytest.mark.skipif(not hasattr(os, "setxattr"), reason="this system has no extended attributes")
    def test_extended_attributes_are_kept(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n"})
        try:
            os.setxattr(tmp_path / "a.txt", "user.note", b"of the user's")
        except OSError:
            pytest.skip("this file system has no extended attributes")

        perform(Root(tmp_path), (FileWrite("a.txt", digest(b"a\n"), b"A\n", None),))

        assert b"of the user's" == os.getxattr(tmp_path / "a.txt", "user.note")

    def test_a_mode_changed_after_reading_is_kept(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n"})
        (tmp_path / "a.txt").chmod(0o755)

        perform(Root(tmp_path), (FileWrite("a.txt", digest(b"a\n"), b"A\n", 0o644),))

        assert 0o755 == stat.S_IMODE((tmp_path / "a.txt").stat().st_mode)

    def test_more_files_than_the_descriptor_limit_are_written(self, tmp_path: Path) -> None:
        writes = tuple(FileWrite(f"{number}/a.txt", None, b"a\n", None) for number in range(300))
        before = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = len(os.listdir("/dev/fd")) + 50
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, before[1]))
        try:
            perform(Root(tmp_path), writes)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, before)

        assert 300 == len(files_of(tmp_path))


class TestChangedOnDisk:
    @pytest.mark.parametrize(
        "change",
        [
            lambda root: (root / "sub/b.txt").write_bytes(b"mine\n"),
            lambda root: (root / "sub/b.txt").unlink(),
            lambda root: make_tree(root, {"new/deep/c.txt": b"mine\n"}),
            lambda root: (root / "new").write_bytes(b"a file\n"),
            lambda root: (root / "new").symlink_to("sub"),
            lambda root: make_tree(root, {"new/.git": b"gitdir: elsewhere\n"}),
        ],
        ids=[
            "written",
            "deleted",
            "created",
            "a file for a folder",
            "a link for a folder",
            "another repository",
        ],
    )
    def test_nothing_is_written_if_one_file_is_not_the_expected_one(
        self, tmp_path: Path, change: Callable[[Path], object]
    ) -> None:
        root = Root(make_tree(tmp_path, BEFORE))
        change(tmp_path)
        before = files_of(tmp_path)

        with pytest.raises(ChangedOnDisk):
            perform(root, WRITES)

        assert before == files_of(tmp_path)

    def test_a_file_replaced_by_a_link_is_not_followed(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"out.txt": b"a\n"})
        root = Root(make_tree(tmp_path / "root", BEFORE))
        (tmp_path / "root/a.txt").unlink()
        (tmp_path / "root/a.txt").symlink_to("../out.txt")

        with pytest.raises(
            ChangedOnDisk, match=r"^changed on disk since it was read: a\.txt\. Nothing was written"
        ):
            perform(root, WRITES)

        assert b"a\n" == (tmp_path / "out.txt").read_bytes()

    def test_a_link_to_an_equal_file_is_not_followed_where_the_system_follows_links(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As on Windows, which opens files by their path and cannot refuse links."""
        monkeypatch.setattr(disk, "_HAS_HANDLES", False)
        monkeypatch.setattr(disk, "_NO_LINK", 0)
        root = Root(make_tree(tmp_path / "tree", BEFORE | {"equal.txt": AFTER["a.txt"]}))
        journal = Journal(tmp_path / "journal", root.folder)
        perform(root, WRITES, journal)
        (root.folder / "a.txt").unlink()
        (root.folder / "a.txt").symlink_to("equal.txt")

        with pytest.raises(ChangedOnDisk, match=r": a\.txt\."):
            check(root, journal.records()[0])

    def test_a_change_while_writing_is_detected(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Between the first look and the renames there are the temporaries: then someone saves."""
        root = Root(make_tree(tmp_path, BEFORE))
        write_new = FolderEntry.write_new

        def and_someone_saves(
            entry: FolderEntry, data: bytes, mode: int | None, like: FolderEntry | None
        ) -> None:
            (tmp_path / "a.txt").write_bytes(b"mine\n")
            write_new(entry, data, mode, like)

        monkeypatch.setattr(FolderEntry, "write_new", and_someone_saves)

        with pytest.raises(ChangedOnDisk):
            perform(root, WRITES)

        assert BEFORE | {"a.txt": b"mine\n"} == files_of(tmp_path)
        assert {*BEFORE, "sub"} == entries_of(tmp_path)

    @pytest.mark.parametrize("path", ["a.txt", "sub/b.txt", "gone.txt", "new/deep/c.txt"])
    @pytest.mark.parametrize("nth", [1, 2, 3, 4])
    def test_a_change_between_two_renames_is_detected(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, nth: int
    ) -> None:
        """A file that is not in its place yet is compared once more with the snapshot that was shown."""
        root = Root(make_tree(tmp_path, BEFORE))
        order = [write.path for write in WRITES]
        put, calls = FileSwap._put, itertools.count(1)

        def and_someone_saves(exchange: FileSwap, number: int, file: FileRecord, target: FolderEntry) -> None:
            put(exchange, number, file, target)
            if next(calls) == nth:
                (tmp_path / path).write_bytes(b"mine\n")

        monkeypatch.setattr(FileSwap, "_put", and_someone_saves)
        is_late = order.index(path) < nth
        if is_late:
            perform(root, WRITES)
        else:
            with pytest.raises(ChangedOnDisk, match=path):
                perform(root, WRITES)

        assert (AFTER if is_late else BEFORE) | {path: b"mine\n"} == files_of(tmp_path)
