"""Reviews of operations, given as a reader of a format would give them."""

from collections.abc import Sequence
from pathlib import Path

from editreview.blocks import (
    NO_HINTS,
    EditBlock,
    Group,
    Hints,
    Interpretation,
    Operation,
    Replace,
)
from editreview.review import Review

Asked = tuple[str, Operation] | tuple[str, Operation, Hints]


def replace_text(search: str, replace: str, *, everywhere: bool = False) -> Replace:
    return Replace((Interpretation(search, replace),), is_everywhere=everywhere, is_text=True)


def replace_lines(search: str, replace: str, *, everywhere: bool = False) -> Replace:
    return Replace((Interpretation(search, replace),), is_everywhere=everywhere)


def review_of_operations(
    root: Path, asked: Sequence[Asked], group: Group | None = None, dry: bool = False
) -> Review:
    """A review of blocks as a reader would give them."""
    review = Review.open(root)
    review.add(
        EditBlock(
            number,
            "test",
            path,
            (number, number),
            operation,
            hints=hints[0] if hints else NO_HINTS,
            group=group,
            is_dry_run=dry,
        )
        for number, (path, operation, *hints) in enumerate(asked, 1)
    )
    return review


def accepted_operations(root: Path, *asked: Asked, group: Group | None = None) -> Review:
    review = review_of_operations(root, asked, group)
    review.accept("tolerant")
    review.write()
    return review
