"""Line ends of new files: those that git itself would check the file out with."""

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
@pytest.mark.parametrize("attributes", ATTRIBUTES)
def test_a_new_file_has_the_line_ends_that_git_checks_out(
    tmp_path: Path, attributes: str, settings: dict[str, str]
) -> None:
    top = make_repository(tmp_path / "tree", {"d/b.txt": "one\ntwo\n", ".gitattributes": attributes})
    for name, value in settings.items():
        git(top, "config", name, value)
    (top / "d/b.txt").unlink()
    git(top, "checkout", "--", "d/b.txt")
    review = Review(Workspace.open(top))
    review.read('{"name": "Write", "input": {"file_path": "d/a.txt", "content": "one\\r\\ntwo\\n"}}')

    review.accept("tolerant")
    review.write()

    files = files_of(top)
    assert files["d/b.txt"] == files["d/a.txt"]


def test_attributes_of_the_repository_and_of_folders_count_too(tmp_path: Path) -> None:
    top = make_repository(tmp_path / "tree", {"d/.gitattributes": "*.txt eol=crlf\n", "d/empty.txt": ""})
    (top / ".git/info").mkdir(exist_ok=True)
    (top / ".git/info/attributes").write_text("*.bat eol=crlf\n")
    review = Review(Workspace.open(top))
    review.read(
        "".join(f"{path}\n```\none\n```\n\n" for path in ("d/a.txt", "a.txt", "a.bat", "d/empty.txt"))
    )

    review.accept("tolerant")
    review.write()

    assert {
        "d/.gitattributes": b"*.txt eol=crlf\n",
        "d/a.txt": b"one\r\n",
        "a.txt": b"one\n",
        "a.bat": b"one\r\n",
        "d/empty.txt": b"one\r\n",
    } == files_of(top)
