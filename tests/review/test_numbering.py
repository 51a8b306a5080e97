"""The line numbers of all hunks of a diff tell together which text they are of."""

from pathlib import Path

import pytest

from editreview.errors import Reason
from editreview.matching import Tier
from editreview.review import Review, WarningKind
from tests.builders import git, make_tree, review_of

RULES = "".join(f".c{n} {{\n  color: red;\n}}\n\n" for n in range(6))
ROWS = "<table>\n" + "<row>\n  <cell/>\n</row>\n" * 6 + "</table>\n"


def diff_of(folder: Path, before: str, after: str, context: int) -> str:
    """A response that holds what git says of a change of `a.txt`."""
    root = make_tree(folder, {"a/a.txt": before, "b/a.txt": after})
    git(root, "init", "--quiet", "--template=")
    git(root, "add", "--all", "--force", "a")
    (root / "a" / "a.txt").write_text(after)
    return "```diff\n" + git(root / "a", "diff", "--relative", f"-U{context}") + "```\n"


def applied(folder: Path, text: str, response: str) -> tuple[str, Review]:
    root = make_tree(folder, {"a.txt": text})
    review = review_of(root, response)
    review.accept(Tier.TOLERANT)
    review.write()
    return (root / "a.txt").read_text(), review


@pytest.mark.parametrize("context", [1, 2, 3])
@pytest.mark.parametrize("text", [RULES, ROWS])
def test_a_copy_of_lines_above_is_inserted(tmp_path: Path, text: str, context: int) -> None:
    """The new text is there, if one does not look at the numbers: the copied lines and what follows."""
    lines = text.splitlines(keepends=True)
    after = "".join(lines[:10] + lines[7:10] + lines[10:])
    response = diff_of(tmp_path / "git", text, after, context)
    assert applied(tmp_path / "once", text, response)[0] == after


@pytest.mark.parametrize("context", [0, 1, 2, 3])
def test_an_applied_diff_of_equal_rows_is_already_applied(tmp_path: Path, context: int) -> None:
    rows = ROWS.splitlines(keepends=True)
    after = "".join([*rows[:5], "  <extra/>\n", *rows[5:11], "  <more/>\n", *rows[11:]])
    response = diff_of(tmp_path / "git", ROWS, after, context)
    assert applied(tmp_path / "once", ROWS, response)[0] == after
    text, review = applied(tmp_path / "twice", after, response)
    assert text == after
    assert {proposal.reason for proposal in review.proposals} == {Reason.ALREADY_APPLIED}


def test_numbers_that_a_later_hunk_contradicts_are_not_used(tmp_path: Path) -> None:
    """The first hunk names a line and nothing else; the second one stands elsewhere by now."""
    after = RULES.replace("}\n\n.c1", "}\n/* one */\n\n.c1").replace(
        ".c4 {\n  color: red", ".c4 {\n  color: blue"
    )
    response = diff_of(tmp_path / "git", RULES, after, 0).replace("-  color: red", "-.c4 {\n-  color: red")
    response = response.replace("+  color: blue", "+.c4 {\n+  color: blue").replace(
        "@@ -18 +19 @@", "@@ -17,2 +18,2 @@"
    )
    moved = f"/* new */\n{RULES}"
    text, review = applied(tmp_path / "moved", moved, response)
    assert text == moved.replace(".c4 {\n  color: red", ".c4 {\n  color: blue")
    assert review.proposals[0].withheld is Reason.BAD_LINE_NUMBER


def test_a_separately_applied_hunk_is_not_applied_again(tmp_path: Path) -> None:
    """The hunk above it is still to be made, so its new text stands at its old line."""
    text = "a = 1\n" * 2 + "b = 2\nc = 3\n\n" + "d = 4\n" + "added = 1\n"
    response = (
        "```diff\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,2 @@\n a = 1\n-a = 1\n b = 2\n"
        "@@ -5,2 +4,3 @@\n \n d = 4\n+added = 1\n```\n"
    )
    assert applied(tmp_path / "part", text, response)[0] == text.replace("a = 1\n", "", 1)


def test_swapped_lines_are_recognised(tmp_path: Path) -> None:
    """Lines in another order are not what is left of the old ones."""
    response = (
        "a.txt\n<<<<<<< SEARCH\nfirst = 1\nsecond = 2\n=======\nsecond = 2\nfirst = 1\n>>>>>>> REPLACE\n"
    )
    text, review = applied(tmp_path, "second = 2\nfirst = 1\n", response)
    assert text == "second = 2\nfirst = 1\n"
    assert review.proposals[0].reason is Reason.ALREADY_APPLIED


def test_a_line_without_context_that_is_the_same_as_others_proves_nothing(tmp_path: Path) -> None:
    """The next line stands in its place now, and was there before."""
    text = "x = 1\ny = 2\n" * 4 + "x = 1\nx = 1\ny = 2\n"
    response = "--- a/a.txt\n+++ b/a.txt\n@@ -10,1 +10,1 @@\n-y = 2\n+x = 1\n"
    after, review = applied(tmp_path, text, response)

    assert text == after
    assert review.proposals[0].reason is not Reason.ALREADY_APPLIED


def test_a_hunk_without_context_is_not_already_applied_while_its_old_text_is_there_once(
    tmp_path: Path,
) -> None:
    """Its new text stands where the diff puts it, by chance or by an earlier run: the user decides."""
    text = "match status:\n    case A:\n        return 1\n    case B:\n        return 2\n"
    response = (
        "```diff\n--- a/a.txt\n+++ b/a.txt\n@@ -3,1 +4,1 @@\n-        return 2\n+    case B:\n"
        "@@ -1,0 +2,1 @@\n+    case A:\n```\n"
    )
    found, review = applied(tmp_path / "here", text, response)
    assert found == text
    changed = next(proposal for proposal in review.proposals if proposal.block.hints.line == 3)
    assert changed.reason is not Reason.ALREADY_APPLIED
    assert WarningKind.REPEATED in {warning.kind for warning in changed.warnings}
