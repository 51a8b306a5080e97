"""A strategy is added by one function and one row of the cascade, and is then known everywhere."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from editreview import matching
from editreview.blocks import Interpretation
from editreview.cli import cli
from editreview.errors import UsageError
from editreview.matching import (
    CASCADE,
    DifferenceKind,
    FileIndex,
    Strategy,
    Tier,
    Window,
    cascade,
    forced_match,
    ignored_differences,
    search,
)
from editreview.matching.file_index import Folding
from editreview.matching.line_equality import by_folding
from editreview.review import make_report
from editreview.settings import check_strategies
from tests.builders import block, make_tree, review_of

LOWER = Folding("[A-Z]", str.lower)
CASE = Strategy("letter-case", Tier.TOLERANT, "upper and lower case", by_folding(LOWER), folding=LOWER)
OLD, NEW = "SELECT One FROM Two\n", "select three from four\n"


@pytest.fixture(autouse=True)
def row(monkeypatch: pytest.MonkeyPatch) -> None:
    first_fuzzy = next(nth for nth, strategy in enumerate(CASCADE) if strategy.tier is Tier.FUZZY)
    rows = (*CASCADE[:first_fuzzy], CASE, *CASCADE[first_fuzzy:])
    monkeypatch.setattr(cascade, "CASCADE", rows)
    monkeypatch.setattr(matching, "CASCADE", rows)


def test_the_cascade_uses_a_new_strategy_in_order() -> None:
    found = search(FileIndex(OLD), Interpretation(OLD.lower(), NEW))

    assert [("letter-case",)] == [match.strategies for match in found.matches]
    assert "line-trimmed" in [verdict.strategy for verdict in found.verdicts]


def test_an_edit_is_applied_in_the_files_spelling_and_reported(tmp_path: Path) -> None:
    review = review_of(make_tree(tmp_path, {"a.txt": OLD}), block(OLD.lower(), NEW))

    review.accept("tolerant")
    review.write()

    blocks = make_report(review).record.blocks
    assert [("letter-case", "applied")] == [(each.strategy, each.status) for each in blocks]
    assert "SELECT three FROM four\n" == (tmp_path / "a.txt").read_text()


@pytest.mark.parametrize("folding", [LOWER, None])
def test_what_a_new_strategy_ignores_is_not_shown_as_other_content(
    monkeypatch: pytest.MonkeyPatch, folding: Folding | None
) -> None:
    monkeypatch.setattr(cascade, "CASCADE", (replace(CASE, folding=folding),))
    index = FileIndex(OLD)
    (match,) = search(index, Interpretation(OLD.lower(), NEW)).matches

    assert {0: DifferenceKind.SPELLING} == ignored_differences(index, match)


def test_the_folding_of_a_new_strategy_tells_spelling_from_content_in_similar_lines() -> None:
    index = FileIndex(OLD + "a\n")
    match = forced_match(index, Interpretation(OLD.lower() + "b\n", NEW), Window(0, 2, 0.9))

    assert [DifferenceKind.SPELLING, DifferenceKind.CONTENT] == [*ignored_differences(index, match).values()]


def test_whitespace_counts_as_in_every_folding() -> None:
    """A folding need not name it: a run of whitespace equals another one, and does not equal none."""
    assert LOWER.key("\tA   B ") == LOWER.key("a b") != LOWER.key("ab")


def test_a_new_strategy_can_be_disabled_by_name() -> None:
    check_strategies(frozenset(["letter-case"]), "--without")
    with pytest.raises(UsageError, match="letter-case"):
        check_strategies(frozenset(["no-such"]), "--without")


def test_help_lists_a_new_strategy_with_the_differences_that_are_ignored(
    capfd: pytest.CaptureFixture[str],
) -> None:
    cli(["formats"], standalone_mode=False)

    assert "letter-case          tolerant  upper and lower case\n" in capfd.readouterr().out
