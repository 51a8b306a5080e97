"""Files that are not UTF-8: read as they say or seem, written with every other byte as it was."""

from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from editreview.errors import Reason, Refused
from editreview.review import Review, Status, WarningKind, status_of
from editreview.text import Change, Codec, Splice
from editreview.workspace.root import declaration, decode, encode
from tests.builders import block, files_of, make_tree, review_of
from tests.strategies import changes

DECLARED = {
    "a coding line": (b"# -*- coding: latin-1 -*-\nx = '\xe9'\n", "iso8859-1"),
    "a coding line below another": (b"#!/usr/bin/python\n# coding=cp1252\nx = '\x93'\n", "cp1252"),
    "a coding line for emacs": (b"// -*- mode: c; coding: koi8-r-unix -*-\n// \xf0\xd2\xc9\n", "koi8-r"),
    "XML": (b"<?xml version='1.0' encoding='ISO-8859-15'?>\n<a>\xa4</a>\n", "iso8859-15"),
    "HTML": (b"<html><head>\n<meta charset=windows-1251>\n<p>\xcf\xf0\xe8</p>\n", "cp1251"),
    "HTML of old": (
        b'<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS">\n\x82\xa0\n',
        "shift_jis",
    ),
    "CSS": (b'@charset "iso-8859-2";\na { content: "\xb1" }\n', "iso8859-2"),
    "vim, at the top": (b"/* vim: set fileencoding=euc-jp : */\n// \xa4\xa2\n", "euc_jp"),
    "vim, at the end": (b"x = '\xe9'\n\n# vim: ts=4 fenc=latin1\n", "iso8859-1"),
}

GUESSED = {
    "German": ("// Größe der Fläche, für alle Öffnungen\n", "cp1252"),
    "French": ("# le café où l'on boit à côté\n", "cp1252"),
    "Russian": ("# Привет, мир: это комментарий\n", "cp1251"),
    "Russian of old": ("# Привет, мир: это комментарий\n", "koi8-r"),
    "Japanese": ("// これはコメントです。設定を読み込む\n", "cp932"),
    "Chinese": ("// 这是一个注释，用于说明配置文件的读取\n", "gb18030"),
    "Korean": ("// 설정 파일을 읽어 들이는 함수입니다\n", "cp949"),
}


class TestDeclared:
    @pytest.mark.parametrize("how", DECLARED)
    def test_a_file_is_read_in_its_declared_encoding(self, how: str) -> None:
        data, codec = DECLARED[how]

        text, found = decode("a", data)

        assert (codec, False) == (found.name, found.is_guessed)
        assert (data.decode(codec), data) == (text, found.encode(text))

    def test_text_added_to_an_ascii_file_gets_its_declared_encoding(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "# coding: latin-1\nx\n"})
        review = review_of(tmp_path, block("x\n", "é\n"))
        review.accept()
        review.write()

        assert b"# coding: latin-1\n\xe9\n" == files_of(tmp_path)["a.txt"]

    @pytest.mark.parametrize(
        "data",
        [
            "# coding: latin-1\né\n".encode(),
            b"# coding: utf-8\n\xc3\xa9\n",
            b"# coding: rot13\nx\n",
            b"# coding: utf-7\nx\n",
            b"# coding: iso-2022-jp\nx\n",
            b"x\n\n# coding: latin-1 in the third line\n",
        ],
    )
    def test_valid_utf_8_is_read_as_utf_8(self, data: bytes) -> None:
        assert (data.decode(), Codec()) == decode("a", data)

    def test_a_wrong_declaration_is_ignored(self) -> None:
        data = b"# coding: euc-jp\n# \xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0\n\xff\n"

        _, found = decode("a", data)

        assert found.is_guessed

    def test_a_declaration_counts_only_at_its_position(self) -> None:
        assert "iso8859-1" == declaration(b"\n# coding: latin-1\n")
        assert declaration(b"print('coding: latin-1')\n") is None
        assert declaration(b"x\nx\nx\nx\nx\nx\n# vim: fenc=latin1\nx\nx\nx\nx\nx\nx\n") is None


class TestGuessed:
    @pytest.mark.parametrize("language", GUESSED)
    def test_an_undeclared_encoding_is_guessed_with_a_warning(self, tmp_path: Path, language: str) -> None:
        comment, codec = GUESSED[language]
        before = f"{comment}int x;\r\n".encode(codec)
        make_tree(tmp_path, {"a.txt": before})

        review = review_of(tmp_path, block("int x;\n", "int y;\n"))
        [proposal] = review.proposals
        [warning] = proposal.warnings

        assert WarningKind.GUESSED_ENCODING is warning.kind
        assert warning.message.startswith("a.txt is not UTF-8 and declares no encoding; guessed: ")
        assert [1] == review.accept()
        review.write()
        assert before.replace(b"int x", b"int y") == files_of(tmp_path)["a.txt"]

    @pytest.mark.parametrize("language", GUESSED)
    def test_the_guess_is_right(self, language: str) -> None:
        comment, codec = GUESSED[language]

        assert comment == decode("a", comment.encode(codec))[0]

    def test_characters_that_depend_on_the_guess_are_left_to_the_user(self, tmp_path: Path) -> None:
        before = "// Größe der Fläche\nint x;\n".encode("cp1252")
        make_tree(tmp_path, {"a.txt": before})
        review = review_of(tmp_path, block("int x;\n", "int ö;\n"))
        [proposal] = review.proposals

        assert [WarningKind.GUESSED_ENCODING, WarningKind.GUESSED_CHARACTERS] == [
            warning.kind for warning in proposal.warnings
        ]
        assert Reason.ENCODING is proposal.withheld
        assert [] == review.accept("fuzzy")

        review.decide({proposal.key: review.acceptance(proposal)})
        review.write()
        assert "// Größe der Fläche\nint ö;\n".encode("cp1252") == files_of(tmp_path)["a.txt"]

    @pytest.mark.parametrize(
        "data",
        [
            "caf\u00e9 ok\n".encode() + b"caf\xe9\n",
            b"# coding: utf-8\n# caf\xe9\n",
            b"\x01\x02\x90\xff\xfe\x03\n",
            bytes(range(1, 256)),
            "Größe der Fläche, schöne Grüße\n".encode("cp1252") + b"\x01\n",
        ],
        ids=[
            "UTF-8 but for one line",
            "it says UTF-8",
            "control characters",
            "every byte",
            "a control character beside words",
        ],
    )
    def test_a_file_without_a_valid_guess_is_refused(self, data: bytes) -> None:
        with pytest.raises(Refused, match=r"^a is not valid UTF-8 \(at byte \d+\), and no other") as refused:
            decode("a", data)

        assert Reason.ENCODING is refused.value.reason


class TestAdded:
    def accepted(self, folder: Path, before: bytes, response: str) -> Review:
        make_tree(folder, {"a.txt": before})
        review = review_of(folder, response)
        review.decide({proposal.key: review.acceptance(proposal) for proposal in review.proposals})
        assert [] == review.write()
        assert {"a.txt": before} == files_of(folder)
        assert [Status.FAILED] == [status_of(review, proposal) for proposal in review.proposals]
        return review

    def test_a_character_that_the_encoding_lacks_is_named(self, tmp_path: Path) -> None:
        review = self.accepted(tmp_path, b"# coding: latin-1\nx = '\xe9'\ny\n", block("y\n", "y — z\n"))

        assert "a.txt is ISO8859-1, which has no U+2014 EM DASH" == str(review.refused[1])

    def test_an_edit_that_would_declare_a_wrong_encoding_is_refused(self, tmp_path: Path) -> None:
        before = b"# coding: latin-1\nx = '\xe9'\n"
        response = block("# coding: latin-1\n", "# coding: utf-8\n")

        review = self.accepted(tmp_path, before, response)

        message = "a.txt is ISO8859-1, but the edit would declare it as UTF-8"
        assert message == str(review.refused[1])

    def test_a_declaration_may_change_if_no_byte_depends_on_it(self) -> None:
        after = "# coding: utf-8\nx\n"

        assert after.encode() == encode("a", "# coding: latin-1\nx\n", after, Codec("iso8859-1"))


ENCODINGS = [
    ("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"), ("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff"),
    ("utf-32-le", b"\xff\xfe\0\0"), ("utf-32-be", b"\0\0\xfe\xff"), ("cp1252", b""), ("iso8859-1", b""),
    ("koi8-r", b""), ("cp1251", b""), ("shift_jis", b""), ("euc_jp", b""), ("gb18030", b""), ("big5", b""),
    ("euc_kr", b""), ("mac-roman", b""),
]  # fmt: skip
LETTERS = "aZ 0#\t\"'éßñÖøжЯщうア漢字中文한글"
LINES = st.tuples(st.text(LETTERS, max_size=12), st.sampled_from(["\n", "\n", "\r\n", "\r", "\n\n"]))


@given(st.sampled_from(ENCODINGS), st.lists(LINES.map("".join), max_size=8), st.data())
def test_bytes_that_no_edit_touches_stay(
    encoding: tuple[str, bytes], lines: list[str], data: st.DataObject
) -> None:
    """Whatever the file is taken for: right, wrong, or refused."""
    codec, mark = encoding
    text = "".join(lines).encode(codec, "ignore").decode(codec)
    before = mark + text.encode(codec)
    try:
        read, found = decode("a", before)
    except Refused as refused:
        assume(refused.reason is Reason.ENCODING)
        return
    assert before == found.encode(read)
    change: Change = data.draw(changes(read))
    after = change.apply(read)
    try:
        written = encode("a", read, after, found)
    except Refused:
        return
    assert pieces(before, read, change, found) == written


def pieces(before: bytes, text: str, change: Change, codec: Codec) -> bytes:
    """The file with its own bytes wherever no splice is, found by how long each part is in bytes."""

    def size(part: str) -> int:
        return len(part.encode(codec.name))

    result, at, done = codec.bom, 0, len(codec.bom)
    for splice in (*change.splices, Splice(len(text), len(text), "")):
        kept = size(text[at : splice.start])
        result += before[done : done + kept] + splice.text.encode(codec.name)
        done += kept + size(text[splice.start : splice.end])
        at = splice.end
    return result
