"""Bytes in: what is read as text, and what is refused."""

from pathlib import Path

import pytest

from editreview.errors import Reason, Refused
from editreview.texts import Absent, Snapshot
from editreview.workspace import files
from editreview.workspace.exchange import digest
from editreview.workspace.files import read
from editreview.workspace.root import Root
from tests.builders import make_tree


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
