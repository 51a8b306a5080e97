"""A formatter is heard about the new lines of a block, and about no others."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.alignment import line_opcodes
from editreview.language_servers import Diagnosis, LanguageServers
from editreview.review import Review, WarningKind
from editreview.review.user_edits import with_edited_text
from editreview.user_commands import Filters, Formatters
from tests.builders import block, files_of, make_tree, review_of

FAKE = str(Path(__file__).parents[1] / "user_commands" / "fake_formatter.py")
NOBODY = LanguageServers(Path(), {})
"""Finds nothing by itself."""
OLD = "a=1\nb=2\nc=3\nd=4\n"


def spaced(text: str) -> str:
    """As the formatter would write it."""
    return re.sub(" *= *", " = ", text)


def ask(review: Review, format: Callable[[str], str] = spaced) -> None:
    """Tell a review how its files would be formatted."""
    question = review.question()
    formatted = {path: format(text) for path, text in question.after.items()}
    review.show_diagnosis(question, Diagnosis({}, (), formatted), NOBODY)


def marks(review: Review) -> list[list[tuple[str, int | None]]]:
    """The marks about formatting of each block."""
    return [
        [(mark.message, mark.line) for mark in p.marks if mark.kind is WarningKind.FORMAT]
        for p in review.proposals
    ]


def take(review: Review, number: int = 1) -> None:
    """Do what the key does."""
    proposal = review.proposals[number - 1]
    found = review.formatting(proposal)
    assert found is not None
    decision = with_edited_text(review.log[proposal.key], proposal, found.begun, found.text)
    assert decision is not None
    for path in review.decide({proposal.key: decision}):
        review.replan(path)


def result(review: Review) -> str:
    (plan,) = review.question().plans
    return plan.after


def test_only_new_lines_are_formatted(tmp_path: Path) -> None:
    review = review_of(
        make_tree(tmp_path, {"a.py": OLD}), block("b=2\nc=3\n", "b=2\nx=7\ny=8\nc=3\n", "a.py")
    )

    ask(review)
    assert [[("the formatter would change 2 of its lines", 3)]] == marks(review)
    take(review)

    assert "a=1\nb=2\nx = 7\ny = 8\nc=3\nd=4\n" == result(review)
    ask(review)
    assert [[]] == marks(review)


def test_lines_that_are_formatted_together_with_old_ones_stay(tmp_path: Path) -> None:
    review = review_of(make_tree(tmp_path, {"a.py": OLD}), block("b=2\n", "b=(2,\n  3)\n", "a.py"))

    ask(review, lambda text: text.replace("a=1\nb=(2,\n  3)\n", "a, b = 1, (2, 3)\n"))

    assert ([[]], None) == (marks(review), review.formatting(review.proposals[0]))


def test_lines_that_a_formatter_puts_beside_new_ones_are_taken(tmp_path: Path) -> None:
    response = block("b=2\n", "b=2\ndef f():\n    pass\n", "a.py")
    review = review_of(make_tree(tmp_path, {"a.py": OLD}), response)

    ask(review, lambda text: text.replace("def f", "\n\ndef f").replace("pass\n", "pass\n\n\n"))
    take(review)

    assert "a=1\nb=2\n\n\ndef f():\n    pass\n\n\nc=3\nd=4\n" == result(review)


def test_each_block_has_its_own(tmp_path: Path) -> None:
    response = block("b=2\n", "b=5\n", "a.py") + block("d=4\n", "d=6\ne=7\n", "a.py")
    review = review_of(make_tree(tmp_path, {"a.py": OLD}), response)

    ask(review)
    assert [1, 2] == [int(each[0][0].split()[4]) for each in marks(review)]
    take(review, 2)

    assert "a=1\nb=5\nc=3\nd = 6\ne = 7\n" == result(review)
    assert [True, False] == [bool(each) for each in marks(review)]


def test_of_blocks_that_build_on_each_other_the_last_one_has_the_formatted_text(tmp_path: Path) -> None:
    response = block("b=2\n", "b=5\n", "a.py") + block("b=5\n", "b=6\n", "a.py")
    review = review_of(make_tree(tmp_path, {"a.py": OLD}), response)

    ask(review)
    assert [False, True] == [bool(each) for each in marks(review)]
    take(review, 2)

    assert "a=1\nb = 6\nc=3\nd=4\n" == result(review)


def test_a_new_file_is_formatted_as_a_whole(tmp_path: Path) -> None:
    review = review_of(make_tree(tmp_path, {}), block("", "a=1\n\nb=2\n", "new.py"))

    ask(review, lambda text: spaced(text).replace("\n\n", "\n\n\n"))
    take(review)

    assert "a = 1\n\n\nb = 2\n" == result(review)


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_stay_as_in_the_file(tmp_path: Path, end: str) -> None:
    tree = make_tree(tmp_path, {"a.py": OLD.replace("\n", end).encode()})
    review = review_of(tree, block("b=2\n", "b=5\n", "a.py"))

    ask(review, lambda text: spaced(text).replace(end, "\n"))
    take(review)

    assert "a=1\nb = 5\nc=3\nd=4\n".replace("\n", end) == result(review)


def test_a_file_that_ends_without_a_line_end_keeps_that(tmp_path: Path) -> None:
    review = review_of(make_tree(tmp_path, {"a.py": "a=1\nb=2"}), block("b=2\n", "b=5\n", "a.py"))

    ask(review, lambda text: spaced(text) + "\n")
    take(review)

    assert "a=1\nb = 5" == result(review)


def test_taking_the_formatted_text_is_an_edit_that_can_be_undone(tmp_path: Path) -> None:
    review = review_of(make_tree(tmp_path, {"a.py": OLD}), block("b=2\n", "b=5\n", "a.py"))
    ask(review)
    take(review)
    assert review.proposals[0].unedited is not None

    step = review.log.undo_step
    assert step is not None
    for path in review.undo():
        review.replan(path)

    assert OLD.replace("b=2", "b=5") == result(review)


def test_without_a_screen_the_formatted_text_is_a_remark_and_nothing_more(tmp_path: Path) -> None:
    root = make_tree(tmp_path, {"a.py": OLD})
    review = review_of(root, block("b=2\n", "b=5\n", "a.py"))
    review.use_checkers((Formatters(Filters(root, {"*.py": (sys.executable, FAKE)}, 30.0)),))

    review.accept()
    review.write()

    assert [["the formatter would change 1 of its lines"]] == [[m for m, _ in each] for each in marks(review)]
    assert OLD.replace("b=2", "b=5").encode() == files_of(root)["a.py"]


_LINE = st.sampled_from(["a=1", "b = 2", "", "c", "  d=4"])
_TEXT = st.lists(_LINE, min_size=1, max_size=8).map(lambda lines: "".join(f"{line}\n" for line in lines))


@given(old=_TEXT, new=_TEXT, formatted=_TEXT)
def test_lines_that_were_there_stay_whatever_a_formatter_does(
    tmp_path_factory: pytest.TempPathFactory, old: str, new: str, formatted: str
) -> None:
    """The edit replaces the middle of the file; the formatter writes anything in place of all."""
    top, bottom = "top = 1\n", "bottom=2\n"
    root = make_tree(tmp_path_factory.mktemp("tree"), {"a.py": f"{top}{old}{bottom}"})
    review = review_of(root, block(f"{top}{old}{bottom}", f"{top}{new}{bottom}", "a.py"))
    if not review.question().plans:
        return
    ask(review, lambda _: formatted)
    if review.formatting(review.proposals[0]) is None:
        return
    take(review)
    if not review.question().plans:
        # Formatted, the file is as it was.
        return

    before, after = (f"{top}{text}{bottom}".split("\n") for text in (old, new))
    at, kept = 0, []
    for first, end, _, _ in line_opcodes(before, after):
        kept += before[at:first]
        at = end
    lines = iter(result(review).split("\n"))
    assert all(line in lines for line in [*kept, *before[at:]])
