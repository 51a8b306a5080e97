"""Bytes in: what is read as text, and what is refused."""

import os
from pathlib import Path

import pytest

from editreview.errors import Reason, Refused
from editreview.text import Absent, Snapshot
from editreview.workspace import disk
from editreview.workspace.root import Root, digest, read
from tests.builders import make_tree
from tests.workspace.failing import WatchedOs


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
    def test_a_text_is_read_and_written_back_unchanged(
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
            (b"\xef\xbb\xbfab\xff", Reason.ENCODING, "a is not valid UTF-8 (at byte 5)"),
            (b"\xff\xfea", Reason.ENCODING, "a is not valid UTF-16-LE (at byte 2)"),
            (b"\xff\xfe\x00\xd8", Reason.ENCODING, "a is not valid UTF-16-LE (at byte 2)"),
        ],
    )
    def test_a_file_that_cannot_be_written_back_unchanged_is_refused(
        self, tmp_path: Path, data: bytes, reason: Reason, message: str
    ) -> None:
        with pytest.raises(Refused) as refused:
            read(Root(make_tree(tmp_path, {"a": data})), "a")

        assert (reason, message) == (refused.value.reason, str(refused.value))

    def test_a_file_beyond_the_limit_is_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("editreview.workspace.root.MAX_FILE_SIZE", 1_000)
        root = Root(make_tree(tmp_path, {"small": "x" * 1_000, "large": "x" * 1_234}))

        assert 1_000 == len(read(root, "small").text)
        with pytest.raises(Refused, match=r"^large has 1,234 bytes; at most 1,000 are read$"):
            read(root, "large")

    def test_a_missing_file_is_absent(self, tmp_path: Path) -> None:
        assert Absent("a/b") == read(Root(tmp_path), "a/b")

    def test_the_mode_is_kept_with_the_text(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a": "a"})
        (tmp_path / "a").chmod(0o640)

        found = read(Root(tmp_path), "a")

        assert isinstance(found, Snapshot)
        assert 0o640 == found.mode

    def test_a_file_that_is_too_large_is_not_opened(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A gigabyte with nothing in it: told by its size alone."""
        with open(tmp_path / "a", "wb") as file:
            file.truncate(1 << 30)

        def opened(entry: disk.FolderEntry, most: int) -> tuple[bytes | None, os.stat_result]:
            raise AssertionError(f"{entry.name} was opened")

        monkeypatch.setattr(disk.FolderEntry, "read", opened)
        with pytest.raises(
            Refused, match=r"^a has 1,073,741,824 bytes; at most 67,108,864 are read$"
        ) as refused:
            read(Root(tmp_path), "a")
        assert Reason.TOO_LARGE is refused.value.reason

    def test_a_file_that_grows_while_it_is_read_is_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("editreview.workspace.root.MAX_FILE_SIZE", 1_000)
        make_tree(tmp_path, {"a": "x" * 900})

        def grow(name: str) -> None:
            make_tree(tmp_path, {"a": "x" * 9_000})

        WatchedOs(1, before=grow, only="read").watch(monkeypatch)

        with pytest.raises(Refused, match=r"^a has grown while it was read; at most 1,000 are read$"):
            read(Root(tmp_path), "a")

    def test_a_file_that_grows_a_little_is_read_completely(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        make_tree(tmp_path, {"a": "x"})
        WatchedOs(1, before=lambda name: make_tree(tmp_path, {"a": "x" * 9_000}), only="read").watch(
            monkeypatch
        )

        found = read(Root(tmp_path), "a")

        assert isinstance(found, Snapshot)
        assert (9_000, digest(b"x" * 9_000)) == (len(found.text), found.digest)

    def test_a_link_that_replaced_the_file_is_not_followed(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"out": "secret", "root/x": ""})
        (tmp_path / "root/a").symlink_to("../out")

        with pytest.raises(Refused, match=r"^a cannot be read: ") as refused:
            read(Root(tmp_path / "root"), "a")
        assert Reason.DENIED is refused.value.reason

    def test_a_named_pipe_does_not_block(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "a")

        with pytest.raises(Refused, match=r"^a cannot be read: not a regular file$"):
            read(Root(tmp_path), "a")

    def test_a_nul_after_the_first_8_kib_is_a_character(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a": b"x" * 8_192 + b"\0", "b": b"x" * 8_191 + b"\0"})

        assert read(Root(tmp_path), "a").text.endswith("x\0")
        with pytest.raises(Refused, match=r"^b is a binary file$"):
            read(Root(tmp_path), "b")

    @pytest.mark.parametrize("mode", [0o444, 0o555, 0o400, 0o000])
    def test_a_file_without_write_permission_is_refused(self, tmp_path: Path, mode: int) -> None:
        make_tree(tmp_path, {"a": "x"})
        (tmp_path / "a").chmod(mode)

        with pytest.raises(Refused, match=r"^a (is read-only \(mode \d{3}\)|cannot be read)"):
            read(Root(tmp_path), "a")

    @pytest.mark.skipif(os.getuid() != 0, reason="only root may become another")
    def test_a_file_that_this_user_may_not_write_is_refused(self, tmp_path: Path) -> None:
        """A rename would replace the file of another, in a folder that is open to all."""
        tree = make_tree(tmp_path, {"theirs.txt": "x", "closed/a.txt": "x", "mine.txt": "x"})
        for folder in (tree, *tree.parents[:-2]):
            folder.chmod(0o777)
        (tree / "closed").chmod(0o755)
        (tree / "closed/a.txt").chmod(0o666)
        (tree / "theirs.txt").chmod(0o644)
        (tree / "mine.txt").chmod(0o666)
        root = Root(tree)
        os.seteuid(65534)
        try:
            assert "x" == read(root, "mine.txt").text
            for path, message in (
                ("theirs.txt", r"^theirs\.txt is read-only \(mode 644\)"),
                ("closed/a.txt", r"^closed/a\.txt is in a folder that is not writable$"),
                ("closed/new.txt", r"^closed/new\.txt is in a folder that is not writable$"),
            ):
                with pytest.raises(Refused, match=message) as refused:
                    read(root, path)
                assert Reason.DENIED is refused.value.reason
        finally:
            os.seteuid(0)
