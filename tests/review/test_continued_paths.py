"""A block without a path is of the file of the block before, unless the words above it say otherwise."""

from pathlib import Path

from editreview.errors import Reason
from editreview.review import Review
from tests.builders import block, make_tree, review_of

_WORDS = "In `b.txt`, raise the limit.\n\nIt is too low.\n\n"


def reviewed(tmp_path: Path, words: str, **files: str) -> Review:
    make_tree(tmp_path, {f"{name}.txt": f"top\n{text}" for name, text in files.items()})
    blocks = block("top\n", "TOP\n"), block("limit = 1\n", "limit = 2\n", None)
    return review_of(tmp_path, f"{blocks[0]}\n{words}{blocks[1]}")


def test_a_block_waits_if_the_words_above_mention_another_file_with_its_text(tmp_path: Path) -> None:
    review = reviewed(tmp_path, _WORDS, a="limit = 1\n", b="limit = 1\n")

    assert [(None, "a.txt"), (Reason.AMBIGUOUS, "a.txt")] == [(p.withheld, p.path) for p in review.proposals]
    assert ["b.txt"] == review.other_paths(review.proposals[1])


def test_a_block_waits_if_the_words_above_name_a_module_that_has_its_text(tmp_path: Path) -> None:
    review = reviewed(tmp_path, "Module `b` has a limit too:\n\n", a="limit = 1\n", b="limit = 1\n")

    assert [(None, "a.txt"), (Reason.AMBIGUOUS, "a.txt")] == [(p.withheld, p.path) for p in review.proposals]


def test_a_block_is_shown_in_the_other_file_if_only_that_has_its_text(tmp_path: Path) -> None:
    review = reviewed(tmp_path, _WORDS, a="limit = 3\n", b="limit = 1\n")

    assert [(None, "a.txt"), (Reason.AMBIGUOUS, "b.txt")] == [(p.withheld, p.path) for p in review.proposals]
    assert ["a.txt"] == review.other_paths(review.proposals[1])


def test_a_block_stays_if_the_other_file_does_not_have_its_text(tmp_path: Path) -> None:
    review = reviewed(tmp_path, _WORDS, a="limit = 1\n", b="limit = 3\n")

    assert [(None, "a.txt"), (None, "a.txt")] == [(p.withheld, p.path) for p in review.proposals]


def test_a_path_that_leads_out_of_the_tree_is_no_other_file(tmp_path: Path) -> None:
    make_tree(tmp_path, {"b.txt": "limit = 1\n"})
    words = _WORDS.replace("b.txt", "../b.txt")
    review = reviewed(tmp_path / "root", words, a="limit = 1\n")

    assert [(None, "a.txt"), (None, "a.txt")] == [(p.withheld, p.path) for p in review.proposals]


def test_a_hunk_without_a_path_waits(tmp_path: Path) -> None:
    make_tree(tmp_path, {f"{name}.txt": "top\nlimit = 1\n" for name in ("a", "b")})
    first = "```diff\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-top\n+TOP\n```\n"
    review = review_of(tmp_path, f"{first}\n{_WORDS}```diff\n@@ -2 +2 @@\n-limit = 1\n+limit = 2\n```\n")

    assert [(None, "a.txt"), (Reason.AMBIGUOUS, "a.txt")] == [(p.withheld, p.path) for p in review.proposals]
