"""The anchor of the Edit Protocol: the common first lines of old and new text."""

import pytest

from editreview.blocks import Interpretation
from editreview.matching import FileIndex
from editreview.matching.by_line import anchor_of


@pytest.mark.parametrize(
    ("text", "holds", "description"),
    [
        ("def f():\n    a\n", True, None),
        ("def f():\n    a\ndef f():\n    c\n", False, "anchor has 2 matches: lines 1, 3"),
        ("def g():\n    a\n", False, "anchor not found in the file: def f():"),
        ("x\ndef f():\n    b\n", False, "anchor found at line 2, but not followed by: a"),
    ],
)
def test_an_anchor_with_one_match_holds_if_the_rest_of_the_old_text_follows(
    text: str, holds: bool, description: str | None
) -> None:
    anchor = anchor_of(FileIndex(text), Interpretation("def f():\n    a\n", "def f():\n    b\n"))

    assert (holds, description) == (anchor.holds, anchor.describe())


def test_texts_that_begin_differently_have_no_anchor() -> None:
    anchor = anchor_of(FileIndex("a\n"), Interpretation("a\n", "b\n"))

    assert (False, None) == (anchor.holds, anchor.describe())
