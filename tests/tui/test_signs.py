"""Every state of a block has a glyph and a word of its own."""

from collections.abc import Callable
from pathlib import Path

import pytest

from editreview.review import Decision, Review, Verdict
from editreview.tui import signs
from editreview.tui.signs import Sign
from tests.builders import block, make_tree, review_of

EXACT = block("one\n", "1\n")


def _accept(review: Review) -> None:
    review.decide({p.key: review.acceptance(p) for p in review.proposals})


def _reject(review: Review) -> None:
    review.decide({p.key: Decision(Verdict.REJECTED) for p in review.proposals})


def _apply(review: Review) -> None:
    _accept(review)
    review.write()


def _nothing(review: Review) -> None:
    pass


@pytest.mark.parametrize(
    ("response", "act", "expected"),
    [
        (EXACT, _nothing, signs.OPEN),
        (EXACT, _accept, signs.ACCEPTED),
        (EXACT, _reject, signs.REJECTED),
        (EXACT, _apply, signs.APPLIED),
        (block("two\n", "2\n"), _nothing, signs.INEXACT),
        (block("twin\n", "x\n") * 2, _nothing, signs.WARNED),
        (block("twin\n", "x\n"), _nothing, signs.SEVERAL),
        (block("nowhere\n", "x\n"), _nothing, signs.FAILED),
        (block("nowhere\n", "x\n"), _reject, signs.REJECTED),
        (block("is here\n", "is here already\n"), _nothing, signs.DONE),
    ],
    ids=lambda value: value.word if isinstance(value, Sign) else "",
)
def test_the_sign_of_a_block(
    tmp_path: Path, response: str, act: Callable[[Review], None], expected: Sign
) -> None:
    """A decision takes precedence over the match."""
    review = review_of(make_tree(tmp_path, {"a.txt": "one\ntwo  \ntwin\ntwin\nis here already\n"}), response)
    act(review)
    assert expected == signs.sign(review, review.proposals[0])


def test_all_states_have_different_glyphs_and_words() -> None:
    """So that no colour is needed."""
    assert len(signs.ALL) == len({sign.glyph for sign in signs.ALL}) == len({sign.word for sign in signs.ALL})
