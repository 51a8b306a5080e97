"""Words above an edit, or a comment in it, name another file than the edit does."""

import json
from pathlib import Path
from typing import ClassVar

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


@pytest.mark.parametrize(
    ("comment", "path"),
    [
        ("# src/b.py", "src/b.py"),
        ("# b.py", "b.py"),
        ("# file: b.py", "b.py"),
        ("# In b.py:", "b.py"),
        ("# --- b.py ---", "b.py"),
    ],
)
def test_a_file_that_goes_on_with_the_path_of_another_one_has_a_warning(
    tmp_path: Path, comment: str, path: str
) -> None:
    make_tree(tmp_path, FILES)
    text = f"x = 2\nlimit = 10\n\n{comment}\ny = 2\nlimit = 10\n"
    review = review_of(tmp_path, f"src/a.py\n```python\n{text}```\n")

    assert [f"a comment in the text names another file, which may begin there: {path}"] == [
        warning.message for warning in review.proposals[0].warnings
    ]
    assert {path: text.encode() for path, text in FILES.items()} == files_of(tmp_path)


def test_files_in_one_fence_may_have_their_names_alone_above_them(tmp_path: Path) -> None:
    make_tree(tmp_path, FILES)
    text = "# a.py\nx = 2\nlimit = 10\n\n# b.py\ny = 2\nlimit = 10\n"
    review = review_of(tmp_path, f"```python\n{text}```\n")

    assert ["a.py", "b.py"] == [proposal.block.path_written for proposal in review.proposals]


class TestFolderAbove:
    """Words above an edit name a folder that has a file of the same name with the same text."""

    FILES: ClassVar = {
        "p.json": '{\n  "version": 1\n}\n',
        "web/p.json": '{\n  "version": 1\n}\n',
        "packages/api/a.ts": "let a = 1;\n",
    }
    CALL: ClassVar = {
        "name": "Edit",
        "input": {"file_path": "p.json", "old_string": '"version": 1', "new_string": '"version": 2'},
    }
    EDITS: ClassVar = {
        "block": block('  "version": 1\n', '  "version": 2\n', "p.json"),
        "call": f"```json\n{json.dumps(CALL)}\n```\n",
        "diff": '```diff\n--- a/p.json\n+++ b/p.json\n@@\n-  "version": 1\n+  "version": 2\n```\n',
        "whole": '`p.json`\n```json\n{\n  "version": 2\n}\n```\n',
    }

    @pytest.mark.parametrize("edit", EDITS)
    @pytest.mark.parametrize(
        "words",
        [
            "## web/",
            "## web",
            "**web**",
            "- web:",
            "In `web/`:",
            "In the folder `web`:",
            "Package `web`:",
            "Update the web package:",
            "The `web` package needs a new version.",
            "```sh\ncd web\n```",
            "## `web`\n\n### Version\n\nRaise it.",
        ],
    )
    def test_it_is_withheld(self, tmp_path: Path, edit: str, words: str) -> None:
        make_tree(tmp_path, self.FILES)
        review = review_of(tmp_path, f"{words}\n\n{self.EDITS[edit]}")
        (proposal,) = review.proposals

        assert (Reason.AMBIGUOUS, "p.json") == (proposal.withheld, proposal.path)
        assert ["web/p.json"] == review.other_paths(proposal)

    @pytest.mark.parametrize("edit", EDITS)
    @pytest.mark.parametrize(
        "words",
        [
            "## web\n\nNothing.\n\n## Version",
            "In `web/`, nothing changes. In the root:",
            "The web has it too.",
            "Run the web service first:",
            "The web service calls this:",
            "The `web` folder is unaffected.",
            "Then `cd web` and run the tests.",
            "```sh\ncd web\nnpm test\n```",
            "```sh\ncd web && npm test\n```",
            "### Run the tests in web",
            "This is the same as in `web`:",
            "Add this for `web`:",
            "- `web`: nothing",
            "## app",
            "```python\nfor each in web:\n    pass\n```\n\nThen:",
        ],
    )
    def test_words_that_name_no_such_folder_do_not_withhold_it(
        self, tmp_path: Path, edit: str, words: str
    ) -> None:
        make_tree(tmp_path, self.FILES)
        (proposal,) = review_of(tmp_path, f"{words}\n\n{self.EDITS[edit]}").proposals

        assert proposal.withheld is None

    def test_a_file_there_without_the_text_does_not_withhold_it(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {**self.FILES, "web/p.json": "{}\n"})
        (proposal,) = review_of(tmp_path, f"## web\n\n{self.EDITS['block']}").proposals

        assert proposal.withheld is None

    @pytest.mark.parametrize("text", ["q = 5\n", "import os\n", "def g():\n    return 1\n"])
    @pytest.mark.parametrize("gap", ["", "# ... existing code ...\n\n"])
    def test_a_file_there_without_the_definitions_does_not_withhold_code(
        self, tmp_path: Path, text: str, gap: str
    ) -> None:
        own = "import os\n\n\ndef f():\n    return 1\n"
        response = f"### Changes to web\n\n`a.py`\n```python\n{gap}def f(x):\n    return 10\n```\n"
        for there, others in ((text, []), (own, ["web/a.py"])):
            make_tree(tmp_path, {"a.py": own, "web/a.py": there})
            review = review_of(tmp_path, response)
            assert others == review.other_paths(review.proposals[0])

    def test_the_heading_is_for_all_edits_below_it(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {**self.FILES, "b.txt": "b\n", "web/b.txt": "b\n"})
        other = block("b\n", "c\n", "b.txt")
        response = f"## web\n\n{self.EDITS['block']}\n{other}\n## Rest\n\n{other}"
        reasons = [proposal.withheld for proposal in review_of(tmp_path, response).proposals]

        assert [Reason.AMBIGUOUS, Reason.AMBIGUOUS] == reasons[:2]

    @pytest.mark.parametrize("words", ["## api", "In `packages/api`:", "In `new/`:"])
    def test_a_new_file_may_go_into_the_folder(self, tmp_path: Path, words: str) -> None:
        make_tree(tmp_path, self.FILES)
        (proposal,) = review_of(tmp_path, f"{words}\n\n`b.ts`\n```ts\nlet b = 1;\n```\n").proposals

        assert Reason.AMBIGUOUS is proposal.withheld

    def test_a_path_that_has_the_folder_is_not_withheld(self, tmp_path: Path) -> None:
        make_tree(tmp_path, self.FILES)
        edit = block('  "version": 1\n', '  "version": 2\n', "web/p.json")

        assert review_of(tmp_path, f"## web\n\n{edit}").proposals[0].withheld is None


@pytest.mark.parametrize("old", ["b.py", "a.py"])
def test_a_diff_whose_headers_name_two_files_is_withheld(tmp_path: Path, old: str) -> None:
    make_tree(tmp_path, FILES)
    names = f"diff --git a/src/a.py b/src/a.py\n--- a/src/{old}\n+++ b/src/b.py"
    (proposal,) = review_of(
        tmp_path, f"```diff\n{names}\n@@ -2 +2 @@\n-limit = 10\n+limit = 20\n```\n"
    ).proposals

    assert (Reason.AMBIGUOUS, "src/b.py") == (proposal.withheld, proposal.path)
