"""Calls of tools in JSON: bare, in fences, in answers of APIs, in transcripts, and broken ones."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.blocks import EditBlock, Problem, ReplaceLines
from editreview.formats import Reader, parse
from tests.builders import block, interpretations_of
from tests.streams import in_pieces, many_forms

EDIT = {"filePath": "a.py", "oldString": "x", "newString": "y"}
CLAUDE = {"file_path": "a.py", "old_string": "x", "new_string": "y"}
PATCH = "*** Begin Patch\n*** Update File: a.py\n@@\n-x\n+y\n*** End Patch\n"


def read(text: str) -> list[tuple[str | None, str, str]]:
    """Path, old and new text of every edit."""
    found = parse(text)
    assert () == found.problems
    return [
        (b.path_written, interpretations_of(b)[0].search, interpretations_of(b)[0].replace)
        for b in found.blocks
    ]


def problems(text: str) -> list[tuple[int, str]]:
    return [(problem.line, problem.message) for problem in parse(text).problems]


def is_prose(text: str) -> bool:
    found = parse(text)
    return not found.blocks and not found.problems


class TestPosition:
    @pytest.mark.parametrize("indent", [None, 2, 4, "\t"])
    @pytest.mark.parametrize(
        "frame", ["{}", "```json\n{}\n```\n", "```\n{}\n```", "Prose:\n\n{}\n\nMore.\n", "~~~js\n{}\n~~~"]
    )
    def test_an_object_at_the_start_of_a_line(self, indent: int | str | None, frame: str) -> None:
        text = frame.replace("{}", json.dumps(EDIT, indent=indent))

        assert [("a.py", "x", "y")] == read(text)

    def test_an_indented_fence(self) -> None:
        assert [("a.py", "x", "y")] == read(f"1. Do:\n   ```json\n   {json.dumps(EDIT)}\n   ```\n")

    def test_several_in_an_array_on_one_line_or_one_after_the_other(self) -> None:
        two = [("a.py", "x", "y")] * 2
        one = json.dumps(EDIT)

        for text in (
            f"[{one}, {one}]",
            f"{one}\n{one}",
            f"{one} {one}",
            f"{one},\n{one},",
            f"{one}\n\n{one}",
        ):
            assert two == read(text)

    def test_an_object_within_a_line_of_prose_is_ignored(self) -> None:
        assert is_prose(f"Call it with {json.dumps(EDIT)}.\n")

    def test_each_edit_has_its_own_lines(self) -> None:
        text = "Look:\n\n" + json.dumps([EDIT, {**EDIT, "oldString": "z"}], indent=2) + "\n"

        assert [(4, 8), (9, 13)] == [edit.lines for edit in parse(text).blocks]

    def test_the_edits_of_one_call_have_lines_too(self) -> None:
        edits = [{"old_string": "a", "new_string": "b"}, {"old_string": "c", "new_string": "d"}]
        call = {"name": "MultiEdit", "input": {"file_path": "a.py", "edits": edits}}

        assert [(6, 9), (10, 13)] == [edit.lines for edit in parse(json.dumps(call, indent=1)).blocks]

    def test_an_edit_is_yielded_with_its_last_line(self) -> None:
        for indent in (None, 2):
            reader = Reader()

            assert [] == reader.feed(json.dumps(EDIT, indent=indent))
            assert isinstance(reader.feed("\n")[0], EditBlock)


class TestLineEnds:
    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r\r\n", "\r"])
    def test_every_line_end_of_a_string_is_a_line_feed(self, end: str) -> None:
        call = {**EDIT, "oldString": f"x{end}y{end}", "newString": f"z{end}"}

        assert [("a.py", "x\ny\n", "z\n")] == read(json.dumps(call))

    def test_many_carriage_returns_are_read_in_linear_time(self) -> None:
        many = "\r" * 300_000

        assert [("a.py", "x", f"y\n{many}z")] == read(json.dumps({**EDIT, "newString": f"y\n{many}z"}))


class TestEnvelopes:
    @pytest.mark.parametrize(
        "envelope",
        [
            {
                "role": "assistant",
                "content": [{"type": "tool_use", "id": "t", "name": "Edit", "input": CLAUDE}],
            },
            {
                "choices": [
                    {
                        "message": {
                            "tool_calls": [
                                {
                                    "type": "function",
                                    "function": {"name": "edit", "arguments": json.dumps(EDIT)},
                                }
                            ]
                        }
                    }
                ]
            },
            {
                "output": [
                    {"type": "reasoning"},
                    {"type": "function_call", "call_id": "c", "name": "edit", "arguments": json.dumps(EDIT)},
                ]
            },
            {"candidates": [{"content": {"parts": [{"functionCall": {"name": "replace", "args": CLAUDE}}]}}]},
            {
                "type": "tool",
                "tool": "edit",
                "callID": "c",
                "state": {"status": "completed", "input": EDIT, "output": "ok"},
            },
            {"type": "tool-call", "toolCallId": "c", "toolName": "edit", "input": EDIT},
            {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "edit", "arguments": EDIT}},
            {"name": "edit", "arguments": EDIT},
            {"tool": "edit", "parameters": EDIT},
            {"tool": "edit", **EDIT},
            {"tool_uses": [{"recipient_name": "functions.edit", "parameters": EDIT}]},
            {"name": "my_own_editor", "input": CLAUDE},
            {
                "name": "MultiEdit",
                "input": {"file_path": "a.py", "edits": json.dumps([{"old_string": "x", "new_string": "y"}])},
            },
            {"sessionUpdate": "tool_call", "toolCallId": "c", "title": "Edit", "rawInput": CLAUDE},
            {
                "sessionUpdate": "tool_call_update",
                "toolCallId": "c",
                "rawInput": CLAUDE,
                "content": [{"type": "diff", "path": "a.py", "oldText": "x", "newText": "y"}],
            },
            {
                "type": "assistant",
                "message": {
                    "content": [
                        {"type": "text", "text": "Now {"},
                        {"type": "tool_use", "name": "Edit", "input": CLAUDE},
                    ]
                },
            },
        ],
    )
    @pytest.mark.parametrize("indent", [None, 2])
    def test_a_call_is_found_in_its_envelope(self, envelope: dict[str, object], indent: int | None) -> None:
        assert [("a.py", "x", "y")] == read(json.dumps(envelope, indent=indent))

    @pytest.mark.parametrize(
        "envelope",
        [
            {"name": "apply_patch", "arguments": json.dumps({"input": PATCH})},
            {"name": "apply_patch", "input": {"patchText": PATCH}},
            {"type": "custom_tool_call", "name": "apply_patch", "call_id": "c", "input": PATCH},
            {
                "type": "function_call",
                "name": "shell",
                "arguments": json.dumps({"command": ["apply_patch", PATCH]}),
            },
            {
                "type": "function_call",
                "name": "exec_command",
                "arguments": json.dumps({"cmd": f"apply_patch <<'EOF'\n{PATCH}EOF\n"}),
            },
            {
                "type": "local_shell_call",
                "action": {"type": "exec", "command": ["bash", "-lc", f"apply_patch <<'EOF'\n{PATCH}EOF\n"]},
            },
            {
                "type": "apply_patch_call",
                "operation": {"type": "update_file", "path": "a.py", "diff": "@@\n-x\n+y\n"},
            },
            ["apply_patch", PATCH],
        ],
    )
    def test_a_patch_is_found_in_its_envelope(self, envelope: object) -> None:
        assert [("a.py", "x\n", "y\n")] == read(json.dumps(envelope))
        assert ["apply-patch"] == [edit.format for edit in parse(json.dumps(envelope)).blocks]

    @pytest.mark.parametrize("folder", ["sub", "'sub'", '"sub"', "sub/"])
    def test_a_patch_in_a_shell_counts_from_the_folder_it_changes_to(self, folder: str) -> None:
        script = f"cd {folder} && apply_patch <<'EOF'\n{PATCH}EOF\n"

        assert [("sub/a.py", "x\n", "y\n")] == read(
            json.dumps({"name": "bash", "input": {"command": script}})
        )

    def test_other_commands_are_not_edits(self) -> None:
        assert is_prose(
            json.dumps({"type": "tool_use", "name": "bash", "input": {"command": "sed -i s/x/y/ a.py"}})
        )

    def test_the_result_of_a_tool_is_not_a_call(self) -> None:
        result = {
            "filePath": "a.py",
            "oldString": "x",
            "newString": "y",
            "originalFile": "x",
            "structuredPatch": [],
        }

        assert is_prose(json.dumps({"type": "user", "toolUseResult": result}))
        assert is_prose(json.dumps({"type": "user", "toolUseResult": {"filePath": "a.py", "content": "x"}}))
        assert is_prose(json.dumps({"type": "tool_result", "content": [EDIT]}))

    def test_the_schema_of_a_tool_is_not_a_call(self) -> None:
        schema = {
            "type": "object",
            "properties": {"file_path": {"type": "string"}, "old_string": {"type": "string"}},
        }

        for word in ("input_schema", "parameters"):
            assert is_prose(json.dumps({"tools": [{"name": "Edit", word: schema}]}, indent=2))

    def test_a_transcript_has_one_value_per_line(self) -> None:
        call = {
            "type": "assistant",
            "message": {"content": [{"type": "tool_use", "id": "a", "name": "Edit", "input": CLAUDE}]},
        }
        other = {"type": "user", "message": {"content": [{"type": "tool_result", "content": "ok"}]}}
        text = "\n".join(json.dumps(line) for line in (call, other, {"type": "summary"}, other, call)) + "\n"

        assert ["a.py"] == [edit.path_written for edit in parse(text).blocks]

    def test_a_call_in_two_adjacent_values_counts_once(self) -> None:
        """The Agent Client Protocol repeats a call as it gets on."""
        diff = {"type": "diff", "path": "a.py", "oldText": "x", "newText": "y"}
        updates = [
            {"sessionUpdate": kind, "toolCallId": "c", "content": [diff]}
            for kind in ("tool_call", "tool_call_update")
        ]
        another = {**updates[0], "toolCallId": "d"}

        assert 2 == len(read("\n".join(json.dumps(update) for update in [*updates, another])))

    def test_several_calls_on_a_line_are_several_groups(self) -> None:
        edits = {"file_path": "a.py", "edits": [{"old_string": "a", "new_string": "b"}] * 2}
        text = json.dumps([{"type": "tool_use", "name": "MultiEdit", "input": edits}] * 2)

        groups = [edit.group.id for edit in parse(text).blocks if edit.group is not None]
        assert (4, 2) == (len(groups), len(set(groups)))

    def test_lines_by_number_have_a_format_of_their_own(self) -> None:
        call = {
            "name": "edit_lines",
            "arguments": {"command": "delete", "path": "a", "start_line": 1, "end_line": 2},
        }
        (edit,) = parse(json.dumps(call)).blocks

        assert ("line-edit", ReplaceLines(1, 2, "")) == (edit.format, edit.operation)


class TestNoCalls:
    @pytest.mark.parametrize(
        "text",
        [
            "{}",
            "[]",
            "[ ] a task\n[x] another",
            "[[wiki]] and [link](a.md)",
            "{{ template }}\n{% block %}",
            '{"name": "my-package", "version": "1.0.0"}',
            '[1, 2, 3]\n["a", "b"]',
            "```css\na\n{\n  color: red;\n}\n```",
            "```js\n{\n  const a = 1;\n}\n[a, b] = [b, a];\n```",
            '```python\n{\n    "a": 1,\n    **b,\n}\n```',
            '```toml\n[tool.x]\na = "b"\n[[tool.y]]\n```',
            '```c\n{\n    "text"\n    int x;\n}\n```',
            '{"path": "a.py", "content": "a listing"}',
            '{"path": "a.py", "before": "x", "after": "y"}',
            '{"name": "edit", "label": "Edit"}',
            '{"name": "replace", "parameters": {"type": "object", "properties": {"file_path": {}}}}',
            '{"type": "diff", "path": "a.py"}',
        ],
    )
    def test_other_json_and_code_is_prose(self, text: str) -> None:
        assert is_prose(text)
        assert 1 == len(
            parse(
                f"{text}\n{block('a', 'b')}".replace("SEARCH\na=", "SEARCH\na\n=").replace("=\nb>", "=\nb\n>")
            ).blocks
        )

    @pytest.mark.parametrize("opening", ["{", "[", '{"a": [', '["', '{"a": "', '{"a": {\n "b"'])
    def test_text_that_only_begins_like_json_swallows_nothing(self, opening: str) -> None:
        text = f"{opening}\n\nThen:\n\n{block('old' + chr(10), 'new' + chr(10))}\n{json.dumps(EDIT)}\n"

        assert ["a.txt", "a.py"] == [edit.path_written for edit in parse(text).blocks]

    def test_a_closing_fence_ends_it(self) -> None:
        assert [("a.py", "x", "y")] == read('```json\n{"a": [1,\n```\n' + json.dumps(EDIT))

    def test_search_and_replace_blocks_in_json_text_are_ignored(self) -> None:
        assert is_prose(json.dumps({"content": [{"type": "text", "text": block("a\n", "b\n")}]}, indent=2))


class TestBrokenJson:
    REPAIRED = ("repaired: the JSON was broken",)

    @pytest.mark.parametrize(
        ("text", "old", "new"),
        [
            ('{"filePath": "a.py", "oldString": "x", "newString": "y",}', "x", "y"),
            ('{"filePath": "a.py" "oldString": "x" "newString": "y"}', "x", "y"),
            ('{"filePath": "a.py", "oldString": "f("x")", "newString": "f("y", 1)"}', 'f("x")', 'f("y", 1)'),
            ('{"filePath": "a.py", "oldString": "\\d+ ", "newString": "  y \\n\\n"}', "\\d+ ", "  y \n\n"),
            ('{"filePath": "a.py", "oldString": "x", "newString": "\\ud83d\\ude00",}', "x", "\U0001f600"),
            ('```json\n{\n  "filePath": "a.py",\n  "oldString": "x",\n  "newString": "y"\n```', "x", "y"),
        ],
    )
    def test_unambiguous_json_is_repaired_with_a_warning(self, text: str, old: str, new: str) -> None:
        assert [("a.py", old, new)] == read(text)
        assert [self.REPAIRED] == [edit.warnings for edit in parse(text).blocks]

    def test_line_ends_and_tabs_in_strings_need_no_repair(self) -> None:
        text = '{"filePath": "a.py", "oldString": "a\n\tb  \n", "newString": "c\n\n```\n}\n"}\n'

        assert [("a.py", "a\n\tb  \n", "c\n\n```\n}\n")] == read(text)
        assert [()] == [edit.warnings for edit in parse(text).blocks]

    @pytest.mark.parametrize(
        ("text", "line", "message"),
        [
            ('{"filePath": "a.py", "oldString": "x', 1, "Missing closing quote of the JSON at line 1"),
            ('\n{"filePath": "a.py", "oldString": "x"', 2, "Missing closing bracket of the JSON at line 2"),
            ('{"filePath": "a", "content": "x\n\ny', 1, "Missing closing quote of the JSON at line 1"),
            (
                '```json\n{\n"filePath": "a",\n"oldString": "x\n```\nfoo\n',
                2,
                "Missing closing quote of the JSON at line 2",
            ),
            (
                '{\n"filePath": "a",\n"oldString": "x",\nThat is all.\n',
                1,
                "Broken JSON at line 1: line 4 cannot be part of it",
            ),
            (
                '{"filePath": "a", // why\n "oldString": "x",\n "newString": "y"}',
                1,
                "Broken JSON at line 1: Expecting property name enclosed in double quotes at line 1",
            ),
            (
                '{"filePath": "a", "oldString": """x""", "newString": `y`}',
                1,
                "Broken JSON at line 1: Expecting ',' delimiter at line 1",
            ),
        ],
    )
    def test_ambiguous_json_is_a_problem(self, text: str, line: int, message: str) -> None:
        assert [(line, message)] == problems(text)
        assert () == parse(text).blocks

    def test_a_repair_that_loses_text_is_rejected(self) -> None:
        assert [1] == [
            line for line, _ in problems('{"filePath": "a", "oldString": "x" + f(1), 3 "newString": "y" z}')
        ]

    def test_a_long_text_is_not_repaired(self) -> None:
        text = '{"filePath": "a", "oldString": "x", "newString": "' + "y" * 300_000 + '",}'

        assert [1] == [line for line, _ in problems(text)]

    def test_the_edits_around_a_broken_one_are_read(self) -> None:
        good = json.dumps(EDIT, indent=2)
        fences = [good, '{\n"filePath": "b", "oldString": "x', good]
        text = "\n".join(f"```json\n{fence}\n```\n" for fence in fences)

        assert 2 == len(parse(text).blocks)
        assert [(10, "Missing closing quote of the JSON at line 10")] == problems(text)

    @pytest.mark.parametrize(
        "text", ["[" * 100_000, '{"a":' * 100_000, '{"oldString":' * 50_000 + "\n```", "{\n" * 20_000]
    )
    def test_deep_nesting_raises_no_exception(self, text: str) -> None:
        assert () == parse(text).blocks

    def test_half_a_character_is_a_problem(self) -> None:
        text = '{"filePath": "a", "oldString": "x", "newString": "\\ud83d"}'

        assert [(1, "newString contains half a character, \\ud83d, in the call at line 1")] == problems(text)


class TestStreams:
    def test_an_unfinished_call_is_never_an_edit(self) -> None:
        text = json.dumps({"name": "edit", "arguments": EDIT}, indent=2)

        for end in range(len(text)):
            assert () == parse(text[:end]).blocks

    @given(st.integers(0, 2**32))
    def test_a_damaged_response_is_read_the_same_however_it_is_cut(self, seed: int) -> None:
        chance = random.Random(seed)
        text = list(many_forms("tool-call"))
        for _ in range(chance.randint(1, 8)):
            i = chance.randrange(len(text))
            text[i : i + chance.randint(0, 3)] = chance.choice(
                ["", '"', "\\", "{", "}", "[", "\n", ",", "\ud83d", "```\n"]
            )
        whole = in_pieces("".join(text), [])

        assert whole == in_pieces("".join(text), list(range(len(text))))
        assert all(isinstance(item.message, str) for item in whole if isinstance(item, Problem))
