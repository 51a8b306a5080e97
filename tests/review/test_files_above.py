"""Words above an edit, or a comment in it, name another file than the edit does."""

import json
from pathlib import Path

import pytest

from editreview.errors import Reason
from tests.builders import block, files_of, make_tree, review_of

FILES = {"src/a.py": "x = 1\nlimit = 10\n", "src/b.py": "y = 1\nlimit = 10\n"}
CALL = {
    "name": "Edit",
    "input": {"file_path": "src/a.py", "old_string": "limit = 10", "new_string": "limit = 20"},
}
EDITS = {
    "block": block("limit = 10\n", "limit = 20\n", "src/a.py"),
    "call": f"```json\n{json.dumps(CALL)}\n```\n",
    "diff": "```diff\n--- a/src/a.py\n+++ b/src/a.py\n@@\n-limit = 10\n+limit = 20\n```\n",
}


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("words", ["In `src/b.py`:", "Now update **src/b.py**:", "### src/b.py\n\nRaise it."])
def test_an_edit_below_words_that_place_it_in_another_file_with_its_text_is_withheld(
    tmp_path: Path, edit: str, words: str
) -> None:
    make_tree(tmp_path, FILES)
    (proposal,) = review_of(tmp_path, f"{words}\n\n{EDITS[edit]}").proposals

    is_placed = not words.startswith("###")
    assert (Reason.AMBIGUOUS if is_placed else None) is proposal.withheld
    assert "src/a.py" == proposal.path


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize(
    "words",
    [
        "In `src/a.py`:",
        "In `a.py`:",
        "In `src/c.py`:",
        "Use the limit of `src/b.py`:",
        "In `src/a.py` and `src/b.py`:",
    ],
)
def test_words_that_name_its_own_file_or_only_mention_another_one_do_not_withhold_it(
    tmp_path: Path, edit: str, words: str
) -> None:
    make_tree(tmp_path, FILES)
    (proposal,) = review_of(tmp_path, f"{words}\n\n{EDITS[edit]}").proposals

    assert proposal.withheld is None


def test_an_edit_whose_text_the_other_file_lacks_is_not_withheld(tmp_path: Path) -> None:
    make_tree(tmp_path, FILES)
    edit = block("x = 1\n", "x = 2\n", "src/a.py")

    assert review_of(tmp_path, f"In `src/b.py`:\n\n{edit}").proposals[0].withheld is None


def test_a_comment_with_the_path_of_a_document_begins_no_file(tmp_path: Path) -> None:
    make_tree(tmp_path, FILES)
    review = review_of(tmp_path, "src/a.py\n```python\nx = 2\nlimit = 10\n\n# docs/a.md\ny = 2\n```\n")

    assert () == tuple(warning.message for warning in review.proposals[0].warnings)


def test_a_file_that_goes_on_with_the_path_of_another_one_has_a_warning(tmp_path: Path) -> None:
    make_tree(tmp_path, FILES)
    text = "x = 2\nlimit = 10\n\n# src/b.py\ny = 2\nlimit = 10\n"
    review = review_of(tmp_path, f"src/a.py\n```python\n{text}```\n")

    assert ["a comment in the text names another file, which may begin there: src/b.py"] == [
        warning.message for warning in review.proposals[0].warnings
    ]
    assert {path: text.encode() for path, text in FILES.items()} == files_of(tmp_path)
