"""The prose of a response as lines for people."""

import pytest

from editreview.tui.widgets.panes import prose_lines


def test_the_lines_of_a_paragraph_are_rewrapped() -> None:
    lines = [
        "A paragraph that was broken for a page that is wide,", "and goes on.", "- an item",
        "```", "code that is long enough to be thought of as a paragraph", "more", "```", "short", "lines",
    ]  # fmt: skip

    found = ["".join(text for text, _ in parts).rstrip() for parts in prose_lines(lines, 30)]

    assert [
        " A paragraph that was broken", " for a page that is wide, and", " goes on.", " • an item",
        " ```", " code that is long enough to be thought of as a paragraph", " more",
        " ```", " short", " lines",
    ] == found  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        (["## Why ##", "", "", "", "so"], [" Why", "", " so"]),
        (["* one `x`", "  - **two**"], [" • one x", "   • two"]),
        (["```", "", "Then:", "a.py", "```python"], [" Then:", " a.py"]),
        (["See:", "```sh", "make **it**", "```"], [" See:", " ```sh", " make **it**", " ```"]),
        (["one two three four"], [" one two", " three four"]),
        ([], []),
        (["", "\x1b[2J"], [" ␛[2J"]),
    ],
)
def test_marks_become_styles_and_fences_of_blocks_are_left_out(lines: list[str], shown: list[str]) -> None:
    found = ["".join(text for text, _ in parts).rstrip() for parts in prose_lines(lines, 11)]

    assert shown == found
