"""Texts inside longer words; replacements that join lines, or lose indentation or tabs."""

import json
from pathlib import Path

import pytest

from editreview.errors import Reason
from editreview.review import WarningKind
from tests.builders import block, make_tree, review_of


def warned(folder: Path, before: str, old: str, *, is_everywhere: bool = False) -> list[str]:
    call = {"file_path": "a.txt", "old_string": old, "new_string": "other", "replace_all": is_everywhere}
    review = review_of(
        make_tree(folder, {"a.txt": before}), json.dumps({"name": "Edit", "input": call}) + "\n"
    )
    assert [None] == [proposal.reason for proposal in review.proposals]
    return [w.message for p in review.proposals for w in p.warnings if w.kind is WarningKind.CUTS_WORD]


@pytest.mark.parametrize(
    ("before", "old", "word"),
    [
        ("x = foobar\n", "foo", "foobar"),
        ("x = foobar\n", "bar", "foobar"),
        ("x = foo_bar_1\n", "x = foo", "foo_bar_1"),
        ("größe = 1\n", "gr", "größe"),
    ],
)
def test_a_part_of_a_word_is_a_warning(tmp_path: Path, before: str, old: str, word: str) -> None:
    assert [f"matches inside a longer word: {word}"] == warned(tmp_path, before, old)


def test_a_part_of_a_word_among_all_matches_is_a_warning(tmp_path: Path) -> None:
    before = "foobar = foo\nfool = foo\n"

    assert ["matches inside a longer word: foobar, and 1 more"] == warned(
        tmp_path, before, "foo", is_everywhere=True
    )


@pytest.mark.parametrize(
    ("before", "old"), [("x = foo.bar\n", "foo"), ("foo\n", "foo"), ("x = (foo)\n", "= ("), ("ab\n", "ab\n")]
)
def test_whole_words_have_no_warning(tmp_path: Path, before: str, old: str) -> None:
    assert [] == warned(tmp_path, before, old)


def test_whole_lines_split_no_word(tmp_path: Path) -> None:
    review = review_of(make_tree(tmp_path, {"a.txt": "foo\nbar\n"}), block("foo\n", "baz\n"))

    assert [()] == [proposal.warnings for proposal in review.proposals]


@pytest.mark.parametrize(
    ("old", "new", "joined"),
    [
        ("b\n", "B", "Bc"),
        ("b\n", "B\n    B", "Bc"),
        ("\nb", "B", "aB"),
        ("\nb\n", "", "ac"),
        ("b\n", "B\n", None),
        ("b\n", "", None),
        ("\nb", "", None),
        ("b", "B\n", None),
        ("b\nc\n", "B", None),
    ],
)
def test_a_replacement_that_joins_lines_is_a_warning(
    tmp_path: Path, old: str, new: str, joined: str | None
) -> None:
    call = {"name": "Edit", "input": {"file_path": "a.txt", "old_string": old, "new_string": new}}
    review = review_of(make_tree(tmp_path, {"a.txt": "a\nb\nc\n"}), f"{json.dumps(call)}\n")

    expected = [] if joined is None else [joined]
    found = [w.message for p in review.proposals for w in p.warnings if w.kind is WarningKind.JOINS_LINES]
    assert expected == [message.rpartition(": ")[2] for message in found]
    assert [None if joined is None else Reason.AMBIGUOUS] == [p.withheld for p in review.proposals]


def lost(folder: Path, before: str, old: str, new: str) -> list[str]:
    review = review_of(make_tree(folder, {"a.txt": before}), block(old, new))

    assert [None] == [proposal.reason for proposal in review.proposals]
    return [w.message for p in review.proposals for w in p.warnings if w.kind is WarningKind.GUESSED_DEPTH]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\tcc b.c\n", "cc b.c\n\tcc d.c\n"),
        ("\tcc b.c\n", "cc -g b.c\n"),
        ("\tcc a.c\n\tcc b.c\n", "cc -g a.c\n\tcc b.c\n"),
        ("\tcc a.c\n\tcc b.c\n", "cc a.c\n\tcc -g b.c\n"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_first_line_that_loses_its_indentation_is_a_warning(
    tmp_path: Path, old: str, new: str, end: str
) -> None:
    line = new.partition("\n")[0]

    assert [f"the first line has lost its indentation: {line}"] == lost(
        tmp_path, "all: a\n\tcc a.c\n\tcc b.c\n".replace("\n", end), old, new
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # All of it moves, or nothing but the indentation changes.
        ("    if a:\n        b()\n", "if a:\n    b(1)\n"),
        ("        b()\n", "b()\n"),
        # Another line begins the new text.
        ("    c = 1\n", "class D:\n    c = 1\n"),
        ("    c = 1\n", "#ifdef C\n    c = 2\n#endif\n"),
        # A line that the old text has too.
        ("    }\n}\n", "}\n"),
    ],
)
def test_a_text_that_moves_and_another_first_line_have_no_warning(tmp_path: Path, old: str, new: str) -> None:
    assert [] == lost(tmp_path, "    if a:\n        b()\n    c = 1\n    }\n}\n", old, new)


ROWS = {
    "a.tsv": ("1\tAmy\n2\tBob\n", "2 Bob\n"),
    "fstab": ("/dev/a\t/\text4\n", "/dev/a  /  ext4\n"),
    "a.robot": ("*** Test Cases ***\nT\n    Log    a b\n", "    Log  a b\n"),
}


@pytest.mark.parametrize(
    ("path", "added", "divider"),
    [
        ("a.tsv", "3 Cy", "tabs"),
        ("fstab", "/dev/b  /b  ext4", "tabs"),
        ("a.robot", "    Log b", "several spaces or tabs"),
    ],
)
def test_a_new_row_without_the_tabs_of_its_neighbours_is_a_warning(
    tmp_path: Path, path: str, added: str, divider: str
) -> None:
    text, old = ROWS[path]
    quoted = old.replace("Log  a", "Log a")
    review = review_of(make_tree(tmp_path, {path: text}), block(quoted, f"{quoted}{added}\n", path))

    number = text.count("\n") + 1
    expected = f"line {number}: has single spaces where the file has {divider} between its cells"
    assert [expected] == [w.message for p in review.proposals for w in p.warnings]


@pytest.mark.parametrize(
    ("path", "new"),
    [
        ("a.tsv", "2 Ben\n"),
        ("a.tsv", "2 Bob\n3\tCy\n"),
        ("a.tsv", "2 Bob\n# three more\n"),
        ("a.tsv", "2 Bob\n3\n"),
        ("a.robot", "    Log  a b\n    Log  c\n"),
    ],
)
def test_changed_cells_and_rows_with_tabs_have_none(tmp_path: Path, path: str, new: str) -> None:
    text, old = ROWS[path]
    review = review_of(make_tree(tmp_path, {path: text}), block(old, new, path))

    assert [()] == [proposal.warnings for proposal in review.proposals]


@pytest.mark.parametrize(
    ("path", "text", "quoted", "added"),
    [
        ("a.mk", "CC\t= gcc\nCFLAGS = -O2\n", "CC = gcc\nCFLAGS = -O2\n", "LDFLAGS = -lm\n"),
        ("a.mk", "all: a b\n\tcc -c\ta.c\n", "\tcc -c a.c\n", "\tcc -c b.c\n"),
        ("a.proto", "message A {\n  int32 a = 1;\t// A\n}\n", "  int32 a = 1; // A\n", "  int32 b = 2;\n"),
        ("a.md", "A tab\tis here.\nNone is there.\n", "A tab is here.\n", "And here are more words.\n"),
    ],
)
def test_a_tab_by_chance_in_text_or_code_makes_no_rows(
    tmp_path: Path, path: str, text: str, quoted: str, added: str
) -> None:
    review = review_of(make_tree(tmp_path, {path: text}), block(quoted, quoted + added, path))

    kinds = [warning.kind for proposal in review.proposals for warning in proposal.warnings]
    assert [True] == [proposal.is_ready for proposal in review.proposals]
    assert WarningKind.OTHER_GAPS not in kinds


def test_a_comment_above_the_rows_needs_no_tab(tmp_path: Path) -> None:
    make_tree(tmp_path, {"fstab": "# what and where\n/dev/a\t/\n"})
    quoted = "# what and where\n/dev/a /\n"
    review = review_of(tmp_path, block(quoted, f"{quoted}/dev/b /b\n", "fstab"))

    assert [WarningKind.OTHER_GAPS] == [w.kind for p in review.proposals for w in p.warnings]
