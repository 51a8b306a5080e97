"""The two sides of the diff of a block."""

from pathlib import Path

from editreview.alignment import Alignment
from editreview.language_servers import Diagnosis
from editreview.language_servers import Finding as Diagnostic
from editreview.review import DiffModel, LineFinding, Review, build_diff
from editreview.text import split_lines
from tests.builders import NO_SERVERS, block, make_tree, review_of


def both_sides(alignment: Alignment) -> tuple[str, str]:
    old = "".join(alignment.lines.slice(0, len(alignment.lines)))
    return old, "".join(alignment.new_line(i) for i in range(alignment.new_length))


def looked_at(review: Review, number: int, match: int | None = None) -> tuple[str, str]:
    proposal = review.proposals[number - 1]
    matches = proposal.candidates.matches if proposal.candidates else ()
    seen = build_diff(proposal, None if match is None else matches[match], review.nearest(proposal))
    return both_sides(seen.alignment)


def test_a_block_with_a_match_shows_the_file_before_and_after(tmp_path: Path) -> None:
    review = review_of(make_tree(tmp_path, {"a.txt": "a\nb\n"}), block("b\n", "B\n"))

    assert ("a\nb\n", "a\nB\n") == looked_at(review, 1)


def test_a_block_that_builds_on_another_shows_its_result(tmp_path: Path) -> None:
    review = review_of(make_tree(tmp_path, {"a.txt": "a\n"}), block("a\n", "b\n") + block("b\n", "c\n"))

    assert ("b\n", "c\n") == looked_at(review, 2)


def test_a_new_file_shows_its_text_against_nothing(tmp_path: Path) -> None:
    assert ("", "new\n") == looked_at(review_of(tmp_path, block("", "new\n")), 1)


def test_one_of_several_matches_shows_the_effect_of_choosing_it(tmp_path: Path) -> None:
    review = review_of(make_tree(tmp_path, {"a.txt": "a\nb\na\n"}), block("a\n", "A\n"))

    assert ("a\nb\na\n", "a\nb\nA\n") == looked_at(review, 1, match=1)


def test_a_block_without_a_match_shows_the_nearest_lines_and_its_search(tmp_path: Path) -> None:
    review = review_of(
        make_tree(tmp_path, {"a.txt": "first\nthe value is one\n"}), block("the value is two\n", "x\n")
    )

    assert ("first\nthe value is one\n", "first\nthe value is two\n") == _above_the_replacement(review, 1)


def _near(review: Review, number: int) -> DiffModel:
    proposal = review.proposals[number - 1]
    return build_diff(proposal, None, review.nearest(proposal))


def _above_the_replacement(review: Review, number: int) -> tuple[str, str]:
    """Both sides, without the hunk that shows the new text of a block without a match."""
    alignment = _near(review, number).alignment
    old, new = both_sides(alignment)
    shown = alignment.hunks[-1]
    lines = split_lines(new)
    return old, "".join([*lines[: shown.new], *lines[shown.new_end :]])


def test_a_block_without_a_match_shows_what_it_would_make_of_its_search_below_the_nearest_lines(
    tmp_path: Path,
) -> None:
    tree = make_tree(tmp_path, {"a.txt": "first\nthe value is one\nthe end of it\nlast\n"})
    search = "the value is two\nthe end of it\nand more\n"
    review = review_of(tree, block(search, "the value is ten\nthe end of it\nnew\nlines\n"))

    seen = _near(review, 1)

    shown, replacement = seen.alignment.hunks[-1], seen.replacement
    assert replacement is not None
    assert (3, 3) == (shown.old, shown.old_end)
    assert [
        "the value is two\n",
        "the value is ten\n",
        "the end of it\n",
        "and more\n",
        "new\n",
        "lines\n",
    ] == list(shown.lines)
    assert {0: "the value is ten", 3: None} == replacement.removed
    assert {1: "the value is two", 4: None, 5: None} == replacement.added
    assert (None, 1, 2, None, 3, 4) == replacement.numbers
    assert "what its REPLACE would put there: +3 −2" == replacement.title


def test_a_block_without_a_match_that_deletes_says_that_nothing_would_be_put_there(tmp_path: Path) -> None:
    review = review_of(
        make_tree(tmp_path, {"a.txt": "first\nthe value is one\n"}), block("the value is two\n", "")
    )

    replacement = _near(review, 1).replacement

    assert replacement is not None
    assert "what its REPLACE would put there: nothing" == replacement.title
    assert ({0: None}, {}) == (replacement.removed, replacement.added)


def test_a_block_without_a_file_shows_its_own_two_parts(tmp_path: Path) -> None:
    review = review_of(tmp_path, block("old\n", "new\n") + block("old\n", "new\n", "../out.txt"))

    assert ("old\n", "new\n") == looked_at(review, 1) == looked_at(review, 2)


class TestFindings:
    LINES = "one\ntwo\nthree\nfour\nfive\n"

    def test_they_stand_at_the_lines_that_they_are_about(self, tmp_path: Path) -> None:
        """In the words of the warning, without the number of the line."""
        review = review_of(
            make_tree(tmp_path, {"a.py": "x = 1\ny = 1\n"}), block("y = 1\n", "y = (\n", "a.py")
        )
        review.check()

        model = build_diff(review.proposals[0], None, None)

        assert {} == model.found_in_old
        assert {
            1: LineFinding(("introduces a syntax error: '(' was never closed",), True)
        } == model.found_in_new

    def test_marks_only_inform(self, tmp_path: Path) -> None:
        response = block("x = 1\n", "x = 1  # noqa\n", "a.py")
        review = review_of(make_tree(tmp_path, {"a.py": "x = 1\n"}), response)

        (finding,) = build_diff(review.proposals[0], None, None).found_in_new.values()

        assert not finding.is_warning

    def test_an_unchanged_line_with_one_is_not_folded(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.py": self.LINES}), block("five\n", "5\n5\n", "a.py"))
        found = Diagnosis({"a.py": (Diagnostic(0, "unused", False),)})
        review.show_diagnosis(review.question(), found, NO_SERVERS)

        assert {0} == build_diff(review.proposals[0], None, None).lines_with_findings()


def test_the_deletion_of_an_empty_file_is_called_so(tmp_path: Path) -> None:
    root = make_tree(tmp_path, {"empty.txt": ""})
    patch = "*** Begin Patch\n*** Delete File: empty.txt\n*** End Patch\n"
    (proposal,) = review_of(root, patch).proposals
    assert "deleted" == build_diff(proposal, None, None).new_title
