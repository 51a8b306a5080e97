"""Calls of edit tools as a terminal shows them."""

import pytest

from editreview.blocks import Insert, OfferKind, Replace
from editreview.formats import parse

HEAD = "⏺ Update(src/a.yml)\n"
RESULT = "  ⎿  Updated src/a.yml with 2 additions and 1 removal\n"
DIFF = """\
       7    env:
       8
       9 -    LEVEL: info
       9 +    LEVEL: debug
      10 +    TRACE: 1
      11    restart: always
"""
OLD = "  env:\n\n    LEVEL: info\n  restart: always\n"
NEW = "  env:\n\n    LEVEL: debug\n    TRACE: 1\n  restart: always\n"


def pairs(text: str) -> list[tuple[str, str]]:
    """Old and new text of each edit."""
    found = []
    for block in (*parse(text).blocks, *parse(text).offers):
        assert isinstance(block.operation, Replace)
        plain = block.operation.interpretations[0]
        found.append((plain.search, plain.replace))
    return found


def problems(text: str) -> list[str]:
    return [problem.message for problem in parse(text).problems]


@pytest.mark.parametrize("head", [HEAD, "● Edit(src/a.yml)\n", "• Edited src/a.yml (+2 -1)\n"])
@pytest.mark.parametrize("result", [RESULT, "  ⎿  Added 2 lines, removed 1 line\n", "  ⎿  Done\n"])
@pytest.mark.parametrize("end", ["", "\n⏺ Done.\n", "⏺ Done.\n"])
def test_the_numbered_lines_are_an_edit_that_was_applied(head: str, result: str, end: str) -> None:
    text = f"⏺ I'll change it.\n\n{head}{result}{DIFF}{end}"

    (block,) = parse(text).blocks

    assert ("src/a.yml", "tool-call", True, 7) == (
        block.path_written,
        block.format,
        block.is_applied,
        block.hints.line,
    )
    assert [(OLD, NEW)] == pairs(text)


@pytest.mark.parametrize(
    ("result", "kind"),
    [
        ("  ⎿  User rejected update to src/a.yml\n", OfferKind.REJECTED),
        ("  ⎿  Error: file was modified\n", OfferKind.FAILED),
        ("", OfferKind.PROPOSED),
    ],
)
def test_a_call_that_changed_nothing_is_an_offer(result: str, kind: OfferKind) -> None:
    (block,) = parse(HEAD + result + DIFF).offers

    assert block.offer is not None
    assert kind is block.offer.kind
    assert not block.is_applied


def test_a_gap_in_the_numbers_begins_another_hunk() -> None:
    """Its own numbers may count the lines that the first hunk adds, or not, so they say nothing."""
    text = f"{HEAD}  ⎿  Added 2 lines\n     3  a\n     4 +b\n     ...\n    20  d\n    21 +e\n"

    first, second = parse(text).blocks

    assert (3, None) == (first.hints.line, second.hints.line)
    assert [("a\n", "a\nb\n"), ("d\n", "d\ne\n")] == pairs(text)


@pytest.mark.parametrize("gap", ["", "     ...\n"])
def test_lines_without_context_begin_another_hunk_too(gap: str) -> None:
    text = f"{HEAD}  ⎿  Removed 2 lines\n     3 -a\n{gap}    20 -b\n"

    assert [("a\n", ""), ("b\n", "")] == pairs(text)


def test_several_lines_may_go_before_one_comes() -> None:
    text = f"{HEAD}  ⎿  Added 1 line, removed 2 lines\n  3  a\n  4 -b\n  5 -c\n  4 +d\n  5  e\n"

    assert [("a\nb\nc\ne\n", "a\nd\ne\n")] == pairs(text)


def test_added_lines_alone_go_where_their_number_says() -> None:
    (block,) = parse(f"{HEAD}  ⎿  Added 1 line\n     3 +x\n").blocks

    assert Insert(2, "x\n") == block.operation


@pytest.mark.parametrize(
    ("diff", "problem"),
    [
        (DIFF.replace("      10 +", "          "), "line 7 has no line number"),
        (f"{DIFF}     … +12 lines (ctrl+o to expand)\n", "line 9 leaves lines out"),
        (DIFF.replace("      10 +    TRACE: 1\n", ""), "it shows 1 of 2 added lines"),
        (DIFF.replace("      11 ", "       8 "), "line 8 has a number that was there before"),
    ],
)
def test_a_diff_that_is_not_complete_is_a_problem(diff: str, problem: str) -> None:
    text = HEAD + RESULT + diff

    assert [f"In the diff of the call at line 1, {problem}"] == problems(text)
    assert () == parse(text).blocks


@pytest.mark.parametrize(
    "text",
    [
        "⏺ Update Todos\n  ⎿  ☐ first\n",
        f"{HEAD}  ⎿  Error editing file\n",
        f"{HEAD}\nprose\n",
        "• Edited the text (+2 words)\n",
        "⏺ Write(a.py)\n  ⎿  Wrote 2 lines to a.py\n     1 x\n     2 y\n",
    ],
)
def test_other_lines_are_prose(text: str) -> None:
    found = parse(text)

    assert ((), (), ()) == (found.blocks, found.offers, found.problems)
