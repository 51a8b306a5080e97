"""A review that is saved as it goes on, and taken up again."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from editreview.errors import UsageError
from editreview.review import Review, SessionStore, Verdict, resume
from editreview.review.decisions import Decision, EntryKind
from editreview.review.outcome import outcome_of
from editreview.workspace import Workspace, saved
from tests.builders import block, make_repository, redo_effect, undo_effect
from tests.review.saving import FILES, RESPONSE, resumed, saved_from_now_on


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path, FILES)


@pytest.fixture
def review(root: Path) -> Review:
    review = Review.open(root)
    review.read(RESPONSE)
    return review


def verdicts(review: Review) -> list[Verdict]:
    return [review.verdict(proposal) for proposal in review.proposals]


def accept(review: Review, number: int) -> None:
    proposal = review.proposals[number - 1]
    review.decide({proposal.key: review.acceptance(proposal)})


class TestResuming:
    def test_all_decisions_are_restored(self, review: Review) -> None:
        accept(review, 1)
        saved = saved_from_now_on(review)
        second, third = review.proposals[1:]
        assert second.candidates is not None
        match = second.candidates.matches[1].key
        review.decide({second.key: Decision(matches=frozenset({match}))})
        review.decide({third.key: Decision().rejected("caf\udce9")})
        saved.release()

        found = resumed(review.workspace.root.folder).review

        assert verdicts(review) == verdicts(found)
        assert [review.log[p.key] for p in review.proposals] == [found.log[p.key] for p in found.proposals]

    def test_undo_continues_after_resuming(self, review: Review) -> None:
        saved = saved_from_now_on(review)
        accept(review, 1)
        accept(review, 3)
        review.undo()
        saved.release()

        found = resumed(review.workspace.root.folder).review
        redone = found.redo()
        assert verdicts(found)[2] is Verdict.ACCEPTED
        found.undo()
        found.undo()

        assert ["b.txt"] == redone
        assert [Verdict.UNDECIDED] * 3 == verdicts(found)

    def test_the_response_is_restored(self, review: Review) -> None:
        saved = saved_from_now_on(review, "caf\udce9 \N{SNOWMAN}")

        assert b"caf\xe9 \xe2\x98\x83" == saved.response_paths[0].read_bytes()

    def test_it_is_read_with_its_original_options(self, root: Path) -> None:
        review = Review.open(root, ["search-replace"], "top", ["fuzzy"], ["a.txt"])
        saved_from_now_on(review).release()

        assert review.terms == resumed(root).review.terms

    def test_a_file_that_changed_is_named_and_its_block_undecided(self, review: Review, root: Path) -> None:
        saved = saved_from_now_on(review)
        accept(review, 1)
        accept(review, 3)
        saved.release()
        (root / "b.txt").write_text("one\none\n")

        assert (["b.txt"], [3]) == resumed(root).changes()

    def test_unchanged_files_are_not_mentioned(self, review: Review, root: Path) -> None:
        saved = saved_from_now_on(review)
        accept(review, 1)
        saved.release()

        assert ([], []) == resumed(root).changes()

    def test_files_of_a_write_that_was_undone_in_the_review_are_not_mentioned(
        self, review: Review, root: Path
    ) -> None:
        saved = saved_from_now_on(review)
        accept(review, 1)
        review.write()
        undo_effect(review)
        saved.release()

        assert ([], []) == resumed(root).changes()

    def test_applied_blocks_are_not_applied_again(self, root: Path) -> None:
        # An insertion: the file does not tell that it was made.
        insertion = block("one\n", "one\ntwo\n", "b.txt")
        review = Review.open(root)
        review.read(insertion)
        saved = saved_from_now_on(review, insertion)
        accept(review, 1)
        review.write()
        saved.release()
        found = resumed(root)

        assert "applied before this review was resumed" == found.review.proposals[0].message
        assert ([], []) == found.changes()

    def test_files_staged_of_blocks_applied_before_are_in_the_outcome(self, root: Path) -> None:
        """And the blocks are not among those that were not applied."""
        insertion = block("one\n", "one\ntwo\n", "b.txt")
        review = Review.open(root)
        review.read(insertion)
        saved = saved_from_now_on(review, insertion)
        accept(review, 1)
        review.write()
        saved.release()
        restored = resumed(root).review
        assert () == outcome_of(restored).staged_of_earlier

        restored.stage()

        outcome = outcome_of(restored)
        assert ("b.txt",) == outcome.staged_of_earlier
        assert () == outcome.files
        assert () == outcome.left

    def test_a_file_that_is_moved_and_staged_is_no_file_of_an_earlier_run(self, root: Path) -> None:
        review = Review.open(root)
        review.read(
            "```diff\ndiff --git a/b.txt b/c.txt\nsimilarity index 100%\n"
            "rename from b.txt\nrename to c.txt\n```\n"
        )
        accept(review, 1)
        review.write()

        review.stage()

        assert {"b.txt", "c.txt"} == review.workspace.staged
        assert () == outcome_of(review).staged_of_earlier

    def test_blocks_undone_since_can_be_applied_again(self, root: Path) -> None:
        review = Review.open(root)
        review.read(RESPONSE)
        saved = saved_from_now_on(review)
        accept(review, 3)
        review.write()
        saved.release()
        (root / "b.txt").write_text(FILES["b.txt"])

        assert resumed(root).review.proposals[2].is_ready

    def test_continuing_adds_to_the_saved_review(self, review: Review, root: Path) -> None:
        saved = saved_from_now_on(review)
        accept(review, 1)
        saved.release()
        found = resumed(root)
        SessionStore(found.review, found.saved, lambda error: None).go_on(found.saved_entries)
        accept(found.review, 3)
        found.saved.release()

        again = resumed(root).review

        assert [Verdict.ACCEPTED, Verdict.UNDECIDED, Verdict.ACCEPTED] == verdicts(again)
        assert [EntryKind.DECIDE] * 2 == [entry.kind for entry in again.log.entries]


class TestLeaving:
    """A review is resumed where it was left."""

    def test_the_current_block_is_kept_and_changes_of_undecided_files_are_named(
        self, review: Review, root: Path
    ) -> None:
        saved = review.workspace.saved_reviews.begin()
        store = SessionStore(review, saved, lambda error: None)
        store.begin(RESPONSE)
        accept(review, 1)
        store.save_left(3)
        store.end(is_finished=False)
        (root / "b.txt").write_text("two\n")

        found = resumed(root)

        assert (3, (["b.txt"], [])) == (found.current, found.changes())
        assert [EntryKind.DECIDE] == [entry.kind for entry in found.review.log.entries]

    def test_after_a_killed_run_no_earlier_place_counts(self, review: Review, root: Path) -> None:
        saved = review.workspace.saved_reviews.begin()
        store = SessionStore(review, saved, lambda error: None)
        store.begin(RESPONSE)
        store.save_left(3)
        accept(review, 1)
        store.end(is_finished=False)

        assert resumed(root).current is None


class TestUnlogged:
    """Effects that are on disk and not in the saved log, or the other way round."""

    def test_writes_of_a_killed_run_can_be_undone(self, review: Review, root: Path) -> None:
        saved = saved_from_now_on(review)
        accept(review, 1)
        review.write_files(review.log.snapshot())
        saved.release()
        found = resumed(root).review

        assert [EntryKind.DECIDE, EntryKind.DO] == [entry.kind for entry in found.log.entries]
        undo_effect(found)
        assert FILES["a.txt"] == (root / "a.txt").read_text()
        assert [Verdict.ACCEPTED, True] == [found.verdict(found.proposals[0]), found.proposals[0].is_ready]

    def test_it_is_saved_when_the_review_continues(self, review: Review, root: Path) -> None:
        saved = saved_from_now_on(review)
        accept(review, 1)
        review.write_files(review.log.snapshot())
        saved.release()
        found = resumed(root)
        SessionStore(found.review, found.saved, lambda error: None).go_on(found.saved_entries)
        found.saved.release()

        again = resumed(root)
        assert [EntryKind.DECIDE, EntryKind.DO] == [entry.kind for entry in again.review.log.entries]
        assert 2 == again.saved_entries

    def test_writes_of_another_run_are_not_confused_with_it(self, review: Review, root: Path) -> None:
        saved = saved_from_now_on(review)
        saved.release()
        other = Review.open(root)
        other.read(RESPONSE)
        accept(other, 1)
        other.write()

        assert () == resumed(root).review.log.entries

    def test_an_undo_by_another_run_is_entered_in_the_log(self, review: Review, root: Path) -> None:
        saved = saved_from_now_on(review)
        accept(review, 1)
        review.write()
        saved.release()
        undoing = review.workspace.undoing
        undoing.undo(undoing.record(review.log.effects[0].record or ""))
        found = resumed(root).review

        assert ([], 0, 1) == (found.log.effects, found.log.undo_step, found.log.redo_step)
        assert found.proposals[0].is_ready

    def test_runs_undone_by_other_runs_are_redone_in_their_order(self, review: Review, root: Path) -> None:
        saved = saved_from_now_on(review)
        for number in (1, 3):
            accept(review, number)
            review.write()
        saved.release()
        for _ in range(2):
            review.workspace.undoing.undo(review.workspace.undoing.last())
        found = resumed(root).review

        redo_effect(found)

        assert (b"A\nb\nb\n", b"one\n") == ((root / "a.txt").read_bytes(), (root / "b.txt").read_bytes())

    def test_a_redo_by_another_run_is_entered_in_the_log(self, review: Review, root: Path) -> None:
        saved = saved_from_now_on(review)
        accept(review, 1)
        review.write()
        undo_effect(review)
        saved.release()
        undoing = review.workspace.undoing
        undoing.redo(undoing.record(review.log.entries[1].effect.record))  # type: ignore[union-attr, arg-type]
        found = resumed(root).review

        assert (1, None) == (found.log.undo_step, found.log.redo_step)
        assert found.proposals[0].is_done_already

    def test_an_inconsistent_log_cannot_be_resumed(self, review: Review, root: Path) -> None:
        saved = saved_from_now_on(review)
        review.log.listener = None
        saved.add_line(b'{"entry": {"kind": "undo", "step": 3}}')
        saved.release()

        with pytest.raises(UsageError, match="entry 3 of the log cannot be undone"):
            resumed(root)


class TestChoiceOfReview:
    def test_the_last_review_that_no_run_has_locked_is_resumed(self, root: Path) -> None:
        first, second, third = (saved_from_now_on(Review.open(root), name) for name in ("1", "2", "3"))
        first.release()
        second.release()

        found = resume(Workspace.open(root))

        assert b"2" == found.saved.response_paths[0].read_bytes()
        third.release()

    def test_a_review_that_another_run_has_open_is_named(self, root: Path) -> None:
        """Also if an earlier one is resumed in its place."""
        first, second = (saved_from_now_on(Review.open(root), name) for name in ("1", "2"))
        first.release()

        resumed_first = resume(Workspace.open(root))

        assert (f"the review {second.id} is open in another run",) == resumed_first.unreadable
        with pytest.raises(UsageError, match=r"is open in another run$"):
            resume(Workspace.open(root))
        second.release()

    def test_without_a_saved_review_an_error_says_so(self, root: Path) -> None:
        with pytest.raises(UsageError, match=r"no saved review for"):
            resume(Workspace.open(root))

    def test_a_review_whose_process_was_killed_can_be_resumed(self, root: Path) -> None:
        script = (
            "import os, sys; from editreview.review import SessionStore, Review\n"
            "review = Review.open(sys.argv[1]); saved = review.workspace.saved_reviews.begin()\n"
            "SessionStore(review, saved, print).begin('x'); os.kill(os.getpid(), 9)\n"
        )
        done = subprocess.run([sys.executable, "-c", script, str(root)], check=False)

        assert -9 == done.returncode
        assert b"x" == resume(Workspace.open(root)).saved.response_paths[0].read_bytes()

    def test_a_truncated_line_is_ignored(self, review: Review, root: Path) -> None:
        saved = saved_from_now_on(review)
        accept(review, 1)
        saved.release()
        with open(saved.folder / "log", "ab") as log:
            log.write(b'{"entry": {"kind": "dec')

        assert Verdict.ACCEPTED is verdicts(resumed(root).review)[0]

    @pytest.mark.parametrize("log", [b"\n", b"what?\n", b'{"schema": 99, "terms": {}}\n', b"\xff\n", b"[]\n"])
    def test_an_unreadable_review_is_reported_with_its_path(
        self, review: Review, root: Path, log: bytes
    ) -> None:
        saved = saved_from_now_on(review)
        saved.release()
        (saved.folder / "log").write_bytes(log)

        with pytest.raises(UsageError, match="cannot be resumed"):
            resume(Workspace.open(root))

    def test_an_unreadable_review_does_not_hide_another(self, root: Path) -> None:
        first, second = (saved_from_now_on(Review.open(root), text) for text in (RESPONSE, "second"))
        for each in (first, second):
            each.release()
        (second.folder / "log").write_bytes(b"[" * 100_000 + b"\n")

        found = resume(Workspace.open(root))

        assert first.folder == found.saved.folder
        assert [True] == [str(second.folder) in why for why in found.unreadable]

    def test_a_review_without_its_response_cannot_be_resumed(self, root: Path) -> None:
        saved = saved_from_now_on(Review.open(root))
        saved.release()
        saved.response_paths[0].unlink()

        with pytest.raises(UsageError, match="the response is gone"):
            resume(Workspace.open(root))

    def test_a_truncated_line_does_not_affect_the_next(self, root: Path, review: Review) -> None:
        saved = saved_from_now_on(review)
        saved.release()
        with (saved.folder / "log").open("ab") as log:
            log.write(b'{"entry": {"de')
        again = resumed(root)
        store = SessionStore(again.review, again.saved, lambda error: None)
        store.go_on(0)
        accept(again.review, 1)
        store.end(is_finished=False)

        assert Verdict.ACCEPTED is verdicts(resumed(root).review)[0]

    def test_the_number_of_records_is_limited(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(saved, "MAX_REVIEWS", 3)
        for number in range(5):
            saved_from_now_on(Review.open(root), str(number)).release()

        waiting = list(Workspace.open(root).saved_reviews.waiting())

        assert [b"4", b"3", b"2"] == [found.response_paths[0].read_bytes() for found in waiting]

    def test_one_that_another_run_has_locked_is_kept_beyond_their_number(
        self, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(saved, "MAX_REVIEWS", 3)
        held = saved_from_now_on(Review.open(root), "held")
        for number in range(4):
            saved_from_now_on(Review.open(root), str(number)).release()

        assert b"held" == held.response_paths[0].read_bytes()

    def test_an_old_review_is_removed(self, root: Path) -> None:
        old = saved_from_now_on(Review.open(root))
        old.release()
        os.rename(old.folder, old.folder.with_name("1000-review"))
        saved_from_now_on(Review.open(root), "new").release()

        assert 1 == len(list(Workspace.open(root).saved_reviews.waiting()))


def test_only_their_owner_may_read_saved_reviews(review: Review) -> None:
    saved = saved_from_now_on(review)

    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in (saved.folder, *saved.folder.iterdir())}

    assert 0o700 == modes.pop(saved.folder)
    assert {0o600} == set(modes.values())
    assert {"response", "log", "lock"} == {path.name for path in modes}


def test_a_review_that_can_no_longer_be_saved_gives_one_message(review: Review) -> None:
    told: list[OSError] = []
    store = SessionStore(review, review.workspace.saved_reviews.begin(), told.append)
    store.saved.folder.rename(store.saved.folder.with_name("moved"))

    store.begin("x")
    accept(review, 1)

    assert 1 == len(told)
    assert store.is_broken


def test_two_reviews_that_begin_at_the_same_time_have_folders_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither run sees the folder of the other before it takes its own."""
    reviews = Workspace.open(tmp_path).saved_reviews
    monkeypatch.setattr("time.time_ns", lambda: 1_700_000_000_000_000_000)
    monkeypatch.setattr(saved.SavedReviews, "_all", lambda reviews: [])

    begun = [reviews.begin() for _ in range(3)]

    assert 3 == len({each.folder for each in begun})
    assert all(each.folder.is_dir() for each in begun)
