"""Offers stand below the blocks in a section of their own, and become blocks by a yes."""

import json
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


async def test_offers_are_listed_below_the_blocks(tree: Path) -> None:
    async with reviewing(tree, THOUGHT + ANSWER) as user:
        assert row(user.lines, " 1 +1 −1") < row(user.lines, " OFFERS") < row(user.lines, "◇ 2 a.txt +1 −1")
        assert " 0/1 " in user.text


async def test_those_that_are_left_are_named_when_every_block_is_decided(tree: Path) -> None:
    async with reviewing(tree, THOUGHT + ANSWER) as user:
        await user.press("y")
        assert "every block is decided, 1 offer is left: p applies" in user.state
        await user.press("J", "n")
        assert "every block is decided: p applies" in user.state


def session(*results: str) -> str:
    """A session with a call for each result: the first replaces `one`, the second `two`."""
    lines: list[object] = [{"role": "user", "content": "do it"}]
    for id, (old, result) in enumerate(zip(("one", "two"), results, strict=True)):
        given = {"file_path": "a.txt", "old_string": old, "new_string": old.upper()}
        call = {"type": "tool_use", "id": f"c{id}", "name": "Edit", "input": given}
        said = {"type": "tool_result", "tool_use_id": f"c{id}", "content": result}
        lines += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [said]}]
    return "".join(f"{json.dumps(line)}\n" for line in lines)


async def test_refused_calls_are_listed_first_if_the_session_applied_the_others(tree: Path) -> None:
    (tree / "a.txt").write_text("ONE\ntwo\nthree\n")
    done, refused = "The file a.txt has been updated", "The user rejected it"
    async with reviewing(tree, session(done, refused)) as user:
        rows = [row(user.lines, text) for text in (" OFFERS", "◇ 2 a.txt", " BLOCKS")]
        assert sorted(rows) == rows
        # The first frame may have shown another block.
        await user.press("y", "y")
        assert "OFFERS" not in user.text
        assert Verdict.ACCEPTED is user.review.verdict(user.review.proposals[1])


async def test_refused_calls_are_listed_last_if_others_are_still_to_be_decided(tree: Path) -> None:
    async with reviewing(tree, session("no result", "The user rejected it")) as user:
        assert row(user.lines, " OFFERS") < row(user.lines, "◇ 2 a.txt")
        assert row(user.lines, " 1 +1 −1") < row(user.lines, " OFFERS")


async def test_the_match_line_has_the_reason_of_the_offer(tree: Path) -> None:
    async with reviewing(tree, THOUGHT + ANSWER) as user:
        await user.press("J")
        assert "◇ offer: a draft: it is in the model's thinking, y makes it a block" in user.text


async def test_accepting_all_accepts_no_offer(tree: Path) -> None:
    async with reviewing(tree, THOUGHT + ANSWER) as user:
        await user.press("A")
        assert "accepted 1 safe block" in user.state
        assert [Verdict.ACCEPTED, Verdict.UNDECIDED] == [
            user.review.verdict(p) for p in user.review.proposals
        ]


async def test_accepting_an_offer_makes_a_block_and_undo_an_offer_again(tree: Path) -> None:
    async with reviewing(tree, THOUGHT + ANSWER) as user:
        await user.press("J", "y")
        assert "OFFERS" not in user.text
        assert " 1/2 " in user.text
        await user.press("u")
        assert "OFFERS" in user.text


async def test_rejecting_an_offer_leaves_an_offer(tree: Path) -> None:
    async with reviewing(tree, THOUGHT + ANSWER) as user:
        await user.press("J", "n")
        assert row(user.lines, "OFFERS") < row(user.lines, "✗ 2 ")


async def test_a_response_of_offers_alone_has_no_edit(tree: Path) -> None:
    async with reviewing(tree, THOUGHT) as user:
        assert "no edits found, but 1 offer: y accepts" in user.state
        await user.press("y", "p")
        await user.wait_for(lambda: (tree / "a.txt").read_text() == "draft\ntwo\nthree\n")


async def test_an_accepted_block_that_is_retracted_is_undecided_with_a_message(tree: Path) -> None:
    async with reviewing(tree, DRAFT, is_open=True) as user:
        await user.press("y")
        assert Verdict.ACCEPTED is user.review.verdict(user.review.proposals[0])
        await user.arrive("\nWait, that was wrong, ignore it.\n\n")
        await user.wait_for(lambda: user.review.is_offer(user.review.proposals[0]))
        await user.settle()
        assert "block 1 is undecided again: the response retracts it (response line 8)" in user.state
        assert "OFFERS" in user.text


async def test_the_results_name_the_remaining_blocks(tree: Path) -> None:
    async with reviewing(tree, THOUGHT + ANSWER) as user:
        await user.press("A", "p")
        await user.wait_for(lambda: (tree / "a.txt").read_text() == "one\ntwo\nTHREE\n")
        await user.wait_for(lambda: "Offers not accepted" in user.text)
        assert "◇ 2  a.txt   a draft: it is in the model's thinking" in user.text


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_offers_fit_every_size(tree: Path, size: tuple[int, int]) -> None:
    async with reviewing(tree, THOUGHT + ANSWER) as user:
        await user.resize(*size)
        await user.press("J")
        assert "offer" in user.text
        assert all(len(line) <= size[0] for line in user.lines)
