"""Offers stand below the blocks in a section of their own, and become blocks by a yes."""

from pathlib import Path

import pytest

from editreview.review import Verdict
from tests.builders import block, make_tree
from tests.tui.reviewing import reviewing

DRAFT, ANSWER = block("one\n", "draft\n"), block("three\n", "THREE\n")
THOUGHT = f"<think>\n{DRAFT}</think>\n"
WIDE, NARROW = (120, 30), (70, 24)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return make_tree(tmp_path / "tree", {"a.txt": "one\ntwo\nthree\n"})


def row(lines: list[str], text: str) -> int:
    return next(at for at, line in enumerate(lines) if text in line)


async def test_they_are_listed_below_the_blocks(tree: Path) -> None:
    async with reviewing(tree, THOUGHT + ANSWER) as held:
        assert row(held.lines, " 1 +1 −1") < row(held.lines, " OFFERS") < row(held.lines, "◇ 2 a.txt +1 −1")
        assert " 0/1 " in held.text


async def test_the_match_line_says_why_it_is_one(tree: Path) -> None:
    async with reviewing(tree, THOUGHT + ANSWER) as held:
        await held.press("J")
        assert "◇ offer: a draft: it stands in the model's thinking, y makes it a block" in held.text


async def test_accepting_everything_accepts_none(tree: Path) -> None:
    async with reviewing(tree, THOUGHT + ANSWER) as held:
        await held.press("A")
        assert "accepted 1 safe block" in held.state
        assert [Verdict.ACCEPTED, Verdict.UNDECIDED] == [
            held.review.verdict(p) for p in held.review.proposals
        ]


async def test_a_yes_makes_it_a_block_and_undo_an_offer(tree: Path) -> None:
    async with reviewing(tree, THOUGHT + ANSWER) as held:
        await held.press("J", "y")
        assert "OFFERS" not in held.text
        assert " 1/2 " in held.text
        await held.press("u")
        assert "OFFERS" in held.text


async def test_a_no_leaves_it_an_offer(tree: Path) -> None:
    async with reviewing(tree, THOUGHT + ANSWER) as held:
        await held.press("J", "n")
        assert row(held.lines, "OFFERS") < row(held.lines, "✗ 2 ")


async def test_a_response_of_offers_alone_holds_no_edit(tree: Path) -> None:
    async with reviewing(tree, THOUGHT) as held:
        assert "the response holds no edit, but 1 offer: y accepts" in held.state
        await held.press("y", "p")
        await held.wait_for(lambda: (tree / "a.txt").read_text() == "draft\ntwo\nthree\n")


async def test_a_block_taken_back_after_a_yes_is_undecided_again_and_says_so(tree: Path) -> None:
    async with reviewing(tree, DRAFT, is_open=True) as held:
        await held.press("y")
        assert Verdict.ACCEPTED is held.review.verdict(held.review.proposals[0])
        await held.arrive("\nWait, that was wrong, ignore it.\n\n")
        await held.wait_for(lambda: held.review.is_offer(held.review.proposals[0]))
        await held.settle()
        assert "block 1 undecided again: the response takes it back (response line 8)" in held.state
        assert "OFFERS" in held.text


async def test_the_results_name_those_that_were_left(tree: Path) -> None:
    async with reviewing(tree, THOUGHT + ANSWER) as held:
        await held.press("A", "p")
        await held.wait_for(lambda: (tree / "a.txt").read_text() == "one\ntwo\nTHREE\n")
        await held.wait_for(lambda: "Offers, which were not accepted" in held.text)
        assert "◇ 2  a.txt   a draft: it stands in the model's thinking" in held.text


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_they_fit_every_size(tree: Path, size: tuple[int, int]) -> None:
    async with reviewing(tree, THOUGHT + ANSWER) as held:
        await held.resize(*size)
        await held.press("J")
        assert "offer" in held.text
        assert all(len(line) <= size[0] for line in held.lines)
