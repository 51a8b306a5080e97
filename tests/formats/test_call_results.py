"""A call whose result in the same transcript is an error, or a rejection, is an offer."""

import json
from collections.abc import Mapping, Sequence

import pytest

from editreview.blocks import OfferKind
from editreview.formats import parse

EDIT = {"file_path": "a.py", "old_string": "one", "new_string": "ONE"}
CALL = {"type": "tool_use", "id": "c1", "name": "Edit", "input": EDIT}
ANOTHER = {**CALL, "id": "c2", "input": EDIT | {"file_path": "b.py"}}
AS_TEXT = {"type": "function_call", "call_id": "c1", "name": "Edit", "arguments": json.dumps(EDIT)}
CHAT: Mapping[str, object] = {
    "role": "assistant",
    "tool_calls": [
        {"id": "c1", "type": "function", "function": {"name": "Edit", "arguments": json.dumps(EDIT)}}
    ],
}
SAID = ["Error: no match", '{"error": "no match"}', '{"ok": false}', '{"status": "error"}']

FAILED: list[Sequence[Mapping[str, object]]] = [
    [CALL, {"type": "tool_result", "tool_use_id": "c1", "is_error": True, "content": "not found"}],
    [CALL, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "is_error": True}]}],
    [
        CALL,
        {
            "type": "tool_result",
            "tool_use_id": "c1",
            "content": [{"type": "text", "text": "<tool_use_error>String to replace not found in file."}],
        },
    ],
    [AS_TEXT, {"type": "function_call_output", "call_id": "c1", "output": "Error: no such file"}],
    [
        {**AS_TEXT, "type": "function_call", "id": "fc_1", "call_id": "c1"},
        {"type": "function_call_output", "id": "fco_1", "call_id": "c1", "output": "Error: no such file"},
    ],
    [
        AS_TEXT,
        {
            "type": "function_call_output",
            "call_id": "c1",
            "output": json.dumps({"output": "x", "metadata": {"exit_code": 1}}),
        },
    ],
    [CALL, {"role": "tool", "tool_call_id": "c1", "content": "Error: old_string was not found"}],
    [
        {**CALL, "toolCallId": "c1"},
        {"type": "tool-result", "toolCallId": "c1", "isError": True, "result": "x"},
    ],
    [
        {"type": "tool-call", "toolCallId": "c1", "toolName": "Edit", "input": EDIT},
        {"type": "tool-result", "toolCallId": "c1", "output": {"type": "error-text", "value": "no"}},
    ],
    [
        {
            "type": "tool",
            "callID": "c1",
            "tool": "edit",
            "state": {"status": "error", "input": EDIT, "error": "x"},
        }
    ],
    [CALL, {"sessionUpdate": "tool_call_update", "toolCallId": "c1", "status": "failed"}],
    [{"name": "Edit", "id": "c1", "args": EDIT, "status": "error"}],
    [
        {"functionCall": {"id": "c1", "name": "Edit", "args": EDIT}},
        {"functionResponse": {"id": "c1", "name": "Edit", "response": {"error": "not found"}}},
    ],
    [
        {"role": "model", "parts": [{"functionCall": {"name": "Edit", "args": EDIT}}]},
        {"role": "user", "parts": [{"functionResponse": {"name": "Edit", "response": {"error": "0 found"}}}]},
    ],
    [
        {"role": "assistant", "function_call": {"name": "Edit", "arguments": json.dumps(EDIT)}},
        {"role": "function", "name": "Edit", "content": "Error: old_string was not found"},
    ],
    [
        {"role": "assistant", "content": [{"toolUse": {"toolUseId": "c1", "name": "Edit", "input": EDIT}}]},
        {"role": "user", "content": [{"toolResult": {"toolUseId": "c1", "status": "error", "content": []}}]},
    ],
    *([CHAT, {"role": "tool", "tool_call_id": "c1", "content": content}] for content in SAID),
]
REJECTED: list[Sequence[Mapping[str, object]]] = [
    [
        CALL,
        {
            "type": "tool_result",
            "tool_use_id": "c1",
            "is_error": True,
            "content": "The user doesn't want to proceed with this tool use. The tool use was rejected.",
        },
    ],
    [{"name": "Edit", "id": "c1", "args": EDIT, "status": "cancelled"}],
    [{"type": "tool-Edit", "toolName": "Edit", "toolCallId": "c1", "state": "output-denied", "input": EDIT}],
    [CALL, {"role": "tool", "tool_call_id": "c1", "content": "User rejected the edit."}],
]
DONE: list[Sequence[Mapping[str, object]]] = [
    [
        {"role": "model", "parts": [{"functionCall": {"name": "Edit", "args": EDIT}}]},
        {"role": "user", "parts": [{"functionResponse": {"name": "Edit", "response": {"output": "ok"}}}]},
    ],
    [CALL, {"role": "tool", "tool_call_id": "c1", "content": '{"success": true, "error": null}'}],
    [CALL, {"type": "tool_result", "tool_use_id": "c1", "content": "The file a.py has been updated."}],
    [
        CALL,
        {"type": "tool_result", "tool_use_id": "c1", "is_error": False, "content": "Error handling added"},
    ],
    [AS_TEXT, {"type": "function_call_output", "call_id": "c1", "output": '{"metadata": {"exit_code": 0}}'}],
    [CALL, {"role": "tool", "tool_call_id": "c1", "content": "ok", "error": None}],
    [CALL, {"type": "tool_result", "tool_use_id": "other", "is_error": True, "content": "not found"}],
    [{"type": "tool", "callID": "c1", "tool": "edit", "state": {"status": "completed", "input": EDIT}}],
    [CALL, {"type": "tool_result", "tool_use_id": "c1", "content": "1: class Errors:\n2:     error = 1"}],
]


def transcript(values: Sequence[Mapping[str, object]], *, as_lines: bool) -> str:
    return "\n".join(map(json.dumps, values)) + "\n" if as_lines else json.dumps(values, indent=1) + "\n"


@pytest.mark.parametrize("as_lines", [True, False])
@pytest.mark.parametrize(
    ("values", "kind"),
    [*((v, OfferKind.FAILED) for v in FAILED), *((v, OfferKind.REJECTED) for v in REJECTED)],
)
def test_a_call_that_changed_nothing_is_an_offer(
    values: Sequence[Mapping[str, object]], kind: OfferKind, as_lines: bool
) -> None:
    parsed = parse(transcript([*values, ANOTHER], as_lines=as_lines))

    assert ["b.py"] == [b.path_written for b in parsed.blocks]
    assert [("a.py", kind)] == [(b.path_written, b.offer.kind) for b in parsed.offers if b.offer]


@pytest.mark.parametrize("as_lines", [True, False])
@pytest.mark.parametrize("values", DONE)
def test_a_successful_call_is_a_block(values: Sequence[Mapping[str, object]], as_lines: bool) -> None:
    parsed = parse(transcript([*values, ANOTHER], as_lines=as_lines))

    assert (["a.py", "b.py"], ()) == ([b.path_written for b in parsed.blocks], parsed.offers)


def test_a_call_made_again_after_it_failed_is_a_block() -> None:
    again: Mapping[str, object] = {**CALL, "id": "c3"}
    parsed = parse(transcript([*FAILED[0], again], as_lines=True))

    assert ([2], [1]) == ([b.number for b in parsed.blocks], [b.number for b in parsed.offers])


def test_results_without_ids_belong_to_the_calls_of_their_tool_in_order() -> None:
    edits = [EDIT | {"file_path": f"{name}.py"} for name in "abc"]
    calls = [{"functionCall": {"name": "Edit", "args": edit}} for edit in edits]
    results = [
        {"functionResponse": {"name": "Edit", "response": said}}
        for said in ({"output": "ok"}, {"error": "not found"}, {"output": "ok"})
    ]
    each = [turn for call, result in zip(calls, results, strict=True) for turn in (call, result)]

    for order in ([*calls, *results], each):
        for as_lines in (True, False):
            parsed = parse(transcript(order, as_lines=as_lines))

            assert ["b.py"] == [b.path_written for b in parsed.offers]
            assert ["a.py", "c.py"] == [b.path_written for b in parsed.blocks]


FENCE = "```python\n# b.py\nprint(1)\n```\n"


@pytest.mark.parametrize(
    "call",
    [
        json.dumps(CALL) + "\n",
        '<invoke name="Edit">\n<parameter name="file_path">'
        'a.py</parameter>\n<parameter name="old_string">x</parameter>\n<parameter '
        'name="new_string">y</parameter>\n</invoke>\n',
    ],
)
def test_a_fence_with_a_path_comment_is_an_offer_in_a_response_with_calls(call: str) -> None:
    for text in (f"{FENCE}\n{call}", f"{call}\n{FENCE}"):
        parsed = parse(text)

        assert ["a.py"] == [b.path_written for b in parsed.blocks]
        assert [OfferKind.SHOWN] == [b.offer.kind for b in parsed.offers if b.offer]


def test_without_calls_such_a_fence_is_a_block() -> None:
    assert ["b.py"] == [b.path_written for b in parse(FENCE).blocks]


def _editor(name: str, **parameters: object) -> Mapping[str, object]:
    return {"type": "tool_use", "id": name, "name": "str_replace_based_edit_tool", "input": parameters}


def _change(name: str, path: str = "a.py") -> Mapping[str, object]:
    return _editor(name, command="str_replace", path=path, old_str="one", new_str=name)


def _undo(name: str, path: str = "a.py") -> Mapping[str, object]:
    return _editor(name, command="undo_edit", path=path)


def _failure(name: str) -> Mapping[str, object]:
    return {"type": "tool_result", "tool_use_id": name, "is_error": True, "content": "not found"}


@pytest.mark.parametrize("layout", ["list", "lines", "fences"])
@pytest.mark.parametrize(
    ("calls", "left"),
    [
        ([_change("1"), _undo("u")], []),
        ([_change("1"), _change("2"), _undo("u")], [1]),
        ([_change("1"), _change("2"), _undo("u"), _undo("v")], []),
        ([_change("1"), _undo("u"), _change("2")], [2]),
        ([_change("1"), _change("2", "b.py"), _undo("u")], [2]),
        ([_change("1"), _undo("u", "b.py")], [1]),
        ([_change("1"), _change("2"), _failure("2"), _undo("u")], []),
    ],
)
def test_an_edit_that_a_later_call_undoes_is_an_offer(
    calls: Sequence[Mapping[str, object]], left: list[int], layout: str
) -> None:
    values = [json.dumps(call) for call in calls]
    if layout == "list":
        text = json.dumps(calls)
    elif layout == "lines":
        text = "\n".join(values)
    else:
        text = "".join(f"```json\n{value}\n```\n" for value in values)
    parsed = parse(text)

    assert left == [block.number for block in parsed.blocks]
    assert {block.offer.kind for block in parsed.offers if block.offer} <= {
        OfferKind.RETRACTED,
        OfferKind.FAILED,
    }


def test_an_undoing_that_failed_undoes_nothing() -> None:
    assert [1] == [
        block.number for block in parse(json.dumps([_change("1"), _undo("u"), _failure("u")])).blocks
    ]


def test_what_an_example_undoes_stays() -> None:
    example = f"````markdown\n# Use\n```json\n{json.dumps(_undo('u'))}\n```\n````\n"

    assert [1] == [
        block.number for block in parse(f"{json.dumps(_change('1'))}\n\nnotes.md\n{example}").blocks
    ][:1]


def _shell(name: str, command: object) -> Mapping[str, object]:
    return {"type": "tool_use", "id": name, "name": "Bash", "input": {"command": command}}


@pytest.mark.parametrize(
    ("calls", "left"),
    [
        ([_change("1"), _shell("s", "git checkout -- a.py"), _change("2")], [2]),
        ([_change("1"), _shell("s", ["git", "checkout", "a.py"])], []),
        ([_change("1", "/r/a.py"), _change("2", "/r/b/a.py"), _shell("s", "git restore a.py")], [2]),
        ([_change("1"), _change("2", "b/c.py"), _shell("s", "git restore b/")], [1]),
        ([_change("1"), _change("2", "b/c.py"), _shell("s", "git checkout .")], []),
        ([_change("1"), _change("2", "src/main/c.py"), _shell("s", "git checkout main")], [1, 2]),
        ([_change("1"), _shell("s", "git restore a.py"), _failure("s")], [1]),
    ],
)
def test_an_edit_that_a_command_of_the_session_undoes_is_an_offer(
    calls: Sequence[Mapping[str, object]], left: list[int]
) -> None:
    assert left == [block.number for block in parse(json.dumps(calls)).blocks]


def test_a_file_that_the_session_removes_again_is_not_created() -> None:
    write = {"name": "Write", "id": "w", "type": "tool_use", "input": {"file_path": "t.py", "content": "x\n"}}

    assert () == tuple(parse(json.dumps([write, _shell("s", "python t.py && rm t.py")])).blocks)
