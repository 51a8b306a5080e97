"""Explanations for a search text that the file does not have."""

import pytest

from editreview.blocks import Interpretation
from editreview.matching import Difference, FileIndex, nearness
from editreview.matching.near_matches import (
    Diagnosis,
    PartialMatch,
    PartOfLine,
    Piece,
    ScatteredLines,
    WhitespaceDifference,
    diagnosis,
)

TEXT = """def load(path):
    with open(path) as file:
        return file.read()

def store(path, text):
    with open(path, "w") as file:
        file.write(text)
    return len(text)
"""


def diagnosed(text: str, expected: str) -> Diagnosis | None:
    index = FileIndex(text)
    return diagnosis(index, expected.splitlines(), nearness(index, Interpretation(expected, "")).best)


class TestWhitespace:
    @pytest.mark.parametrize(
        ("found", "expected"),
        [
            ("\treturn total\n", "return  total\n"),
            ("total = price * rate\n", "total=price*rate\n"),
            ("total =\u00a0price\n", "total = price\n"),
            ("total\u200b = price\n", "total = price\n"),
        ],
    )
    def test_a_text_that_differs_only_in_whitespace_names_the_line(self, found: str, expected: str) -> None:
        first = Difference(2, expected[:-1], found[:-1])

        assert WhitespaceDifference((2, 2), first) == diagnosed(f"begin\n{found}end\n", expected)

    def test_a_text_with_other_line_breaks_differs_only_in_whitespace(self) -> None:
        found = diagnosed("begin\ncall(first,\n     second)\nend\n", "call(first, second)\n")

        assert isinstance(found, WhitespaceDifference)
        assert (2, 3) == found.lines

    def test_a_different_character_is_more_than_whitespace(self) -> None:
        assert not isinstance(diagnosed("total = price;\n", "total  = price\n"), WhitespaceDifference)


class TestPartOfLine:
    @pytest.mark.parametrize(
        ("text", "expected", "spans"),
        [
            ("a\nx = call(one) + 1\n", "call(one)\n", ((2, 2),)),
            ("x = call(one)\ny = call(one)\n", "call(one)\n", ((1, 1), (2, 2))),
            ("x = call(one,\n    two)\n", "call(one,\n    two)\n", ((1, 2),)),
            ("x = recall(one)\r\n", "call(one)\n", ((1, 1),)),
        ],
    )
    def test_a_text_inside_of_lines_is_found_there(
        self, text: str, expected: str, spans: tuple[tuple[int, int], ...]
    ) -> None:
        assert PartOfLine(spans, is_more=False) == diagnosed(text, expected)

    def test_a_short_text_may_be_anywhere(self) -> None:
        assert not isinstance(diagnosed("total = x1\n", "x1\n"), PartOfLine)

    def test_whole_lines_are_no_part_of_a_line(self) -> None:
        assert not isinstance(diagnosed("one\ntwo\n", "\n\none\n"), PartOfLine)


class TestScattered:
    def test_lines_that_the_file_has_apart_are_named_piece_by_piece(self) -> None:
        expected = "    with open(path) as file:\n        return file.read()\n    return len(text)\n"

        assert ScatteredLines((Piece((1, 2), (2, 3)), Piece((3, 3), (8, 8)))) == diagnosed(TEXT, expected)

    def test_lines_in_another_order_are_pieces(self) -> None:
        expected = "def store(path, text):\n    return len(text)\ndef load(path):\n"

        assert (
            ScatteredLines((Piece((1, 1), (5, 5)), Piece((2, 2), (8, 8)), Piece((3, 3), (1, 1))))
        ) == diagnosed(TEXT, expected)

    def test_the_longest_piece_is_chosen_if_a_line_occurs_more_than_once(self) -> None:
        text = "x = 1\nfirst_line()\nother()\nfirst_line()\nsecond_line()\nmore()\nthird_line()\n"

        assert ScatteredLines((Piece((1, 2), (4, 5)), Piece((3, 3), (7, 7)))) == diagnosed(
            text, "first_line()\nsecond_line()\nthird_line()\n"
        )

    def test_blank_lines_do_not_divide_a_piece(self) -> None:
        expected = "        return file.read()\ndef store(path, text):\n    return len(text)\n"

        assert ScatteredLines((Piece((1, 2), (3, 5)), Piece((3, 3), (8, 8)))) == diagnosed(TEXT, expected)

    def test_a_text_with_a_missing_line_is_not_scattered(self) -> None:
        assert not isinstance(diagnosed(TEXT, "def load(path):\n    return len(texts)\n"), ScatteredLines)

    def test_brackets_alone_are_not_pieces(self) -> None:
        assert not isinstance(diagnosed("{\n(\n}\n)\n" * 9, "{\n{\n)\n)\n{\n"), ScatteredLines)

    def test_a_text_in_more_than_eight_pieces_is_not_scattered(self) -> None:
        lines = [f"line_number_{number}()\n" for number in range(40)]

        assert not isinstance(diagnosed("".join(lines), "".join(reversed(lines))), ScatteredLines)

    def test_the_search_for_pieces_of_a_long_text_of_common_lines_is_abandoned(self) -> None:
        found = diagnosed("    pass\n" * 30_000, "    pass\n" * 12_000 + "end_of_it()\n")

        assert not isinstance(found, ScatteredLines)


class TestPartialMatch:
    def test_the_lines_found_are_counted_and_the_first_missing_one_is_named(self) -> None:
        expected = "def load(path):\n    with open(path) as stream:\n        return file.read()\n"

        assert PartialMatch(2, 3, (1, 3), "    with open(path) as stream:") == diagnosed(TEXT, expected)

    def test_one_line_of_many_is_not_reported(self) -> None:
        expected = "".join(f"        file.writes({number}, text)\n" for number in range(6))

        assert None is diagnosed(TEXT, f"{expected}    return len(text)\n")


def test_a_text_that_has_nothing_in_common_with_the_file_has_no_diagnosis() -> None:
    assert None is diagnosed(TEXT, "SELECT name FROM customers;\n")


@pytest.mark.parametrize("expected", ["", "\n", "\n\n"])
def test_a_blank_text_has_no_diagnosis(expected: str) -> None:
    assert None is diagnosed(TEXT, expected)


def test_the_missing_line_that_is_named_occurs_nowhere_in_the_file() -> None:
    text = "import os\n" + "x = 1\n" * 8 + TEXT
    expected = "import os\n\ndef load(path):\n    with opened(path) as file:\n        return file.read()\n"

    found = diagnosed(text, expected)

    assert isinstance(found, PartialMatch)
    assert "    with opened(path) as file:" == found.missing
