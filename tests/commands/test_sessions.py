"""`editreview sessions`: the unfinished reviews of all trees."""

import os
import re
import stat
import time
from pathlib import Path

import pytest

from editreview.errors import TreeError, UsageError
from editreview.review import Review, SessionStore
from editreview.settings import ReviewOptions
from editreview.workspace import SavedReview, saved
from tests.builders import block, make_repository, make_tree
from tests.programs import run

RESPONSE = block("a\n", "A\n") + block("b\n", "B\n")


def left(root: Path, *, accepted: int = 0, name: str = "") -> SavedReview:
    """A review of a response in a tree that was quit with some blocks accepted."""
    review = Review.open(root)
    review.response_name = name
    review.read(RESPONSE)
    kept = review.workspace.saved_reviews.begin()
    SessionStore(review, kept, lambda error: None).begin(RESPONSE)
    for proposal in review.proposals[:accepted]:
        review.decide({proposal.key: review.acceptance(proposal)})
    kept.release()
    return kept


def rows(root: Path, *arguments: str) -> list[tuple[str, ...]]:
    ended = run(root, "sessions", *arguments)
    assert 0 == ended.status, ended.err
    return [tuple(re.split(r"  +", line)) for line in ended.out.splitlines()]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's state, of this test alone."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state/editreview/reviews"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "one", {"a.txt": "a\nb\n"})


class TestList:
    def test_without_any_it_says_so(self, root: Path) -> None:
        ended = run(root, "sessions")
        assert (0, "", "no saved or finished reviews\n") == (ended.status, ended.out, ended.err)

    def test_the_reviews_of_all_trees_are_listed_the_newest_first(self, root: Path, tmp_path: Path) -> None:
        """With and without git, from any folder."""
        other = make_tree(tmp_path / "two", {"a.txt": "a\nb\n"})
        first, second = left(root, accepted=1), left(other)
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()

        found = rows(elsewhere)

        assert [
            (second.id, str(other), "a.txt", "2 blocks", "saved"),
            (first.id, str(root), "a.txt", "2 blocks, 1 accepted", "saved"),
        ] == [(id, *rest) for id, _, *rest in found]
        assert time.strftime("%Y-%m-%d") == found[0][1].split()[0]

    def test_those_of_this_tree_come_first_each_with_its_response(self, root: Path, tmp_path: Path) -> None:
        below = make_tree(root / "below", {"a.txt": "a\nb\n"})
        left(root, name="answer.md")
        left(below)
        left(make_tree(tmp_path / "two", {"a.txt": "a\nb\n"}))

        found = [(row[2], row[3]) for row in rows(below)]

        own = [(str(below), "a.txt"), (str(root), "answer.md (a.txt)")]
        assert [*own, (str(tmp_path / "two"), "a.txt")] == found

    def test_the_reviews_of_this_tree_are_listed_without_an_index(self, root: Path, state: Path) -> None:
        """Older versions had none."""
        kept = left(root)
        for path in state.iterdir():
            path.unlink()

        assert [kept.id] == [row[0] for row in rows(root)]

    def test_the_root_is_that_of_the_review_and_not_of_the_repository(self, root: Path) -> None:
        below = make_tree(root / "below", {"a.txt": "a\nb\n"})
        left(root)
        left(below)

        assert [str(below), str(root)] == [row[2] for row in rows(root)]

    def test_no_name_of_a_folder_adds_a_row(self, tmp_path: Path) -> None:
        left(make_tree(tmp_path / "one\ntwo", {"a.txt": "a\nb\n"}))

        assert [str(tmp_path / "one␤two")] == [row[2] for row in rows(tmp_path)]

    def test_no_name_in_a_response_reaches_a_terminal_as_it_is(self, root: Path) -> None:
        left(root, name="\x1b]0;x\x07\u202ea.md")

        assert ["␛]0;x␇‹U+202E›a.md (a.txt)"] == [row[3] for row in rows(root)]

    def test_a_review_that_is_open_is_marked(self, root: Path) -> None:
        kept = left(root)
        assert kept.hold()

        assert "open now" == rows(root)[0][-1]
        ended = run(root, "sessions", "--delete", kept.id)
        assert (2, True) == (ended.status, "is open in another run" in ended.err)
        assert kept.folder.exists()
        kept.release()

    def test_a_review_that_cannot_be_read_is_marked(self, root: Path) -> None:
        kept = left(root)
        (kept.folder / "log").write_bytes(b"{}\n")

        assert (kept.id, "unreadable") == (rows(root)[0][0], rows(root)[0][-1])
        assert 0 == run(root, "sessions", "--delete", kept.id).status
        assert not kept.folder.exists()

    def test_a_review_whose_folder_is_gone_is_not_listed_and_can_be_deleted(self, root: Path) -> None:
        below = make_tree(root / "below", {"a.txt": "a\nb\n"})
        kept = left(below)
        (below / "a.txt").unlink()
        below.rmdir()

        there = left(root)
        ended = run(root, "sessions")
        assert there.id == ended.out.split()[0]
        assert 1 == ended.out.count("\n")
        hidden = "not listed: 1 review of trees that are gone; `sessions --delete gone` deletes them\n"
        assert hidden == ended.err
        with pytest.raises(UsageError, match=f"the folder {below} no longer exists$"):
            ReviewOptions.of(root=str(root)).resume(kept.id)

        assert f"deleted {kept.id} of {below}\n" == run(root, "sessions", "--delete", "gone").err
        assert (False, True) == (kept.folder.exists(), there.folder.exists())


class TestFinished:
    """Reviews that ended with nothing left to do."""

    def finished(self, root: Path, response: str = RESPONSE) -> SavedReview:
        review = Review.open(root)
        review.read(response)
        kept = review.workspace.saved_reviews.begin()
        store = SessionStore(review, kept, lambda error: None)
        store.begin(response)
        review.accept("exact")
        review.write()
        assert review.is_finished
        store.end(is_finished=True)
        return kept

    def test_it_is_listed_and_can_be_deleted(self, root: Path) -> None:
        kept = self.finished(root)

        ((id, _, _, _, blocks, state),) = rows(root)
        assert (kept.id, "2 blocks, 2 accepted", "finished") == (id, blocks, state)
        assert 0 == run(root, "sessions", "--delete", id).status
        assert [] == rows(root)

    def test_it_is_resumed_by_its_id_only(self, root: Path) -> None:
        kept = self.finished(root)
        options = ReviewOptions.of(root=str(root))

        with pytest.raises(UsageError, match="no saved review for"):
            options.resume()
        resumed = options.resume(kept.id)
        SessionStore(resumed.review, resumed.saved, lambda error: None).go_on(resumed.saved_entries)
        assert "open now" == rows(root)[0][-1]
        resumed.saved.release()
        assert "saved" == rows(root)[0][-1]
        options.resume().saved.release()

    def test_old_ones_are_removed_and_leave_the_unfinished_their_room(
        self, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(saved, "MAX_FINISHED", 2)
        monkeypatch.setattr(saved, "MAX_REVIEWS", 3)
        waiting = left(root)
        ended = [self.finished(make_tree(root, {"a.txt": "a\nb\n"})) for _ in range(4)]
        newest = left(root)

        assert [newest.id, ended[3].id, ended[2].id, waiting.id] == [row[0] for row in rows(root)]

    def test_a_large_one_is_not_kept(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(saved, "MAX_FINISHED_BYTES", 10)

        assert not self.finished(root).folder.exists()
        assert [] == rows(root)

    def test_one_that_cannot_be_marked_is_not_kept(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(path: Path, data: bytes) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("editreview.workspace.disk.write_private", fail)

        assert not self.finished(root).folder.exists()


class TestReadOnly:
    def test_a_review_that_cannot_be_locked_is_listed_and_says_why_it_cannot_be_used(
        self, root: Path
    ) -> None:
        """As on a disk that is read-only."""
        kept = left(root)
        (kept.folder / "lock").unlink()
        (kept.folder / "lock").mkdir()

        assert (kept.id, "saved") == (rows(root)[0][0], rows(root)[0][-1])
        ended = run(root, "sessions", "--delete", kept.id)
        assert (3, f"editreview: the review {kept.id} cannot be deleted: Is a directory\n") == (
            ended.status,
            ended.err,
        )
        assert [kept.id] == [each.id for each in Review.open(root).workspace.saved_reviews.waiting()]
        with pytest.raises(TreeError, match="because it cannot be written: Is a directory"):
            ReviewOptions.of(root=str(root)).resume()


class TestOld:
    def test_reviews_of_all_trees_are_removed_by_the_list_after_a_time(
        self, root: Path, tmp_path: Path
    ) -> None:
        """Also of a tree that is gone, in which no further review begins."""
        other = make_tree(tmp_path / "two", {"a.txt": "a\nb\n"})
        old = left(other)
        (other / "a.txt").unlink()
        other.rmdir()
        new = left(root)
        long_ago = int((time.time() - saved.MAX_AGE_S - 1) * 1000)
        old.folder.rename(old.folder.with_name(f"{long_ago}-review"))

        assert [new.id] == [row[0] for row in rows(tmp_path)]


class TestDelete:
    def test_an_id_may_be_shortened(self, root: Path, tmp_path: Path) -> None:
        """From the list of any folder."""
        first, second = left(root), left(root)

        ended = run(tmp_path, "sessions", "--delete", first.id[:6])

        assert (0, f"deleted {first.id} of {root}\n") == (ended.status, ended.err)
        assert [second.id] == [row[0] for row in rows(root)]

    @pytest.mark.parametrize("id", ["", "0", "zzzzzz"])
    def test_an_unknown_or_too_short_id_deletes_nothing(self, root: Path, id: str) -> None:
        kept = left(root)

        ended = run(root, "sessions", "--delete", kept.id, "--delete", id)

        assert 2 == ended.status
        assert f"there is no saved review {id}: `editreview sessions` lists them" in ended.err
        assert kept.folder.exists()


class TestResume:
    def test_it_opens_the_review_in_its_tree(self, root: Path, tmp_path: Path) -> None:
        """It would, in a terminal."""
        kept = left(root)

        for arguments in (["sessions", "--resume", kept.id], ["--resume", kept.id]):
            ended = run(tmp_path, *arguments)
            assert 2 == ended.status
            assert "a review needs a terminal. `editreview sessions` lists" in ended.err
            ReviewOptions.of().resume(kept.id).saved.release()

    def test_the_environment_counts_as_on_any_command_line(
        self, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kept = left(root)
        monkeypatch.setenv("EDITREVIEW_CONFIG", "missing.toml")

        ended = run(root, "sessions", "--resume", kept.id)

        assert (2, True) == (ended.status, "cannot read the configuration missing.toml" in ended.err)

    def test_a_review_of_another_tree_can_be_resumed(self, root: Path, tmp_path: Path) -> None:
        make_repository(tmp_path / "two", {"a.txt": "a\nb\n"})
        kept = left(root, accepted=1)
        left(root)

        options = ReviewOptions.of(root=str(tmp_path / "two"))
        found = options.resume(kept.id[:5])

        assert (root, kept.id) == (found.review.workspace.root.folder, found.saved.id)
        found.saved.release()


class TestIndex:
    def test_it_is_private_and_has_one_small_file_for_each_tree(self, root: Path, state: Path) -> None:
        for _ in range(3):
            left(root)

        (file,) = state.iterdir()
        assert 0o600 == stat.S_IMODE(file.stat().st_mode)
        assert 0o700 == stat.S_IMODE(state.stat().st_mode)
        assert file.stat().st_size < 1000

    def test_trees_without_reviews_are_removed(self, root: Path, state: Path) -> None:
        left(root).discard()
        (state / "damaged.json").write_bytes(b"{")

        assert [] == rows(root)
        assert [] == list(state.iterdir())

    def test_a_tree_that_is_missing_for_a_short_time_stays(
        self, root: Path, state: Path, tmp_path: Path
    ) -> None:
        """Its disk may not be mounted."""
        kept = left(root)
        moved = root.rename(tmp_path / "moved")
        assert [] == rows(tmp_path)
        moved.rename(root)
        assert [kept.id] == [row[0] for row in rows(tmp_path)]

        root.rename(moved)
        (file,) = state.iterdir()
        long_ago = time.time() - saved.MAX_AGE_S - 1
        os.utime(file, (long_ago, long_ago))
        rows(tmp_path)
        assert [] == list(state.iterdir())

    def test_a_review_begins_even_if_the_index_cannot_be_written(self, root: Path, state: Path) -> None:
        state.parent.mkdir(parents=True)
        state.write_text("in the way")

        assert left(root).is_begun
