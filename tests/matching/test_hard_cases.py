"""Edits that other engines apply wrongly or refuse, from the response to the file on disk."""

from pathlib import Path

import pytest

from editreview.matching import Tier
from editreview.review import make_report
from editreview.review.report import BlockReport
from tests.builders import make_tree, review_of
from tests.matching.hard_cases import HARD_CASES, HardCase, Outcome


def applied(folder: Path, case: HardCase, accept: Tier) -> tuple[str, BlockReport]:
    """The text after `apply --accept`, and the block in the report."""
    root = make_tree(folder / "root", {case.path: case.before})
    review = review_of(root, case.response())
    review.accept(accept)
    review.write()
    (block,) = make_report(review).record.blocks
    return (root / case.path).read_bytes().decode(), block


def cases(*, written: bool) -> list[object]:
    """Every case with each tier: those that must be written, or those that need not be."""
    return [
        pytest.param(case, tier, id=f"{case.name}, {tier}")
        for case in HARD_CASES
        for tier in Tier
        if case.is_written_at(tier) == written
    ]


@pytest.mark.parametrize("accept", Tier)
@pytest.mark.parametrize("case", HARD_CASES, ids=lambda case: case.name)
def test_nothing_wrong_is_written(tmp_path: Path, case: HardCase, accept: Tier) -> None:
    text, _ = applied(tmp_path, case, accept)

    assert Outcome.WRONG != case.judge(text), text


@pytest.mark.parametrize(("case", "accept"), cases(written=True))
def test_edits_with_one_right_result_are_written(tmp_path: Path, case: HardCase, accept: Tier) -> None:
    text, block = applied(tmp_path, case, accept)

    assert text in case.after
    assert "applied" == block.status


@pytest.mark.parametrize(("case", "accept"), cases(written=False))
def test_edits_that_are_not_written_have_a_reason(tmp_path: Path, case: HardCase, accept: Tier) -> None:
    text, block = applied(tmp_path, case, accept)

    if text != case.before:
        assert "applied" == block.status
        return
    assert case.reason in (None, block.reason)
    assert block.reason or (block.tier is not None and block.tier.rank > accept.rank)
    assert block.near_match or "not-found" != block.reason
    assert [*map(list, case.matches)] == [match.lines for match in block.matches if case.matches]
