"""Blocks applied to lines that the user picked."""

import pytest

from editreview.blocks import Interpretation
from editreview.matching import FileIndex, Tier
from editreview.matching.near_matches import Window, forced_match, forced_matches, lines_at


@pytest.mark.parametrize(
    ("file", "search", "new", "window", "result"),
    [
        # What the block changes is changed, and the rest stays the file's.
        ("  a1\n  b2\n  c3\n", "a1\nb9\nc3\n", "a1\nb9\nc4\n", (0, 3), "  a1\n  b2\n  c4\n"),
        # If that is not possible, the new text replaces all, at the depth of the lines in common.
        ("  a\n  x\n  y\n  z\n", "a\nq\nw\n", "a\nnew\n", (0, 3), "  a\n  new\n  z\n"),
        # The line end of the file, and none where it ends without one.
        ("a\r\nx\r\n", "q\n", "new\nlines\n", (1, 2), "a\r\nnew\r\nlines\r\n"),
        ("a\nx", "q\n", "new\n", (1, 2), "a\nnew"),
        ("a\nx\n", "q\n", "", (1, 2), "a\n"),
    ],
)  # fmt: skip
def test_the_blocks_change_is_merged_into_the_lines(
    file: str, search: str, new: str, window: tuple[int, int], result: str
) -> None:
    index = FileIndex(file)
    match = forced_match(index, Interpretation(search, new), Window(*window, 0.5))

    assert result == match.change.apply(file)
    assert ("forced",) == match.strategies
    assert Tier.FUZZY is match.tier
    assert match.score < 1


def test_deleted_lines_that_the_block_does_not_mention_are_named() -> None:
    index = FileIndex("a\nx\ny\n")

    match = forced_match(index, Interpretation("q\n", "new\n"), Window(0, 2, 0.5))

    assert ("would delete lines that it does not mention: L1–L2",) == tuple(
        warning.message for warning in match.warnings
    )


def test_the_lines_are_found_again_by_their_text() -> None:
    """Their key stays the same if they move, as long as the lines around them are equal."""
    interpretation = Interpretation("q\n", "new\n")
    before = FileIndex("1\n2\n3\nx\n4\n5\n")
    match = forced_match(before, interpretation, Window(3, 4, 0.5))
    text = lines_at(before, Window(3, 4, 0.5))

    after = FileIndex("0\n0\n1\n2\n3\nx\n4\n5\n")
    assert [match.key] == [again.key for again in forced_matches(after, interpretation, text)]
    assert [(6, 6)] == [again.lines for again in forced_matches(after, interpretation, text)]
    assert [] == forced_matches(FileIndex("1\n2\n3\nX\n4\n5\n"), interpretation, text)
    assert [] == forced_matches(FileIndex("xx\nax\n"), interpretation, text)


def test_matches_of_equal_lines_have_different_keys() -> None:
    index, interpretation = FileIndex("x\nx\nx\n"), Interpretation("q\n", "new\n")

    keys = [forced_match(index, interpretation, Window(at, at + 1, 0.5)).key for at in range(3)]

    assert keys == [match.key for match in forced_matches(index, interpretation, "x\n")]
    assert 3 == len(set(keys))
