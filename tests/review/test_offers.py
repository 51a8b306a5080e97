"""Offers: listed, never applied by themselves, and blocks once the user accepts them."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.blocks import OfferKind
from editreview.formats import parse
from editreview.headless import describe
from editreview.review import Review, Status, Verdict, make_feedback, make_report, status_of
from editreview.review.outcome import outcome_of
from tests.builders import block, make_tree

FILES = {"a.py": "one\ntwo\nthree\nfour\n"}
DRAFT, ANSWER = block("one\n", "draft\n", "a.py"), block("three\n", "THREE\n", "a.py")
OTHER, ON_IT = block("one\n", "ONE\n", "a.py"), block("draft\n", "x\n", "a.py")
NOWHERE, NEW = block("nowhere\n", "x\n", "a.py"), block("", "x\n", "lib.d")
THOUGHT = f"<think>\n{DRAFT}</think>\n"


def text_of(root: Path) -> str:
    return (root / "a.py").read_text()


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    make_tree(tmp_path, FILES)
    return tmp_path


def read(tree: Path, response: str) -> Review:
    review = Review.open(tree)
    review.read(response)
    return review


def accept_all(review: Review) -> None:
    review.decide({p.key: review.acceptance(p) for p in review.proposals if p.is_ready})


class TestUnaccepted:
    @pytest.mark.parametrize("tier", ["exact", "tolerant", "fuzzy"])
    def test_an_offer_is_not_applied_and_not_counted(self, tree: Path, tier: str) -> None:
        review = read(tree, THOUGHT + ANSWER)
        review.accept(tier)
        report = review.apply()

        assert "one\ntwo\nTHREE\nfour\n" == text_of(tree)
        assert (0, 1, {Status.APPLIED: 1}) == (report.exit_status, report.blocks, dict(report.counts))
        assert [("thinking", "undecided")] == [(o.offer, o.status) for o in report.record.offers]

    def test_a_response_of_offers_alone_holds_no_edit(self, tree: Path) -> None:
        review = read(tree, THOUGHT)
        review.accept("fuzzy")
        report = review.apply()

        assert FILES["a.py"] == text_of(tree)
        assert (1, 0) == (report.exit_status, report.blocks)
        assert "no edits found, but 1 offer to look at in a review" == report.summary()

    def test_an_offer_without_a_match_fails_nothing(self, tree: Path) -> None:
        review = read(tree, f"<think>\n{NOWHERE}</think>\n{ANSWER}")
        review.accept("tolerant")
        report = review.apply()

        assert (0, "") == (report.exit_status, make_feedback(review))

    def test_it_takes_no_match_from_an_equal_block(self, tree: Path) -> None:
        review = read(tree, f"<think>\n{ANSWER}</think>\n{ANSWER}")
        review.accept("tolerant")

        assert (0, "one\ntwo\nTHREE\nfour\n") == (review.apply().exit_status, text_of(tree))

    def test_a_file_that_only_an_offer_creates_conflicts_with_nothing(self, tree: Path) -> None:
        draft = "<think>\nlib.d/x.py\n```python\nx\n```\n</think>\n"
        review = read(tree, f"{draft}\n{NEW}")
        review.accept("tolerant")
        review.apply()

        assert "x\n" == (tree / "lib.d").read_text()

    def test_the_line_has_the_reason_of_the_offer(self, tree: Path) -> None:
        review = read(tree, THOUGHT + ANSWER)
        told = describe(review, review.proposals[-1], dry_run=False)

        assert "◇ 2 a.py L1 exact, offer, not applied: a draft: it is in the model's thinking" == told

    def test_the_results_name_it_apart_from_what_was_not_applied(self, tree: Path) -> None:
        review = read(tree, THOUGHT + ANSWER)
        review.accept("tolerant")
        review.apply()
        outcome = outcome_of(review)

        assert ((), 0) == (outcome.left, outcome.for_model)
        assert [(2, "a.py")] == [(offer.number, offer.path) for offer in outcome.offers]

    def test_offers_alone_leave_nothing_to_do(self, tree: Path) -> None:
        review = read(tree, THOUGHT + ANSWER)
        review.accept("tolerant")
        review.apply()

        assert review.is_finished


class TestAccepted:
    def test_accepting_it_makes_it_a_block(self, tree: Path) -> None:
        review = read(tree, THOUGHT + ANSWER)
        accept_all(review)
        report = review.apply()

        assert "draft\ntwo\nTHREE\nfour\n" == text_of(tree)
        assert (0, 2, []) == (report.exit_status, report.blocks, report.record.offers)

    def test_undo_makes_it_an_offer_again(self, tree: Path) -> None:
        review = read(tree, THOUGHT + ANSWER)
        offer = review.proposals[-1]
        review.decide({offer.key: review.acceptance(offer)})
        assert not review.is_offer(review.proposals[-1])
        review.undo()

        assert review.is_offer(review.proposals[-1])

    def test_an_accepted_offer_conflicts_with_a_block_on_the_same_lines(self, tree: Path) -> None:
        review = read(tree, f"<think>\n{DRAFT}</think>\n{OTHER}")
        offer = review.proposals[-1]

        assert "changes the same lines as block 1" in (offer.message or "")


class TestRetraction:
    def test_accepting_the_block_before_does_not_accept_the_offer(self, tree: Path) -> None:
        review = Review.open(tree)
        review.feed(DRAFT + "\n")
        accept_all(review)
        assert Verdict.ACCEPTED is review.verdict(review.proposals[0])
        review.feed("Wait, that was wrong, ignore it.\n\n")

        (proposal,) = review.proposals
        assert (Verdict.UNDECIDED, True) == (review.verdict(proposal), review.is_offer(proposal))
        assert OfferKind.RETRACTED is (proposal.block.offer and proposal.block.offer.kind)
        review.apply()
        assert FILES["a.py"] == text_of(tree)

    def test_accepting_the_offer_after_it_holds(self, tree: Path) -> None:
        review = Review.open(tree)
        review.feed(f"{DRAFT}\nIgnore the edit above.\n\n")
        accept_all(review)
        review.feed(ANSWER)
        review.close()
        review.apply()

        assert "draft\ntwo\nthree\nfour\n" == text_of(tree)

    def test_a_block_that_was_applied_before_it_stays_applied(self, tree: Path) -> None:
        review = Review.open(tree)
        review.feed(DRAFT)
        accept_all(review)
        review.write()
        review.feed("\nWait, that was wrong, ignore it.\n\n")
        review.close()

        assert Status.APPLIED is status_of(review, review.proposals[0])
        assert (1, 0) == (make_report(review).blocks, make_report(review).exit_status)

    def test_a_later_block_does_not_build_on_it(self, tree: Path) -> None:
        response = f"{DRAFT}\nThat was wrong, ignore it.\n\n{ON_IT}"
        review = read(tree, response)

        assert "x" != review.proposals[-1].change.apply(FILES["a.py"]).split("\n")[0]
        assert not review.proposals[-1].depends_on

    def test_a_further_response_retracts_only_its_own(self, tree: Path) -> None:
        review = read(tree, ANSWER)
        review.begin()
        review.read(f"{DRAFT}\n</think>\n")

        assert [False, True] == [review.is_offer(p) for p in review.proposals]

    def test_decisions_hold_when_the_review_is_resumed(self, tree: Path) -> None:
        response = f"{DRAFT}\nThat was wrong, ignore it.\n\n{THOUGHT.replace('one', 'two')}{ANSWER}"
        review = read(tree, response)
        accept_all(review)
        again = Review(review.workspace, log=review.log.entries)
        again.read(response)

        assert [Verdict.ACCEPTED] * 3 == [again.verdict(p) for p in again.proposals]
        again.write()
        resumed = Review(review.workspace, log=again.log.entries)
        resumed.read(response)
        assert [False] * 3 == [resumed.is_offer(p) for p in resumed.proposals]
        assert 0 == make_report(resumed).exit_status


PARTS = st.sampled_from(
    [
        *(DRAFT, ANSWER, THOUGHT, "\n", "Words.\n", "<think>\n", "</think>\n", "<!--\n", "-->\n", "> x\n"),
        *("\nThat was wrong, ignore it.\n\n", "\nIgnore both edits.\n\n", block("two\n", "2\n", "a.py")),
        "```python\n# b.py\nx = 1\n```\n",
        '{"type": "tool_use", "id": "1", "name": "Edit", "input": {"file_path": "a.py", "old_string": "four",'
        ' "new_string": "4"}}\n',
        '{"type": "tool_result", "tool_use_id": "1", "is_error": true, "content": "no"}\n',
    ]
)


@given(st.lists(PARTS, max_size=8).map("".join), st.integers(1, 60))
def test_a_stream_ends_with_the_blocks_and_offers_of_the_whole(
    tmp_path_factory: pytest.TempPathFactory, text: str, size: int
) -> None:
    root = tmp_path_factory.mktemp("tree")
    make_tree(root, FILES)
    review = Review.open(root, only_looks=True)
    for at in range(0, len(text), size):
        review.feed(text[at : at + size])
    review.close()
    parsed = parse(text)

    assert [b.number for b in parsed.blocks] == [p.number for p in review.proposals if not p.is_offer]
    assert [(b.number, b.offer) for b in parsed.offers] == [
        (p.number, p.block.offer) for p in review.proposals if p.is_offer
    ]
    assert [p.line for p in parsed.problems] == [p.line for p in review.problems]
