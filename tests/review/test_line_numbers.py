"""Line numbers of a response are those of the text that was shown for its prompt."""

from pathlib import Path

import pytest

from editreview.errors import Reason
from editreview.prompts import prompt, show
from editreview.review import Review
from editreview.workspace import Workspace
from tests.builders import files_of, make_repository, make_tree

LINES = "".join(f"line {number}\n" for number in range(1, 9))
REPLACE = 'edit_lines(command="replace", path="a.txt", start_line=4, end_line=5, new_content="new\\n")\n'
INSERT = 'edit_lines(command="insert", path="a.txt", insert_line=4, new_content="new\\n")\n'
NEW = {REPLACE: LINES.replace("line 4\nline 5\n", "new\n"), INSERT: LINES.replace("line 5", "new\nline 5")}


@pytest.fixture(params=["show", "prompt", "part"])
def root(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A tree whose file was shown."""
    root = make_repository(tmp_path / "root", {"a.txt": LINES})
    workspace = Workspace.open(root)
    if request.param == "prompt":
        prompt(workspace, ["line-edit"], ["a.txt"])
    else:
        show(workspace, ["a.txt" if request.param == "show" else "a.txt:2-3"])
    return root


@pytest.mark.parametrize("response", NEW)
def test_a_line_edit_is_carried_across_later_changes(root: Path, response: str) -> None:
    make_tree(root, {"a.txt": f"first\nsecond\n{LINES}"})

    review = Review.open(root)
    review.read(response)
    review.accept("tolerant")
    review.write()

    assert {"a.txt": f"first\nsecond\n{NEW[response]}".encode()} == files_of(root)
    assert any("it names line" in warning.message for warning in review.proposals[0].warnings)


@pytest.mark.parametrize("response", NEW)
def test_a_line_edit_waits_for_the_user_if_its_lines_changed(root: Path, response: str) -> None:
    make_tree(root, {"a.txt": LINES.replace("line 4", "another line")})

    review = Review.open(root)
    review.read(response)

    assert [] == review.accept("tolerant")
    assert [Reason.BAD_LINE_NUMBER] == [proposal.withheld for proposal in review.proposals]


@pytest.mark.parametrize("response", NEW)
def test_without_changes_there_is_no_warning(root: Path, response: str) -> None:
    review = Review.open(root)
    review.read(response)
    review.accept("tolerant")
    review.write()

    assert {"a.txt": NEW[response].encode()} == files_of(root)
    assert all("as shown" not in warning.message for warning in review.proposals[0].warnings)


def test_a_line_edit_is_carried_across_changes_on_disk_during_the_review(tmp_path: Path) -> None:
    root = make_tree(tmp_path / "root", {"a.txt": LINES})
    review = Review.open(root)
    review.read(REPLACE)
    make_tree(root, {"a.txt": f"first\n{LINES}"})

    review.refresh()
    review.accept("tolerant")
    review.write()

    assert {"a.txt": f"first\n{NEW[REPLACE]}".encode()} == files_of(root)


def test_only_the_last_text_of_a_file_is_kept_in_a_private_file(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "root", {"a.txt": "one\n"})
    for text in ("one\n", "two\n"):
        make_tree(root, {"a.txt": text})
        show(Workspace.open(root), ["a.txt"])

    kept = list((root / ".git" / "editreview" / "shown").iterdir())

    shown = Workspace.open(root).text_shown("a.txt")
    assert shown is not None
    assert "two\n" == shown[0]
    assert [0o600] == [path.stat().st_mode & 0o777 for path in kept]
