"""A check is added by one function and one row, and is then heard of wherever warnings are."""

from pathlib import Path

import pytest

from editreview.review import BlockWarning, Proposal, WarningKind, checks, make_report
from tests.builders import block, make_tree, review_of

SENTENCE = "says todo"


def todo(proposal: Proposal) -> BlockWarning | None:
    """Warns that new text says TODO."""
    added = "".join(splice.text for splice in proposal.change.splices)
    return BlockWarning(WarningKind.PLACEHOLDER, SENTENCE, 1) if "TODO" in added else None


@pytest.fixture(autouse=True)
def row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "CHECKS", (*checks.CHECKS, (WarningKind.PLACEHOLDER, todo)))


def test_a_block_with_its_warning_is_not_applied_automatically(tmp_path: Path) -> None:
    response = block("one\n", "# TODO\n", "a.txt") + block("two\n", "three\n", "a.txt")
    review = review_of(make_tree(tmp_path, {"a.txt": "one\ntwo\n"}), response)

    review.accept("fuzzy")
    review.write()

    assert "one\nthree\n" == (tmp_path / "a.txt").read_text()
    blocks = make_report(review).record.blocks
    assert ["undecided", "applied"] == [each.status for each in blocks]
    assert [SENTENCE] == [warning.message for warning in blocks[0].warnings]
