"""Undoing an apply is a step of the review: its blocks stand as before."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editreview.errors import ChangedOnDisk, NothingToUndo
from editreview.review import Review, Verdict
from editreview.review.changes_on_disk import changed_since
from editreview.workspace import CommitRequest
from tests.builders import block, files_of, git, make_repository, make_tree, redo_effect, undo_effect

FILES = {"a.txt": "a\nb\nc\n", "b.txt": "one\n", "gone.txt": "gone\n"}
RESPONSE = (
    block("a\n", "A\n")
    + block("c\n", "C\n")
    + block("", "new\n", "new.txt")
    + "*** Begin Patch\n*** Delete File: gone.txt\n*** End Patch\n"
    + "*** Begin Patch\n*** Update File: b.txt\n*** Move to: moved/b.txt\n@@\n-one\n+1\n*** End Patch\n"
)


@pytest.fixture
def review(tmp_path: Path) -> Review:
    review = Review.open(make_repository(tmp_path, FILES))
    review.read(RESPONSE)
    return review


def accept(review: Review, *numbers: int) -> None:
    review.decide({p.key: review.acceptance(p) for p in review.proposals if p.number in numbers})


def write(review: Review) -> None:
    """Write what is accepted, and plan anew what that concerns."""
    review.write()
    for path in sorted({p.path for p in review.proposals if p.path is not None}):
        review.replan(path)


def root_of(review: Review) -> Path:
    return review.workspace.root.folder


def shown(review: Review) -> list[tuple[str | None, bool, Verdict, bool]]:
    """The blocks as the user sees them."""
    return [(p.path, p.is_ready, review.verdict(p), p.number in review.applied) for p in review.proposals]


def test_blocks_and_files_are_as_before_and_after_again(review: Review) -> None:
    accept(review, 1, 3, 4, 5, 6)
    before, files = shown(review), files_of(root_of(review))
    review.write()
    review.stage()
    for path in review.files_of(review.applied):
        review.replan(path)
    after, changed = shown(review), files_of(root_of(review))

    assert "5 files unstaged, still written" == undo_effect(review)
    assert changed == files_of(root_of(review))
    assert "restored 5 files" == undo_effect(review)
    assert (before, files) == (shown(review), files_of(root_of(review)))
    assert "" == git(root_of(review), "status", "--short")

    assert "5 files written again" == redo_effect(review)
    assert (after, changed) == (shown(review), files_of(root_of(review)))
    assert "5 files staged again" == redo_effect(review)
    assert (after, changed) == (shown(review), files_of(root_of(review)))


def test_undone_decisions_can_be_changed_and_applied(review: Review) -> None:
    accept(review, 1, 2)
    review.write()
    undo_effect(review)
    first = review.proposals[0]
    review.decide({first.key: review.log[first.key].rejected()})

    assert [2] == review.write()
    assert b"a\nb\nC\n" == files_of(root_of(review))["a.txt"]


def test_each_apply_is_a_separate_step(review: Review) -> None:
    accept(review, 1)
    review.write()
    review.replan("a.txt")
    accept(review, 2)
    review.write()

    undo_effect(review)
    first = files_of(root_of(review))["a.txt"]
    review.undo()
    undo_effect(review)

    assert (b"A\nb\nc\n", b"a\nb\nc\n") == (first, files_of(root_of(review))["a.txt"])
    assert (frozenset(), Verdict.ACCEPTED) == (review.applied, review.verdict(review.proposals[0]))


def test_a_commit_is_a_separate_step(review: Review) -> None:
    accept(review, 1)
    review.apply()
    head = git(root_of(review), "rev-parse", "HEAD")
    made = review.commit(CommitRequest("ours"))

    said = undo_effect(review)
    staged = git(root_of(review), "status", "--short")
    again = redo_effect(review)

    name = made.commit[:10]
    assert (f"commit {name} undone; its changes are still staged", "M  a.txt\n") == (said, staged)
    assert f"commit {name} restored" == again
    for _ in range(3):
        undo_effect(review)
    assert (head, "") == (
        git(root_of(review), "rev-parse", "HEAD"),
        git(root_of(review), "status", "--short"),
    )


def test_a_file_changed_since_is_left_alone_and_shown(review: Review) -> None:
    accept(review, 1, 3)
    review.write()
    make_tree(root_of(review), {"a.txt": "A\nb\nmine\n"})
    with pytest.raises(ChangedOnDisk):
        undo_effect(review)

    record = review.workspace.undoing.last()
    difference = changed_since(review.workspace, record).decode()

    assert {1, 3} == review.applied
    assert "-c\n+mine\n" in difference
    assert "new.txt" not in difference


def test_a_resumed_review_can_undo_what_it_did_before(review: Review) -> None:
    accept(review, 1)
    review.write()
    later = Review(review.workspace, log=review.log.entries)
    later.read(RESPONSE)
    before = later.proposals[0].message

    undo_effect(later)

    assert "applied before this review was resumed" == before
    assert (True, Verdict.ACCEPTED) == (later.proposals[0].is_ready, later.verdict(later.proposals[0]))
    assert b"a\nb\nc\n" == files_of(root_of(review))["a.txt"]
    redo_effect(later)
    assert before == later.proposals[0].message


def _status(review: Review) -> str:
    return git(root_of(review), "status", "--short")


class TestStagingAfterUndo:
    """Staging goes on from where it stood, however often something was taken back."""

    def write_each(self, review: Review) -> None:
        for number in (1, 2):
            accept(review, number)
            review.write()
            review.replan("a.txt")

    def test_an_earlier_write_is_staged_after_the_later_was_undone(self, review: Review) -> None:
        self.write_each(review)
        undo_effect(review)

        assert ["a.txt"] == review.stage()
        assert "A\nb\nc" == git(root_of(review), "show", ":a.txt").strip()

    def test_changes_staged_together_are_staged_again_without_the_later(self, review: Review) -> None:
        self.write_each(review)
        review.stage()
        undo_effect(review)
        undo_effect(review)
        assert " M a.txt\n" == _status(review)

        assert ["a.txt"] == review.stage()
        assert "M  a.txt\n" == _status(review)
        assert "A\nb\nc" == git(root_of(review), "show", ":a.txt").strip()
        undo_effect(review)
        review.undo()
        undo_effect(review)
        assert "" == _status(review)

    def test_a_redone_write_can_be_staged(self, review: Review) -> None:
        accept(review, 1, 3, 4, 5, 6)
        review.write()
        undo_effect(review)
        assert [] == review.stage()

        redo_effect(review)
        assert ["a.txt", "b.txt", "gone.txt", "moved/b.txt", "new.txt"] == sorted(review.stage())


def test_without_any_step_there_is_nothing_to_undo(review: Review) -> None:
    accept(review, 1)

    with pytest.raises(NothingToUndo):
        undo_effect(review)
    with pytest.raises(NothingToUndo):
        redo_effect(review)


STEPS = st.lists(
    st.sampled_from(["1", "2", "3", "4", "5", "6", "write", "stage", "back", "again"]), max_size=16
)


@settings(max_examples=settings().max_examples // 2)
@given(STEPS)
def test_the_tree_is_always_what_the_log_says(
    tmp_path_factory: pytest.TempPathFactory, steps: list[str]
) -> None:
    """Every way back and forth leads to the files and the index of a review that went there straight."""
    root = make_repository(tmp_path_factory.mktemp("t"), FILES)
    review = Review.open(root)
    review.read(RESPONSE)
    for step in steps:
        if step == "write":
            write(review)
        elif step == "stage":
            review.stage()
        elif step == "back":
            if review.log.undo_step is not None and review.log.effect_of(review.log.undo_step):
                undo_effect(review)
            else:
                review.undo()
        elif step == "again":
            if review.log.redo_step is not None and review.log.effect_of(review.log.redo_step):
                redo_effect(review)
            else:
                review.redo()
        else:
            proposal = review.proposals[int(step) - 1]
            if proposal.is_ready and proposal.number not in review.applied:
                accept(review, proposal.number)

    straight = Review.open(make_repository(tmp_path_factory.mktemp("s"), FILES))
    straight.read(RESPONSE)
    for effect in review.log.effects:
        if effect.staged:
            straight.stage()
        else:
            accept(straight, *(p.number for p in straight.proposals if p.key in effect.blocks))
            write(straight)

    assert files_of(root_of(straight)) == files_of(root)
    assert git(root_of(straight), "ls-files", "--stage") == git(root, "ls-files", "--stage")
