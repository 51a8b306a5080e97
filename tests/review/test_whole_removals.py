"""Whole files in fences that only remove lines: the words above decide, and nothing else passes for done."""

from pathlib import Path

import pytest

from editreview.errors import Reason
from editreview.matching import Tier
from editreview.review import WarningKind
from tests.builders import files_of, make_tree, review_of

_FILES = {
    "imports": ("a.py", "import os\nimport json\n", "import sys\n\nprint(sys.argv)\n"),
    "directive": ("a.js", "'use strict';\n\n", "const x = 1;\nconst y = 2;\n"),
    "use": ("a.rs", "use a::A;\n", "use b::B;\n\nfn f() -> B {\n    B\n}\n"),
    "rule": ("a.css", ".a {\n  top: 0;\n}\n\n", ".b {\n  top: 1;\n}\n\n.c {\n  top: 2;\n}\n"),
    "key": ("a.yml", "first: 1\n", "second: 2\nthird: 3\nfourth: 4\n"),
    "section": ("a.toml", "[a]\nx = 1\n\n", "[b]\ny = 2\n\n[c]\nz = 3\n"),
    "comment": ("a.go", "// Old note.\n", "package a\n\nfunc F() int {\n\treturn 1\n}\n"),
}
"""By kind: a path, the lines at the top that go, and the rest."""
_WORDS = {
    "imports": "the unused imports",
    "directive": "`use strict`",
    "use": "the import of `A`",
    "rule": "the rule `.a`",
    "key": "the key `first`",
    "section": "`[a]` and its `x`",
    "comment": "the old note",
}


@pytest.mark.parametrize("kind", _FILES)
class TestRemovedTop:
    """A whole file without its first lines reads like a part of it."""

    def test_words_for_the_complete_file_make_it_whole(self, tmp_path: Path, kind: str) -> None:
        path, top, rest = _FILES[kind]
        response = f"Here is the complete updated `{path}`:\n\n```\n{rest}```\n"
        self._expect(tmp_path, {path: top + rest}, response, {path: rest})

    def test_words_that_name_what_is_missing_make_it_whole(self, tmp_path: Path, kind: str) -> None:
        path, top, rest = _FILES[kind]
        response = f"I removed {_WORDS[kind]}.\n\n**{path}**\n```\n{rest}```\n"
        self._expect(tmp_path, {path: top + rest}, response, {path: rest})

    def test_it_is_never_done_already(self, tmp_path: Path, kind: str) -> None:
        path, top, rest = _FILES[kind]
        review = review_of(make_tree(tmp_path / "root", {path: top + rest}), f"**{path}**\n```\n{rest}```\n")
        (proposal,) = review.proposals
        assert not proposal.is_done_already
        assert review.accept(Tier.TOLERANT) == []

    @staticmethod
    def _expect(tmp_path: Path, before: dict[str, str], response: str, after: dict[str, str]) -> None:
        root = make_tree(tmp_path / "root", before)
        review = review_of(root, response)
        review.accept(Tier.TOLERANT)
        review.write()
        assert files_of(root) == {path: text.encode() for path, text in after.items()}


_TEXT = "import os\nimport json\n\n\ndef f(x):\n    log(x)\n    return x\n\n\ndef g(y):\n    return os.y(y)\n"


@pytest.mark.parametrize(
    "words",
    [
        "I removed the log from `a.py`. Here is the updated function:",
        "Here is the complete function in `a.py`:",
        "Here is the full code of `f` in `a.py`:",
        "Here is the complete updated `a.py`:",
        "See the whole file `a.py` for context. Change `f`:",
    ],
)
def test_a_small_part_is_never_the_whole_file(tmp_path: Path, words: str) -> None:
    root = make_tree(tmp_path / "root", {"a.py": _TEXT})
    review = review_of(root, f"{words}\n\n```python\ndef f(x):\n    return x\n```\n")
    review.accept(Tier.TOLERANT)
    review.write()
    assert files_of(root) == {"a.py": _TEXT.encode()}


def test_a_quoted_function_is_there_already(tmp_path: Path) -> None:
    root = make_tree(tmp_path / "root", {"a.py": _TEXT})
    (proposal,) = review_of(root, "**a.py**\n```python\ndef g(y):\n    return os.y(y)\n```\n").proposals
    assert proposal.reason is Reason.NO_CHANGE


def test_a_whole_file_that_seems_cut_off_asks(tmp_path: Path) -> None:
    lines = "".join(f"line {number}\n" for number in range(20))
    root = make_tree(tmp_path / "root", {"a.txt": lines})
    short = "".join(lines.splitlines(True)[:14])
    (proposal,) = review_of(root, f"The complete file `a.txt`:\n\n```\n{short}```\n").proposals
    kinds = {warning.kind for warning in proposal.warnings}
    assert not proposal.is_ready or WarningKind.SNIPPET in kinds
