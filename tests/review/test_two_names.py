"""A response gives two paths for one edit: in a title, an info string, a tag, a comment."""

from pathlib import Path

import pytest

from editreview.errors import Reason
from editreview.review import Proposal
from editreview.review.decisions import Verdict
from editreview.review.warnings import WarningKind
from tests.builders import block, files_of, make_tree, review_of

CODE = "def load(path):\n    return open(path).read()\n"
BLOCK = f"<<<<<<< SEARCH\n=======\n{CODE}>>>>>>> REPLACE\n"
OTHER = "import os\n"
DIFF = "--- /dev/null\n+++ b/core/store.py\n@@ -0,0 +1 @@\n+x = 1\n"


def fence(info: str, comment: str = "") -> str:
    return f"```{info}\n{comment}{CODE}```\n"


def proposal_of(root: Path, response: str, files: dict[str, str]) -> Proposal:
    (found,) = review_of(make_tree(root, files), response).proposals
    return found


def is_unsure(proposal: Proposal) -> bool:
    kinds = [warning.kind for warning in proposal.warnings]
    return proposal.withheld is Reason.AMBIGUOUS and WarningKind.PATH_UNSURE in kinds


TWO_PATHS = {
    "heading and comment": "### `lib/store.py`\n\n" + fence("python", "# core/store.py\n"),
    "another name in the comment": "### `lib/store.py`\n\n" + fence("python", "# core/load.py\n"),
    "sentence and comment": "Create `lib/store.py` with:\n\n" + fence("python", "# core/store.py\n"),
    "heading and info string": "### `lib/store.py`\n\n" + fence("python:core/store.py"),
    "info string and comment": fence("python:lib/store.py", "# core/store.py\n"),
    "heading and tag": f'### `lib/store.py`\n\n<file path="core/store.py">\n{CODE}</file>\n',
    "tag and comment": f'<file path="lib/store.py">\n# core/store.py\n{CODE}</file>\n',
    "heading and diff": f"### `lib/store.py`\n\n```diff\n{DIFF}```\n",
    "heading and new file": f"### `lib/store.py`\n\n```python core/store.py\n{BLOCK}```\n",
}


@pytest.mark.parametrize("files", [{}, {"core/a.py": OTHER, "lib/a.py": OTHER}], ids=["bare", "both folders"])
@pytest.mark.parametrize("named", TWO_PATHS)
def test_an_edit_with_two_paths_waits_and_the_other_path_can_be_chosen(
    tmp_path: Path, named: str, files: dict[str, str]
) -> None:
    review = review_of(make_tree(tmp_path, {"README": "x\n", **files}), TWO_PATHS[named])
    (proposal,) = review.proposals
    review.accept("fuzzy")

    assert is_unsure(proposal)
    assert 1 == len(review.other_paths(proposal))
    (other,) = review.other_paths(proposal)
    assert {"core", "lib"} == {str(each).partition("/")[0] for each in (proposal.path, other)}
    assert Verdict.UNDECIDED is review.verdict(proposal)

    for path in review.send([proposal], review.open_file(other)):
        review.replan(path)
    (sent,) = review.proposals
    assert (other, None) == (sent.path, sent.withheld)


SHORT_AND_LONG = {
    "comment": "### `store.py`\n\n" + fence("python", "# lib/store.py\n"),
    "comment of a new file": "### New file: `store.py`\n\n" + fence("python", "# lib/store.py\n"),
    "comment below an info string": fence("python:store.py", "# lib/store.py\n"),
    "heading": "### `lib/store.py`\n\n" + fence("python:store.py"),
    "heading above a tag": f'### `lib/store.py`\n\n<file path="store.py">\n{CODE}</file>\n',
}


@pytest.mark.parametrize("named", SHORT_AND_LONG)
def test_a_path_with_a_folder_that_is_not_there_waits_beside_one_without(tmp_path: Path, named: str) -> None:
    proposal = proposal_of(tmp_path, SHORT_AND_LONG[named], {"a.py": OTHER})

    assert is_unsure(proposal)
    assert "store.py" == proposal.path


@pytest.mark.parametrize("named", SHORT_AND_LONG)
def test_a_path_with_a_folder_of_the_tree_is_meant_by_one_without_too(tmp_path: Path, named: str) -> None:
    proposal = proposal_of(tmp_path, SHORT_AND_LONG[named], {"lib/a.py": OTHER})

    assert ("lib/store.py", ()) == (proposal.path, proposal.warnings)


def test_a_folder_of_settings_need_not_be_there(tmp_path: Path) -> None:
    response = "### `ci.yml`\n\n```yaml\n# .github/workflows/ci.yml\non: push\n```\n"
    proposal = proposal_of(tmp_path, response, {"a.py": OTHER})

    assert ".github/workflows/ci.yml" == proposal.path
    assert not is_unsure(proposal)


def test_a_tree_whose_files_begin_with_their_path_below_the_same_folder_is_that_folder(
    tmp_path: Path,
) -> None:
    response = "### New file: `b.sql`\n\n```sql\n/* contrib/b.sql */\nSELECT 2;\n```\n"
    review = review_of(make_tree(tmp_path, {"a.sql": "/* contrib/a.sql */\nSELECT 1;\n"}), response)
    (proposal,) = review.proposals
    review.accept("exact")
    review.write()

    assert ("b.sql", ()) == (proposal.path, proposal.warnings)
    assert b"/* contrib/b.sql */\nSELECT 2;\n" == files_of(tmp_path)["b.sql"]


def test_a_file_that_begins_with_another_path_keeps_it(tmp_path: Path) -> None:
    response = "### `lib/store.py`\n\n" + fence("python", "# core/store.py\n")
    files = {"lib/store.py": f"# core/store.py\n{CODE.replace('read()', 'readlines()')}"}

    assert not is_unsure(proposal_of(tmp_path, response, files))


def test_of_two_files_the_one_with_the_text_is_meant(tmp_path: Path) -> None:
    files = {"store.py": "y = 1\n", "lib/store.py": CODE.replace("read()", "readlines()") + "x = 1\n"}
    proposal = proposal_of(tmp_path, SHORT_AND_LONG["comment"], files)

    assert "lib/store.py" == proposal.path
    assert not is_unsure(proposal)


def test_an_explicit_path_with_more_folders_than_the_heading_is_meant(tmp_path: Path) -> None:
    response = "### `store.py`\n\n" + fence('python title="lib/store.py"')
    proposal = proposal_of(tmp_path, response, {"a.py": OTHER})

    assert ("lib/store.py", ()) == (proposal.path, proposal.warnings)


def test_old_text_shows_which_file_is_meant(tmp_path: Path) -> None:
    response = f"### `core/store.py`\n\n{block('x = 1' + chr(10), 'x = 2' + chr(10), 'lib/store.py')}"
    proposal = proposal_of(tmp_path, response, {"lib/store.py": "x = 1\n", "core/store.py": "y = 1\n"})

    assert ("lib/store.py", None) == (proposal.path, proposal.withheld)


@pytest.mark.parametrize("files", [{"src/app.py": OTHER}, {"src/App.py": OTHER}, {"src/b.py": OTHER}])
def test_two_paths_that_only_their_case_tells_apart_are_one_unless_both_are_there(
    tmp_path: Path, files: dict[str, str]
) -> None:
    response = "### src/App.py\n\n" + fence("python src/app.py")
    proposal = proposal_of(tmp_path / "one", response, files)
    both = proposal_of(tmp_path / "both", response, {"src/app.py": OTHER, "src/App.py": OTHER})

    assert not is_unsure(proposal)
    assert (next(iter(files)) if "src/b.py" not in files else "src/app.py") == proposal.path
    is_one_file = (tmp_path / "both/SRC/app.py").exists()
    assert is_unsure(both) is not is_one_file


@pytest.mark.parametrize("title", ["### Move from lib/store.py", "### Moved `load` from `lib/store.py`"])
@pytest.mark.parametrize("named", [fence("python core/store.py"), fence("python", "# core/store.py\n")])
def test_the_file_that_code_is_moved_from_is_no_path_for_it(tmp_path: Path, title: str, named: str) -> None:
    proposal = proposal_of(tmp_path, f"{title}\n\n{named}", {"lib/store.py": OTHER, "core/a.py": OTHER})

    assert "core/store.py" == proposal.path
    assert not is_unsure(proposal)
