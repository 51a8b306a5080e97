"""Files that a diff deletes: what it quotes of them is what the user has read."""

from pathlib import Path

import pytest

from editreview import Review
from editreview.errors import Reason
from editreview.review import WarningKind
from tests.builders import files_of, make_tree, review_of

HEAD = "diff --git a/a.py b/a.py\ndeleted file mode 100644\n--- a/a.py\n+++ /dev/null\n"


def read(tmp_path: Path, response: str, text: str = "a = 1\nb = 2\nc = 3\n") -> Review:
    (tmp_path / "a.py").write_text(text)
    review = Review.open(tmp_path)
    review.read(response)
    return review


@pytest.mark.parametrize(
    ("hunk", "line"),
    [
        ("@@ -1,3 +0,0 @@\n-a = 1\n-b = 99\n-c = 3\n", 2),
        ("@@ -1,2 +0,0 @@\n-a = 1\n-b = 2\n", 3),
        ("@@ -1,3 +0,0 @@\n-c = 3\n-b = 2\n-a = 1\n", 2),
    ],
)
def test_a_deletion_waits_if_the_diff_does_not_quote_all_lines(tmp_path: Path, hunk: str, line: int) -> None:
    review = read(tmp_path, HEAD + hunk)
    [proposal] = review.proposals
    assert Reason.UNSEEN is proposal.withheld
    unseen = [warning for warning in proposal.warnings if warning.kind is WarningKind.UNSEEN]
    assert [(line, True)] == [(warning.line, warning.is_old) for warning in unseen]
    review.accept("tolerant")
    review.apply()
    assert "a = 1\nb = 2\nc = 3\n" == (tmp_path / "a.py").read_text()


@pytest.mark.parametrize("text", ["a = 1\nb = 2\nc = 3\n", "a = 1\r\nb = 2  \r\n\r\nc = 3"])
def test_a_deletion_that_quotes_all_lines_is_applied(tmp_path: Path, text: str) -> None:
    review = read(tmp_path, HEAD + "@@ -1,3 +0,0 @@\n-a = 1\n-b = 2\n-c = 3\n", text)
    review.accept("tolerant")
    review.apply()
    assert not (tmp_path / "a.py").exists()


def test_a_deletion_without_a_hunk_quotes_nothing_to_compare(tmp_path: Path) -> None:
    review = read(tmp_path, "diff --git a/a.py b/a.py\ndeleted file mode 100644\nindex 1..0\n")
    assert [WarningKind.DELETES] == [warning.kind for warning in review.proposals[0].warnings]


@pytest.mark.parametrize(
    "patch",
    [
        "*** Delete File: link.txt\n",
        "*** Update File: link.txt\n*** Move to: new.txt\n",
    ],
    ids=["deleted", "moved"],
)
def test_a_link_never_takes_the_file_along_that_it_leads_to(tmp_path: Path, patch: str) -> None:
    make_tree(tmp_path, {"a.txt": "text\n"})
    (tmp_path / "link.txt").symlink_to("a.txt")
    before = files_of(tmp_path)
    review = review_of(tmp_path, f"*** Begin Patch\n{patch}*** End Patch\n")
    review.accept()
    review.write()

    assert before == files_of(tmp_path)
    message = "link.txt is a link to a.txt, and links are neither deleted nor moved"
    assert [message] == [proposal.message for proposal in review.proposals]
