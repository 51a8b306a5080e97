"""One table gives the consequences of each warning."""

from pathlib import Path

import pytest

from editreview.errors import Reason
from editreview.matching import Tier, strategies
from editreview.review import Status, explain, make_report, status_of
from editreview.review.warnings import CONSEQUENCES, FOUND_BY, WarningKind
from tests.builders import block, review_of


def test_every_kind_has_its_consequences() -> None:
    assert set(WarningKind) == CONSEQUENCES.keys()


def test_a_reason_after_not_applied_ends_without_a_full_stop() -> None:
    messages = [row.withholds.message for row in CONSEQUENCES.values() if row.withholds is not None]

    assert [] == [message for message in messages if message[:1].isupper() or message.endswith(".")]


def test_each_fuzzy_strategy_that_says_how_it_found_its_match_is_there() -> None:
    fuzzy = {strategy.name for strategy in strategies() if strategy.tier is Tier.FUZZY}

    assert fuzzy >= FOUND_BY.keys()


@pytest.mark.parametrize(
    ("before", "search", "replace", "reason", "message"),
    [
        ("a\nb\n", "a\n", "x\u200by\n", Reason.HIDDEN_CHARACTERS, "it would write invisible characters"),
        ("a\nb\n", "a\n", "# ... rest of the code ...\n", Reason.PLACEHOLDER, "it would write a placeholder"),
        (
            "def total(order):\n    return order.sum + order.tax\n",
            "def totals(orders):\n    return order.sum + order.taxes\n",
            "def total(order):\n    return order.sum\n",
            Reason.FUZZY,
            "only similar text was found",
        ),
        (
            "def total(order):\n    return sum(order.lines)\n",
            "sum(order.lines)\n",
            "sum(order.items)\n",
            Reason.FUZZY,
            "its search text is only a part of a line",
        ),
    ],
)
def test_a_block_that_waits_for_the_user_has_a_reason(
    tmp_path: Path, before: str, search: str, replace: str, reason: Reason, message: str
) -> None:
    """The same sentence for the report, the terminal and the model."""
    (tmp_path / "a.py").write_text(before)
    review = review_of(tmp_path, block(search, replace, "a.py"))
    review.accept()
    proposal = review.proposals[0]
    status = status_of(review, proposal)
    explanation = explain(review, proposal, status)

    assert (Status.UNDECIDED, reason) == (status, explanation.reason)
    assert (explanation.message or "").startswith(message)


@pytest.mark.parametrize(
    "edit",
    [
        "a.py\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n",
        "new.py\n```python\nx = 1\n```\n",
        "*** Begin Patch\n*** Delete File: a.py\n*** End Patch\n",
        "*** Begin Patch\n*** Update File: a.py\n*** Move to: b.py\n@@\n-a\n+b\n*** End Patch\n",
    ],
    ids=["change", "new file", "deletion", "move"],
)
def test_an_edit_that_the_words_above_it_reject_is_written_only_if_the_user_accepts_it(
    tmp_path: Path, edit: str
) -> None:
    (tmp_path / "a.py").write_text("a\n")
    review = review_of(tmp_path, f"Do not apply this:\n\n{edit}")
    review.accept(Tier.FUZZY)

    for proposal in review.proposals:
        assert Reason.AMBIGUOUS is proposal.withheld
        assert "the words above it reject it: Do not apply this:" in [w.message for w in proposal.warnings]
    assert 1 == make_report(review).exit_status

    for number in range(len(review.proposals)):
        review.accept_block(review.proposals[number], overrules=True)
    review.write()

    assert 0 == make_report(review).exit_status
