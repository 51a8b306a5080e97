"""Code that one edit takes out and another one, which is not ready, adds elsewhere."""

from pathlib import Path
from typing import Any

import pytest

from editreview.errors import Reason
from editreview.review import WarningKind, placement_below
from editreview.review.checks.blocks import moved_away
from tests.builders import block, files_of, make_tree, review_of

FUNCTION = "def total(items):\n    return sum(items)\n"
FILES = {"a.py": f"import os\n\n\n{FUNCTION}\n\nprint(os.name)\n", "b.py": "import sys\n\nx = 1\n"}
REMOVAL = block(f"{FUNCTION}\n\nprint(os.name)\n", "print(os.name)\n", "a.py")
ADDITION = block("nowhere = 1\n", f"nowhere = 1\n\n\n{FUNCTION}", "b.py")
CUT_OFF = f"b.py\n<<<<<<< SEARCH\nx = 1\n=======\nx = 1\n\n\n{FUNCTION}"


@pytest.mark.parametrize(
    "response",
    [
        REMOVAL + ADDITION,
        ADDITION + REMOVAL,
        REMOVAL + ADDITION.replace("b.py", "a.py"),
        REMOVAL + ADDITION.replace("b.py", "missing.py"),
        REMOVAL + CUT_OFF,
        REMOVAL.replace("print(os.name)\n>", "from b import total\nprint(os.name)\n>") + CUT_OFF,
    ],
)
def test_a_removal_is_withheld_while_the_new_place_has_no_match(tmp_path: Path, response: str) -> None:
    review = review_of(make_tree(tmp_path, FILES), response)
    review.accept()
    review.write()

    (removal,) = (p for p in review.proposals if p.path == "a.py" and p.is_ready)
    assert Reason.DEPENDS_ON is removal.withheld
    assert [WarningKind.MOVED_AWAY] == [warning.kind for warning in removal.warnings]
    assert FILES["a.py"].encode() == files_of(tmp_path)["a.py"]


def test_the_warning_names_the_other_block(tmp_path: Path) -> None:
    review = review_of(make_tree(tmp_path, FILES), REMOVAL + ADDITION)
    review.check()

    assert ["removes lines that block 2 adds elsewhere, and that block is not ready: look at both"] == [
        warning.message for warning in review.proposals[0].warnings
    ]


def test_the_user_can_accept_half_of_a_move(tmp_path: Path) -> None:
    review = review_of(make_tree(tmp_path, FILES), REMOVAL + ADDITION)
    review.accept_block(review.proposals[0], overrules=True)
    review.write()

    assert b"import os\n\n\nprint(os.name)\n" == files_of(tmp_path)["a.py"]


@pytest.mark.parametrize(
    "other",
    [
        block("x = 1\n", f"x = 1\n\n\n{FUNCTION}", "b.py"),
        block("nowhere = 1\n", "nowhere = 2\n", "b.py"),
        block(f"nowhere = 1\n{FUNCTION}", f"nowhere = 2\n{FUNCTION}", "b.py"),
    ],
)
def test_a_removal_is_not_withheld_if_its_lines_have_a_place_or_go_nowhere(
    tmp_path: Path, other: str
) -> None:
    review = review_of(make_tree(tmp_path, FILES), REMOVAL + other)
    review.accept()
    review.write()

    assert b"import os\n\n\nprint(os.name)\n" == files_of(tmp_path)["a.py"]


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("a.py", "import json"),
        ("a.py", "from collections.abc import Iterable, Mapping, Sequence"),
        ("a.js", "import React from 'react';"),
        ("a.js", "const { readFile, writeFile } = require('node:fs/promises');"),
        ("a.css", "  display: flex;"),
        ("a.js", "  console.log('x');"),
    ],
)
def test_an_import_and_a_short_line_are_not_moved(tmp_path: Path, path: str, line: str) -> None:
    make_tree(tmp_path, {path: f"{line}\nother 1\n", "b.txt": "y = 1\n"})
    removal = block(f"{line}\nother 1\n", "other 1\n", path)
    review = review_of(tmp_path, removal + block("nowhere\n", f"nowhere\n{line}\nmore\n", "b.txt"))
    review.check()

    assert review.proposals[0].withheld is None


def test_lines_that_the_file_still_has_are_not_moved(tmp_path: Path) -> None:
    make_tree(tmp_path, {"a.py": f"{FUNCTION}\n\n{FUNCTION}", "b.py": "x = 1\n"})
    removal = block(f"{FUNCTION}\n\n{FUNCTION}", FUNCTION, "a.py")
    review = review_of(tmp_path, removal + ADDITION)
    review.check()

    assert review.proposals[0].withheld is None


def test_a_deletion_is_withheld_while_the_new_file_with_its_lines_waits(tmp_path: Path) -> None:
    new = f"{FUNCTION}\n\ndef broken(:\n    pass\n"
    make_tree(tmp_path, {"a.py": FUNCTION})
    patch = "*** Begin Patch\n*** Add File: lib/core.py\n"
    patch += "".join(f"+{line}" for line in new.splitlines(keepends=True))
    review = review_of(tmp_path, f"{patch}*** Delete File: a.py\n*** End Patch\n")
    review.accept("tolerant")
    review.write()

    assert [Reason.SYNTAX_ERROR, Reason.DEPENDS_ON] == [p.withheld for p in review.proposals]
    assert {"a.py": FUNCTION.encode()} == files_of(tmp_path)


def test_a_deletion_is_no_longer_withheld_once_the_new_place_is_accepted(tmp_path: Path) -> None:
    review = review_of(make_tree(tmp_path, FILES), REMOVAL + ADDITION)
    review.check()
    for path in review.place(review.proposals[1], placement_below(review.open_file("b.py").index, 3)):
        review.replan(path)
    assert [Reason.DEPENDS_ON] == [p.withheld for p in review.proposals[:1]]
    review.check("b.py")

    assert review.proposals[0].withheld is None
    assert {} == review.unchecked()


def test_the_file_of_a_deletion_is_unchecked_once_a_withheld_edit_is_accepted(tmp_path: Path) -> None:
    broken = block("x = 1\n", f"x = (1\n\n\n{FUNCTION}", "b.py")
    review = review_of(make_tree(tmp_path, FILES), REMOVAL + broken)
    review.check()
    assert [Reason.DEPENDS_ON] == [p.withheld for p in review.proposals[:1]]
    review.accept_block(review.proposals[1], overrules=True)

    assert ["a.py"] == list(review.unchecked())
    review.check("a.py")
    assert {} == review.unchecked()
    assert review.proposals[0].withheld is None


def test_what_a_withheld_removal_would_add_is_waited_for_too(tmp_path: Path) -> None:
    other = "def mean(items):\n    return total(items) / len(items)\n\n\ndef half(x):\n    return x / 2\n"
    make_tree(tmp_path, {"a.py": FUNCTION, "b.py": other, "c.py": "x = 1\n"})
    chain = block(FUNCTION, "", "a.py") + block(other, FUNCTION, "b.py")
    review = review_of(tmp_path, chain + block("nowhere\n", f"nowhere\n{other}", "c.py"))
    review.check()

    assert [Reason.DEPENDS_ON, Reason.DEPENDS_ON, None] == [p.withheld for p in review.proposals]


def test_lines_that_are_anywhere_are_not_moved(tmp_path: Path) -> None:
    make_tree(tmp_path, {"a.py": "def f():\n    x = 1\n    pass\n", "b.py": "y = 1\n"})
    removal = block("    x = 1\n    pass\n", "    x = 1\n", "a.py")
    review = review_of(tmp_path, removal + block("nowhere\n", "nowhere\n    pass\n", "b.py"))

    assert review.proposals[0].withheld is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("from lib.utils import *\n", Reason.CONFLICT),
        ("from lib.utils import f_0, f_1\n\n__all__ = ['f_0', 'f_1']\n", Reason.CONFLICT),
        ("def f_1():\n    return compute(100)\n", None),
    ],
)
def test_a_shim_at_the_old_path_is_no_part_of_the_moved_file(
    tmp_path: Path, text: str, reason: Reason | None
) -> None:
    source = "".join(f"def f_{n}():\n    return compute({n})\n\n\n" for n in range(12))
    make_tree(tmp_path, {"utils.py": source})
    move = "diff --git a/utils.py b/lib/utils.py\nsimilarity index 100%\n"
    move += "rename from utils.py\nrename to lib/utils.py\n"
    review = review_of(tmp_path, f"```diff\n{move}```\n\n`utils.py`:\n\n```python\n{text}```\n")

    assert [None, reason] == [p.reason for p in review.proposals]


HALVES_OF_MOVE = REMOVAL + block("x = 1\n", f"x = 1\n\n\n{FUNCTION}", "b.py")


def test_a_removal_is_withheld_while_the_new_place_is_rejected(tmp_path: Path) -> None:
    review = review_of(make_tree(tmp_path, FILES), HALVES_OF_MOVE)
    review.reject_block(review.proposals[1])
    review.accept()

    removal = review.proposals[0]
    assert Reason.DEPENDS_ON is removal.withheld
    assert ["removes lines that block 2 adds elsewhere, and that block is rejected: look at both"] == [
        warning.message for warning in removal.warnings
    ]

    review.accept_block(review.proposals[1])
    review.accept()
    review.write()
    assert b"import os\n\n\nprint(os.name)\n" == files_of(tmp_path)["a.py"]


def test_edits_are_compared_once_while_no_decision_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = 0

    def count(*question: Any) -> Any:
        nonlocal compared
        compared += 1
        return moved_away(*question)

    monkeypatch.setattr("editreview.review.review.moved_away", count)
    review = review_of(make_tree(tmp_path, FILES), HALVES_OF_MOVE)
    review.reject_block(review.proposals[1])
    review.check()
    before = compared
    review.check()
    review.check()

    assert before == compared > 0


def test_a_removal_is_not_withheld_if_another_block_adds_what_a_rejected_one_would(tmp_path: Path) -> None:
    other = block("import sys\n", f"import sys\n\n\n{FUNCTION}", "b.py")
    review = review_of(make_tree(tmp_path, FILES), HALVES_OF_MOVE + other)
    review.reject_block(review.proposals[1])
    review.check()

    assert not review.proposals[0].warnings
