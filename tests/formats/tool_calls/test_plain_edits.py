"""Edits in JSON that are no calls of a tool: a file, an old text and a new one."""

import json
from typing import Any

import pytest

from editreview.blocks import Replace
from editreview.formats import parse
from tests.builders import interpretations_of

EDIT = {"file": "a.py", "search": "x\n", "replace": "y\n"}


def fenced(value: object) -> str:
    return f"```json\n{json.dumps(value, indent=2)}\n```\n"


def read(text: str) -> list[tuple[str | None, str, str]]:
    """Path, old and new text of every edit."""
    return [
        (b.path_written, interpretations_of(b)[0].search, interpretations_of(b)[0].replace)
        for b in parse(text).blocks
    ]


@pytest.mark.parametrize(
    "value",
    [
        EDIT,
        [EDIT],
        {"edits": [EDIT]},
        {"changes": [EDIT], "summary": "one edit"},
        {"file": "a.py", "find": "x\n", "replace": "y\n"},
        {"path": "a.py", "old": "x\n", "new": "y\n"},
        {"filename": "a.py", "old_code": "x\n", "new_code": "y\n", "explanation": "better"},
        {"file": "a.py", "original": "x\n", "updated": "y\n", "type": "replace"},
        {"filePath": "a.py", "search": "x\n", "replacement": "y\n", "id": 1},
    ],
)
def test_an_object_or_a_list_of_nothing_but_edits(value: object) -> None:
    assert [("a.py", "x\n", "y\n")] == read(fenced(value))
    assert [("a.py", "x\n", "y\n")] == read(json.dumps(value))


def test_several_edits_are_blocks_of_their_own() -> None:
    other = {"file": "b.py", "search": "u", "replace": "v"}

    assert [("a.py", "x\n", "y\n"), ("b.py", "u", "v")] == read(fenced([EDIT, other]))


def test_edits_with_the_parameters_of_tools_may_be_among_them() -> None:
    call = {"filePath": "b.py", "oldString": "u", "newString": "v"}

    assert [("a.py", "x\n", "y\n"), ("b.py", "u", "v")] == read(fenced([EDIT, call]))


def test_every_occurrence_and_a_line() -> None:
    (block,) = parse(fenced({**EDIT, "replace_all": True, "line": 7})).blocks

    assert isinstance(block.operation, Replace)
    assert (True, 7) == (block.operation.is_everywhere, block.hints.line)


def test_something_else_in_the_list_is_a_problem() -> None:
    found = parse(fenced([EDIT, {"file": "b.py", "content": "x"}]))

    assert ["a.py"] == [block.path_written for block in found.blocks]
    assert [("b.py", "Edit 2 of 2 at line 8 has not just a file, an old and a new text")] == [
        (problem.path_written, problem.message) for problem in found.problems
    ]


@pytest.mark.parametrize(
    "value",
    [
        {**EDIT, "replace": True},
        {**EDIT, "regex": True},
        {**EDIT, "file": "the first one"},
        {**EDIT, "type": "delete"},
        {**EDIT, "find": "z"},
        {"rules": [EDIT]},
        {"edits": [EDIT], "version": {"major": 2}},
        {"search": "x", "replace": "y"},
        {"file": "a.py", "before": "x", "after": "y"},
    ],
)
def test_other_objects_are_no_edits(value: Any) -> None:
    assert [] == read(fenced(value))


def test_an_example_is_no_edit() -> None:
    assert [] == read(f"For example:\n\n{fenced(EDIT)}")


def test_the_text_of_a_file_in_json_is_no_edit() -> None:
    (block,) = parse(f"redirects.json\n{fenced([EDIT])}").blocks

    assert "whole-file" == block.format


@pytest.mark.parametrize(
    "broken",
    [
        '[{"file": "a.py", "search": "x\\n", "replace": "y\n"},]',
        '[{"file": "a.py", "search": "x\\n", "replace": "y\\n"}',
    ],
)
def test_broken_json_is_repaired_like_that_of_calls(broken: str) -> None:
    assert [("a.py", "x\n", "y\n")] == read(f"```json\n{broken}\n```\n")


def test_one_that_is_cut_off_is_a_problem() -> None:
    found = parse('```json\n[{"file": "a.py", "search": "x", "replace": "y"}, {"file": "a.py", "sea\n')

    assert () == found.blocks
    assert ["Missing closing quote of the JSON at line 2"] == [each.message for each in found.problems]
