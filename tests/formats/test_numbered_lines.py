"""Edits of lines that words name by number, with the new lines in a fence below."""

from pathlib import Path

import pytest

from editreview.blocks import EditBlock, Insert, OfferKind, ReplaceLines, Snippet
from editreview.formats import parse
from tests.builders import make_tree, review_of

FENCE = "\n\n```python\nx = 1\n```\n\n"


def offers(text: str) -> list[EditBlock]:
    found = [block for block in parse(text).offers if block.format == "line-edit"]
    assert all(block.offer is not None and block.offer.kind is OfferKind.WORDS for block in found)
    return found


def replaced(text: str) -> list[tuple[str | None, int, int]]:
    """Path, first and last line of each replacement."""
    return [
        (block.path_written, block.operation.first, block.operation.last)
        for block in offers(text)
        if isinstance(block.operation, ReplaceLines)
    ]


def inserted(text: str) -> list[tuple[str | None, int | None]]:
    """Path and line of each insertion."""
    return [
        (block.path_written, block.operation.after)
        for block in offers(text)
        if isinstance(block.operation, Insert)
    ]


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("Replace line 9 of `src/a.py` with:", 9, 9),
        ("**In `src/a.py`, replace lines 3–5 with this:**", 3, 5),
        ("### 2. Replace lines 3 to 5 in `src/a.py` with the following code:", 3, 5),
        ("- Change lines 5 and 6 in `src/a.py` to:", 5, 6),
        ("In `src/a.py`: Replace L12-L14 with:", 12, 14),
        ("First, replace the existing code on lines 3-4 (the loop) of src/a.py by:", 3, 4),
        ("`src/a.py`\n\nReplace line 9 with:", 9, 9),
        ("Ersetze Zeile 9 in `src/a.py` durch:", 9, 9),
    ],
)
def test_lines_that_the_fence_replaces(words: str, first: int, last: int) -> None:
    assert [("src/a.py", first, last)] == replaced(words + FENCE)


@pytest.mark.parametrize(
    ("words", "after"),
    [
        ("In `src/a.py`, insert after line 33:", 33),
        ("Insert the new column before line 4 of `src/a.py`:", 3),
        ("In src/a.py:\n\n**2. After line 12, add:**", 12),
        ("`src/a.py`\n\nInsert between lines 3 and 4:", 3),
        ("In `src/a.py`, add these lines right below line 7, inside the loop:", 7),
    ],
)
def test_the_line_beside_which_the_fence_is_inserted(words: str, after: int) -> None:
    assert [("src/a.py", after)] == inserted(words + FENCE)


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("Delete lines 5–7 of `src/a.py`.", 5, 7),
        ("- In `src/a.py`, remove line 4", 4, 4),
        ("`src/a.py`:\n\n**Delete lines 8 to 9**", 8, 9),
    ],
)
def test_lines_that_words_delete(words: str, first: int, last: int) -> None:
    assert [("src/a.py", first, last)] == replaced(f"{words}\n\nThat is all.\n")


@pytest.mark.parametrize(
    "words",
    [
        "In `src/a.py`, delete lines 5, 7-9 and 12.",
        "`src/a.py`\n\n3. **Delete lines 5, 7-9 and 12** (`x = f(1)`), as `g` does that now.",
        "Lösche die Zeilen 5, 7-9 und 12 in `src/a.py`.",
    ],
)
def test_lines_of_a_list_are_deleted_each_by_itself(words: str) -> None:
    assert [("src/a.py", 5, 5), ("src/a.py", 7, 9), ("src/a.py", 12, 12)] == replaced(
        f"{words}\n\nThat is all.\n"
    )


@pytest.mark.parametrize(
    "words",
    [
        "`src/a.py`\n\nReplace lines 5 and 9 with:",
        "Replace lines 5-4 of `src/a.py` with:",
        "Replace line 9 of `src/a.py` with the contents of line 12:",
        "In `src/a.py`, replace the call in line 9 with:",
        "In `src/a.py`, around line 9, replace it with:",
        "Change version 9 in `src/a.py` to:",
        "In `src/a.py` and `src/b.py`, replace line 3 with:",
        "Line 9 of `src/a.py` is:",
        "`src/a.py`\n\nInsert between lines 3 and 6:",
        "`src/a.py`\n\nInsert at line 3:",
        "Replace line 9 with:",
        "Do not delete lines 5-7 of `src/a.py`.",
        "I deleted lines 5-7 of `src/a.py`.",
        "Delete lines 5, 3-2 and 9 of `src/a.py`.",
    ],
)
def test_other_words_name_no_lines(words: str) -> None:
    assert [] == offers(words + FENCE)


def test_the_file_of_the_edit_before_is_that_of_the_next_one() -> None:
    text = f"In `src/a.py`, replace line 9 with:{FENCE}Insert after line 12:{FENCE}"

    assert [("src/a.py", 12)] == inserted(text)


def test_lines_that_leave_code_out_are_a_problem() -> None:
    text = "In `src/a.py`, replace line 9 with:\n\n```python\nx = 1\n# ... existing code ...\n```\n"

    assert [] == offers(text)
    assert ["The new lines at line 3 leave code out"] == [each.message for each in parse(text).problems]


def test_all_numbers_are_those_of_the_file_as_it_was_read(tmp_path: Path) -> None:
    """Also below an edit that adds lines; and nothing is written unless the user accepts it."""
    make_tree(tmp_path, {"a.py": "a\nb\nc\nd\ne\n"})
    new = "\n\n```python\nx\ny\n```\n\n"
    text = f"In `a.py`, replace line 1 with:{new}Insert after line 3:{new}Delete line 5."

    review = review_of(tmp_path, text)
    review.accept("fuzzy")
    review.write()
    assert "a\nb\nc\nd\ne\n" == (tmp_path / "a.py").read_text()

    review.decide({each.key: review.acceptance(each) for each in review.proposals})
    review.write()
    assert "x\ny\nb\nc\nx\ny\nd\n" == (tmp_path / "a.py").read_text()


SUGGESTION = "\n\n```suggestion\nx = 1\n```\n"


def suggested(text: str) -> list[tuple[str | None, tuple[int, int] | None]]:
    """Path and lines of each suggestion."""
    found = [block for block in parse(text).offers if isinstance(block.operation, Snippet)]
    return [(block.path_written, block.hints.lines) for block in found]


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("**src/a.py**, line 9", (9, 9)),
        ("**src/a.py**, lines 9 to 12\n\nThis never ends.", (9, 12)),
        ("### `src/a.py` (lines 9-12): Off by one", (9, 12)),
        ("**src/a.py:9**", (9, 9)),
        ("1. `src/a.py:9-12` – use `get` here", (9, 12)),
        ("[src/a.py](src/a.py#L9-L12)", (9, 12)),
        ("**File:** `src/a.py`, **Lines:** 9-12", (9, 12)),
        ("**Comment on lines 9 to 12 of src/a.py**", (9, 12)),
        ("`src/a.py`\n\nComment on lines +9 to +12", (9, 12)),
        ("`src/a.py`\n\nLine 9: the name is misleading.", (9, 9)),
        ("`src/a.py`, Zeilen 9 bis 12:", (9, 12)),
        ("`src/a.py`, lignes 9 à 12", (9, 12)),
        ("`src/a.py`, строки 9-12", (9, 12)),
        ("`src/a.py`, satır 9", (9, 9)),
        ("src/a.py 第 9-12 行", (9, 12)),
        ("`src/a.py` の 9〜12行目", (9, 12)),
    ],
)
def test_the_comment_above_a_suggestion_names_its_lines(words: str, lines: tuple[int, int]) -> None:
    assert [("src/a.py", lines)] == suggested(words + SUGGESTION)


def test_a_suggestion_may_reach_beyond_the_line_of_its_comment() -> None:
    text = "**src/a.py**, line 9\n\n```suggestion:-1+2\nx = 1\n```\n"

    assert [("src/a.py", (8, 11))] == suggested(text)


@pytest.mark.parametrize(
    "words",
    [
        "This shadows line 9 of `src/a.py`:",
        "Like `src/a.py:9` does, call it:",
        "Line 9 of `src/a.py` is fine, so rename this one",
        "In `src/a.py`, the bug is on line 9.",
        "Listen on localhost:8080",
    ],
)
def test_lines_that_are_only_mentioned_are_not_those_of_a_suggestion(words: str) -> None:
    assert [] == suggested(words + SUGGESTION)


def test_an_empty_suggestion_deletes_its_lines() -> None:
    assert [("src/a.py", 9, 10)] == replaced("**src/a.py**, lines 9-10\n\n```suggestion\n```\n")


class TestSuggestions:
    FILE = "import os\n\na = load(1).unwrap()\nb = load(2).unwrap()\n\n\ndef f(x):\n    return x\n"

    @pytest.mark.parametrize(
        ("line", "new", "expected"),
        [
            # The text shows the same line as the number, or nothing.
            (4, "b = load(2)", {4: "b = load(2)"}),
            (3, "first = 1", {3: "first = 1"}),
            # A comment on one line of a function that is suggested whole.
            (8, "def f(x):\n    return -x", {8: "    return -x"}),
        ],
    )
    def test_whole_lines_are_replaced(
        self, tmp_path: Path, line: int, new: str, expected: dict[int, str]
    ) -> None:
        make_tree(tmp_path, {"a.py": self.FILE})

        review = review_of(tmp_path, f"**a.py**, line {line}\n\n```suggestion\n{new}\n```\n")

        first = review.proposals[0]
        assert first.is_offer
        change = first.change if first.candidates is None else first.candidates.matches[0].change
        lines = dict(enumerate(self.FILE.splitlines(), 1)) | expected
        assert [*lines.values()] == change.apply(self.FILE).splitlines()

    def test_a_wrong_number_leaves_the_lines_that_the_text_shows_as_candidates(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": self.FILE})

        review = review_of(tmp_path, "**a.py**, line 1\n\n```suggestion\nb = load(2)\n```\n")

        candidates = review.proposals[0].candidates
        assert candidates is not None
        assert not review.proposals[0].is_ready
        results = [match.change.apply(self.FILE) for match in candidates.matches]
        assert self.FILE.replace("b = load(2).unwrap()", "b = load(2)") in results

    def test_a_number_beyond_the_end_of_the_file_leaves_them_too(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": self.FILE})

        review = review_of(tmp_path, "**a.py**, line 99\n\n```suggestion\nb = load(2)\n```\n")

        proposal = review.proposals[0]
        changes = [each.change for each in proposal.candidates.matches] if proposal.candidates else []
        results = [change.apply(self.FILE) for change in changes or [proposal.change]]
        assert self.FILE.replace("b = load(2).unwrap()", "b = load(2)") in results

    def test_the_lines_that_the_text_shows_come_first_if_the_numbered_ones_are_unlike(
        self, tmp_path: Path
    ) -> None:
        make_tree(tmp_path, {"a.py": self.FILE})

        review = review_of(tmp_path, "**a.py**, line 7\n\n```suggestion\nb = load(2).get(DEFAULT)\n```\n")

        candidates = review.proposals[0].candidates
        assert candidates is not None
        shown, numbered, *_ = (match.change.apply(self.FILE) for match in candidates.matches)
        assert self.FILE.replace("b = load(2).unwrap()", "b = load(2).get(DEFAULT)") == shown
        assert self.FILE.replace("def f(x):", "b = load(2).get(DEFAULT)") == numbered


FILE = (
    "def load(path):\n    with open(path) as file:\n        return file.read()\n\n\n"
    "def save(path, text):\n    with open(path, 'w') as file:\n        file.write(text)\n"
    "    return len(text)\n\n\n"
    "def drop(path):\n    run(f'rm {path}', check=True)\n"
)


def candidates(root: Path, words: str, code: str) -> list[tuple[int, int] | None]:
    """The lines of the matches of the only block, the first one first."""
    make_tree(root, {"src/a.py": FILE})
    (proposal,) = review_of(root, f"{words}\n\n```python\n{code}```\n").proposals
    assert proposal.is_offer
    assert ["by-line-number"] == [warning.kind for warning in proposal.warnings]
    if proposal.is_ready:
        return [match.lines for match in proposal.chosen]
    assert proposal.candidates is not None
    return [match.lines for match in proposal.candidates.matches]


SAVE = FILE[FILE.index("def save") : FILE.index("\n\ndef drop")].rstrip() + "\n"


@pytest.mark.parametrize("by", [-3, -2, -1, 1, 2, 3])
def test_lines_a_few_lines_away_that_begin_and_end_like_the_new_ones_are_meant(
    tmp_path: Path, by: int
) -> None:
    """Models count wrong. The user chooses, and those lines come first."""
    named = (6 + by, 9 + by)

    found = candidates(
        tmp_path,
        f"Replace lines {named[0]}-{named[1]} of `src/a.py` with:",
        SAVE.replace("'w'", "'w', encoding='utf-8'"),
    )

    assert [(6, 9), named] == found


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("Replace lines 6-9 of `src/a.py` with:", SAVE.replace("'w'", "'a'")),
        ("Replace line 9 of `src/a.py` with:", "    log(text)\n    return 0\n"),
        ("Replace line 13 of `src/a.py` with:", "    path.unlink()\n"),
        ("Replace lines 1-3 of `src/a.py` with:", "def read(path):\n    return path.read_text()\n"),
    ],
)
def test_named_lines_that_may_be_meant_are_the_only_ones(tmp_path: Path, words: str, code: str) -> None:
    assert 1 == len(candidates(tmp_path, words, code))
