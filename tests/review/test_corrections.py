"""Blocks of a further response that correct failed and malformed ones."""

from pathlib import Path

import pytest

from editreview.formats.table import descriptions
from editreview.review import Review, Status, make_feedback, make_report, status_of
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


CUT_OFF = "a.txt\n<<<<<<< SEARCH\none\n=======\n1\n"


class TestMalformedBlocks:
    @pytest.mark.parametrize("format", descriptions())
    def test_wherever_a_block_is_cut_off_the_whole_one_corrects_it(self, tmp_path: Path, format: str) -> None:
        described = descriptions()[format]
        count = 0
        for example in (described.example, described.second.response):
            lines = example.splitlines(keepends=True)
            for end in range(1, len(lines)):
                review = reviewed(tmp_path, "".join(lines[:end]))
                count += len(review.problems)
                review.begin()
                review.read(example)
                assert [] == review.problems, lines[:end]
        assert count

    def test_it_is_not_asked_for_again_and_the_run_can_succeed(self, tmp_path: Path) -> None:
        review = reviewed(tmp_path, CUT_OFF, block("one\n", "1\n"))
        assert {2: 1} == review.corrected_problems
        review.accept()
        review.write()
        assert "" == make_feedback(review)
        assert 0 == make_report(review).exit_status

    @pytest.mark.parametrize(
        "further",
        [block("two\n", "some other text\n"), block("one\n", "1\n", "b.txt"), "No, it is right.\n", CUT_OFF],
    )
    def test_another_edit_does_not_correct_it(self, tmp_path: Path, further: str) -> None:
        review = reviewed(tmp_path, CUT_OFF, further)
        assert 2 == review.problems[0].line

    def test_of_two_malformed_blocks_one_is_corrected(self, tmp_path: Path) -> None:
        review = reviewed(tmp_path, CUT_OFF + block("two\n", "2\n") + CUT_OFF, block("one\n", "1\n"))
        assert 1 == len(review.problems)

    def test_one_that_was_malformed_again_is_corrected_in_both_responses(self, tmp_path: Path) -> None:
        review = reviewed(tmp_path, CUT_OFF, CUT_OFF, block("one\n", "1\n"))
        assert [] == review.problems
