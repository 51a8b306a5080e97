"""Edit markers in a text that is to be written whole."""

import pytest

from editreview.formats.leftovers import Leftover, changed_marker, leftover

BLOCK = "<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"Change this:\n{BLOCK}", 2),
        ("old\n=======\nnew\n>>>>>>> REPLACE\n", 4),
        ("<<<<<<< SEARCH\nold\n=======\nnew\n", 1),
        ("x\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> theirs\n", 2),
        ("/* x */\n------- SEARCH\nold\n=======\nnew\n+++++++ REPLACE\n", 2),
        ("// x\n««« EDIT\nold\n═══════ REPL\nnew\n»»» EDIT END\n", 2),
        ("# x\n*** Begin Patch\n*** Update File: a.py\n@@\n-a\n+b\n*** End Patch\n", 2),
        ("# x\n\n@@ -1,2 +1,2 @@\n-a\n+b\n", 3),
        ("// x\n@@\n a\n-b\n+c\n", 2),
        ("/* x */\n<<<< ORIGINAL\nold\n====\nnew\n>>>> UPDATED\n", 2),
        ("# x\n<<<<<<< search\nold\n=======\nnew\n>>>>>>> replace\n", 2),
        ("--- a/x.py\n+++ b/x.py\n@@ ... @@\n-a\n+b\n", 3),
    ],
)
def test_pairs_of_markers_are_leftovers(text: str, line: int) -> None:
    found = leftover(text)

    assert found == Leftover(line, text.split("\n")[line - 1], is_sure=True)
    assert all(not again.is_sure for again in [leftover(text, is_markup=True)] if again is not None)
    assert leftover(text, before=f"First.\n{text}") is None


@pytest.mark.parametrize(
    "text",
    [
        "Title\n=======\n\nText.\n\nOther\n=======\n",
        "@@count = 1\n\ndef f\n  @@count\nend\n",
        "@@model Cart\n<p>- 1</p>\n",
        "-- comment\nSELECT 1;\n",
        ">>> 1 + 1\n2\n",
        "cat <<EOF\n=======\nEOF\n",
        "a\n@@ -1 +1 @@\n",
        "",
    ],
)
def test_single_lines_that_look_like_a_marker_are_text(text: str) -> None:
    assert leftover(text) is None


def test_lines_with_signs_are_a_hunk_if_the_file_has_the_removed_ones() -> None:
    hunk = " a {\n-  color: red;\n+  color: blue;\n }\n"

    assert leftover(hunk, before="a {\n  color: red;\n}\n") == Leftover(2, "-  color: red;", is_sure=True)
    assert leftover(hunk, before="b {\n}\n") is None
    assert leftover("- one\n- two\n", before="one\ntwo\n") is None
    assert leftover("- one\n+ two\n", before="- one\n+ two\n+ three\n") is None


@pytest.mark.parametrize(
    "text",
    [
        f"Example:\n\n```\n{BLOCK}```\n",
        '"""Example:\n\n' + "".join(f"    {line}\n" for line in BLOCK.splitlines()) + '"""\n',
        "x = 1\n>>>>>>> REPLACE\n",
    ],
    ids=["in a fence", "indented", "alone"],
)
def test_markers_that_may_be_intended_are_not_sure(text: str) -> None:
    found = leftover(text)

    assert found is not None
    assert not found.is_sure


def test_one_more_conflict_than_the_file_has_is_a_leftover() -> None:
    conflict = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> theirs\n"

    assert leftover(conflict, before=conflict) is None
    assert leftover(conflict * 2, before=conflict) == Leftover(6, "<<<<<<< HEAD", is_sure=True)


def test_a_conflict_without_names_is_a_leftover() -> None:
    conflict = "a\n<<<<<<<\nb\n=======\nc\n>>>>>>>\n"

    assert leftover(conflict) == Leftover(2, "<<<<<<<", is_sure=True)
    assert leftover("<<<<<<<\n") is None


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (BLOCK.replace("<", "&lt;"), "a marker with escapes for HTML"),
        ('&lt;invoke name="edit"&gt;\n', "a marker with escapes for HTML"),
        (BLOCK.replace("<", "\\<"), "a marker with escapes for Markdown"),
        (BLOCK.replace("<", "\\<", 1), "a marker with escapes for Markdown"),
        ("\\*\\*\\* Begin Patch\n", "a marker with escapes for Markdown"),
        ("\\`\\`\\`python\n", "a marker with escapes for Markdown"),
        ("   1 <<<<<<< SEARCH\n", "a line number before a marker"),
        ("12: *** Begin Patch\n", "a line number before a marker"),
    ],
)
def test_a_response_that_was_changed_on_its_way_is_recognised(text: str, what: str) -> None:
    assert (3, what) == changed_marker(f"Change this:\n\n{text}")


@pytest.mark.parametrize(
    "text", [BLOCK, "a &lt; b\n", "Write \\`x\\` here.\n", "1. <b>bold</b>\n", "3 <<<<<<< 4\n", ""]
)
def test_other_text_was_not_changed(text: str) -> None:
    assert changed_marker(text) is None
