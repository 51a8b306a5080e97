"""Paths without a file that differ from one of the tree in case, or in the encoding of accents, alone."""

import json
from pathlib import Path

import pytest

from editreview.errors import Reason
from editreview.review import Review, WarningKind
from tests.builders import block, make_tree, review_of


def written(folder: Path, files: dict[str, str], path: str) -> Review:
    """A review of a call that writes a file."""
    call = {"name": "Write", "input": {"file_path": path, "content": "text\n"}}
    return review_of(make_tree(folder, files), f"{json.dumps(call)}\n")


def kinds(review: Review) -> list[WarningKind]:
    return [warning.kind for proposal in review.proposals for warning in proposal.warnings]


@pytest.mark.parametrize(
    ("known", "path", "meant"),
    [
        ("README.md", "Readme.md", "README.md"),
        ("cafe\u0301.txt", "caf\u00e9.txt", "cafe\u0301.txt"),
        ("a.txt", "a.txt ", "a.txt"),
        ("Src/a.txt", "src/b.txt", "Src/b.txt"),
        ("Src/sub/a.txt", "src/sub/new/b.txt", "Src/sub/new/b.txt"),
    ],
)
def test_a_new_file_waits_and_can_be_sent_to_the_other_path(
    tmp_path: Path, known: str, path: str, meant: str
) -> None:
    review = written(tmp_path, {known: "old\n"}, path)
    (proposal,) = review.proposals

    assert (path, Reason.AMBIGUOUS, [meant]) == (
        proposal.path,
        proposal.withheld,
        review.other_paths(proposal),
    )


@pytest.mark.parametrize(
    ("files", "path"),
    [
        (("src/a.txt", "Src/a.txt"), "src/b.txt"),
        (("src/A.txt", "src/a.txt"), "src/a.TXT"),
        (("src/a.txt",), "src/b.txt"),
        (("src/a.txt",), "new/a/b.txt"),
    ],
)
def test_a_new_file_does_not_wait_where_the_tree_has_its_folder_or_several_spellings(
    tmp_path: Path, files: tuple[str, ...], path: str
) -> None:
    review = written(tmp_path, dict.fromkeys(files, "old\n"), path)

    assert [] == kinds(review)


def test_an_edit_goes_to_the_file_if_that_has_its_text(tmp_path: Path) -> None:
    review = review_of(
        make_tree(tmp_path, {"README.md": "old\n"}),
        block("old\n", "new\n", "Readme.md") + block("other\n", "new\n", "Readme.MD"),
    )

    assert [("README.md", None), ("Readme.MD", Reason.FILE_MISSING)] == [
        (proposal.path, proposal.reason) for proposal in review.proposals
    ]
    assert [WarningKind.PATH_CORRECTED] == kinds(review)
