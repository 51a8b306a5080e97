"""The plan is a fold: properties that hold for any blocks on any small text."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.errors import Reason
from editreview.review import Decision, Proposal, Review, Verdict
from tests.builders import block, files_of, make_tree, review_of

LINES = st.sampled_from(["alpha", "beta", "gamma", "delta", "    beta", "    gamma", ""])
PARTS = st.lists(LINES.map(lambda line: line + "\n"), max_size=3).map("".join)
TEXTS = st.lists(LINES.map(lambda line: line + "\n"), min_size=1, max_size=8).map("".join)
BLOCKS = st.lists(st.builds(block, PARTS, PARTS), min_size=1, max_size=5)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fold")


def planned(folder: Path, text: str, blocks: list[str]) -> Review:
    return review_of(make_tree(folder, {"a.txt": text}), "".join(blocks))


def found(proposal: Proposal) -> tuple[Reason | None, object, object, list[object]]:
    """What was found for a block, without the numbers of other blocks."""
    return proposal.reason, proposal.change, proposal.lines, [w.kind for w in proposal.warnings]


@given(TEXTS, BLOCKS, st.data())
def test_to_reject_a_block_is_to_take_it_out_of_the_response(
    folder: Path, text: str, blocks: list[str], data: st.DataObject
) -> None:
    out = data.draw(st.integers(0, len(blocks) - 1))
    review = planned(folder, text, blocks)
    rejected = review.proposals[out]

    for path in review.decide({rejected.key: Decision(Verdict.REJECTED)}):
        review.replan(path)

    without = planned(folder, text, blocks[:out] + blocks[out + 1 :])
    assert [found(p) for p in without.proposals] == [
        found(p) for p in review.proposals if p.number != out + 1
    ]
    assert [plan.after for plan in without.plans] == [p.after for p in review.plans] or len(blocks) == 1


@given(TEXTS, BLOCKS)
def test_accepting_everything_writes_what_was_shown(folder: Path, text: str, blocks: list[str]) -> None:
    review = planned(folder, text, blocks)
    shown = review.plans[0].after

    numbers = review.accept()

    assert [p.number for p in review.proposals if p.is_ready] == numbers == review.write()
    assert {"a.txt": shown.encode()} == files_of(folder)


@given(TEXTS, BLOCKS)
def test_every_ready_block_changes_what_it_says_it_is_based_on(
    folder: Path, text: str, blocks: list[str]
) -> None:
    review = planned(folder, text, blocks)

    for proposal in review.proposals:
        if proposal.is_ready:
            assert proposal.base is not None
            assert proposal.change
            assert proposal.change.apply(proposal.base.text) != proposal.base.text or proposal.creates
            assert all(number < proposal.number for number in proposal.depends_on)
            assert proposal.depends_on or proposal.base.text == text


@given(TEXTS, BLOCKS, st.sets(st.integers(1, 5)))
def test_accepting_some_blocks_writes_them_or_says_what_they_lack(
    folder: Path, text: str, blocks: list[str], chosen: set[int]
) -> None:
    review = planned(folder, text, blocks)
    asked = {p.number: p for p in review.proposals if p.is_ready and p.number in chosen}
    review.decide({p.key: review.acceptance(p) for p in asked.values()})

    written = set(review.write())

    assert written | set(review.refused) == set(asked)
    assert {Reason.DEPENDS_ON} >= {refused.reason for refused in review.refused.values()}
    complete = {number for number, p in asked.items() if set(p.depends_on) <= set(asked)}
    assert complete <= written
