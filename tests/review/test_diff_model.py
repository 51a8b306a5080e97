"""The two sides of the diff of a block."""

from pathlib import Path

from editreview.alignment import Alignment
from editreview.review import Review, build_diff
from tests.builders import block, make_tree, review_of


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

    assert ("first\nthe value is one\n", "first\nthe value is two\n") == looked_at(review, 1)


def test_a_block_without_a_file_shows_its_own_two_parts(tmp_path: Path) -> None:
    review = review_of(tmp_path, block("old\n", "new\n") + block("old\n", "new\n", "../out.txt"))

    assert ("old\n", "new\n") == looked_at(review, 1) == looked_at(review, 2)
