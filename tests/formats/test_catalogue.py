"""Every format that is listed can be read: its example holds one good edit, which goes through."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from editreview.formats import PATH_SPELLINGS, Reader, descriptions, formats_of, parse, read_as
from editreview.formats.table import FORMATS, Format
from editreview.review import Status, status_of
from tests.builders import make_tree, review_of
from tests.case_folders import CASES

GREETING = 'def greet():\n    return "Hello"\n'
NAMES = sorted(descriptions())


def test_every_format_has_a_one_line_summary() -> None:
    """The documentation has one row for each."""
    summaries = [each.summary for each in descriptions().values()]

    assert all(text and "\n" not in text and "|" not in text for text in summaries)


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_one_edit_in_its_format(name: str) -> None:
    parsed = parse(descriptions()[name].example)

    assert list(read_as([name])) == [block.format for block in parsed.blocks]
    assert () == parsed.problems


@pytest.mark.parametrize("name", NAMES)
def test_an_example_edits_the_greeting(tmp_path: Path, name: str) -> None:
    make_tree(tmp_path, {"greeting.py": GREETING})
    review = review_of(tmp_path, descriptions()[name].example)

    review.accept("fuzzy")
    review.write()

    assert [Status.APPLIED] == [status_of(review, proposal) for proposal in review.proposals]
    assert GREETING != (tmp_path / "greeting.py").read_text()


PART = 'def part():\n    return "Goodbye"\n'
EVENING = GREETING.replace("Hello", "Good evening")
SECOND = {
    "edit-protocol": {"greeting.py": f"{GREETING}\n\n{PART}"},
    "line-edit": {"greeting.py": f"{GREETING}\n\n{PART}"},
    "structural": {"greeting.py": GREETING.replace("greet", "salute")},
    "lazy": {"greeting.py": f"{GREETING}\n\n{PART}"},
    "snippet": {"greeting.py": f"{EVENING}\n\n{PART}"},
}
"""The tree after the second example of a format; of all others it creates a file."""


@pytest.mark.parametrize("name", NAMES)
def test_a_second_example_does_what_its_title_says(tmp_path: Path, name: str) -> None:
    make_tree(tmp_path, {"greeting.py": GREETING})
    second = descriptions()[name].second
    review = review_of(tmp_path, second.response)

    review.accept("fuzzy")
    review.write()

    created = {"greeting.py": GREETING, "farewell.py": PART}
    assert SECOND.get(name, created) == {file.name: file.read_text() for file in tmp_path.iterdir()}
    assert (name in SECOND) == (second.title != "Create a file")
    assert not review.problems


@pytest.mark.parametrize("name", NAMES)
def test_both_examples_are_read_from_one_response(name: str) -> None:
    """As a prompt has them, each in a fence below its title."""
    described = descriptions()[name]
    text = f"{described.example}\nThen:\n\n{described.second.response}"

    assert 2 == len(parse(text).blocks)
    assert {*read_as([name])} == {block.format for block in parse(text).blocks}


@pytest.mark.parametrize("name", NAMES)
def test_the_rules(name: str) -> None:
    """Of the lines around a change, of what is left out, of files moved, and of those that change wholly."""
    described = descriptions()[name]
    rules = " ".join(described.rules)

    assert len(described.when) > 5
    assert not described.when.endswith(".")
    assert ("git mv" in rules) == (name not in MOVES)
    assert ("80 %" in rules) == (name not in {"whole-file", "lazy", "snippet", "structural"})
    assert ("three lines" in rules) == (name not in {"whole-file", "lazy", "snippet", "structural"})
    assert re.search("Never abbreviate|existing code", rules)


MOVES = {"apply-patch", "unified-diff"}
"""Formats that move and delete files themselves."""


@pytest.mark.parametrize("name", NAMES)
def test_the_rows_of_a_format_read_it_alone(name: str) -> None:
    reader = Reader(formats_of([name]))

    assert any(
        getattr(item, "format", None) in read_as([name])
        for item in [*reader.feed(descriptions()[name].example), *reader.close()]
    )


def test_examples_in_sequence_are_read_as_if_alone() -> None:
    text = "\nand then\n\n".join(each.example for each in descriptions().values())

    formats = [each.read_as or name for name, each in descriptions().items()]
    assert formats == [block.format for block in parse(text).blocks]


def test_names_of_formats_are_unique() -> None:
    assert len(FORMATS) == len({format.spec.name for format in FORMATS})


@pytest.mark.parametrize("format", FORMATS, ids=lambda format: format.module)
def test_a_line_that_may_open_a_block_begins_with_a_sign_of_the_table(format: Format) -> None:
    responses = [path.read_bytes().decode() for path in CASES.glob("*/*/response.md")]
    lines = {line.lstrip(" \t") for text in responses for line in text.split("\n")}

    opening = {line for line in lines if replace(format, may_be_prose=None).may_open(line)}

    assert opening, f"no response in {CASES} opens a block of {format.module}: add a case"
    assert {line[0] for line in opening} <= set(format.signs)


@pytest.mark.parametrize("line", [line for _, lines in PATH_SPELLINGS for line in lines])
def test_each_line_that_names_a_file_does(line: str) -> None:
    (block,) = parse(f"{line}\n\n```python\ndef add():\n    return 1\n```\n").blocks

    assert "src/a.py" == block.path_written
