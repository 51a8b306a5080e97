"""A block says that its file has changed since it was last shown in a prompt, and where."""

from pathlib import Path

import pytest

from editreview.prompts import prompt, show
from editreview.review import Review
from editreview.workspace import Workspace
from tests.builders import block, make_repository

TEXT = "".join(f"line {n}\n" for n in range(1, 21))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = make_repository(tmp_path, {"a.txt": TEXT})
    show(Workspace.open(root), ["a.txt"])
    return root


def marks(root: Path, response: str) -> list[str]:
    review = Review(Workspace.open(root))
    review.read(response)
    return [mark.message for proposal in review.proposals for mark in proposal.marks]


EDIT = block("line 20\n", "line XX\n")


def test_the_lines_that_differ_are_named(root: Path) -> None:
    (root / "a.txt").write_text(TEXT.replace("line 3\n", "new 3\nnew 4\n").replace("line 9\n", ""))

    assert ["the file has changed since it was shown moments ago: lines 3–4, 10"] == marks(root, EDIT)


def test_a_block_that_fails_says_so_too(root: Path) -> None:
    (root / "a.txt").write_text(TEXT.replace("line 3\n", ""))

    assert 1 == len(marks(root, block("line 3\nand more\n", "x\n")))


def test_an_unchanged_file_and_one_that_was_not_shown_say_nothing(root: Path) -> None:
    (root / "b.txt").write_text("b\n")

    assert [] == marks(root, EDIT + block("b\n", "c\n", "b.txt"))


def test_the_text_of_a_file_that_may_hold_secrets_is_not_kept(root: Path) -> None:
    (root / ".env").write_text("SECRET=1\n")
    workspace = Workspace.open(root)
    show(workspace, [".env"])
    prompt(workspace, ["search-replace"], [".env"])

    assert workspace.text_shown(".env") is None
    assert workspace.text_shown("a.txt") is not None


def test_what_was_written_here_since_is_no_change(root: Path) -> None:
    for number in (19, 20):
        review = Review(Workspace.open(root))
        review.read(block(f"line {number}\n", f"line {number}0\n"))
        review.accept()
        review.write()
    response = block("line 2\n", "line 22\n")

    assert [] == marks(root, response)
    (root / "a.txt").write_text((root / "a.txt").read_text().replace("line 5\n", "mine\n"))
    assert ["the file has changed since it was shown moments ago: line 5"] == marks(root, response)


def test_many_places_are_counted(root: Path) -> None:
    text = TEXT
    for number in range(2, 20, 2):
        text = text.replace(f"line {number}\n", f"new {number}\n")
    (root / "a.txt").write_text(text)

    assert ["the file has changed since it was shown moments ago: lines 2, 4, 6 and 6 more places"] == marks(
        root, EDIT
    )
