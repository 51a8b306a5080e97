"""A yes is for a block with the warnings that were shown with it: one that comes later needs another yes."""

from pathlib import Path

import pytest

from editreview.review import Review, Verdict
from tests.builders import block, make_tree

ONE, TWO = block("one = 1\n", "one = 11\n", "a.py"), block("two = 2\n", "two = 22\n", "a.py")
ONE_OTHERWISE = block("one = 1\n", "one = 12\n", "a.py")
BREAKS = block("two = 2\n", "two = (\n", "a.py")
CLOSES = block("three = 3\n", "3)\n", "a.py")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return make_tree(tmp_path, {"a.py": "one = 1\ntwo = 2\nthree = 3\n"})


def accept(review: Review, number: int) -> None:
    _decide(review, number, is_yes=True)


def reject(review: Review, number: int) -> None:
    _decide(review, number, is_yes=False)


def _decide(review: Review, number: int, *, is_yes: bool) -> None:
    proposal = next(p for p in review.proposals if p.number == number)
    decision = review.acceptance(proposal) if is_yes else review.log[proposal.key].rejected()
    for path in review.decide({proposal.key: decision}):
        review.replan(path)


def verdicts(review: Review) -> str:
    return "".join(review.verdict(p)[0] for p in review.proposals)


def test_a_warning_that_a_later_check_finds_reopens_the_block(tree: Path) -> None:
    """The block accepted before is not written, and the sentence names the warning."""
    review = Review.open(tree)
    review.read(BREAKS)
    accept(review, 1)
    assert "a" == verdicts(review)
    review.check()
    assert "u" == verdicts(review)
    said = review.sentence_of_reopened([1])
    assert said.startswith("block 1 is undecided again: new warning: introduces a syntax error")
    review.apply()
    assert "two = 2" in (tree / "a.py").read_text()


def test_accepting_the_block_with_its_warning_holds(tree: Path) -> None:
    """Also while the warning is not known because the file was planned anew, and once it is again."""
    review = Review.open(tree)
    review.read(BREAKS + ONE)
    review.check()
    accept(review, 1)
    reject(review, 2)
    assert "ar" == verdicts(review)
    review.check()
    assert "ar" == verdicts(review)
    review.apply()
    assert "two = (" in (tree / "a.py").read_text()


def test_a_warning_caused_by_another_block_reopens_the_block(tree: Path) -> None:
    """Rejecting the block that closes what this one opens reopens this one."""
    review = Review.open(tree)
    review.read(BREAKS + CLOSES)
    review.check()
    accept(review, 1)
    accept(review, 2)
    review.check()
    assert "aa" == verdicts(review)
    reject(review, 2)
    review.check()
    assert "ur" == verdicts(review)


def test_a_warning_that_disappears_reopens_nothing(tree: Path) -> None:
    """The version that was accepted stays so when the other one is rejected."""
    for accepted, rejected in ((1, 2), (2, 1)):
        review = Review.open(tree)
        review.read(ONE + ONE_OTHERWISE)
        accept(review, accepted)
        reject(review, rejected)
        proposals = {p.number: p for p in review.proposals}
        assert Verdict.ACCEPTED is review.verdict(proposals[accepted])
        assert () == proposals[accepted].warnings


def test_another_version_that_arrives_reopens_the_block(tree: Path) -> None:
    review = Review.open(tree)
    review.feed(ONE)
    accept(review, 1)
    review.feed(ONE_OTHERWISE)
    review.close()
    assert "uu" == verdicts(review)
    said = review.sentence_of_reopened([1])
    why = "new warning: block 2 is a later version of these lines: accept one of them"
    assert f"block 1 is undecided again: {why}" == said


def test_other_decisions_in_the_file_do_not_reopen_a_block_with_warnings(tree: Path) -> None:
    """Lines that warnings name move with every edit above them."""
    (tree / "b.txt").write_text("one\ntwo\nthree\ntwo and a half\nfour\n")
    review = Review.open(tree)
    review.read(block("one\n", "1\n1\n1\n", "b.txt") + block("four\n", "f\u043eur\u202e\nfour\n", "b.txt"))
    assert review.proposals[1].warnings
    accept(review, 2)
    for decide in (reject, accept, reject):
        decide(review, 1)
        review.check()
        assert "a" == verdicts(review)[1]


def test_a_review_saved_without_warnings_keeps_its_decisions(tree: Path) -> None:
    from msgspec.structs import replace

    review = Review.open(tree)
    review.read(BREAKS)
    review.check()
    proposal = review.proposals[0]
    review.decide({proposal.key: replace(review.acceptance(proposal), warnings=None)})
    assert "a" == verdicts(review)
