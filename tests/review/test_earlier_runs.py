"""A second run of a response finds by the journal what the first one did, and does nothing twice."""

from pathlib import Path

import pytest

from editreview.errors import Reason
from editreview.prompts import show
from editreview.review import Review
from tests.builders import block, files_of, make_tree, review_of

ROW = "<row>\n  <cell/>\n</row>\n"
DELETION = "--- a/a.txt\n+++ b/a.txt\n@@ -4,3 +4,2 @@\n <row>\n-  <cell/>\n </row>\n"
INSERTION = 'edit_lines(command="insert", path="a.txt", insert_line=2, new_content="x\\n")\n'
MOVE = """*** Begin Patch
*** Update File: a.txt
*** Move to: b.txt
@@
-a
+c
*** End Patch
"""


def run(root: Path, response: str) -> Review:
    review = review_of(root, response)
    review.accept("tolerant")
    review.write()
    return review


def reasons(review: Review) -> list[Reason | None]:
    return [proposal.reason for proposal in review.proposals]


@pytest.mark.parametrize(
    ("text", "response"),
    [
        (ROW * 4, DELETION),
        ("a\nb\nc\n", INSERTION),
        ("a\nb\nc\n", 'edit_lines(command="delete", path="a.txt", start_line=1, end_line=1)\n'),
        ("a\nb\nc\n", block("b\n", "")),
        ("a\n", "--- a/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"),
        ("a\nb\n", MOVE),
    ],
    ids=["equal rows", "insertion", "lines", "deletion", "deleted file", "moved file"],
)
def test_a_second_run_of_a_response_changes_nothing(tmp_path: Path, text: str, response: str) -> None:
    root = make_tree(tmp_path / "root", {"a.txt": text})
    run(root, response)
    first = files_of(root)

    again = run(root, response)

    assert {"a.txt": text.encode()} != first
    assert first == files_of(root)
    assert {Reason.ALREADY_APPLIED} == set(reasons(again))


@pytest.mark.parametrize("is_shown", [False, True])
def test_line_numbers_of_blocks_left_out_refer_to_the_text_before_the_first_run(
    tmp_path: Path, is_shown: bool
) -> None:
    root = make_tree(tmp_path / "root", {"a.txt": "a\nb\nc\nd\n"})
    removal = 'edit_lines(command="delete", path="a.txt", start_line=1, end_line=1)\n\n'
    change = 'edit_lines(command="replace", path="a.txt", start_line=3, end_line=3, new_content="C\\n")\n'
    first = review_of(root, removal + change)
    first.decide({first.proposals[0].key: first.acceptance(first.proposals[0])})
    first.write()
    if is_shown:
        show(first.workspace, ["a.txt"])

    again = run(root, removal + change)

    assert [Reason.ALREADY_APPLIED, None] == reasons(again)
    assert {"a.txt": b"b\nC\nd\n"} == files_of(root)


def test_a_block_with_several_matches_in_the_first_run_waits_even_if_one_is_left(tmp_path: Path) -> None:
    root = make_tree(tmp_path / "root", {"a.txt": "a\nb\n1\n--\na\nb\n2\n"})
    response = block("a\nb\n", "c\nb\n") + block("b\n2\n", "d\n2\n")
    assert [Reason.AMBIGUOUS, None] == reasons(run(root, response))
    first = files_of(root)

    again = run(root, response)

    assert first == files_of(root)
    assert Reason.AMBIGUOUS is again.proposals[0].withheld


def test_a_block_of_another_response_waits_if_a_run_just_changed_its_other_match(tmp_path: Path) -> None:
    """The model may quote the text from before that run, and mean the lines that it changed."""
    root = make_tree(tmp_path / "root", {"a.txt": "one\nsize = 7\nm\n--\ntwo\nsize = 7\nm\n"})
    run(root, block("one\nsize = 7\n", "one\nsize = 9\n"))

    review = run(root, block("size = 7\nm\n", "size = 11\nm\n"))
    assert [Reason.AMBIGUOUS] == [proposal.withheld for proposal in review.proposals]
    review = run(root, block("size = 7\nm\n", "size = 9\nm\n"))
    assert [None] == [proposal.withheld for proposal in review.proposals]


TWO = "def f():\n    x = get(1)\n    return None\n\ndef g():\n    y = get(2)\n    return None\n"


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        (TWO, block(TWO[: TWO.index("def g")], ""), block("    return None\n", "    return y\n")),
        (
            TWO,
            block("    x = get(1)\n    return None\n", "    x = get(1)\n"),
            block("    return None\n", "    return y\n"),
        ),
        (
            "import a\nimport a\nx = 1\n",
            block("import a\nimport a\n", "import a\n"),
            block("import a\n", "import b\n"),
        ),
        ("# TODO\na()\n# TODO\nb()\n", block("# TODO\na()\n", "run()\n"), block("# TODO\n", "")),
    ],
    ids=["definition", "line", "import", "comment"],
)
def test_a_block_of_another_response_does_not_wait_if_a_run_removed_its_other_match(
    tmp_path: Path, text: str, first: str, second: str
) -> None:
    root = make_tree(tmp_path / "root", {"a.txt": text})
    run(root, first)

    review = run(root, second)
    assert [None] == [proposal.withheld for proposal in review.proposals]


def test_changes_elsewhere_in_the_file_make_no_difference(tmp_path: Path) -> None:
    root = make_tree(tmp_path / "root", {"a.txt": ROW * 4})
    run(root, DELETION)
    text = files_of(root)["a.txt"].decode()
    make_tree(root, {"a.txt": f"<!-- new -->\n{text}"})

    assert [Reason.ALREADY_APPLIED] == reasons(run(root, DELETION))


def test_an_edit_that_was_reverted_by_hand_is_applied_again(tmp_path: Path) -> None:
    root = make_tree(tmp_path / "root", {"a.txt": ROW * 4})
    run(root, DELETION)
    first = files_of(root)
    make_tree(root, {"a.txt": ROW * 4})

    run(root, DELETION)

    assert first == files_of(root)


def test_an_undone_edit_is_applied_again(tmp_path: Path) -> None:
    root = make_tree(tmp_path / "root", {"a.txt": ROW * 4})
    review = run(root, DELETION)
    first = files_of(root)
    review.workspace.undoing.undo(review.workspace.undoing.last())
    assert {"a.txt": (ROW * 4).encode()} == files_of(root)

    run(root, DELETION)

    assert first == files_of(root)


def test_the_same_block_in_another_response_is_a_new_edit(tmp_path: Path) -> None:
    root = make_tree(tmp_path / "root", {"a.txt": ROW * 4})
    run(root, DELETION)

    run(root, f"And the next one:\n\n{DELETION.replace('-4,3 +4,2', '-6,3 +6,2')}")

    short = "<row>\n</row>\n"
    assert {"a.txt": (ROW + 2 * short + ROW).encode()} == files_of(root)


def test_lines_inserted_by_number_next_to_equal_ones_wait_for_the_user(tmp_path: Path) -> None:
    """They may be wanted twice, or were put there before."""
    root = make_tree(tmp_path / "root", {"a.txt": "a\nx\nx\n"})

    review = run(root, INSERTION)

    assert [Reason.AMBIGUOUS] == [proposal.withheld for proposal in review.proposals]
    assert {"a.txt": b"a\nx\nx\n"} == files_of(root)


def test_a_deletion_that_another_response_made_is_already_applied(tmp_path: Path) -> None:
    root = make_tree(tmp_path / "root", {"a.txt": "first()\nallow_everybody()\nlast()\n"})
    deletion = block("allow_everybody()\nlast()\n", "last()\n")
    assert [Reason.NOT_FOUND] == reasons(review_of(root, deletion.replace("everybody", "nobody")))
    run(root, block("first()\nallow_everybody()\n", "first()\n"))

    again = review_of(root, deletion)

    assert [(Reason.ALREADY_APPLIED, "an earlier run made this change")] == [
        (proposal.reason, proposal.message) for proposal in again.proposals
    ]


ROWS = f"<start/>\n{ROW * 4}<end/>\n"
BLANKS = "names = 1\n\n\ndef load():\n    pass\n"


@pytest.mark.parametrize(
    ("text", "response"),
    [
        (BLANKS, block("names = 1\n\n\n", "names = 1\n\n")),
        (BLANKS, block("\n\ndef load():\n", "\ndef load():\n")),
        (ROWS, block(f"{ROW}<end/>\n", "<end/>\n")),
        (ROWS, block(f"<start/>\n{ROW}", "<start/>\n")),
    ],
)
@pytest.mark.parametrize("is_above", [True, False])
def test_a_deletion_next_to_equal_lines_that_was_reverted_by_hand_is_applied_again(
    tmp_path: Path, text: str, response: str, is_above: bool
) -> None:
    """A comparison finds the line that came back at either end of the equal ones."""
    root = make_tree(tmp_path / "root", {"a.txt": text})
    run(root, response)
    deleted = files_of(root)["a.txt"].decode()
    above, below = ("# new\n", "") if is_above else ("", "# new\n")
    make_tree(root, {"a.txt": f"{above}{text}{below}"})

    run(root, response)

    assert f"{above}{deleted}{below}" == files_of(root)["a.txt"].decode()


def test_a_line_next_to_equal_ones_that_was_removed_by_hand_is_added_again(tmp_path: Path) -> None:
    """The removed one of several equal lines cannot be told: it may be the added one."""
    response = block("a\n\nb\n", "a\n\n\nb\n")
    root = make_tree(tmp_path / "root", {"a.txt": "x\na\n\nb\n"})
    run(root, response)
    make_tree(root, {"a.txt": "y\na\n\nb\n"})

    run(root, response)

    assert {"a.txt": b"y\na\n\n\nb\n"} == files_of(root)
