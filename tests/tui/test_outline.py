"""Order, neighbours, counts, and what comes next."""

from pathlib import Path

import pytest

from editreview.matching import Tier
from editreview.review import Decision, Review, Verdict
from editreview.tui import signs
from editreview.tui.messages import Arrived, WriteReceipt
from editreview.tui.session import Outline, progress_in_words
from tests.builders import block, make_tree, review_of

FILES = {"a.txt": "one\ntwo\nthree  \ntwin\ntwin\n", "b.txt": "one\ntwo\n"}
# Numbers 1 to 6: in a, in b, in a (tolerant), in b (not found), in a (several matches), without a file.
RESPONSE = (
    block("one\n", "1\n")
    + block("one\n", "1\n", "b.txt")
    + block("three\n", "3\n")
    + block("nowhere\n", "x\n", "b.txt")
    + block("twin\n", "x\n")
    + block("one\n", "1\n", "../c.txt")
)


@pytest.fixture
def review(tmp_path: Path) -> Review:
    found = review_of(make_tree(tmp_path, FILES), RESPONSE)
    found.check()
    return found


@pytest.fixture
def outline(review: Review) -> Outline:
    found = Outline(review)
    found.update()
    return found


def test_blocks_are_grouped_by_file_in_order_of_first_mention(outline: Outline) -> None:
    """A row for each folder and file, then its blocks."""
    assert [1, 3, 5, 2, 4, 6] == outline.order
    rows = [(entry.path, entry.number) for entry in outline.entries]
    assert [
        ("a.txt", None), ("a.txt", 1), ("a.txt", 3), ("a.txt", 5),
        ("b.txt", None), ("b.txt", 2), ("b.txt", 4),
        ("../", None), ("../c.txt", None), ("../c.txt", 6),
    ] == rows  # fmt: skip


@pytest.mark.parametrize(
    ("number", "direction", "block", "file"),
    [
        (1, 1, 3, 2),
        (1, -1, None, None),
        (5, 1, 2, 2),
        (5, -1, 3, None),
        (2, -1, 5, 1),
        (6, 1, None, None),
        (None, 1, None, None),
    ],
)
def test_neighbours_are_those_of_the_list(
    outline: Outline, number: int | None, direction: int, block: int | None, file: int | None
) -> None:
    """None at the ends; a file is entered at its first block."""
    assert (block, file) == (
        outline.neighbour(number, direction),
        outline.neighbour_file(number, direction),
    )


def test_the_next_undecided_block_has_a_match_if_any_has(outline: Outline, review: Review) -> None:
    """Around the end; blocks without a place come when nothing else is left."""
    seen: list[int | None] = []
    current: int | None = None
    for _ in range(7):
        current = outline.next_undecided(current)
        seen.append(current)
        found = outline.proposal(current)
        if found is not None:
            review.decide({found.key: Decision(Verdict.REJECTED)})
    assert [1, 3, 5, 2, 4, 6, None] == seen


def test_counts_omit_states_without_a_block(outline: Outline) -> None:
    """In the order of the signs."""
    assert [(signs.OPEN, 2), (signs.INEXACT, 1), (signs.SEVERAL, 1), (signs.FAILED, 2)] == outline.counts()
    assert "4/6" == outline.position(2)
    assert "" == outline.position(None)


def test_a_block_is_described_by_its_size_and_its_match(outline: Outline) -> None:
    """Or by what keeps it from having any."""
    assert [
        "+1 −1 exact", "+1 −1 exact", "+1 −1 ignoring whitespace at line ends", "not found", "2 matches",
        "outside root",
    ] == [" ".join(filter(None, outline.describe(number)[1])) for number in range(1, 7)]  # fmt: skip


@pytest.mark.parametrize(
    ("tier", "path", "safe", "left"),
    [(Tier.TOLERANT, None, 3, 3), (Tier.EXACT, None, 2, 4), (Tier.TOLERANT, "b.txt", 1, 1)],
)
def test_safety_depends_on_the_tier(
    outline: Outline, tier: Tier, path: str | None, safe: int, left: int
) -> None:
    """In one file or everywhere, with the number of those left open."""
    decisions, remaining, unseen = outline.safe(tier, path, outline.edition)
    assert (safe, left, 0) == (len(decisions), remaining, unseen)
    assert ({}, safe + left, safe) == outline.safe(tier, path, 0)


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (WriteReceipt([1], [], False), "1 block written"),
        (WriteReceipt([1, 2], ["a.txt"], True), "2 blocks written · 1 file staged: c commits"),
        (WriteReceipt([], ["a.txt", "b.txt"], True), "2 files staged: c commits"),
        (WriteReceipt([], [], False), "nothing to write"),
    ],
)
def test_the_written_files_are_named(outline: Outline, written: WriteReceipt, sentence: str) -> None:
    """In one line."""
    assert sentence == outline.written_sentence(written, can_stage=True)


def test_the_status_says_arriving_while_more_may_come() -> None:
    """With the size, the time, and the number of the open block."""
    assert "receiving 2.0 KiB 01:05" == progress_in_words(Arrived(2048, True, None, seconds=65))
    block = Arrived(512, True, "SEARCH part", open_number=3)
    assert "receiving 0.5 KiB 00:00 · block 3" == progress_in_words(block)
    assert "" == progress_in_words(Arrived(2048, False, None))
    assert "" == progress_in_words(None)
