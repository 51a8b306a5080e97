"""Requests of an agent are read from its raw messages: all of a call, or none of it."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from editreview.agents.edits import (
    AgentCalls,
    AskedCall,
    FileEdit,
    as_response,
    edits_of,
    path_in,
    text_after,
)
from editreview.formats import parse
from tests.agents.peer import Json

DIFF = {"type": "diff", "path": "/tree/a.txt", "oldText": "a\n", "newText": "A\n"}


def update(**content: object) -> Json:
    return {
        "method": "session/update",
        "params": {"update": {"sessionUpdate": "tool_call_update", **content}},
    }


def permission(**call: object) -> Json:
    options = [{"optionId": "y", "name": "Yes", "kind": "allow_once"}, {"optionId": 5, "kind": "reject_once"}]
    call = {"toolCallId": "t", **call}
    return {"method": "session/request_permission", "params": {"toolCall": call, "options": options}}


def asked(*messages: Json) -> AskedCall:
    calls = AgentCalls()
    for message in messages:
        calls.record(message)
    return calls.take("t")


class TestCalls:
    def test_a_request_may_hold_nothing_but_the_id(self) -> None:
        call = asked(update(toolCallId="t", title="Edit", content=[DIFF]), permission())

        assert ("Edit", 1) == (call.title, len(call.diffs))
        assert "y" == call.option("allow_once")
        assert None is call.option("reject_once")

    def test_a_later_update_does_not_change_what_was_asked(self) -> None:
        first = {**DIFF, "newText": "first\n"}
        call = asked(permission(content=[first]), update(toolCallId="t", content=[DIFF]))

        assert "first\n" == call.diffs[0].new

    def test_an_update_replaces_the_content_before(self) -> None:
        call = asked(
            update(toolCallId="t", content=[DIFF, DIFF]),
            update(toolCallId="t", content=[DIFF]),
            update(toolCallId="t", status="pending"),
            permission(),
        )

        assert 1 == len(call.diffs)

    @pytest.mark.parametrize(
        "content",
        [
            [DIFF, {**DIFF, "newText": None}],
            [DIFF, {**DIFF, "oldText": 5}],
            [DIFF, {**DIFF, "path": ""}],
            [DIFF, {"type": "dif"}],
            [DIFF, "text"],
            {"type": "diff"},
            "text",
        ],
    )
    def test_a_call_of_which_a_part_cannot_be_read_is_not_allowed(self, content: Any) -> None:
        assert "a part of its content cannot be read" == edits_of(
            asked(permission(content=content)), Path("/tree")
        )

    def test_the_details_are_the_input_and_the_words(self) -> None:
        """Gemini CLI sends words only, and others the input only."""
        words = {"type": "content", "content": {"type": "text", "text": "in the folder /tree"}}
        image = {"type": "content", "content": {"type": "image", "data": ""}}

        assert "in the folder /tree" == asked(permission(content=[words, image])).detail
        both = asked(permission(content=[words], rawInput={"command": "make"})).detail
        assert '{\n  "command": "make"\n}\nin the folder /tree' == both

    def test_messages_that_are_none_are_ignored(self) -> None:
        calls = AgentCalls()
        for message in (
            {},
            {"params": 5},
            update(),
            update(toolCallId=7),
            {"method": "session/update", "params": {}},
        ):
            calls.record(message)
        with pytest.raises(KeyError):
            calls.take("t")


class TestPaths:
    def test_a_path_in_the_tree_is_relative_to_it(self, tmp_path: Path) -> None:
        for written in ("a/b.txt", str(tmp_path / "a/b.txt"), str(tmp_path / "c/../a/b.txt")):
            assert "a/b.txt" == path_in(tmp_path, written)

    def test_a_path_outside_the_tree_is_none(self, tmp_path: Path) -> None:
        root = tmp_path / "root"
        root.mkdir()
        (root / "link").symlink_to(tmp_path)
        outside = (
            "..",
            "../x",
            str(tmp_path / "x"),
            "/etc/passwd",
            "link/x",
            ".git/config",
            ".GIT/x",
            "",
            "a\0b",
        )

        assert [None] * len(outside) == [path_in(root, written) for written in outside]

    def test_a_call_that_names_one_is_not_allowed(self, tmp_path: Path) -> None:
        inside = {**DIFF, "path": str(tmp_path / "a.txt")}
        found = edits_of(asked(permission(content=[inside, DIFF])), tmp_path)

        assert "/tree/a.txt is not in its tree" == found

    def test_a_text_that_no_file_can_hold_is_not_allowed(self, tmp_path: Path) -> None:
        diff = {**DIFF, "path": str(tmp_path / "a.txt"), "newText": "\ud800"}

        assert "its text for a.txt cannot be encoded" == edits_of(asked(permission(content=[diff])), tmp_path)


class TestResponse:
    @pytest.mark.parametrize(
        "text", ["a\n", "", "no end", "\u2028\x1b[0m\r\n", "x" * 5_000, "```\n<<<<<<< SEARCH\n"]
    )
    def test_an_edit_is_one_line_that_is_read_as_one_block(self, text: str) -> None:
        for edit in (FileEdit("a.txt", None, text), FileEdit("a.txt", "old\n", text)):
            line = as_response(edit, "agent-1")
            assert 1 == line.count("\n") == len(line.splitlines())
            assert line.startswith('{"id": "agent-1"')
            found = parse("│ prose\n" + line)
            assert [("a.txt", (2, 2))] == [(block.path_written, block.lines) for block in found.blocks]

    def test_all_occurrences_are_asked_for(self) -> None:
        call = permission(content=[DIFF], rawInput={"replace_all": True})
        edits = edits_of(asked(call), Path("/tree"))
        assert isinstance(edits, list)

        assert json.loads(as_response(edits[0], "agent-1"))["input"]["replace_all"] is True


class TestAfter:
    def test_edits_that_were_made_are_in_the_expected_text(self) -> None:
        edits = [FileEdit("a", "b", "B"), FileEdit("a", "c", "C")]

        assert "aBC" == text_after(edits, "abc", "aBCx")
        assert "aBc" == text_after(edits, "abc", "aBc")
        assert "abb" == text_after([FileEdit("a", "b", "B")], "abb", "aBB")
        assert "new" == text_after([FileEdit("a", None, "new")], None, "newer")
        assert None is text_after([FileEdit("a", "b", "B")], None, "B")


def test_a_link_in_the_tree_that_leads_to_another_file_of_it_is_that_file(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a\n")
    os.symlink("a.txt", tmp_path / "link")

    assert "a.txt" == path_in(tmp_path, "link")
