"""The text that a block searches for is one that a rejected block would have written."""

from pathlib import Path

import pytest

from editreview.errors import Reason
from tests.builders import block, make_tree, review_of

FIRST = block("level = 1\nwait = 2\n", "level = 2\nwait = 2\n", "c.py")
TEXT = "level = 1\nwait = 2\n\nlevel = 2\n"


@pytest.mark.parametrize(
    ("first", "second", "text"),
    [
        (FIRST, block("level = 2\n", "level = 3\n", "c.py"), TEXT),
        (
            block("def a():\n    one()\n", "def a():\n    log()\n    two()\n", "c.py"),
            block("    log()\n    two()\n", "    log()\n    three()\n", "c.py"),
            "def a():\n    one()\n\n\ndef b():\n    log()\n    two()\n",
        ),
    ],
)
def test_a_twin_of_text_that_a_rejected_block_writes_waits_for_the_user(
    tmp_path: Path, first: str, second: str, text: str
) -> None:
    review = review_of(make_tree(tmp_path, {"c.py": text}), first + second)
    review.reject_block(review.proposals[0])

    twin = review.proposals[1]
    assert Reason.AMBIGUOUS is twin.withheld
    assert ["block 1, which you rejected, would have written its text: check that this is the right one"] == [
        warning.message for warning in twin.warnings
    ]


@pytest.mark.parametrize(
    "second",
    [
        block("wait = 2\n", "wait = 3\n", "c.py"),
        block("wait = 2\n\nlevel = 2\n", "wait = 2\n\nlevel = 3\n", "c.py"),
    ],
)
def test_text_that_the_rejected_block_only_keeps_is_no_twin(tmp_path: Path, second: str) -> None:
    review = review_of(make_tree(tmp_path, {"c.py": TEXT}), FIRST + second)
    review.reject_block(review.proposals[0])

    assert not review.proposals[1].warnings
