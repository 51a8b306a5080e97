"""Every format that is listed can be read: its example holds one good edit, which goes through."""

from pathlib import Path

import pytest

from editreview.formats import DIALECTS, Reader, dialects_of, examples, parse, summaries
from editreview.formats.table import Listed
from editreview.review import Status, status_of
from tests.builders import make_tree, review_of

CASES = Path(__file__).parents[1] / "cases"
GREETING = 'def greet():\n    return "Hello"\n'
INTERFACE = [
    "search-replace",
    "edit-protocol",
    "bolt",
    "apply-patch",
    "unified-diff",
    "tool-call",
    "xml-tool-call",
    "line-edit",
    "structural",
    "whole-file",
    "lazy",
]


def test_every_format_of_the_interface_has_an_example() -> None:
    assert set(INTERFACE) == examples().keys()


def test_every_format_is_described_in_a_line() -> None:
    """The documentation has one row for each."""
    assert examples().keys() == summaries().keys()
    assert all(text and "\n" not in text and "|" not in text for text in summaries().values())


@pytest.mark.parametrize("name", INTERFACE)
def test_an_example_is_one_edit_in_its_format(name: str) -> None:
    parsed = parse(examples()[name])

    assert [name] == [block.format for block in parsed.blocks]
    assert () == parsed.problems


@pytest.mark.parametrize("name", INTERFACE)
def test_an_example_edits_the_greeting(tmp_path: Path, name: str) -> None:
    make_tree(tmp_path, {"greeting.py": GREETING})
    review = review_of(tmp_path, examples()[name])

    review.accept("fuzzy")
    review.write()

    assert [Status.APPLIED] == [status_of(review, proposal) for proposal in review.proposals]
    assert GREETING != (tmp_path / "greeting.py").read_text()


@pytest.mark.parametrize("name", INTERFACE)
def test_the_dialects_of_a_format_read_it_alone(name: str) -> None:
    reader = Reader(dialects_of([name]))

    assert any(
        getattr(item, "format", None) == name for item in [*reader.feed(examples()[name]), *reader.close()]
    )


def test_one_example_after_the_other_is_read_as_if_alone() -> None:
    text = "\nand then\n\n".join(examples().values())

    assert list(examples()) == [block.format for block in parse(text).blocks]


def test_no_two_dialects_have_one_name() -> None:
    assert len(DIALECTS) == len({listed.dialect.name for listed in DIALECTS})


@pytest.mark.parametrize("listed", DIALECTS, ids=lambda listed: listed.module)
def test_a_line_that_may_open_a_block_begins_with_a_sign_of_the_table(listed: Listed) -> None:
    responses = [path.read_bytes().decode() for path in CASES.glob("*/*/response.md")]
    lines = {line.lstrip(" \t") for text in responses for line in text.split("\n")}

    opening = {line for line in lines if listed.may_open(line)}

    assert opening
    assert {line[0] for line in opening} <= set(listed.signs)
