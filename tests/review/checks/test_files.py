"""Files that the user should look at twice."""

from pathlib import Path

from editreview.blocks import Delete, Move, Write
from editreview.review import Review, WarningKind
from editreview.workspace import Workspace
from tests.builders import block, make_repository, make_tree, review_of
from tests.review.operations import review_of_operations


def warned(review: Review, kind: WarningKind) -> list[str]:
    return [w.message for proposal in review.proposals for w in proposal.warnings if w.kind is kind]


class TestOtherNames:
    def test_a_hard_link_that_keeps_the_old_text_is_mentioned(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n"})
        (tmp_path / "other").hardlink_to(tmp_path / "a.txt")
        review = review_of(tmp_path, block("a\n", "b\n"))

        assert ["a.txt has another name (hard links), which keep the old text"] == warned(
            review, WarningKind.HARD_LINK
        )
        review.accept()
        review.write()
        assert (b"b\n", b"a\n") == ((tmp_path / "a.txt").read_bytes(), (tmp_path / "other").read_bytes())


class TestIgnored:
    def test_an_ignored_file_is_mentioned_at_the_end_of_the_response(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {".gitignore": "*.log\n/build/\n", "kept.log": "a\n", "a.txt": "a\n"})
        make_tree(tmp_path, {"b.log": "a\n"})
        review = Review(Workspace.open(tmp_path))
        review.read(
            block("a\n", "b\n", "b.log")
            + block("", "new\n", "build/x.txt")
            + block("a\n", "b\n", "kept.log")
            + block("a\n", "b\n", "a.txt")
        )

        assert [
            f"git ignores {path}, so no commit or diff will contain the change"
            for path in ("b.log", "build/x.txt")
        ] == warned(review, WarningKind.IGNORED)

    def test_a_run_that_writes_nothing_does_not_query_git(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {".gitignore": "*.log\n"})
        make_tree(tmp_path, {"b.log": "a\n"})
        review = Review.open(tmp_path, only_looks=True)
        review.read(block("a\n", "b\n", "b.log"))

        assert [] == warned(review, WarningKind.IGNORED)


class TestLosses:
    def test_overwriting_deleting_and_moving_show_what_they_destroy(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\nb\n", "b.txt": "c\n", "c.txt": "d\n"})
        review = review_of_operations(
            tmp_path, [("a.txt", Write("new\n")), ("b.txt", Delete()), ("c.txt", Move("d.txt"))]
        )

        kinds = [[warning.kind for warning in proposal.warnings] for proposal in review.proposals]
        assert [[WarningKind.OVERWRITES], [WarningKind.DELETES], [WarningKind.MOVES]] == kinds
        overwritten, deleted, moved = review.proposals
        assert overwritten.base is not None
        assert deleted.base is not None
        assert moved.base is not None
        assert "new\n" == overwritten.change.apply(overwritten.base.text)
        assert ("c\n", "") == (deleted.base.text, deleted.change.apply(deleted.base.text))
        assert "d\n" == moved.change.apply(moved.base.text)
