"""Numbers of blocks in words: many in a row are named by the first and the last one."""

import pytest

from editreview.review.proposal import numbered


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ([3], "block 3"),
        ([3, 1], "blocks 1 and 3"),
        ([1, 2, 3], "blocks 1, 2 and 3"),
        ([1, 2, 3, 4], "blocks 1–4"),
        ([4, 3, 2, 1, 6, 6], "blocks 1–4 and 6"),
        ([*range(1, 7), 8, 9, *range(20, 60)], "blocks 1–6, 8, 9 and 20–59"),
    ],
)
def test_the_words(numbers: list[int], words: str) -> None:
    assert words == numbered(numbers)
