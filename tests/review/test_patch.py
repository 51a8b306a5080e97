"""The outcome as a patch: git makes of it what we write."""

import re
import subprocess
from pathlib import Path

import pytest

from editreview.review import make_patch
from editreview.review.report import can_be_patched
from tests.builders import block, files_of, git, make_repository, make_tree, review_of

TREES: dict[str, tuple[dict[str, str | bytes], str]] = {
    "one line": ({"a.txt": "a\nb\nc\n"}, block("b\n", "B\n")),
    "several hunks": (
        {"a.txt": "".join(f"line {i}\n" for i in range(60))},
        block("line 2\n", "")
        + block("line 30\n", "x\ny\n")
        + block("line 34\n", "z\n")
        + block("line 59\n", "end\n"),
    ),
    "several files": (
        {"a.txt": "a\n", "b/c.txt": "c\n"},
        block("a\n", "A\n") + block("c\n", "C\n", "b/c.txt") + block("", "new\n", "d/e/f.txt"),
    ),
    "a new file": ({}, block("", "one\ntwo\n")),
    "all of a file deleted": ({"a.txt": "a\nb\n"}, block("a\nb\n", "")),
    "an empty file filled": ({"a.txt": ""}, block("", "a\n")),
    "no final newline, last line changed": ({"a.txt": "a\nb"}, block("b\n", "B\n")),
    "no final newline, first line changed": ({"a.txt": "a\nb"}, block("a\n", "A\n")),
    "no final newline, line added": ({"a.txt": "a\nb"}, block("b\n", "b\nc\n")),
    "no final newline, last line deleted": ({"a.txt": "a\nb"}, block("a\nb\n", "a\n")),
    "carriage returns before line feeds": ({"a.txt": "a\r\nb\r\nc\r\n"}, block("b\n", "B\nBB\n")),
    "mixed line ends": ({"a.txt": "a\r\nb\nc\r\nd"}, block("b\nc\n", "B\nC\n")),
    "only carriage returns": ({"a.txt": "a\rb\rc\r"}, block("b\n", "B\nBB\n")),
    "carriage returns within lines": ({"a.txt": "a\rb\nc\rd\n"}, block("c\rd\n", "x\n")),
    "a byte order mark, first line changed": ({"a.txt": b"\xef\xbb\xbfa\nb\n"}, block("a\n", "A\n")),
    "a byte order mark as context": ({"a.txt": b"\xef\xbb\xbfa\nb\n"}, block("b\n", "B\n")),
    "a byte order mark, line put before": ({"a.txt": b"\xef\xbb\xbfa\nb\n"}, block("a\n", "new\na\n")),
    "form feeds and line separators": ({"a.txt": "a\x0cb\u2028c\x85d\ne\n"}, block("e\n", "\x0b\u2029\n")),
    "lines that look like a patch": (
        {"a.txt": "--- a\n+++ b\n@@ -1 +1 @@\n\\ No newline\n"},
        block("+++ b\n", "-- c\n++ d\n"),
    ),
    "a name with blanks": ({"a b/c d.txt": "a\n"}, block("a\n", "b\n", "a b/c d.txt")),
    "a name with quotes": ({"it's.txt": "a\n"}, block("a\n", "b\n", "it's.txt")),
    "a name beyond ASCII": ({"größe/日本.txt": "a\n"}, block("a\n", "b\n", "größe/日本.txt")),
    "a file moved onto another one": (
        {"a.txt": "a\nb\nc\n", "b/c.txt": "x\ny\n"},
        "*** Begin Patch\n*** Update File: a.txt\n*** Move to: b/c.txt\n@@\n a\n-b\n+B\n*** End Patch\n",
    ),
    "a file moved onto an empty one": (
        {"a.txt": "a\nb\nc\n", "b.txt": ""},
        "diff --git a/a.txt b/b.txt\nsimilarity index 100%\nrename from a.txt\nrename to b.txt\n",
    ),
    "a file moved": (
        {"a.txt": "a\nb\nc\n"},
        "diff --git a/a.txt b/b.txt\nsimilarity index 100%\nrename from a.txt\nrename to b.txt\n",
    ),
    "a new file with such a name": ({}, block("", "a\n", "neue größe/日本 x.txt")),
}


def applied_by_git(folder: Path, files: dict[str, str | bytes], made: bytes) -> dict[str, bytes]:
    """The tree that git makes of the files and the patch."""
    make_repository(folder, files)
    for check in (["--check"], []):
        done = subprocess.run(
            ["git", "apply", "--whitespace=nowarn", *check],
            cwd=folder,
            input=made,
            capture_output=True,
            check=False,
        )
        assert (0, "") == (done.returncode, done.stderr.decode())
    return files_of(folder)


@pytest.mark.parametrize("name", TREES)
def test_git_apply_gives_the_written_files(tmp_path: Path, name: str) -> None:
    files, response = TREES[name]
    review = review_of(make_tree(tmp_path / "ours", files), response)
    review.decide({proposal.key: review.acceptance(proposal) for proposal in review.proposals})
    made = make_patch(review.outcomes(pending=True))

    assert len(review.proposals) == len(review.write())
    assert files_of(tmp_path / "ours") == applied_by_git(tmp_path / "gits", files, made)


@pytest.mark.parametrize(
    "path", ['a"b.txt', "a\\b.txt", "-dash.txt", "blank.txt ", " blank.txt", "a\u2028b.txt"]
)
def test_odd_names_are_quoted_as_git_does(tmp_path: Path, path: str) -> None:
    """Names that no response can write but a link can lead to."""
    make_tree(tmp_path / "ours", {path: "a\n"})
    (tmp_path / "ours/plain.txt").symlink_to(path)
    review = review_of(tmp_path / "ours", block("a\n", "b\n", "plain.txt"))
    review.accept()

    assert {path: b"b\n"} == applied_by_git(
        tmp_path / "gits", {path: "a\n"}, make_patch(review.outcomes(pending=True))
    )


@pytest.mark.parametrize("name", TREES)
def test_a_patch_equals_gits_own_diff(tmp_path: Path, name: str) -> None:
    files, response = TREES[name]
    review = review_of(make_repository(tmp_path, files), response)
    review.accept()
    made = make_patch(review.outcomes(pending=True))
    review.write()
    git(tmp_path, "add", "--all")

    gits = subprocess.run(
        ["git", "diff", "--cached", "--no-color"], cwd=tmp_path, capture_output=True, check=True
    ).stdout

    assert sorted(without_additions(gits)) == sorted(without_additions(made))


def without_additions(made: bytes) -> list[bytes]:
    """The lines of a patch without what git adds: object names, likeness, and the line that a hunk is in."""
    return [
        re.sub(rb"(^@@ .* @@).*", rb"\1", line, flags=re.DOTALL)
        for line in made.split(b"\n")
        if not line.startswith((b"index ", b"similarity index "))
    ]


def test_only_accepted_blocks_are_in_the_patch(tmp_path: Path) -> None:
    review = review_of(make_tree(tmp_path, {"a.txt": "a\n"}), block("a\n", "b\n"))

    assert b"" == make_patch(review.outcomes(pending=True))


def test_paths_can_start_from_a_folder(tmp_path: Path) -> None:
    review = review_of(make_tree(tmp_path / "ours", {"a b.txt": "a\n"}), block("a\n", "b\n", "a b.txt"))
    review.accept()

    made = make_patch(review.outcomes(pending=True), "sub/")

    assert {"sub/a b.txt": b"b\n"} == applied_by_git(tmp_path / "gits", {"sub/a b.txt": "a\n"}, made)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_a_file_that_git_cannot_patch_is_omitted(tmp_path: Path, encoding: str) -> None:
    files: dict[str, str | bytes] = {"wide.txt": "a\n".encode(encoding), "b.txt": "b\n"}
    review = review_of(
        make_tree(tmp_path, files), block("a\n", "A\n", "wide.txt") + block("b\n", "B\n", "b.txt")
    )
    review.accept()
    made = make_patch(review.outcomes(pending=True))

    assert [False, True] == [can_be_patched(plan) for plan in review.outcomes(pending=True)]
    assert made.startswith(b"diff --git a/b.txt b/b.txt\n")
    assert b"wide" not in made
