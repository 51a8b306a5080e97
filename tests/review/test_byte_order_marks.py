"""Byte order marks: the file's own counts, and goes only if the old text has it and the new one lacks it."""

import json
from pathlib import Path

import pytest

from editreview.review import Review, Verdict, WarningKind, make_patch
from editreview.workspace import Workspace
from tests.builders import block, files_of, git, make_repository, make_tree, review_of

MARK = "\ufeff"
BYTES = MARK.encode()


def call(name: str, **parameters: str) -> str:
    return json.dumps({"name": name, "input": {"file_path": "a.txt", **parameters}})


def after(folder: Path, before: bytes | None, response: str) -> bytes:
    make_tree(folder, {} if before is None else {"a.txt": before})
    review = review_of(folder, response)
    # As the user does: a fence may be a part of the file, which is not what is tested here.
    review.decide({p.key: review.acceptance(p) for p in review.proposals if p.is_ready})
    review.write()
    return files_of(folder)["a.txt"]


@pytest.mark.parametrize(
    "response",
    [
        block(f"{MARK}a\n", f"{MARK}A\n"),
        block("a\n", f"{MARK}A\n"),
        block("a\n", "A\n"),
        call("Write", content=f"{MARK}A\nb\n"),
        call("Write", content="A\nb\n"),
        f"a.txt\n```\n{MARK}A\nb\n```\n",
        f"--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-{MARK}a\n+{MARK}A\n",
        call("edit_lines", command="replace", start_line="1", end_line="1", new_content=f"{MARK}A").replace(
            "file_path", "path"
        ),
        MARK + block("a\n", "A\n"),
    ],
)
@pytest.mark.parametrize("mark", [b"", BYTES])
def test_a_byte_order_mark_in_a_block_neither_adds_nor_removes_one(
    tmp_path: Path, response: str, mark: bytes
) -> None:
    assert mark + b"A\nb\n" == after(tmp_path, mark + b"a\nb\n", response)


@pytest.mark.parametrize(
    "response",
    [
        call("Edit", old_string=f"{MARK}#!/bin/sh", new_string="#!/bin/sh"),
        call("Edit", old_string=MARK, new_string=""),
        block(f"{MARK}#!/bin/sh\n", "#!/bin/sh\n"),
        f"--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-{MARK}#!/bin/sh\n+#!/bin/sh\n",
    ],
)
def test_a_byte_order_mark_is_removed_if_only_the_old_text_has_it(tmp_path: Path, response: str) -> None:
    assert b"#!/bin/sh\nls\n" == after(tmp_path, BYTES + b"#!/bin/sh\nls\n", response)


def test_the_removal_of_a_byte_order_mark_is_mentioned_and_in_the_patch(tmp_path: Path) -> None:
    top = make_repository(tmp_path / "tree", {"a.txt": BYTES + b"#!/bin/sh\nls\n"})
    review = Review(Workspace.open(top))
    review.read(call("Edit", old_string=f"{MARK}#!/bin/sh", new_string="#!/bin/sh"))
    review.accept("tolerant")
    (said,) = review.proposals[0].warnings
    made = make_patch(review.outcomes(pending=True))
    review.write()

    assert (WarningKind.REMOVES_MARK, 1) == (said.kind, said.line)
    (tmp_path / "made.patch").write_bytes(made)
    git(top, "checkout", "--quiet", "a.txt")
    git(top, "apply", str(tmp_path / "made.patch"))
    assert {"a.txt": b"#!/bin/sh\nls\n"} == files_of(top)


def test_an_accepted_removal_of_a_byte_order_mark_waits_again_if_the_mark_has_gone(tmp_path: Path) -> None:
    make_tree(tmp_path, {"a.txt": BYTES + b"a\nb\n"})
    review = review_of(tmp_path, block(f"{MARK}a\n", "A\n"))
    review.decide({p.key: review.acceptance(p) for p in review.proposals})
    make_tree(tmp_path, {"a.txt": "a\nb\n"})

    review.refresh()

    assert [Verdict.UNDECIDED] == [review.verdict(p) for p in review.proposals]


def test_a_utf_16_byte_order_mark_stays(tmp_path: Path) -> None:
    before, wanted = ("\ufeffa\nb\n".encode("utf-16-le"), "\ufeffA\nb\n".encode("utf-16-le"))
    assert wanted == after(tmp_path, before, block(f"{MARK}a\n", "A\n"))


def test_a_new_file_gets_the_byte_order_mark_of_its_text(tmp_path: Path) -> None:
    assert BYTES + b"a\n" == after(tmp_path, None, call("Write", content=f"{MARK}a\n"))


def test_the_same_character_in_the_middle_of_a_file_is_text(tmp_path: Path) -> None:
    before = b"a\n" + BYTES + b"b\n"
    assert b"a\nB\n" == after(tmp_path, before, block(f"{MARK}b\n", "B\n"))


@pytest.mark.parametrize("mark", ["", MARK])
def test_a_lazy_file_may_begin_with_the_mark(tmp_path: Path, mark: str) -> None:
    file = "using System;\n\nclass A\n{\n    int B = 1;\n    int C = 2;\n}\n"
    make_tree(tmp_path, {"a.cs": f"{MARK}{file}"})
    lazy = "using System;\n\nclass A\n{\n    // ... existing code ...\n    int C = 3;\n}\n"
    review = review_of(tmp_path, f"a.cs\n```\n{mark}{lazy}```\n")
    review.accept("fuzzy")
    review.write()

    assert f"{MARK}{file.replace('2', '3')}".encode() == (tmp_path / "a.cs").read_bytes()
