"""Line ends of new files: those that git itself would check the file out with."""

import json
from pathlib import Path

import pytest

from editreview.review import Review
from editreview.workspace import Workspace
from tests.builders import files_of, git, make_repository

ATTRIBUTES = [
    "",
    "*.txt text",
    "*.txt -text",
    "*.txt text=auto",
    "*.txt eol=crlf",
    "*.txt eol=lf",
    "*.txt text eol=crlf",
    "*.txt text=auto eol=crlf",
    "*.txt text=auto eol=lf",
    "*.txt -text eol=crlf",
    "*.txt binary eol=crlf",
    "*.txt crlf",
    "*.txt -crlf",
    "*.txt crlf=input",
    "* text=auto\n*.txt eol=crlf",
    "*.bat eol=crlf",
]
SETTINGS = [
    {},
    {"core.autocrlf": "true"},
    {"core.autocrlf": "input"},
    {"core.autocrlf": "false", "core.eol": "crlf"},
    {"core.eol": "crlf"},
    {"core.eol": "lf"},
    {"core.autocrlf": "true", "core.eol": "lf"},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda settings: " ".join(settings) or "no setting")
def test_a_new_file_has_the_line_ends_that_git_checks_out(tmp_path: Path, settings: dict[str, str]) -> None:
    """With any attributes: a folder for each of them, with a file of git's and one of ours."""
    folders = {f"f{number}": attributes for number, attributes in enumerate(ATTRIBUTES)}
    tree: dict[str, str | bytes] = {f"{folder}/b.txt": "one\ntwo\n" for folder in folders}
    tree |= {f"{folder}/.gitattributes": attributes for folder, attributes in folders.items()}
    top = make_repository(tmp_path / "tree", tree)
    for name, value in settings.items():
        git(top, "config", name, value)
    for folder in folders:
        (top / folder / "b.txt").unlink()
    git(top, "checkout", "--", ".")
    review = Review(Workspace.open(top))
    inputs = [{"file_path": f"{folder}/a.txt", "content": "one\r\ntwo\n"} for folder in folders]
    review.read("\n".join(json.dumps({"name": "Write", "input": each}) for each in inputs))

    review.accept("tolerant")
    review.write()

    files = files_of(top)
    by_git = {attributes: files[f"{folder}/b.txt"] for folder, attributes in folders.items()}
    assert by_git == {attributes: files[f"{folder}/a.txt"] for folder, attributes in folders.items()}


def test_attributes_of_the_repository_of_its_top_and_of_folders_count(tmp_path: Path) -> None:
    attributes = {"d/.gitattributes": "*.txt eol=crlf\n", ".gitattributes": "*.md eol=crlf\n"}
    top = make_repository(tmp_path / "tree", attributes | {"d/empty.txt": ""})
    (top / ".git/info").mkdir(exist_ok=True)
    (top / ".git/info/attributes").write_text("*.bat eol=crlf\n")
    review = Review(Workspace.open(top))
    review.read(
        "".join(f"{path}\n```\none\n```\n\n" for path in ("d/a.txt", "a.txt", "a.md", "a.bat", "d/empty.txt"))
    )

    review.accept("tolerant")
    review.write()

    assert {
        "d/.gitattributes": b"*.txt eol=crlf\n",
        "d/a.txt": b"one\r\n",
        ".gitattributes": b"*.md eol=crlf\n",
        "a.txt": b"one\n",
        "a.md": b"one\r\n",
        "a.bat": b"one\r\n",
        "d/empty.txt": b"one\r\n",
    } == files_of(top)
