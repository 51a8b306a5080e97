"""Staging is a step of the review by itself: undone and redone alone, in this run or a later one."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from editreview.errors import GitFailed
from editreview.review import Review, undo_on_disk
from editreview.review.decisions import EntryKind
from editreview.workspace import CommitRequest, SavedReview
from editreview.workspace.undo import RunJournal, Undoing
from tests.builders import block, files_of, git, make_repository, make_tree, redo_effect, undo_effect
from tests.review.saving import resumed, saved_from_now_on

FILES = {"a.txt": "a\nb\nc\nd\ne\n", "b.txt": "one\n", "gone.txt": "gone\n"}
RESPONSE = (
    block("a\n", "A\n")
    + block("one\n", "1\n", "b.txt")
    + block("", "new\n", "new.txt")
    + "*** Begin Patch\n*** Delete File: gone.txt\n*** End Patch\n"
)
OF_THE_USER = {"a.txt": "a\nb\nc\nd\nmine\n", "beside.txt": "staged by the user\n"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository in which the user has staged something, and changed something beside it."""
    root = make_repository(tmp_path, FILES)
    make_tree(root, OF_THE_USER)
    git(root, "add", "--all")
    make_tree(root, {"a.txt": "a\nb\nCC\nd\nmine\n"})
    return root


@pytest.fixture
def review(root: Path) -> Review:
    review = Review.open(root)
    review.read(RESPONSE)
    return review


def written(review: Review) -> None:
    review.decide({p.key: review.acceptance(p) for p in review.proposals if p.is_ready})
    review.write()


def index(root: Path) -> str:
    """Every entry of the index, with its flags."""
    return git(root, "ls-files", "--stage", "-v")


class TestInTheSameRun:
    def test_files_stay_written_and_the_index_is_as_it_was_before(self, review: Review, root: Path) -> None:
        before, of_user = files_of(root), index(root)
        written(review)
        after = files_of(root)
        review.stage()
        ours = index(root)

        assert "4 files unstaged, still written" == undo_effect(review)
        assert (after, of_user) == (files_of(root), index(root))
        assert "restored 4 files" == undo_effect(review)
        assert (before, of_user) == (files_of(root), index(root))
        assert "4 files written again" == redo_effect(review)
        assert (after, of_user) == (files_of(root), index(root))
        assert "4 files staged again" == redo_effect(review)
        assert (after, ours) == (files_of(root), index(root))

    def test_what_was_unstaged_can_be_staged_again(self, review: Review, root: Path) -> None:
        written(review)
        staged = review.stage()
        ours = index(root)
        undo_effect(review)

        assert frozenset(staged) == review.workspace.to_stage
        assert frozenset() == review.workspace.staged == review.workspace.staged_ever
        assert staged == review.stage()
        assert ours == index(root)

    def test_staging_without_anything_to_stage_is_no_step(self, review: Review) -> None:
        written(review)
        review.stage()
        steps = len(review.log)

        review.stage()

        assert steps == len(review.log)

    def test_a_write_that_is_staged_later_is_undone_by_itself(self, review: Review, root: Path) -> None:
        """Blocks that were decided in between are decided still."""
        written(review)
        first = review.proposals[0]
        review.decide({first.key: review.log[first.key]})
        review.stage()
        of_user = git(root, "show", ":a.txt")
        undo_effect(review)

        assert "A\nb\nc\nd\nmine" == of_user.strip()
        assert "a\nb\nc\nd\nmine" == git(root, "show", ":a.txt").strip()

    def test_an_entry_that_the_user_changed_since_is_not_unstaged(self, review: Review, root: Path) -> None:
        written(review)
        review.stage()
        make_tree(root, {"b.txt": "1\nand mine\n"})
        git(root, "add", "b.txt")
        now = index(root)

        with pytest.raises(GitFailed, match=r"index entries changed since: b\.txt"):
            undo_effect(review)
        assert now == index(root)

    def test_what_the_user_committed_since_stays_in_the_index(self, review: Review, root: Path) -> None:
        written(review)
        review.stage()
        git(root, "commit", "--quiet", "--message=theirs")
        now = index(root)

        assert "nothing unstaged; 4 already committed or unstaged" == undo_effect(review)
        assert now == index(root)

    def test_the_steps_of_a_commit_are_undone_and_redone_one_by_one(self, review: Review, root: Path) -> None:
        def state() -> tuple[dict[str, bytes], str, str]:
            return files_of(root), index(root), git(root, "rev-parse", "HEAD")

        states = [state()]
        written(review)
        states.append(state())
        review.stage()
        states.append(state())
        review.commit(CommitRequest("ours"))
        states.append(state())

        for expected in states[-2::-1]:
            undo_effect(review)
            assert expected == state()
        for expected in states[1:]:
            redo_effect(review)
            assert expected == state()

    def test_a_commit_that_was_redone_and_undone_again_can_be_made_again(
        self, review: Review, root: Path
    ) -> None:
        written(review)
        review.stage()
        review.commit(CommitRequest("ours"))
        undo_effect(review)
        redo_effect(review)
        undo_effect(review)

        review.commit(CommitRequest("again"))
        assert "again" == git(root, "log", "-1", "--format=%s").strip()


def left(review: Review, do: Callable[[Review], object]) -> SavedReview:
    """Save a review while something is done with it, and leave it."""
    saved = saved_from_now_on(review, RESPONSE)
    do(review)
    saved.release()
    return saved


def staged(review: Review) -> None:
    written(review)
    review.stage()


class TestInALaterRun:
    def test_each_step_is_undone_and_redone(self, review: Review, root: Path) -> None:
        before, of_user = files_of(root), index(root)
        left(review, staged)
        after, ours = files_of(root), index(root)
        found = resumed(root).review

        assert "4 files unstaged, still written" == undo_effect(found)
        assert (after, of_user) == (files_of(root), index(root))
        undo_effect(found)
        assert (before, of_user) == (files_of(root), index(root))
        redo_effect(found)
        redo_effect(found)
        assert (after, ours) == (files_of(root), index(root))
        found.commit(CommitRequest("ours"))
        assert "ours" == git(root, "log", "-1", "--format=%s").strip()

    def test_what_was_written_is_staged_and_that_undone_and_staged_again(
        self, review: Review, root: Path
    ) -> None:
        of_user = index(root)
        left(review, written)
        found = resumed(root).review
        paths = ["a.txt", "b.txt", "gone.txt", "new.txt"]

        assert frozenset(paths) == found.workspace.to_stage
        assert paths == found.stage()
        ours = index(root)
        assert "A\nb\nc\nd\nmine\n" == git(root, "show", ":a.txt")
        assert "4 files unstaged, still written" == undo_effect(found)
        assert of_user == index(root)
        assert paths == found.stage()
        assert ours == index(root)
        found.commit(CommitRequest("ours"))
        assert paths == git(root, "show", "--format=", "--name-only", "HEAD").split()

    def test_what_was_staged_can_be_undone_and_staged_again(self, review: Review, root: Path) -> None:
        left(review, staged)
        ours = index(root)
        found = resumed(root).review

        assert frozenset() == found.workspace.to_stage
        undo_effect(found)
        assert 4 == len(found.stage())
        assert ours == index(root)

    def test_the_same_is_staged_as_without_a_break(self, review: Review, root: Path) -> None:
        """Of files written, staged and written again, or twice before they are staged."""

        def twice(review: Review) -> None:
            review.decide({p.key: review.acceptance(p) for p in review.proposals[:1]})
            review.write()
            review.stage()
            written(review)
            review.read(block("new\n", "newer\n", "new.txt") + block("A\n", "AA\n"))
            written(review)

        saved = left(review, twice)
        (saved.response_paths[0]).write_text(
            RESPONSE + block("new\n", "newer\n", "new.txt") + block("A\n", "AA\n")
        )
        found = resumed(root).review
        to_stage = found.workspace.to_stage
        found.stage()
        resumed_index = index(root)
        undo_effect(found)
        review.stage()

        assert {"a.txt", "b.txt", "gone.txt", "new.txt"} == to_stage
        assert resumed_index == index(root)
        assert "newer\n" == git(root, "show", ":new.txt")

    def test_what_the_user_staged_or_committed_since_is_not_staged_again(
        self, review: Review, root: Path
    ) -> None:
        left(review, written)
        git(root, "add", "--all")

        assert frozenset() == resumed(root).review.workspace.to_stage
        git(root, "commit", "--quiet", "-m", "by hand")
        found = resumed(root).review
        assert frozenset() == found.workspace.to_stage == found.workspace.staged

    def test_what_was_committed_is_not_committed_again(self, review: Review, root: Path) -> None:
        def committed(review: Review) -> None:
            staged(review)
            review.commit(CommitRequest("ours"))

        left(review, committed)
        found = resumed(root).review

        assert frozenset() == found.workspace.to_stage == found.workspace.staged

    def test_nothing_of_an_undone_write_is_staged(self, review: Review, root: Path) -> None:
        def undone(review: Review) -> None:
            written(review)
            undo_effect(review)

        left(review, undone)

        assert frozenset() == resumed(root).review.workspace.to_stage

    def test_an_ignored_or_untracked_file_is_not_staged(self, review: Review, root: Path) -> None:
        make_tree(root, {".git/info/exclude": "new.txt\n"})
        git(root, "rm", "--quiet", "--cached", "b.txt")
        left(review, written)
        found = resumed(root).review

        assert frozenset({"a.txt", "gone.txt"}) == found.workspace.to_stage
        assert {"b.txt", "new.txt"} == found.workspace.not_staged.keys()

    def test_a_log_in_which_writing_and_staging_are_one_step_is_resumed(
        self, review: Review, root: Path
    ) -> None:
        """As the version before wrote it: without a word about staging."""
        before, of_user = files_of(root), index(root)

        def as_one_step(review: Review) -> None:
            written(review)
            review.workspace.stage()

        saved = left(review, as_one_step)
        _without_staged(saved)
        found = resumed(root).review

        assert "restored 4 files and index" == undo_effect(found)
        assert (before, of_user) == (files_of(root), index(root))

    def test_what_another_run_undid_is_undone_in_the_log(self, review: Review, root: Path) -> None:
        left(review, staged)
        after, ours = files_of(root), index(root)
        undoing = Review.open(root).workspace.undoing
        undoing.undo(undoing.last())
        found = resumed(root).review

        assert [] == found.log.effects
        redo_effect(found)
        redo_effect(found)
        assert (after, ours) == (files_of(root), index(root))

    def test_what_another_run_undid_and_redid_is_in_force(self, review: Review, root: Path) -> None:
        saved = left(review, staged)
        undoing = Review.open(root).workspace.undoing
        undoing.undo(undoing.last())
        for entry in resumed(root).review.log.entries[3:]:
            assert EntryKind.UNDO is entry.kind
            saved.hold()
            saved.add_line(json.dumps({"entry": {"kind": "undo", "step": entry.step}}).encode())
        saved.release()
        undoing.redo(undoing.last_undone())

        found = resumed(root).review

        assert [False, True] == [bool(effect.staged) for effect in found.log.effects]


def _without_staged(saved: SavedReview) -> None:
    path = saved.folder / "log"
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    for line in lines:
        if (done := line.get("entry", {}).get("done")) is not None:
            assert [] == done.pop("staged")
    path.write_bytes(b"".join(json.dumps(line).encode() + b"\n" for line in lines))


def _killed(*_: object) -> None:
    raise KeyboardInterrupt


class TestAKilledRun:
    """However far it came, the next one undoes all of it, and nothing of the user's."""

    @pytest.mark.parametrize("when", ["before it is recorded", "before it is logged"])
    def test_while_staging(self, review: Review, root: Path, when: str) -> None:
        before, of_user = files_of(root), index(root)

        def killed(review: Review) -> None:
            written(review)
            with pytest.MonkeyPatch.context() as patch:
                if when == "before it is recorded":
                    patch.setattr(RunJournal, "staged", _killed)
                    with pytest.raises(KeyboardInterrupt):
                        review.stage_files()
                else:
                    review.stage_files()

        left(review, killed)
        assert of_user != index(root)
        found = resumed(root).review

        assert "restored 4 files and index" == undo_effect(found)
        assert (before, of_user) == (files_of(root), index(root))

    @pytest.mark.parametrize("when", ["before it is recorded", "before it is logged"])
    def test_while_unstaging(self, review: Review, root: Path, when: str) -> None:
        before, of_user = files_of(root), index(root)

        def killed(review: Review) -> None:
            staged(review)
            with pytest.MonkeyPatch.context() as patch:
                if when == "before it is recorded":
                    patch.setattr(Undoing, "_amend_staged", _killed)
                    with pytest.raises(KeyboardInterrupt):
                        undo_on_disk(review, review.log.effects[-1])
                else:
                    undo_on_disk(review, review.log.effects[-1])

        left(review, killed)
        after = files_of(root)
        found = resumed(root).review

        assert "nothing unstaged; 4 already committed or unstaged" == undo_effect(found)
        assert (after, of_user) == (files_of(root), index(root))
        undo_effect(found)
        assert (before, of_user) == (files_of(root), index(root))

    @pytest.mark.parametrize("when", ["before it is recorded", "before it is logged"])
    def test_while_staging_again(self, review: Review, root: Path, when: str) -> None:
        before, of_user = files_of(root), index(root)

        def killed(review: Review) -> None:
            staged(review)
            effect = review.log.effects[-1]
            undo_effect(review)
            with pytest.MonkeyPatch.context() as patch:
                if when == "before it is recorded":
                    patch.setattr(Undoing, "_amend_staged", _killed)
                    with pytest.raises(KeyboardInterrupt):
                        review.workspace.undoing.stage_again(effect.staged)
                else:
                    review.workspace.undoing.stage_again(effect.staged)

        left(review, killed)
        ours = index(root)
        assert of_user != ours
        found = resumed(root).review

        if found.log.redo_step is not None:
            assert "4 files staged again" == redo_effect(found)
        assert ours == index(root)
        undo_effect(found)
        assert of_user == index(root)
        undo_effect(found)
        assert (before, of_user) == (files_of(root), index(root))
