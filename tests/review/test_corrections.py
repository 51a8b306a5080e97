"""Blocks of a further response that correct failed ones."""

from pathlib import Path

from editreview.review import Review, Status, make_feedback, status_of
from editreview.review.outcome import explain
from tests.builders import block, make_tree, review_of

LOST = block("nothing like this\n", "new line\n")


def reviewed(root: Path, *responses: str) -> Review:
    review = review_of(make_tree(root, {"a.txt": "one\ntwo\n", "b.txt": "one\n"}), responses[0])
    for response in responses[1:]:
        review.begin()
        review.read(response)
    return review


def test_a_block_with_the_same_new_text_corrects_a_failed_one(tmp_path: Path) -> None:
    """It is skipped then, with a sentence, and the feedback does not ask for it again."""
    review = reviewed(tmp_path, LOST, block("two\n", "new line\n"))
    failed = review.proposals[0]
    assert {1: 2} == review.corrected
    assert Status.SKIPPED is status_of(review, failed)
    assert "block 2 of a later response corrects it" == explain(review, failed, Status.SKIPPED).message
    assert "Block 1" not in make_feedback(review)


def test_another_text_or_another_file_does_not(tmp_path: Path) -> None:
    review = reviewed(tmp_path, LOST, block("two\n", "zzz 123\n"), block("one\n", "new line\n", "b.txt"))
    assert {} == review.corrected


def test_each_failed_block_is_corrected_once(tmp_path: Path) -> None:
    review = reviewed(tmp_path, LOST + LOST, block("one\n", "new line\n"))
    assert {1: 2} == review.corrected or {1: 3} == review.corrected


def test_a_block_that_matched_is_not_corrected(tmp_path: Path) -> None:
    review = reviewed(tmp_path, block("one\n", "new line\n"), block("two\n", "new line\n"))
    assert {} == review.corrected
