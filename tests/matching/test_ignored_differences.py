"""The ignored differences between the lines of a match and the block's."""

import pytest

from editreview.blocks import Interpretation
from editreview.matching import FileIndex, search
from editreview.matching.near_matches import (
    DifferenceKind,
    Window,
    forced_match,
    ignored_differences,
    in_words,
    missing,
)


@pytest.mark.parametrize(
    ("there", "expected", "kinds"),
    [
        ("a\nb\n", "a\nb\n", {}),
        ("x\r\na\r\n", "a\n", {1: DifferenceKind.LINE_END}),
        ("a  \nb\n", "a\nb\n", {0: DifferenceKind.TRAILING_WHITESPACE}),
        ("  a\n  b\n", "a\nb\n", {0: DifferenceKind.INDENTATION, 1: DifferenceKind.INDENTATION}),
        ("a  =  1\n", "a = 1\n", {0: DifferenceKind.INNER_WHITESPACE}),
        ("say(“hi”)\n", 'say("hi")\n', {0: DifferenceKind.SPELLING}),
        ("a\n\nb\n", "a\nb\n", {1: DifferenceKind.CONTENT}),
    ],
)
def test_each_line_has_the_kind_of_its_difference(
    there: str, expected: str, kinds: dict[int, DifferenceKind]
) -> None:
    index = FileIndex(there)
    match = search(index, Interpretation(expected, "new\n")).matches[0]

    assert kinds == ignored_differences(index, match)


def test_a_forced_match_ignores_content() -> None:
    index = FileIndex("one\ntwo\nthree\n")
    match = forced_match(index, Interpretation("one\n2\n", "1\n"), Window(0, 3, 0.5))

    assert {1: DifferenceKind.CONTENT, 2: DifferenceKind.CONTENT} == ignored_differences(index, match)


def test_they_are_counted_by_kind_smallest_first() -> None:
    kinds = [DifferenceKind.CONTENT, DifferenceKind.INDENTATION, DifferenceKind.INDENTATION]

    assert "indentation in 2 lines · content in 1 line" == in_words(kinds)
    assert "" == in_words([])


def test_missing_lines_are_counted() -> None:
    index = FileIndex("first line\n\nlast line\n")
    match = forced_match(
        index, Interpretation("first line\nin the middle\n\nmore\nlast line\n", "1\n"), Window(0, 3, 0.5)
    )

    assert 2 == missing(index, match)
    assert "2 lines missing" == in_words(list(ignored_differences(index, match).values()), 2)
