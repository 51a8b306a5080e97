"""The differing words of two lines."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from editreview.tui.diff.words import Span, changed_words

LINES = st.text(st.sampled_from("ab_ .(=é語"), max_size=30)


def _marked(line: str, spans: tuple[Span, ...]) -> str:
    for start, end in reversed(spans):
        line = f"{line[:start]}[{line[start:end]}]{line[end:]}"
    return line


@pytest.mark.parametrize(
    ("old", "new", "old_marked", "new_marked"),
    [
        (
            "total = cart.total()",
            "total = cart.total(coupon)",
            "total = cart.total()",
            "total = cart.total([coupon])",
        ),
        ("if a and b:", "if a or b:", "if a [and] b:", "if a [or] b:"),
        ("    return x", "        return x", "[    ]return x", "[        ]return x"),
        ("same", "same", "same", "same"),
        ("apples", "zzz = 123456", "apples", "zzz = 123456"),
        ("", "new", "", "new"),
    ],
)
def test_words_that_the_other_line_lacks_are_marked(
    old: str, new: str, old_marked: str, new_marked: str
) -> None:
    """Whole words and runs of whitespace; nothing where the lines have little in common."""
    spans = changed_words(old, new)
    assert (old_marked, new_marked) == (_marked(old, spans[0]), _marked(new, spans[1]))


@given(LINES, LINES)
def test_unmarked_text_is_equal_on_both_sides(old: str, new: str) -> None:
    """And spans are sorted, disjoint, apart, and not empty."""
    spans = changed_words(old, new)
    assume(spans != ((), ()))
    left = [
        "".join(c for i, c in enumerate(line) if not any(a <= i < b for a, b in found))
        for line, found in zip((old, new), spans, strict=True)
    ]
    assert left[0] == left[1]
    for line, found in zip((old, new), spans, strict=True):
        edges = [edge for span in found for edge in span]
        assert edges == sorted(set(edges))
        assert all(0 <= edge <= len(line) for edge in edges)


def test_only_the_ends_of_very_long_lines_are_compared() -> None:
    """All between what two lines of a megabyte begin and end with, unless that is nearly all of them."""
    same = "a" * 500_000
    assert (((500_000, 500_003),), ((500_000, 500_001),)) == changed_words(
        f"{same}old{same}", f"{same}n{same}"
    )
    assert (((500_000, 500_001),), ()) == changed_words(f"{same}b{same}", same * 2)
    assert ((), ()) == changed_words(f"a{'b' * 9_000}", f"a{'c' * 9_000}")
