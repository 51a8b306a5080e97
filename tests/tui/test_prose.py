"""The prose of a response as lines for people."""

import pytest

from editreview.tui.prose import prose_lines


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
