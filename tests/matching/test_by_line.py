"""Edits by line number: their matches and the depth of their text."""

import pytest

from editreview.blocks import Insert, ReplaceLines
from editreview.matching import FileIndex, Match
from editreview.matching.by_line import match_by_line

BROKEN = "class Box:\n    def get(self):\n    return self.data\n\n    def put(self):\n        pass\n"


def match(text: str, operation: ReplaceLines | Insert, language: str | None = None) -> Match:
    (found,) = match_by_line(FileIndex(text), operation, language=language).matches
    return found


def after(text: str, operation: ReplaceLines | Insert, language: str | None = None) -> str:
    return match(text, operation, language).change.apply(text)


class TestMatches:
    @pytest.mark.parametrize(
        ("text", "operation", "expected"),
        [
            ("", Insert(0, "a\n"), "a\n"),
            ("", Insert(None, "a\n"), "a\n"),
            ("a\n", Insert(0, "b\n"), "b\na\n"),
            ("a\n", Insert(1, "b\n"), "a\nb\n"),
            ("a", Insert(1, "b\n"), "a\nb"),
            ("a\n", ReplaceLines(1, 1, "b\n"), "b\n"),
            ("a", ReplaceLines(1, 1, "b\n"), "b"),
            ("a\nb\nc\n", ReplaceLines(1, 1, "d\n"), "d\nb\nc\n"),
            ("a\nb\nc\n", ReplaceLines(3, 3, "d\n"), "a\nb\nd\n"),
            ("a\nb\nc\n", ReplaceLines(1, 3, "d\n"), "d\n"),
            ("a\nb\nc\n", ReplaceLines(1, 3, ""), ""),
            ("a\r\nb\r\n", ReplaceLines(2, 2, "c\nd\n"), "a\r\nc\r\nd\r\n"),
        ],
    )
    def test_the_first_line_the_last_line_and_all_lines_can_be_replaced(
        self, text: str, operation: ReplaceLines | Insert, expected: str
    ) -> None:
        assert expected == after(text, operation)

    @pytest.mark.parametrize(
        ("text", "operation"),
        [
            ("", ReplaceLines(1, 1, "a\n")),
            ("", Insert(1, "a\n")),
            ("a\n", ReplaceLines(0, 1, "b\n")),
            ("a\n", ReplaceLines(1, 2, "b\n")),
            ("a\n", ReplaceLines(2, 1, "b\n")),
            ("a\n", Insert(2, "b\n")),
            ("a\n", Insert(-1, "b\n")),
        ],
    )
    def test_lines_beyond_the_file_have_no_match(self, text: str, operation: ReplaceLines | Insert) -> None:
        assert () == match_by_line(FileIndex(text), operation).matches


class TestDepthByParser:
    def test_text_that_repairs_the_file_is_not_moved(self) -> None:
        found = match(BROKEN, ReplaceLines(3, 3, "        return self.data\n"), "python")
        mended = found.change.apply(BROKEN)

        compile(mended, "box.py", "exec")
        assert "    def get(self):\n        return self.data\n" in mended
        assert None is found.adjusted

    @pytest.mark.parametrize("written", ["return self.data\n", "    return self.data\n"])
    def test_text_that_does_not_parse_is_moved_one_level_below_the_line_that_opens_its_block(
        self, written: str
    ) -> None:
        found = match(BROKEN, ReplaceLines(3, 3, written), "python")
        mended = found.change.apply(BROKEN)

        compile(mended, "box.py", "exec")
        assert "    def get(self):\n        return self.data\n" in mended
        assert found.adjusted in (
            "indented by 8 spaces to its context",
            "indented by 4 spaces to its context",
        )

    @pytest.mark.parametrize(
        ("text", "operation", "expected"),
        [
            ("if a:\n    b\n", Insert(1, "c\n"), "if a:\n    c\n    b\n"),
            ("def a():\n    b\n    c\n", ReplaceLines(2, 2, "d\n"), "def a():\n    d\n    c\n"),
            ("def a():\n    b\n    c\n", ReplaceLines(2, 2, "  d\n"), "def a():\n    d\n    c\n"),
            ("def a():\n    b\n    c\n", Insert(2, "      d\n"), "def a():\n    b\n    d\n    c\n"),
            ("def a():\n\tb\n\tc\n", ReplaceLines(2, 2, "if d:\n\te\n"), "def a():\n\tif d:\n\t\te\n\tc\n"),
            ("def a():\n  b\n  c\n", ReplaceLines(2, 2, "if d:\n    e\n"), "def a():\n  if d:\n    e\n  c\n"),
            ("def a():\n    return 1\n", ReplaceLines(2, 2, "return 2\n"), "def a():\n    return 2\n"),
            ("a:\n  b: 1\n  c: 2\n", ReplaceLines(2, 2, "    b: 3\n"), "a:\n  b: 3\n  c: 2\n"),
        ],
    )
    def test_it_gets_the_depth_of_the_line_it_replaces_or_of_adjacent_lines(
        self, text: str, operation: ReplaceLines | Insert, expected: str
    ) -> None:
        assert expected == after(text, operation, "yaml" if text.startswith("a:") else "python")

    def test_blank_lines_stay_blank(self) -> None:
        assert "if a:\n    b\n\n    c\n    d\n" == after("if a:\n    d\n", Insert(1, "b\n\nc\n"), "python")

    def test_the_indentation_that_a_format_gives_is_kept(self) -> None:
        text = "if a:\n    b\n    c\n"
        operation = ReplaceLines(2, 2, "d\n", is_indented=True)

        assert "if a:\nd\n    c\n" == after(text, operation, "python")

    def test_text_that_parses_at_no_depth_is_not_moved(self) -> None:
        assert "if a:\n(\n    c\n" == after("if a:\n    b\n    c\n", ReplaceLines(2, 2, "(\n"), "python")

    def test_text_that_parses_as_written_is_not_moved(self) -> None:
        assert "if a:\n    b\nd\n" == after("if a:\n    b\n    c\n", ReplaceLines(3, 3, "d\n"), "python")
        assert "if (a) {\nd();\n}\n" == after(
            "if (a) {\n  b();\n}\n", ReplaceLines(2, 2, "d();\n"), "javascript"
        )


class TestDepthWithoutParser:
    @pytest.mark.parametrize(
        ("text", "operation", "expected"),
        [
            ("begin\n  a\n  b\nend\n", ReplaceLines(2, 2, "c\n"), "begin\nc\n  b\nend\n"),
            ("begin\n  a\n  b\n  c\n  d\n", ReplaceLines(4, 4, "e\n"), "begin\n  a\n  b\n  e\n  d\n"),
            ("  a {\n    b\n  }\n", ReplaceLines(2, 2, "c\n\nd\n"), "  a {\n    c\n\n    d\n  }\n"),
            ("  a {\n    b\n  }\n", Insert(1, "c\n"), "  a {\n    c\n    b\n  }\n"),
            ("# a\n", Insert(1, "\n    b\n"), "# a\n\n    b\n"),
        ],
    )
    def test_unindented_text_between_indented_lines_gets_their_depth(
        self, text: str, operation: ReplaceLines | Insert, expected: str
    ) -> None:
        assert expected == after(text, operation)

    def test_a_file_with_a_line_too_long_for_the_parser_is_not_parsed(self) -> None:
        text = f"    x = '{'a' * 3_000}'\n    y\n"

        assert text.replace("    y", "    z") == after(text, ReplaceLines(2, 2, "z\n"), "python")

    def test_text_without_a_line_number_is_not_moved(self) -> None:
        assert "  a\nb\n" == after("  a\n", Insert(None, "b\n"))
