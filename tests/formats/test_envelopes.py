"""Envelopes: text in API responses, in streams and in transcripts is read as if it stood alone."""

import json
import random
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.blocks import EditBlock, OfferKind, plain_interpretation
from editreview.formats import Parsed, Reader, Unwrapper, parse
from editreview.formats.envelopes import ALL_TURNS, unwrapped
from editreview.formats.reader import collected
from tests.builders import block, is_read
from tests.case_folders import CASES

RESPONSES = sorted(CASES.glob("*/*/response.md"))
EDIT = block("x = 1\n", "x = 2\n", "src/a.py")
OTHER = block("y = 1\n", "y = 2\n", "src/b.py")
CALL = {"path": "src/a.py", "old_str": "x = 1", "new_str": "x = 2"}
INPUT = json.dumps(CALL)
CALL_BY_NAME = {"name": "str_replace", "arguments": INPUT}
PATCH = "*** Begin Patch\n*** Update File: src/a.py\n@@\n-x = 1\n+x = 2\n*** End Patch\n"


def lines_of(values: Iterable[object]) -> str:
    return "".join(f"{json.dumps(value)}\n" for value in values)


def server_sent(events: Iterable[dict[str, Any]], *, is_done: bool = False) -> str:
    text = "".join(f"event: {e.get('type', 'message')}\ndata: {json.dumps(e)}\n\n" for e in events)
    return text + "data: [DONE]\n\n" * is_done


def pieces(text: str, size: int = 7) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def choice(**members: object) -> dict[str, Any]:
    return {"choices": [{"index": 0, **members}]}


def tool_use(id_: str, path: str = "src/a.py", old: str = "x = 1", new: str = "x = 2") -> dict[str, Any]:
    parameters = {"file_path": path, "old_string": old, "new_string": new}
    return {"type": "tool_use", "id": id_, "name": "Edit", "input": parameters}


def of_user(content: object) -> dict[str, Any]:
    return {"type": "user", "sessionId": "s", "message": {"role": "user", "content": content}}


def of_model(*content: object) -> dict[str, Any]:
    return {"type": "assistant", "sessionId": "s", "message": {"role": "assistant", "content": content}}


def result(id_: str, text: str = "ok", *, is_error: bool = False) -> dict[str, Any]:
    return of_user([{"type": "tool_result", "tool_use_id": id_, "content": text, "is_error": is_error}])


def update(name: str, **members: object) -> dict[str, Any]:
    changes = {"sessionUpdate": name, **members}
    return {"jsonrpc": "2.0", "method": "session/update", "params": {"sessionId": "s", "update": changes}}


def chunk(text: str) -> dict[str, Any]:
    return update("agent_message_chunk", content={"type": "text", "text": text})


def diff(new: str, path: str = "src/a.py", old: str = "x = 1\n") -> list[dict[str, Any]]:
    return [{"type": "diff", "path": path, "oldText": old, "newText": new}]


def codex(**payload: object) -> dict[str, Any]:
    return {"timestamp": "t", "type": "response_item", "payload": payload}


def said_by_codex(role: str, kind: str, text: str) -> dict[str, Any]:
    return codex(type="message", role=role, content=[{"type": kind, "text": text}])


BODIES: dict[str, Callable[[str], object]] = {
    "OpenAI chat": lambda t: choice(message={"role": "assistant", "content": t}, finish_reason="stop"),
    "OpenAI completion": lambda t: choice(text=t, finish_reason="stop"),
    "OpenAI response": lambda t: {
        "object": "response",
        "output": [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": t}]}],
    },
    "Anthropic": lambda t: {"type": "message", "role": "assistant", "content": [{"type": "text", "text": t}]},
    "Gemini": lambda t: {"candidates": [{"content": {"role": "model", "parts": [{"text": t}]}}]},
    "Gemini array": lambda t: (
        [{"candidates": [{"content": {"parts": [{"text": p}]}}]} for p in pieces(t)]
        + [{"candidates": [{"finishReason": "STOP"}]}]
    ),
    "Ollama": lambda t: {"message": {"role": "assistant", "content": t}, "done": True},
    "claude --output-format json": lambda t: {"type": "result", "subtype": "success", "result": t},
    "gemini --output-format json": lambda t: {"response": t, "stats": {}},
    "Cline": lambda t: [
        {"role": "user", "content": [{"type": "text", "text": "<task>\ndo it\n</task>"}]},
        {"role": "assistant", "content": [{"type": "text", "text": t}]},
    ],
}
STREAMS: dict[str, Callable[[str], str]] = {
    "OpenAI chat": lambda t: server_sent(
        [
            choice(delta={"role": "assistant", "content": ""}),
            *(choice(delta={"content": p}) for p in pieces(t)),
            choice(delta={}, finish_reason="stop"),
        ],
        is_done=True,
    ),
    "OpenAI response": lambda t: server_sent(
        [
            {"type": "response.created"},
            *({"type": "response.output_text.delta", "delta": p} for p in pieces(t)),
            {"type": "response.output_text.done", "text": t},
            {"type": "response.completed", "response": BODIES["OpenAI response"](t)},
        ]
    ),
    "Anthropic": lambda t: server_sent(
        [
            {"type": "message_start", "message": {"role": "assistant", "content": []}},
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
            {"type": "ping"},
            *({"type": "content_block_delta", "index": 0, "delta": {"text": p}} for p in pieces(t)),
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": {"stop_reason": "end_turn"}},
            {"type": "message_stop"},
        ]
    ),
    "Gemini": lambda t: server_sent(
        [
            *({"candidates": [{"content": {"parts": [{"text": p}]}}]} for p in pieces(t)),
            {"candidates": [{"finishReason": "STOP"}]},
        ]
    ),
    "Ollama": lambda t: lines_of(
        [
            *({"message": {"role": "assistant", "content": p}, "done": False} for p in pieces(t)),
            {"message": {"role": "assistant", "content": ""}, "done": True, "done_reason": "stop"},
        ]
    ),
}
TRANSCRIPTS: dict[str, Callable[[str], str]] = {
    "Claude Code": lambda t: lines_of([of_user("do it"), of_model({"type": "text", "text": t})]),
    "Codex": lambda t: lines_of(
        [
            {"type": "session_meta", "payload": {"id": "i", "cwd": "/w"}},
            said_by_codex("user", "input_text", "do it"),
            said_by_codex("assistant", "output_text", t),
        ]
    ),
    "codex exec --json": lambda t: lines_of(
        [
            {"type": "thread.started", "thread_id": "i"},
            {"type": "item.completed", "item": {"type": "agent_message", "text": t}},
        ]
    ),
    "ACP": lambda t: lines_of(map(chunk, pieces(t))),
    "messages": lambda t: lines_of([{"role": "user", "content": "a"}, {"role": "assistant", "content": t}]),
}


def one_line(make: Callable[[str], object], text: str) -> str:
    return json.dumps(make(text))


def indented(make: Callable[[str], object], text: str) -> str:
    return json.dumps(make(text), indent=2)


ENVELOPES: dict[str, Callable[[str], str]] = {
    **{f"{name}, one line": partial(one_line, make) for name, make in BODIES.items()},
    **{f"{name}, indented": partial(indented, make) for name, make in BODIES.items()},
    **{f"{name}, deltas": make for name, make in STREAMS.items()},
    **{f"{name}, lines": make for name, make in TRANSCRIPTS.items()},
    "string of JSON": json.dumps,
}
HISTORY = f"""
# aider chat started at 2024-05-01 10:00:00

> Aider v0.80

#### change x

{EDIT}
> Applied edit to src/a.py

#### and y
#### please

{OTHER}"""
SAMPLES = [
    *(make(EDIT) for make in ENVELOPES.values()),
    HISTORY,
    lines_of([of_user("a"), of_model(tool_use("t1")), result("t1"), of_user("b"), of_model(tool_use("t2"))]),
    lines_of([update("tool_call", toolCallId="t1", content=diff("x = 2\n"), status="pending")]),
    server_sent(
        [{"type": "content_block_start", "index": 0, "content_block": tool_use("t1") | {"input": {}}}]
    ),
]


def read_alone(text: str) -> Parsed:
    """The content of a text that is in no envelope."""
    reader = Reader()
    return collected([*reader.feed(text), *reader.close()])


def edits(parsed: Parsed) -> list[object]:
    """The edits of a response, without their lines and numbers."""
    return [
        (each.format, each.path_written, each.operation, each.warnings, each.offer and each.offer.kind)
        for each in (*parsed.blocks, *parsed.offers)
    ]


@cache
def _case_alone(path: Path) -> tuple[str, list[object]]:
    """The response of a case, complete to its last line, and its edits."""
    text = path.read_bytes().decode()
    text = text if text.endswith("\n") else f"{text}\n"
    return text, edits(read_alone(text))


def paths(blocks: Sequence[EditBlock]) -> list[str | None]:
    return [each.path_written for each in blocks]


def unwrapped_in_pieces(text: str, cuts: Iterable[int], turn: int | None = None) -> str:
    unwrapper = Unwrapper(turn)
    ends = [0, *sorted(cut % (len(text) + 1) for cut in cuts), len(text)]
    return "".join(unwrapper.feed(text[start:end]) for start, end in pairwise(ends)) + unwrapper.close()


class TestText:
    @pytest.mark.parametrize("name", ENVELOPES)
    def test_the_text_in_an_envelope_gives_the_edits_that_it_gives_alone(self, name: str) -> None:
        for path in RESPONSES[:: 1 if name == "OpenAI chat, one line" else 9]:
            text, alone = _case_alone(path)
            if alone:
                assert alone == edits(parse(ENVELOPES[name](text))), path

    @pytest.mark.parametrize("name", ENVELOPES)
    def test_lines_count_in_the_text(self, name: str) -> None:
        """Below the line that begins the message."""
        assert [(3, 7)] == [each.lines for each in parse(ENVELOPES[name](EDIT)).blocks]

    @pytest.mark.parametrize("name", ENVELOPES)
    def test_a_message_that_is_complete_needs_no_final_newline(self, name: str) -> None:
        text = "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-x = 1\n+x = 2"

        assert edits(read_alone(f"{text}\n")) == edits(parse(ENVELOPES[name](text)))

    def test_a_quoted_line_of_prose_is_no_envelope(self) -> None:
        for text in ('"Change it."\n', '"Change\\nit.\n', '"src/a.py"\n```python\nx = 1\n```\n'):
            assert text == unwrapped(text)

    def test_text_in_no_envelope_stays_as_it_is(self) -> None:
        for path in RESPONSES:
            text = path.read_bytes().decode()
            if path.parent.parent.name not in ("envelope", "tool-call"):
                assert text == unwrapped(text), path

    @pytest.mark.parametrize("name", STREAMS)
    def test_a_stream_is_read_as_it_arrives(self, name: str) -> None:
        text = STREAMS[name](EDIT + OTHER)
        unwrapper = Unwrapper()

        first_half = unwrapper.feed(text[: len(text) // 3 * 2])

        assert ["src/a.py"] == paths(read_alone(first_half).blocks)

    def test_a_message_that_was_cut_off_is_read_as_a_response_that_was(self) -> None:
        text = "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-x = 1\n+x = 2"
        body = choice(message={"content": text}, finish_reason="length")

        assert [each.cut_off for each in read_alone(text).blocks] == [
            each.cut_off for each in parse(json.dumps(body)).blocks
        ]

    def test_thinking_is_an_offer_whatever_tags_it_has(self) -> None:
        thinking = {"type": "thinking", "thinking": f"</think>\n{EDIT}<think>\n"}
        body = {
            "type": "message",
            "role": "assistant",
            "content": [thinking, {"type": "text", "text": OTHER}],
        }

        parsed = parse(json.dumps(body))

        assert (["src/b.py"], ["src/a.py"]) == (paths(parsed.blocks), paths(parsed.offers))

    def test_thinking_that_arrives_in_small_parts_is_an_offer(self) -> None:
        thoughts = [{"type": "thinking_delta", "thinking": piece} for piece in pieces(f"Let me see:\n{EDIT}")]
        answer = [{"type": "text_delta", "text": piece} for piece in pieces(OTHER)]
        deltas = [(0, delta) for delta in thoughts] + [(1, delta) for delta in answer]
        unwrapper, reader = Unwrapper(), Reader()

        items = []
        for index, delta in deltas:
            event = {"type": "content_block_delta", "index": index, "delta": delta}
            items += reader.feed(unwrapper.feed(server_sent([event])))
        items += reader.feed(unwrapper.close())
        parsed = collected([*items, *reader.close()])

        assert (["src/b.py"], ["src/a.py"]) == (paths(parsed.blocks), paths(parsed.offers))

    def test_a_block_does_not_go_on_in_the_next_message(self) -> None:
        cut, rest = EDIT[: EDIT.index(">>>")], EDIT[EDIT.index(">>>") :]
        text = lines_of([of_user("a"), *(of_model({"type": "text", "text": t}) for t in (cut, rest))])

        parsed = parse(text)

        assert ((), ["Missing >>>>>>> REPLACE for the block at line 3"]) == (
            parsed.blocks,
            [problem.message for problem in parsed.problems],
        )

    def test_a_character_in_two_deltas_is_whole(self) -> None:
        events = [
            choice(delta={"content": piece})
            for piece in ("a.py\n<<<<<<< SEARCH\n\ud83d", "\ude00\n=======\n")
        ]

        text = unwrapped(
            server_sent([*events, choice(delta={"content": ">>>>>>> REPLACE\n"}, finish_reason="stop")])
        )

        assert "\n\U0001f600\n" in text
        text.encode("utf-8")


class TestCalls:
    @pytest.mark.parametrize(
        "events",
        [
            [
                choice(delta={"tool_calls": [{"index": 0, "id": "c", "function": {"name": "str_replace"}}]}),
                *(
                    choice(delta={"tool_calls": [{"index": 0, "function": {"arguments": piece}}]})
                    for piece in pieces(INPUT)
                ),
                choice(delta={}, finish_reason="tool_calls"),
            ],
            [
                {
                    "type": "response.output_item.added",
                    "output_index": 1,
                    "item": {"type": "function_call", "call_id": "c", "name": "str_replace", "arguments": ""},
                },
                *(
                    {"type": "response.function_call_arguments.delta", "output_index": 1, "delta": piece}
                    for piece in pieces(INPUT)
                ),
                {
                    "type": "response.output_item.done",
                    "output_index": 1,
                    "item": {
                        "type": "function_call",
                        "call_id": "c",
                        "name": "str_replace",
                        "arguments": INPUT,
                    },
                },
            ],
            [
                {
                    "type": "content_block_start",
                    "index": 1,
                    "content_block": {"type": "tool_use", "id": "c", "name": "str_replace", "input": {}},
                },
                *(
                    {"type": "content_block_delta", "index": 1, "delta": {"partial_json": piece}}
                    for piece in pieces(INPUT)
                ),
                {"type": "content_block_stop", "index": 1},
            ],
            [
                {
                    "candidates": [
                        {"content": {"parts": [{"functionCall": {"name": "str_replace", "args": CALL}}]}}
                    ]
                }
            ],
            [
                choice(delta={"tool_calls": [{"index": 0, "id": "c", "custom": {"name": "apply_patch"}}]}),
                *(
                    choice(delta={"tool_calls": [{"index": 0, "custom": {"input": piece}}]})
                    for piece in pieces(PATCH)
                ),
                choice(delta={}, finish_reason="tool_calls"),
            ],
        ],
    )
    def test_a_call_in_deltas_is_read_once_it_is_complete(self, events: list[dict[str, Any]]) -> None:
        parsed = parse(server_sent(events))

        assert (["src/a.py"], ()) == (paths(parsed.blocks), parsed.problems)

    @pytest.mark.parametrize("name", ["str_replace", "Edit", "write_file"])
    def test_a_call_that_was_cut_off_is_a_problem(self, name: str) -> None:
        tool = {"index": 0, "id": "c", "function": {"name": name, "arguments": INPUT[:-4]}}

        parsed = parse(server_sent([choice(delta={"tool_calls": [tool]})]))

        assert ((), 1) == (parsed.blocks, len(parsed.problems))

    def test_text_and_calls_of_one_body_are_all_read(self) -> None:
        message = {
            "content": OTHER,
            "tool_calls": [{"id": "c", "function": {"name": "str_replace", "arguments": INPUT}}],
        }

        assert ["src/b.py", "src/a.py"] == paths(parse(json.dumps(choice(message=message), indent=1)).blocks)

    def test_a_body_with_calls_alone_keeps_its_lines(self) -> None:
        text = json.dumps({"type": "message", "role": "assistant", "content": [tool_use("t1")]}, indent=2)

        assert text == unwrapped(text)


class TestTurns:
    SESSION = lines_of(
        [
            {"type": "summary", "summary": "Greetings"},
            of_user("change a"),
            of_model(tool_use("t1")),
            result("t1"),
            of_user("and b"),
            of_model({"type": "text", "text": "Yes."}, tool_use("t2", "src/b.py")),
            result("t2"),
            {**of_model(tool_use("t9", "side.py")), "isSidechain": True},
            of_user([{"type": "text", "text": "[Request interrupted by user]"}]),
            of_model(tool_use("t3", "src/c.py")),
            of_user("thanks"),
            of_model({"type": "text", "text": "You are welcome."}),
        ]
    )

    @pytest.mark.parametrize(
        ("turn", "expected"),
        [
            (None, ["src/b.py", "src/c.py"]),
            (1, ["src/a.py"]),
            (2, ["src/b.py", "src/c.py"]),
            (3, []),
            (4, []),
            (-1, []),
            (-2, ["src/b.py", "src/c.py"]),
            (-3, ["src/a.py"]),
            (-4, []),
        ],
    )
    def test_one_turn_counts_by_default_the_last_one_with_an_edit(
        self, turn: int | None, expected: list[str]
    ) -> None:
        assert expected == paths(parse(self.SESSION, turn).blocks)

    @pytest.mark.parametrize(
        "text", [SESSION, json.dumps([json.loads(line) for line in SESSION.splitlines()])]
    )
    def test_turns_are_counted(self, text: str) -> None:
        for turn in (None, 2, -9):
            unwrapper = Unwrapper(turn)
            unwrapper.feed(text)
            unwrapper.close()

            assert 3 == unwrapper.turns

    @pytest.mark.parametrize(
        ("turn", "expected"), [(None, ["src/b.py"]), (1, ["src/a.py"]), (2, ["src/b.py"])]
    )
    def test_a_history_of_aider_has_turns_too(self, turn: int | None, expected: list[str]) -> None:
        assert expected == paths(parse(HISTORY, turn).blocks)

    def test_turns_of_codex_begin_with_what_the_user_wrote(self) -> None:
        text = lines_of(
            [
                said_by_codex("user", "input_text", "<environment_context>\n</environment_context>"),
                said_by_codex("user", "input_text", "change a"),
                codex(type="custom_tool_call", call_id="c1", name="apply_patch", input=PATCH),
                codex(type="custom_tool_call_output", call_id="c1", output="Success."),
                said_by_codex("user", "input_text", "and b"),
                {"type": "event_msg", "payload": {"type": "user_message", "message": "and b"}},
                codex(
                    type="custom_tool_call",
                    call_id="c2",
                    name="apply_patch",
                    input=PATCH.replace("a.py", "b.py"),
                ),
                {
                    "type": "event_msg",
                    "payload": {"type": "patch_apply_end", "call_id": "c2", "status": "declined"},
                },
            ]
        )

        assert (["src/a.py"], ["src/b.py"]) == (paths(parse(text, 1).blocks), paths(parse(text).offers))

    def test_what_the_user_wrote_is_not_read(self) -> None:
        assert [] == paths(parse(lines_of([of_user(EDIT), of_model({"type": "text", "text": "No."})])).blocks)

    def test_a_call_that_a_session_repeats_counts_once(self) -> None:
        call = of_model({"type": "text", "text": "Now:"}, tool_use("t1"))

        assert ["src/a.py"] == paths(parse(lines_of([of_user("a"), call, call])).blocks)


class TestModel:
    """The name of the model, for statistics."""

    ENTRY = of_model({"type": "text", "text": EDIT})
    NAMED: ClassVar[dict[str, tuple[str, str]]] = {
        "chat": (json.dumps({"model": "gpt-5", "choices": [{"message": {"content": EDIT}}]}), "gpt-5"),
        "responses": (
            json.dumps(
                {
                    "object": "response",
                    "model": "o4-mini",
                    "output": [{"type": "agent_message", "text": EDIT}],
                }
            ),
            "o4-mini",
        ),
        "messages": (
            json.dumps(
                {
                    "type": "message",
                    "role": "assistant",
                    "model": "claude-x",
                    "content": [{"type": "text", "text": EDIT}],
                }
            ),
            "claude-x",
        ),
        "gemini": (
            json.dumps(
                {"modelVersion": "gemini-3", "candidates": [{"content": {"parts": [{"text": EDIT}]}}]}
            ),
            "gemini-3",
        ),
        "only calls": (
            json.dumps(
                {"type": "message", "role": "assistant", "model": "claude-x", "content": [tool_use("1")]}
            ),
            "claude-x",
        ),
        "ollama": (json.dumps({"model": "qwen3:8b", "response": EDIT, "done": True}), "qwen3:8b"),
        "claude -p": (
            json.dumps(
                {"type": "result", "result": EDIT, "modelUsage": {"claude-small": {}, "claude-x": {}}}
            ),
            "claude-x",
        ),
        "gemini -p": (json.dumps({"response": EDIT, "stats": {"models": {"gemini-3": {}}}}), "gemini-3"),
        "chat stream": (
            server_sent(
                [{"model": "gpt-5", **choice(delta={"content": EDIT})}, choice(finish_reason="stop")]
            ),
            "gpt-5",
        ),
        "responses stream": (
            server_sent(
                [
                    {"type": "response.created", "response": {"model": "gpt-5"}},
                    {"type": "response.output_text.delta", "delta": EDIT},
                ]
            ),
            "gpt-5",
        ),
        "messages stream": (
            server_sent(
                [
                    {"type": "message_start", "message": {"model": "claude-x"}},
                    {"type": "content_block_delta", "delta": {"text": EDIT}},
                ]
            ),
            "claude-x",
        ),
        "session of Claude Code": (
            lines_of([of_user("go"), {**ENTRY, "message": {**ENTRY["message"], "model": "claude-x"}}]),
            "claude-x",
        ),
        "session of Codex": (
            lines_of(
                [
                    {"type": "turn_context", "payload": {"model": "gpt-5-codex"}},
                    said_by_codex("user", "input_text", "go"),
                    said_by_codex("assistant", "output_text", EDIT),
                ]
            ),
            "gpt-5-codex",
        ),
        "session of Gemini": (
            lines_of(
                [
                    {"type": "user", "sessionId": "s", "content": "go"},
                    {"type": "gemini", "sessionId": "s", "content": EDIT, "model": "gemini-3"},
                ]
            ),
            "gemini-3",
        ),
        "aider": (
            f"# aider chat started at 2026\n\n> Main model: gpt-5 with diff edit format\n\n#### go\n\n{EDIT}",
            "gpt-5",
        ),
    }

    @pytest.mark.parametrize("name", NAMED)
    def test_the_envelope_names_it(self, name: str) -> None:
        text, model = self.NAMED[name]
        unwrapper = Unwrapper()
        unwrapped = "".join([*map(unwrapper.feed, pieces(text)), unwrapper.close()])

        assert model == unwrapper.model
        assert parse(unwrapped).blocks

    def test_it_is_that_of_the_turn_that_is_read(self) -> None:
        entries = []
        for model in ("first", "second"):
            entry = of_model({"type": "text", "text": EDIT})
            entries += [of_user("go"), {**entry, "message": {**entry["message"], "model": model}}]

        def model_of(turn: int | None) -> str | None:
            unwrapper = Unwrapper(turn)
            unwrapper.feed(lines_of(entries))
            unwrapper.close()
            return unwrapper.model

        assert ["second", "first", "first", "second"] == list(map(model_of, (None, 1, -2, ALL_TURNS)))
        assert model_of(3) is None

    @pytest.mark.parametrize("name", ["<synthetic>", "two\nlines", "x" * 200, "\x1b[31m", "", 5, None])
    def test_what_is_no_name_is_left_out(self, name: object) -> None:
        unwrapper = Unwrapper()
        unwrapper.feed(json.dumps({"model": name, "choices": [{"message": {"content": EDIT}}]}))
        unwrapper.close()

        assert unwrapper.model is None

    def test_json_that_is_no_envelope_names_none(self) -> None:
        unwrapper = Unwrapper()
        unwrapper.feed(json.dumps({"model": "x", "filePath": "a.py", "oldString": "a", "newString": "b"}))
        unwrapper.close()

        assert unwrapper.model is None


class TestAgentClientProtocol:
    CALL = update("tool_call", toolCallId="t1", kind="edit", status="pending", content=diff("x = 2\n"))
    REQUEST: dict[str, Any] = {  # noqa: RUF012 - never changed
        "jsonrpc": "2.0",
        "id": 0,
        "method": "session/request_permission",
        "params": {
            "toolCall": {"toolCallId": "t1"},
            "options": [{"optionId": "y", "kind": "allow_once"}, {"optionId": "n", "kind": "reject_once"}],
        },
    }

    def test_the_last_state_of_a_call_counts(self) -> None:
        later = update("tool_call_update", toolCallId="t1", content=diff("x = 3\n"))
        done = update("tool_call_update", toolCallId="t1", status="completed")

        (edit,) = parse(lines_of([self.CALL, later, done])).blocks

        assert "x = 3\n" == plain_interpretation(edit.operation).replace

    @pytest.mark.parametrize(
        ("messages", "kind"),
        [
            ([update("tool_call_update", toolCallId="t1", status="failed")], OfferKind.FAILED),
            ([update("tool_call_update", toolCallId="t1", status="cancelled")], OfferKind.REJECTED),
            (
                [REQUEST, {"id": 0, "jsonrpc": "2.0", "result": {"outcome": {"outcome": "cancelled"}}}],
                OfferKind.REJECTED,
            ),
            (
                [
                    REQUEST,
                    {
                        "id": 0,
                        "jsonrpc": "2.0",
                        "result": {"outcome": {"outcome": "selected", "optionId": "n"}},
                    },
                ],
                OfferKind.REJECTED,
            ),
        ],
    )
    def test_a_call_that_failed_or_was_rejected_is_an_offer(
        self, messages: list[dict[str, Any]], kind: OfferKind
    ) -> None:
        parsed = parse(lines_of([self.CALL, *messages]))

        assert ((), [kind]) == (parsed.blocks, [each.offer and each.offer.kind for each in parsed.offers])

    def test_a_call_that_the_user_allowed_is_an_edit(self) -> None:
        answer = {"jsonrpc": "2.0", "id": 0, "result": {"outcome": {"outcome": "selected", "optionId": "y"}}}

        assert ["src/a.py"] == paths(parse(lines_of([self.CALL, self.REQUEST, answer])).blocks)

    def test_a_file_that_an_agent_writes_through_its_client_is_an_edit_unless_a_call_shows_it(self) -> None:
        parameters = {"sessionId": "s", "path": "src/b.py", "content": "y = 2\n"}
        write = {"jsonrpc": "2.0", "id": 3, "method": "fs/write_text_file", "params": parameters}
        shown = {**write, "id": 4, "params": {**parameters, "path": "src/a.py"}}

        assert ["src/a.py", "src/b.py"] == paths(parse(lines_of([self.CALL, write, shown])).blocks)

    def test_a_file_that_the_client_did_not_write_is_an_offer(self) -> None:
        parameters = {"sessionId": "s", "path": "src/b.py", "content": "y = 2\n"}
        write = {"jsonrpc": "2.0", "id": 3, "method": "fs/write_text_file", "params": parameters}
        failure = {"jsonrpc": "2.0", "id": 3, "error": {"code": -1, "message": "no"}}

        parsed = parse(lines_of([write, failure]))

        assert ([], ["src/b.py"]) == (paths(parsed.blocks), paths(parsed.offers))


class TestAnyText:
    @given(st.sampled_from(SAMPLES), st.lists(st.integers(0, 10_000), max_size=12))
    def test_the_text_is_the_same_however_the_response_is_cut(self, text: str, cuts: list[int]) -> None:
        assert unwrapped(text) == unwrapped_in_pieces(text, cuts)

    @pytest.mark.parametrize("size", [1, 64])
    def test_the_text_of_every_case_is_the_same_in_pieces(self, size: int) -> None:
        for path in RESPONSES:
            text = path.read_bytes().decode()
            assert unwrapped(text) == unwrapped_in_pieces(text, range(0, len(text), size)), path

    @given(st.sampled_from(SAMPLES))
    def test_unwrapped_text_stays_as_it_is(self, text: str) -> None:
        """A saved review has the text without its envelope, and is read again."""
        assert unwrapped(text) == unwrapped(unwrapped(text))

    @given(st.sampled_from(SAMPLES), st.integers(0, 2**32), st.lists(st.integers(0, 10_000), max_size=8))
    def test_a_damaged_envelope_is_read_the_same_however_it_is_cut(
        self, text: str, seed: int, cuts: list[int]
    ) -> None:
        chance = random.Random(seed)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(text))
            kind = chance.randrange(4)
            if kind == 0:
                text = text[:at] + text[at + chance.randint(1, 9) :]
            elif kind == 1:
                text = (
                    text[:at]
                    + chance.choice(['"', "{", "}", "[", "]", "\n", "\\ud800", "null", ": 1"])
                    + text[at:]
                )
            elif kind == 2:
                lines = text.split("\n")
                lines.insert(chance.randrange(len(lines)), chance.choice(lines))
                text = "\n".join(lines)
            else:
                text = text[:at] or text

        assert unwrapped(text) == unwrapped_in_pieces(text, cuts)
        assert unwrapped(text).encode("utf-8", "surrogateescape")[:0] == b""
        parse(text)

    @given(
        st.recursive(
            st.none()
            | st.booleans()
            | st.integers()
            | st.sampled_from(["assistant", "user", "text", EDIT, "t1"]),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(
                    st.sampled_from(
                        [
                            *(
                                "type",
                                "role",
                                "message",
                                "content",
                                "choices",
                                "delta",
                                "candidates",
                                "parts",
                                "text",
                            ),
                            *(
                                "jsonrpc",
                                "method",
                                "params",
                                "update",
                                "sessionUpdate",
                                "toolCallId",
                                "id",
                                "result",
                            ),
                            *(
                                "payload",
                                "item",
                                "index",
                                "tool_calls",
                                "function",
                                "finish_reason",
                                "done",
                                "error",
                            ),
                        ]
                    ),
                    inner,
                    max_size=5,
                )
            ),
            max_leaves=12,
        )
    )
    def test_any_json_is_read(self, value: object) -> None:
        assert is_read(json.dumps(value))
        assert is_read(json.dumps([value, tool_use("t1"), {"edit": value}]))
        assert is_read(lines_of([of_user("a"), value, {"jsonrpc": "2.0"}, value]))
        assert is_read(server_sent([{"type": "ping"}]) + f"data: {json.dumps(value)}\n")


class TestApplied:
    CALL = of_model(tool_use("t1"))

    @pytest.mark.parametrize(
        ("entries", "expected"),
        [
            ([CALL, result("t1", "The file src/a.py has been updated.")], True),
            ([CALL], False),
            ([CALL, result("t2")], False),
            (
                [CALL, of_user([{"type": "tool_result", "tool_use_id": "t1", "content": "Nothing found."}])],
                False,
            ),
            (
                [
                    CALL,
                    of_user(
                        [{"type": "tool_result", "tool_use_id": "t1", "content": "The file a was updated."}]
                    ),
                ],
                True,
            ),
            (
                [
                    codex(type="custom_tool_call", id="i1", call_id="c1", name="apply_patch", input=PATCH),
                    codex(type="custom_tool_call_output", call_id="c1", output="Success."),
                ],
                True,
            ),
            (
                [
                    update("tool_call", toolCallId="t1", content=diff("x = 2\n")),
                    update("tool_call_update", toolCallId="t1", status="completed"),
                ],
                True,
            ),
            ([update("tool_call", toolCallId="t1", content=diff("x = 2\n"), status="pending")], False),
            (
                [
                    {
                        "role": "assistant",
                        "content": "",
                        "tool_calls": [{"id": "c1", "function": CALL_BY_NAME}],
                    },
                    {"role": "tool", "tool_call_id": "c1", "content": "ok"},
                ],
                True,
            ),
        ],
    )
    def test_a_call_whose_result_says_so_was_applied(
        self, entries: list[dict[str, Any]], expected: bool
    ) -> None:
        parsed = parse(lines_of([of_user("a"), *entries]))

        assert [expected] == [each.is_applied for each in parsed.blocks]
