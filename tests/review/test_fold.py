"""The plan is a fold: properties that hold for any blocks on any small text."""

from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from editreview.blocks import (
    EditBlock,
    Group,
    GroupKind,
    Insert,
    Interpretation,
    Operation,
    Replace,
    ReplaceLines,
)
from editreview.errors import Reason
from editreview.review import Decision, Proposal, Review, Verdict, match_block
from editreview.text import Change
from editreview.workspace import Workspace
from editreview.workspace.root import Root
from tests.builders import block, files_of, make_tree, review_of

LINES = st.sampled_from(["alpha", "beta", "gamma", "delta", "    beta", "    gamma", ""])
PARTS = st.lists(LINES.map(lambda line: line + "\n"), max_size=3).map("".join)
TEXTS = st.lists(LINES.map(lambda line: line + "\n"), min_size=1, max_size=8).map("".join)
BLOCKS = st.lists(st.builds(block, PARTS, PARTS), min_size=1, max_size=5)
DIFFERENT_BLOCKS = st.lists(st.builds(block, PARTS, PARTS), min_size=1, max_size=5, unique=True)
WORDS = ["alpha", "beta", "gamma", "delta"]
PIECES = st.sampled_from([*WORDS, "a\n", "ta\nga", "beta\n", "l", "\r\n"])
SOME = LINES.map(lambda line: line + "\n")
OPERATIONS: st.SearchStrategy[Operation] = st.one_of(
    st.builds(lambda search, new: Replace((Interpretation(search, new),)), PARTS, PARTS),
    st.builds(lambda search, new: Replace((Interpretation(search, new),), is_everywhere=True), SOME, PARTS),
    st.builds(lambda new: Replace((Interpretation("a", new),), is_everywhere=True, is_text=True), LINES),
    st.builds(Insert, st.none() | st.integers(0, 8), SOME),
    st.builds(lambda at, more, new: ReplaceLines(at, at + more, new), st.integers(1, 6), st.just(0), PARTS),
)
WAYS = st.sampled_from([None, "append", "overwrite", "top"])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fold")


def planned(folder: Path, text: str, blocks: list[str]) -> Review:
    return review_of(make_tree(folder, {"a.txt": text}), "".join(blocks))


def found(proposal: Proposal) -> tuple[Reason | None, object, object, list[object]]:
    """The findings for a block, without the numbers of other blocks."""
    return proposal.reason, proposal.change, proposal.lines, [w.kind for w in proposal.warnings]


@given(TEXTS, DIFFERENT_BLOCKS, st.data())
def test_rejecting_a_block_equals_removing_it_from_the_response(
    folder: Path, text: str, blocks: list[str], data: st.DataObject
) -> None:
    """Identical blocks are an exception: they share their matches, and keep them when one is rejected."""
    out = data.draw(st.integers(0, len(blocks) - 1))
    review = planned(folder, text, blocks)
    rejected = review.proposals[out]

    for path in review.decide({rejected.key: Decision(Verdict.REJECTED)}):
        review.replan(path)
    review.check()

    without = planned(folder, text, blocks[:out] + blocks[out + 1 :])
    without.check()
    assert [found(p) for p in without.proposals] == [
        found(p) for p in review.proposals if p.number != out + 1
    ]
    assert [plan.after for plan in without.plans] == [p.after for p in review.plans] or len(blocks) == 1


@given(TEXTS, BLOCKS)
def test_accepting_everything_writes_what_was_shown(folder: Path, text: str, blocks: list[str]) -> None:
    review = planned(folder, text, blocks)
    shown = review.plans[0].after

    # Of two versions of the same lines, one can be accepted.
    assume(not any(proposal.is_superseded for proposal in review.proposals))
    ready = [proposal for proposal in review.proposals if proposal.is_ready]
    review.decide({proposal.key: review.acceptance(proposal) for proposal in ready})

    assert [proposal.number for proposal in ready] == review.write()
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
def test_accepted_blocks_are_written_or_name_their_dependencies(
    folder: Path, text: str, blocks: list[str], chosen: set[int]
) -> None:
    review = planned(folder, text, blocks)
    ready = [p for p in review.proposals if p.is_ready and not p.is_superseded]
    asked = {p.number: p for p in ready if p.number in chosen}
    review.decide({p.key: review.acceptance(p) for p in asked.values()})

    written = set(review.write())

    assert written | set(review.refused) == set(asked)
    assert {Reason.DEPENDS_ON} >= {refused.reason for refused in review.refused.values()}
    complete = {number for number, p in asked.items() if set(p.depends_on) <= set(asked)}
    assert complete <= written


def spliced(text: str, changes: list[Change]) -> str:
    """The text with changes that are fixed in it, so that no order among them can matter."""
    put: dict[tuple[int, bool], str] = {}
    gone: set[int] = set()
    for splice in (splice for change in changes for splice in change.splices):
        replaced, at = set(range(splice.start, splice.end)), (splice.start, bool(splice.end > splice.start))
        assert not gone & replaced
        assert at not in put
        gone |= replaced
        put[at] = splice.text
    return "".join(
        put.get((at, False), "") + put.get((at, True), "") + ("" if at in gone else character)
        for at, character in enumerate([*text, ""])
    )


def outcome(text: str, proposals: list[Proposal]) -> str:
    """The text with some blocks, each applied after those it depends on, the others in no order."""
    made: dict[frozenset[int], Change] = {}
    for proposal in proposals:
        under = [members for members in made if not members.isdisjoint(proposal.depends_on)]
        base = Change.of_all(made.pop(members) for members in under)
        assert base is not None
        assert proposal.base is not None
        assert proposal.base.text == base.apply(text)
        made[frozenset([proposal.number]).union(*under)] = base.then(proposal.change)
    return spliced(text, list(made.values()))


@given(TEXTS, st.lists(OPERATIONS, min_size=1, max_size=5), WAYS, st.sets(st.integers(1, 5)))
def test_accepted_blocks_equal_their_changes_on_the_original(
    folder: Path, text: str, operations: list[Operation], way: str | None, chosen: set[int]
) -> None:
    review = Review(Workspace(Root(make_tree(folder, {"a.txt": text})), None), empty_search=way)
    review.add(EditBlock(n, "test", "a.txt", (n, n), each) for n, each in enumerate(operations, 1))
    ready = {p.number: p for p in review.proposals if p.is_ready}
    # Of two versions of the same lines one is chosen.
    taken = {number for number in chosen & ready.keys() if not ready[number].is_superseded}
    taken |= {number for n in taken for number in ready[n].depends_on}
    accepted = [ready[number] for number in sorted(taken)]
    review.decide({p.key: review.acceptance(p) for p in accepted})

    written = set(review.write())

    # One that builds on others may find two places where a block left out had left it one.
    assert written >= {p.number for p in accepted if not p.depends_on}
    assert dict.fromkeys(taken - written, Reason.DEPENDS_ON) == {
        n: r.reason for n, r in review.refused.items()
    }
    done = [p for p in accepted if p.number in written]
    assert {"a.txt": outcome(text, done).encode()} == files_of(folder)


@given(
    st.lists(st.sampled_from(WORDS), min_size=2, unique=True).map("\n".join),
    st.lists(st.tuples(PIECES, PIECES), min_size=2, max_size=6),
    st.sets(st.integers(0, 5)),
)
def test_a_block_of_a_sequence_is_matched_against_the_result_of_those_before(
    folder: Path, text: str, edits: list[tuple[str, str]], rejected: set[int]
) -> None:
    make_tree(folder, {"a.txt": text})
    call = Group("call", GroupKind.SEQUENTIAL)
    blocks = [
        EditBlock(number, "test", "a.txt", (number, number), Replace((Interpretation(*edit),), is_text=True))
        for number, edit in enumerate(edits, 1)
    ]
    plans = []
    for shortcut in (match_block.is_found_once, lambda text, block: False):
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("editreview.review.file_planner.is_found_once", shortcut)
            review = Review(Workspace(Root(folder), None))
            review.add(replace(block, group=call) for block in blocks)
            out = [p.key for at, p in enumerate(review.proposals) if at in rejected]
            for path in review.decide(dict.fromkeys(out, Decision(Verdict.REJECTED))):
                review.replan(path)
        plans.append([(*found(p), p.depends_on, p.candidates) for p in review.proposals])
    assert plans[1] == plans[0]
