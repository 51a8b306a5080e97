"""Text and changes to it: what every other part relies on."""

from itertools import accumulate

import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st

from editreview.text import (
    Change,
    Codec,
    Lines,
    Splice,
    begins_import,
    counted,
    informative_lines,
    is_elided,
    line_body,
    line_end,
    line_separator,
    sentences_in,
    split_lines,
    whole_word,
)
from tests.strategies import changed_texts, changes, texts


def test_lines_with_a_letter_or_digit_are_informative_however_they_are_indented() -> None:
    assert {"x = 1": 2, "é": 1} == informative_lines("x = 1\n{\n\n    x = 1\n};\n\té\n")


class TestLines:
    @given(texts())
    def test_joining_the_lines_gives_the_text(self, text: str) -> None:
        assert text == "".join(split_lines(text))

    @given(texts())
    def test_no_line_is_empty_and_only_the_last_may_lack_its_end(self, text: str) -> None:
        lines, separator = split_lines(text), line_separator(text)

        assert all(lines)
        assert all(line.endswith(separator) for line in lines[:-1])
        assert all(line.count(separator) == 1 for line in lines[:-1])

    @given(texts(), st.data())
    def test_an_offset_is_in_the_line_of_its_character(self, text: str, data: st.DataObject) -> None:
        assume(text)
        lines = Lines(text)
        offset = data.draw(st.integers(0, len(text) - 1))

        line = lines.at(offset)

        assert lines.starts[line] <= offset < lines.starts[line + 1]

    @given(st.lists(st.integers(0, 20_000), max_size=6), st.sampled_from(["", "\n"]))
    def test_lines_of_any_length_begin_at_the_end_of_the_line_above(
        self, lengths: list[int], end: str
    ) -> None:
        text = "\n".join("x" * length for length in lengths) + end
        expected = [*accumulate(map(len, text.splitlines(keepends=True)), initial=0)]

        starts = Lines(text).starts

        assert expected == [starts[line] for line in range(len(starts))]

    def test_the_end_of_a_text_is_in_its_last_line(self) -> None:
        assert 1 == Lines("a\nb\n").at(4)
        assert 0 == Lines("").at(0)

    @pytest.mark.parametrize(
        ("text", "lines"),
        [
            ("", []),
            ("\n", ["\n"]),
            ("a", ["a"]),
            ("a\n\nb", ["a\n", "\n", "b"]),
            ("a\r\nb\n", ["a\r\n", "b\n"]),
            ("a\rb\n", ["a\rb\n"]),
            ("a\rb\r", ["a\r", "b\r"]),
            ("a\u2028b\x0cc\n", ["a\u2028b\x0cc\n"]),
        ],
    )
    def test_a_line_ends_at_a_line_feed_or_without_any_at_a_carriage_return(
        self, text: str, lines: list[str]
    ) -> None:
        assert lines == split_lines(text)

    def test_part_of_a_text_is_split_at_the_separator_of_the_whole(self) -> None:
        assert ["a\rb"] == split_lines("a\rb", "\n")

    @pytest.mark.parametrize(
        ("line", "body", "end"),
        [("a\r\n", "a", "\r\n"), ("a\n", "a", "\n"), ("a\r", "a", "\r"), ("a", "a", ""), ("\n", "", "\n")],
    )
    def test_a_line_is_its_body_and_its_end(self, line: str, body: str, end: str) -> None:
        assert (body, end) == (line_body(line), line_end(line))


class TestChange:
    @given(st.data())
    def test_a_change_followed_by_another_equals_applying_both(self, data: st.DataObject) -> None:
        base = data.draw(texts())
        first = data.draw(changes(base))
        following = data.draw(changes(first.apply(base)))

        assert following.apply(first.apply(base)) == first.then(following).apply(base)

    @given(changed_texts(count=2))
    def test_changes_that_do_not_clash_can_be_applied_in_either_order(
        self, made: tuple[str, list[Change]]
    ) -> None:
        base, (one, other) = made
        other_after, one_after = other.carry(one), one.carry(other)
        if other_after is None or one_after is None:
            reject()

        both = other_after.apply(one.apply(base))

        assert both == one_after.apply(other.apply(base))
        assert both == one.union(other).apply(base)

    @given(changed_texts(count=2))
    def test_clashing_is_symmetric(self, made: tuple[str, list[Change]]) -> None:
        _, (one, other) = made

        assert (one.carry(other) is None) == (other.carry(one) is None)

    @given(changed_texts(count=3))
    def test_a_union_clashes_if_any_two_changes_do(self, made: tuple[str, list[Change]]) -> None:
        _, (one, two, three) = made
        is_clash = any(a.carry(b) is None for a, b in ((one, two), (one, three), (two, three)))

        together = Change.of_all([one, two, three])

        assert together == (None if is_clash else one.union(two).union(three))

    @given(changed_texts())
    def test_inserted_text_is_at_the_reported_spans(self, made: tuple[str, list[Change]]) -> None:
        base, (change,) = made
        after = change.apply(base)

        assert [s.text for s in change.splices] == [after[start:end] for start, end in change.inserted()]

    @given(changed_texts())
    def test_no_change_carries_any_and_is_carried_by_any(self, made: tuple[str, list[Change]]) -> None:
        base, (change,) = made

        assert change == change.carry(Change())
        assert Change() == Change().carry(change)
        assert base == Change().apply(base)

    @pytest.mark.parametrize(
        ("one", "other", "clash"),
        [
            (Splice(0, 3, "x"), Splice(3, 5, "y"), False),
            (Splice(0, 3, "x"), Splice(2, 5, "y"), True),
            (Splice(0, 3, "x"), Splice(0, 3, "x"), True),
            (Splice(3, 3, "x"), Splice(3, 3, "y"), True),
            (Splice(3, 3, "x"), Splice(3, 5, ""), False),
            (Splice(5, 5, "x"), Splice(3, 5, ""), False),
            (Splice(4, 4, "x"), Splice(3, 5, ""), True),
        ],
    )
    def test_splices_clash_if_the_result_depends_on_their_order(
        self, one: Splice, other: Splice, clash: bool
    ) -> None:
        assert (clash, clash) == (one.clashes(other), other.clashes(one))


class TestCodec:
    def test_a_byte_order_mark_comes_before_the_text(self) -> None:
        assert b"\xff\xfea\x00" == Codec("utf-16-le", b"\xff\xfe").encode("a")

    def test_a_character_that_the_codec_lacks_is_an_error(self) -> None:
        with pytest.raises(UnicodeEncodeError):
            Codec().encode("\udc80")


@pytest.mark.parametrize(
    "sentences",
    [
        ["It is changed.", "Add `x` here!", "`y` too?", "Done"],
        ["Готово.", "Измените файл:"],
        ["Fertig.", "Ändere das, z. B. Zeile 3."],
        ["See e.g. `x`, i.e. Windows, vs. Linux.", "**Next**"],
        ["It reads node.js, and ends. then goes on."],
        ["Version 1.2 is out."],
        ["Replace `x`.", "(Never touch `y`.)"],
        ["See e.g. (1), etc. (all of them)."],
        ["`x`를 변경하세요.", "하지만 `y`는 바꾸지 마세요."],
        ["`x` बदलें।", "लेकिन `y` न बदलें।"],
    ],
)
def test_a_sentence_ends_with_a_sign_before_a_capital_letter_or_code(sentences: list[str]) -> None:
    assert sentences == sentences_in(" ".join(sentences))


def test_a_sentence_of_chinese_or_japanese_ends_without_a_space() -> None:
    assert ["修改文件。", "添加以下代码："] == sentences_in("修改文件。添加以下代码：")
    assert ["完成。"] == sentences_in("完成。")


@pytest.mark.parametrize(
    ("text", "signs", "line", "is_there"),
    [
        ("total", "", "total = 1", True),
        ("total", "", "subtotal = 1", False),
        ("total", "", "totals = 1", False),
        ("total", "", "$total = 1", True),
        ("total", "$", "$total = 1", False),
        ("$total", "$", "$total = 1", True),
        ("total(", "", "total(price)", True),
        ("--total", "", "run --total", True),
    ],
)
def test_a_whole_word_is_no_part_of_a_longer_one(text: str, signs: str, line: str, *, is_there: bool) -> None:
    assert is_there is (whole_word(text, signs).search(line) is not None)


@pytest.mark.parametrize(
    "line",
    [
        "import os",
        "import (",
        "import {a} from './a'",
        'import"./a.css"',
        "from a.b import c",
        "from . import c",
        "#include <a.h>",
        "# include <a.h>",
        "#import <A/A.h>",
        "#using <a.dll>",
        "using System.Text;",
        "using namespace std;",
        "global using System;",
        "use App\\Models\\User;",
        "use std::{fs, io};",
        "use strict;",
        "@import 'a';",
        "@use 'a';",
        "require 'a'",
        "require_relative 'a'",
        "require_once('a.php');",
        "const a = require('a')",
        "const { a } = await import('a')",
        "let a = require('a')",
        'local a = require "a"',
        "export * from './a'",
        "export * as a from './a'",
        "export type { A } from './a'",
        "extern crate a;",
        "mod a;",
        "library(a)",
    ],
)
def test_an_import_is_told_by_its_first_line(line: str) -> None:
    assert begins_import(line)


@pytest.mark.parametrize(
    "line",
    [
        "importer = 1",
        "import: a",
        "import = 1",
        "from users",
        "using var file = Open();",
        "useState(0)",
        "require: a",
        "required = 1",
        "const a = import.meta.env.A",
        "const a = 1",
        "export const a = 1",
        "export { a }",
        "# from a import b",
        "@imported",
        "module a;",
        "package a",
    ],
)
def test_other_lines_begin_no_import(line: str) -> None:
    assert not begins_import(line)


@pytest.mark.parametrize(
    ("count", "noun", "expected"),
    [
        (0, "match", "0 matches"),
        (1, "match", "1 match"),
        (2, "new line", "2 new lines"),
        (2, "class", "2 classes"),
    ],
)
def test_a_count_has_its_noun_in_the_right_form(count: int, noun: str, expected: str) -> None:
    assert expected == counted(count, noun)


@pytest.mark.parametrize(
    "code",
    [
        "load(path, ...)",
        "http.Error(..., http.StatusInternalServerError)",
        "log(..., err)",
        "save(a, ..., b)",
        "t(…, 1)",
    ],
)
def test_dots_for_arguments_are_a_part_that_is_left_out(code: str) -> None:
    assert is_elided(code)


@pytest.mark.parametrize(
    "code",
    ["Field(..., gt=0)", "call(args...)", "f(...rest)", "x[..., 0]", "printf(char *format, ...)", "0...9"],
)
def test_dots_of_languages_leave_nothing_out(code: str) -> None:
    assert not is_elided(code)
