"""Bytes in, bytes out: what is read as text, and that a transaction is written whole or not at all."""

import itertools
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from editreview.errors import ChangedOnDisk, Reason, Refused, TreeError, WriteFailed
from editreview.texts import Absent, Snapshot
from editreview.workspace import disk, files
from editreview.workspace.exchange import digest
from editreview.workspace.files import Transaction, Write, read
from editreview.workspace.root import Root
from editreview.workspace.transactions import perform
from tests.builders import files_of, make_tree


class TestReading:
    @pytest.mark.parametrize(
        ("data", "text", "codec"),
        [
            (b"", "", "utf-8"),
            (b"a\r\nb\rc\n\n", "a\r\nb\rc\n\n", "utf-8"),
            ("é\u2028𝄞".encode(), "é\u2028𝄞", "utf-8"),
            (b"\xef\xbb\xbfa\n", "a\n", "utf-8"),
            (b"\xef\xbb\xbf", "", "utf-8"),
            (b"\xff\xfea\x00\n\x00", "a\n", "utf-16-le"),
            (b"\xfe\xff\x00a\x00\n", "a\n", "utf-16-be"),
            (b"\xff\xfe\x00\x00a\x00\x00\x00", "a", "utf-32-le"),
            (b"\x00\x00\xfe\xff\x00\x00\x00a", "a", "utf-32-be"),
        ],
    )
    def test_a_text_is_read_and_written_back_as_it_was(
        self, tmp_path: Path, data: bytes, text: str, codec: str
    ) -> None:
        found = read(Root(make_tree(tmp_path, {"a": data})), "a")

        assert isinstance(found, Snapshot)
        assert (text, codec, digest(data)) == (found.text, found.codec.name, found.digest)
        assert data == found.codec.encode(found.text)

    @pytest.mark.parametrize(
        ("data", "reason", "message"),
        [
            (b"a\0b", Reason.BINARY, "a is a binary file"),
            (b"\x7fELF\x02\x01\x01\0", Reason.BINARY, "a is a binary file"),
            (b"a\x00\n\x00", Reason.BINARY, "a is a binary file"),
            (b"abc\xff", Reason.ENCODING, "a is not valid UTF-8 (at byte 3)"),
            ("é".encode("latin-1"), Reason.ENCODING, "a is not valid UTF-8 (at byte 0)"),
            (b"\xed\xa0\x80", Reason.ENCODING, "a is not valid UTF-8 (at byte 0)"),
            (b"\xc0\xaf", Reason.ENCODING, "a is not valid UTF-8 (at byte 0)"),
            (b"\xef\xbb\xbfab\xff", Reason.ENCODING, "a is not valid UTF-8 (at byte 5)"),
            (b"\xff\xfea", Reason.ENCODING, "a is not valid UTF-16-LE (at byte 2)"),
            (b"\xff\xfe\x00\xd8", Reason.ENCODING, "a is not valid UTF-16-LE (at byte 2)"),
        ],
    )
    def test_what_is_no_text_that_survives_is_refused(
        self, tmp_path: Path, data: bytes, reason: Reason, message: str
    ) -> None:
        with pytest.raises(Refused) as refused:
            read(Root(make_tree(tmp_path, {"a": data})), "a")

        assert (reason, message) == (refused.value.reason, str(refused.value))

    def test_a_file_beyond_the_limit_is_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(files, "LARGEST", 1_000)
        root = Root(make_tree(tmp_path, {"small": "x" * 1_000, "large": "x" * 1_234}))

        assert 1_000 == len(read(root, "small").text)
        with pytest.raises(Refused, match=r"^large has 1,234 bytes; at most 1,000 are read$"):
            read(root, "large")

    def test_no_file_is_absent(self, tmp_path: Path) -> None:
        assert Absent("a/b") == read(Root(tmp_path), "a/b")

    def test_the_mode_is_kept_with_the_text(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a": "a"})
        (tmp_path / "a").chmod(0o640)

        found = read(Root(tmp_path), "a")

        assert isinstance(found, Snapshot)
        assert 0o640 == found.mode


BEFORE = {"a.txt": b"a\n", "sub/b.txt": b"b\n", "kept.txt": b"kept\n", "gone.txt": b"gone\n"}
AFTER = {"a.txt": b"A\n", "sub/b.txt": b"B\n", "kept.txt": b"kept\n", "new/deep/c.txt": b"C\n"}
WRITES = Transaction(
    (
        Write("a.txt", digest(b"a\n"), b"A\n", 0o644),
        Write("new/deep/c.txt", None, b"C\n", None),
        Write("gone.txt", digest(b"gone\n"), None, 0o644),
        Write("sub/b.txt", digest(b"b\n"), b"B\n", 0o644),
    )
)


def entries(folder: Path) -> set[str]:
    """Everything below a folder, folders too."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}


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

    def test_nothing_else_is_left_behind(self, tmp_path: Path) -> None:
        perform(Root(make_tree(tmp_path, BEFORE)), WRITES)

        assert entries(tmp_path) == {*AFTER, "sub", "new", "new/deep"}

    def test_an_empty_transaction_does_nothing(self, tmp_path: Path) -> None:
        assert () == perform(Root(tmp_path), Transaction(())).written

    @pytest.mark.parametrize("mode", [0o600, 0o644, 0o755, 0o444, 0o4755, 0o2775])
    def test_the_mode_is_kept(self, tmp_path: Path, mode: int) -> None:
        make_tree(tmp_path, {"a.txt": "a\n"})
        (tmp_path / "a.txt").chmod(mode)

        perform(Root(tmp_path), Transaction((Write("a.txt", digest(b"a\n"), b"A\n", mode),)))

        assert mode == stat.S_IMODE((tmp_path / "a.txt").stat().st_mode)

    def test_a_new_file_has_the_mode_of_any_new_file(self, tmp_path: Path) -> None:
        (tmp_path / "other").touch()

        perform(Root(tmp_path), Transaction((Write("new", None, b"", None),)))

        assert (tmp_path / "other").stat().st_mode == (tmp_path / "new").stat().st_mode

    @pytest.mark.skipif(os.getuid() != 0, reason="only root may give a file away")
    def test_the_owner_is_kept_where_that_is_allowed(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n"})
        os.chown(tmp_path / "a.txt", 1234, 1235)

        perform(Root(tmp_path), Transaction((Write("a.txt", digest(b"a\n"), b"A\n", 0o644),)))

        found = (tmp_path / "a.txt").stat()
        assert (1234, 1235) == (found.st_uid, found.st_gid)

    def test_a_hard_link_elsewhere_keeps_the_old_bytes(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n"})
        (tmp_path / "other").hardlink_to(tmp_path / "a.txt")

        perform(Root(tmp_path), Transaction((Write("a.txt", digest(b"a\n"), b"A\n", 0o644),)))

        assert {"a.txt": b"A\n", "other": b"a\n"} == files_of(tmp_path)


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

    def test_a_file_that_became_a_link_out_is_not_followed(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"out.txt": b"a\n"})
        root = Root(make_tree(tmp_path / "root", BEFORE))
        (tmp_path / "root/a.txt").unlink()
        (tmp_path / "root/a.txt").symlink_to("../out.txt")

        with pytest.raises(
            ChangedOnDisk, match=r"^changed on disk since it was read: a\.txt\. Nothing was written"
        ):
            perform(root, WRITES)

        assert b"a\n" == (tmp_path / "out.txt").read_bytes()

    def test_a_change_while_writing_is_noticed(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Between the first look and the renames there are the temporaries: then someone saves."""
        root = Root(make_tree(tmp_path, BEFORE))
        write_temporary = disk.write_temporary

        def and_someone_saves(*arguments: Any) -> Path:
            (tmp_path / "a.txt").write_bytes(b"mine\n")
            return write_temporary(*arguments)

        monkeypatch.setattr(disk, "write_temporary", and_someone_saves)

        with pytest.raises(ChangedOnDisk):
            perform(root, WRITES)

        assert BEFORE | {"a.txt": b"mine\n"} == files_of(tmp_path)
        assert {*BEFORE, "sub"} == entries(tmp_path)


class TestAllOrNothing:
    @pytest.mark.parametrize(
        "name",
        [
            "real_path",
            "kind",
            "exists",
            "read_bytes",
            "make_folder",
            "write_temporary",
            "rename",
            "sync_folder",
        ],
    )
    def test_whichever_call_to_the_disk_fails_everything_is_as_it_was(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
    ) -> None:
        real = getattr(disk, name)
        for nth in itertools.count(1):
            folder = make_tree(tmp_path / str(nth), BEFORE)
            root = Root(folder)
            failing = Failing(real, nth)
            monkeypatch.setattr(disk, name, failing)
            try:
                perform(root, WRITES)
            except TreeError:
                assert BEFORE == files_of(folder)
                assert {*BEFORE, "sub"} == entries(folder)
            else:
                assert files_of(folder) == AFTER
                if failing.calls < nth:
                    break
        assert nth > 1

    def test_a_temporary_that_cannot_be_removed_does_not_hide_what_went_wrong(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        root = Root(make_tree(tmp_path, BEFORE))
        monkeypatch.setattr(disk, "rename", Failing(disk.rename, 2))
        monkeypatch.setattr(disk, "remove", Failing(disk.remove, 1))

        with pytest.raises(WriteFailed, match=r"^c\.txt could not be written: No space left on device\."):
            perform(root, WRITES)

        left = [path.name for path in tmp_path.rglob(f"{disk.TEMPORARY_PREFIX}*")]
        assert 1 == len(left)
        assert {path: data for path, data in files_of(tmp_path).items() if left[0] not in path} == BEFORE

    @pytest.mark.parametrize("inner", ["fsync", "chmod"])
    def test_a_temporary_that_could_not_be_finished_is_removed(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inner: str
    ) -> None:
        root = Root(make_tree(tmp_path, BEFORE))
        monkeypatch.setattr(os, inner, Failing(getattr(os, inner), 2))

        with pytest.raises(WriteFailed):
            perform(root, WRITES)

        assert {*BEFORE, "sub"} == entries(tmp_path)
        assert BEFORE == files_of(tmp_path)

    def test_modes_are_put_back_too(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        root = Root(make_tree(tmp_path, BEFORE))
        (tmp_path / "a.txt").chmod(0o751)
        writes = Transaction((Write("a.txt", digest(b"a\n"), b"A\n", 0o751), *WRITES.writes[1:]))
        monkeypatch.setattr(disk, "rename", Failing(disk.rename, 2))

        with pytest.raises(WriteFailed):
            perform(root, writes)

        assert 0o751 == stat.S_IMODE((tmp_path / "a.txt").stat().st_mode)

    def test_the_message_names_the_file_and_what_the_system_said(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        root = Root(make_tree(tmp_path, BEFORE))
        monkeypatch.setattr(disk, "rename", Failing(disk.rename, 2))

        with pytest.raises(
            WriteFailed,
            match=r"^c\.txt could not be written: No space left on device\. Everything is as it was\.$",
        ):
            perform(root, WRITES)

    def test_an_interruption_puts_everything_back_too(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        root = Root(make_tree(tmp_path, BEFORE))
        monkeypatch.setattr(disk, "rename", Failing(disk.rename, 3, KeyboardInterrupt()))

        with pytest.raises(KeyboardInterrupt):
            perform(root, WRITES)

        assert BEFORE == files_of(tmp_path)

    @pytest.mark.parametrize("nth", [1, 2, 3, 4])
    def test_an_interruption_just_after_a_rename_does_too(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nth: int
    ) -> None:
        """A signal comes when the file is in its place and nobody has taken note of it."""
        root = Root(make_tree(tmp_path, BEFORE))
        rename, calls = disk.rename, itertools.count(1)

        def interrupted(source: Path, target: Path) -> None:
            rename(source, target)
            if next(calls) == nth:
                raise KeyboardInterrupt

        monkeypatch.setattr(disk, "rename", interrupted)

        with pytest.raises(KeyboardInterrupt):
            perform(root, WRITES)

        assert BEFORE == files_of(tmp_path)
        assert {*BEFORE, "sub"} == entries(tmp_path)


class Failing:
    """A function that fails at its n-th call, as if the disk were full, and works otherwise."""

    def __init__(self, real: Callable[..., Any], nth: int, error: BaseException | None = None) -> None:
        self.real = real
        self.nth = nth
        self.error = error
        self.calls = 0

    def __call__(self, *arguments: Any) -> Any:
        self.calls += 1
        if self.calls == self.nth:
            raise self.error or OSError(28, "No space left on device", str(arguments[-1]))
        return self.real(*arguments)
