"""Edits of lines that words name by number, with the new lines in a fence below."""

from pathlib import Path

import pytest

from editreview.blocks import EditBlock, Insert, OfferKind, ReplaceLines
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
