"""`editreview acp`: a prompt with a response becomes tool calls that the user of an editor permits."""

import base64
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from editreview.workspace import Workspace
from tests.agents.peer import Json, Peer, needs_acp, program
from tests.builders import block, git, make_repository, make_tree

pytestmark = needs_acp

FILES = {"a.txt": "a\nb\nc\n", "b.txt": "x\ny\n"}


class Editor(Peer):
    """An editor whose user answers one question after the other."""

    def open(self, root: Path) -> str:
        """Begin a session. Returns its id."""
        id: str = self.call("session/new", cwd=str(root), mcpServers=[])["result"]["sessionId"]
        return id

    def prompt(self, session: str, *parts: str | Json) -> int:
        blocks = [{"type": "text", "text": part} if isinstance(part, str) else part for part in parts]
        return self.request("session/prompt", sessionId=session, prompt=blocks)

    def question(self, session: str) -> Json:
        return self.of_method("session/request_permission", session)

    def decide(self, question: Json, option: str) -> None:
        outcome = {"outcome": "selected", "optionId": option}
        self.send({"id": question["id"], "result": {"outcome": outcome}})

    def accept(self, session: str) -> Json:
        """Accept the next block. Returns its tool call."""
        question = self.question(session)
        self.decide(question, "accept")
        call: Json = question["params"]["toolCall"]
        return call

    def reject(self, session: str) -> None:
        self.decide(self.question(session), "reject")

    def updates(self) -> list[Json]:
        return [m["params"]["update"] for m in self.received() if m.get("method") == "session/update"]

    def ended(self, prompt: int) -> tuple[str, list[Json]]:
        """Wait for the end of a prompt. Returns its stop reason and the updates until then."""
        reason: str = self.answer_to(prompt)["result"]["stopReason"]
        return reason, self.updates()


def started(**capabilities: object) -> Editor:
    editor = Editor(*program("acp", "--no-stats"))
    editor.listen()
    answer = editor.call("initialize", protocolVersion=1, clientCapabilities=capabilities)
    assert 1 == answer["result"]["protocolVersion"]
    return editor


@pytest.fixture(scope="module")
def editor() -> Iterator[Editor]:
    """One program for many sessions, as an editor has it."""
    editor = started()
    yield editor
    status, _ = editor.end()
    assert 0 == status


@pytest.fixture(scope="module")
def reader() -> Iterator[Editor]:
    """The same for an editor that tells the text in its buffers."""
    editor = started(fs={"readTextFile": True})
    yield editor
    assert 0 == editor.end()[0]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "tree", FILES)


def statuses(updates: list[Json]) -> dict[str, str]:
    """The last status of each tool call."""
    return {u["toolCallId"]: u["status"] for u in updates if u.get("status")}


def texts(updates: list[Json]) -> str:
    """All text of the updates."""
    found = [u["content"]["text"] for u in updates if u["sessionUpdate"] == "agent_message_chunk"]
    calls = [
        c for u in updates if u["sessionUpdate"] != "agent_message_chunk" for c in u.get("content") or []
    ]
    return "\n".join([*found, *(c["content"]["text"] for c in calls if c["type"] == "content")])


def saved_of(root: Path) -> list[Any]:
    return list(Workspace.open(root).saved_reviews.waiting())


class TestBlocks:
    def test_accepted_blocks_are_written_and_staged_and_others_are_not(
        self, editor: Editor, root: Path
    ) -> None:
        session = editor.open(root)
        prompt = editor.prompt(session, block("b\n", "B\n") + block("y\n", "Y\n", "b.txt"))
        call = editor.accept(session)
        editor.reject(session)
        reason, updates = editor.ended(prompt)

        assert "end_turn" == reason
        diff = {"type": "diff", "path": str(root / "a.txt"), "oldText": "a\nb\nc\n", "newText": "a\nB\nc\n"}
        assert [diff] == call["content"]
        assert {"1-1": "completed", "1-2": "failed"} == statuses(updates)
        assert "M  a.txt\n" == git(root, "status", "--short")
        assert "2 blocks: 1 applied, 1 rejected in 1 file; staged 1 file" in texts(updates)
        assert [] == saved_of(root)

    def test_a_block_without_a_match_fails_with_the_reason_and_the_nearest_lines(
        self, editor: Editor, root: Path
    ) -> None:
        make_tree(root, {"a.txt": "def area(width, height):\n    return width * height\n"})
        session = editor.open(root)
        response = block("def area(width, depth):\n    return width * depths\n", "pass\n")
        prompt = editor.prompt(session, response)
        _, updates = editor.ended(prompt)

        assert {"1-1": "failed"} == statuses(updates)
        assert "SEARCH not found in a.txt" in texts(updates)
        assert "2 |     return width * height" in texts(updates)
        (saved,) = saved_of(root)
        assert f"editreview --resume {saved.id}" in texts(updates)

    def test_a_new_file_has_no_old_text(self, editor: Editor, root: Path) -> None:
        session = editor.open(root)
        prompt = editor.prompt(session, block("", "new\n", "new/c.txt"))
        (diff,) = editor.accept(session)["content"]
        editor.ended(prompt)

        assert "oldText" not in diff
        assert "new\n" == (root / "new/c.txt").read_text()

    def test_warnings_are_told_before_the_user_decides(self, editor: Editor, root: Path) -> None:
        session = editor.open(root)
        prompt = editor.prompt(session, block("b\n", "# ... existing code ...\nB\n"))
        call = editor.accept(session)
        editor.ended(prompt)

        assert call["title"].endswith("check first")
        assert "Check first:" in call["content"][1]["content"]["text"]

    def test_of_a_long_file_only_the_lines_around_a_change_are_sent(
        self, editor: Editor, tmp_path: Path
    ) -> None:
        lines = [f"line {number}\n" for number in range(100_000)]
        root = make_tree(tmp_path, {"a.txt": "".join(lines)})
        session = editor.open(root)
        prompt = editor.prompt(session, block("line 500\n", "LINE\n"))
        (diff,) = editor.accept(session)["content"]
        editor.ended(prompt)

        assert "".join(lines[497:504]) == diff["oldText"]
        assert "LINE\n" in (root / "a.txt").read_text()

    def test_a_block_that_builds_on_a_rejected_one_is_not_asked_for(self, editor: Editor, root: Path) -> None:
        session = editor.open(root)
        prompt = editor.prompt(session, block("b\n", "new text\n") + block("new text\n", "newer text\n"))
        editor.reject(session)
        _, updates = editor.ended(prompt)

        assert {"1-1": "failed", "1-2": "failed"} == statuses(updates)
        assert FILES["a.txt"] == (root / "a.txt").read_text()

    def test_a_file_that_changes_meanwhile_is_not_overwritten(self, editor: Editor, root: Path) -> None:
        session = editor.open(root)
        prompt = editor.prompt(session, block("b\n", "B\n") + block("y\n", "Y\n", "b.txt"))
        editor.accept(session)
        question = editor.question(session)
        (root / "a.txt").write_text("a\nb\nc\nmine\n")
        editor.decide(question, "accept")
        _, updates = editor.ended(prompt)

        assert "nothing was written: a.txt changed meanwhile" in texts(updates)
        assert "a\nb\nc\nmine\n" == (root / "a.txt").read_text()
        assert FILES["b.txt"] == (root / "b.txt").read_text()
        assert {"failed"} == set(statuses(updates).values())

    def test_a_prompt_without_edits_says_so(self, editor: Editor, root: Path) -> None:
        _, updates = editor.ended(editor.prompt(editor.open(root), "Hello!"))

        assert "This prompt has no edits" in texts(updates)
        assert [] == saved_of(root)


class TestAttachments:
    def test_a_linked_file_is_a_response(self, editor: Editor, root: Path, tmp_path: Path) -> None:
        make_tree(tmp_path, {"an answer.md": block("b\n", "B\n")})
        link = {"type": "resource_link", "name": "answer", "uri": (tmp_path / "an answer.md").as_uri()}
        session = editor.open(root)
        prompt = editor.prompt(session, "apply", link)
        editor.accept(session)
        editor.ended(prompt)

        assert "a\nB\nc\n" == (root / "a.txt").read_text()

    @pytest.mark.parametrize("kind", ["text", "blob"])
    def test_an_embedded_file_is_a_response(self, editor: Editor, root: Path, kind: str) -> None:
        text = block("b\n", "B\n")
        content = text if kind == "text" else base64.b64encode(text.encode()).decode()
        embedded = {"type": "resource", "resource": {"uri": "file:///answer.md", kind: content}}
        session = editor.open(root)
        prompt = editor.prompt(session, embedded)
        editor.accept(session)
        editor.ended(prompt)

        assert "a\nB\nc\n" == (root / "a.txt").read_text()

    def test_what_cannot_be_read_is_told(self, editor: Editor, root: Path) -> None:
        os.mkfifo(root / "pipe")
        links: list[Json] = [
            {"type": "resource_link", "name": "gone", "uri": (root / "gone").as_uri()},
            {"type": "resource_link", "name": "pipe", "uri": (root / "pipe").as_uri()},
            {"type": "resource_link", "name": "page", "uri": "https://example.invalid/a"},
            {"type": "image", "data": "AAAA", "mimeType": "image/png"},
        ]
        _, updates = editor.ended(editor.prompt(editor.open(root), *links))

        for sentence in (
            "cannot read gone: No such file or directory",
            "cannot read pipe: it is not a regular file",
            "cannot read page: it is not a file on this machine",
            "images and audio contain no edits",
        ):
            assert sentence in texts(updates)


class TestSessions:
    def test_a_cancelled_prompt_writes_nothing_and_is_saved(self, editor: Editor, root: Path) -> None:
        session = editor.open(root)
        prompt = editor.prompt(session, block("b\n", "B\n") + block("y\n", "Y\n", "b.txt"))
        editor.accept(session)
        editor.question(session)
        editor.send({"method": "session/cancel", "params": {"sessionId": session}})
        reason, updates = editor.ended(prompt)

        assert "cancelled" == reason
        assert "" == git(root, "status", "--short")
        (saved,) = saved_of(root)
        assert f"editreview --resume {saved.id}" in texts(updates)
        assert b"accepted" in b"".join(saved.lines())

    def test_an_editor_that_answers_cancelled_cancels(self, editor: Editor, root: Path) -> None:
        session = editor.open(root)
        prompt = editor.prompt(session, block("b\n", "B\n"))
        question = editor.question(session)
        editor.send({"id": question["id"], "result": {"outcome": {"outcome": "cancelled"}}})

        assert "cancelled" == editor.ended(prompt)[0]

    def test_a_second_prompt_waits_for_the_end_of_the_first(self, editor: Editor, root: Path) -> None:
        session = editor.open(root)
        prompt = editor.prompt(session, block("b\n", "B\n"))
        question = editor.question(session)
        refused = editor.answer_to(editor.prompt(session, block("y\n", "Y\n", "b.txt")))
        editor.decide(question, "accept")

        assert "still being answered" in refused["error"]["message"]
        assert "end_turn" == editor.ended(prompt)[0]
        assert "a\nB\nc\n" == (root / "a.txt").read_text()

    def test_sessions_do_not_wait_for_each_other(self, editor: Editor, root: Path, tmp_path: Path) -> None:
        other = make_tree(tmp_path / "other", FILES)
        first, second = editor.open(root), editor.open(other)
        prompts = [editor.prompt(each, block("b\n", f"{each}\n")) for each in (first, second)]
        editor.accept(second)
        assert "end_turn" == editor.answer_to(prompts[1])["result"]["stopReason"]
        editor.accept(first)
        assert "end_turn" == editor.answer_to(prompts[0])["result"]["stopReason"]

        assert f"a\n{first}\nc\n" == (root / "a.txt").read_text()
        assert f"a\n{second}\nc\n" == (other / "a.txt").read_text()

    def test_a_session_has_any_number_of_prompts(self, editor: Editor, root: Path) -> None:
        session = editor.open(root)
        for old, new in (("b", "B"), ("B", "C")):
            prompt = editor.prompt(session, block(f"{old}\n", f"{new}\n"))
            editor.accept(session)
            editor.ended(prompt)

        assert "a\nC\nc\n" == (root / "a.txt").read_text()


class TestBadInput:
    def test_nonsense_is_answered_and_does_no_harm(self, editor: Editor, root: Path) -> None:
        for line in (
            b"nonsense",
            b"[1, 2]",
            b'"text"',
            b"\xff\xfe\x00",
            b"[" * 100_000,
            b'{"id": [], "x": 1}',
        ):
            editor.write(line + b"\n")
            assert editor.answer_to(None)["error"]["code"] in (-32700, -32600)
        editor.write(b'{"jsonrpc": "2.0", "id": 99, "error": "text"}\n\n')
        for method in ("session/load", "no/such", "fs/read_text_file"):
            assert -32601 == editor.call(method)["error"]["code"]
        assert -32602 == editor.call("session/new", cwd="relative", mcpServers=[])["error"]["code"]
        assert -32602 == editor.call("session/prompt", sessionId="none", prompt=[])["error"]["code"]
        session = editor.open(root)
        assert (
            -32602
            == editor.call("session/prompt", sessionId=session, prompt=[{"type": "text"}])["error"]["code"]
        )

        assert "end_turn" == editor.ended(editor.prompt(session))[0]

    def test_a_malformed_answer_ends_the_prompt_and_nothing_is_written(
        self, editor: Editor, root: Path
    ) -> None:
        for answer in (
            {"result": {"outcome": {"outcome": "what"}}},
            {"result": None},
            {"error": {"code": 1}},
        ):
            session = editor.open(root)
            prompt = editor.prompt(session, block("b\n", "B\n"))
            editor.send({"id": editor.question(session)["id"], **answer})
            reason, updates = editor.ended(prompt)
            assert "end_turn" == reason
            assert "Nothing was written: your editor did not answer" in texts(updates)

        assert "" == git(root, "status", "--short")
        assert 3 == len(saved_of(root))

    def test_an_unknown_option_rejects(self, editor: Editor, root: Path) -> None:
        session = editor.open(root)
        prompt = editor.prompt(session, block("b\n", "B\n"))
        editor.decide(editor.question(session), "no such option")
        editor.ended(prompt)

        assert "" == git(root, "status", "--short")

    def test_a_prompt_may_have_twenty_megabytes(self, editor: Editor, root: Path) -> None:
        session = editor.open(root)
        prose = "A sentence that a model wrote, and that edits no file at all.\n" * 330_000
        prompt = editor.prompt(session, prose + block("b\n", "B\n"))
        editor.accept(session)
        editor.ended(prompt)

        assert len(prose) > 20_000_000
        assert "a\nB\nc\n" == (root / "a.txt").read_text()


class TestBuffers:
    def test_unsaved_changes_are_told_before_the_user_decides(self, reader: Editor, root: Path) -> None:
        session = reader.open(root)
        prompt = reader.prompt(session, block("b\n", "B\n") + block("y\n", "Y\n", "b.txt"))
        asked = reader.of_method("fs/read_text_file", session)
        reader.send({"id": asked["id"], "result": {"content": "a\nb\nc\nunsaved\n"}})
        first = reader.accept(session)
        asked = reader.of_method("fs/read_text_file", session)
        reader.send({"id": asked["id"], "result": {"content": "x\r\ny"}})
        second = reader.accept(session)
        reader.ended(prompt)

        assert "unsaved changes in a.txt" in first["content"][1]["content"]["text"]
        assert 1 == len(second["content"])

    def test_an_editor_that_cannot_tell_is_not_waited_for(self, reader: Editor, root: Path) -> None:
        session = reader.open(root)
        prompt = reader.prompt(session, block("b\n", "B\n") + block("y\n", "Y\n", "b.txt"))
        asked = reader.of_method("fs/read_text_file", session)
        reader.send({"id": asked["id"], "error": {"code": -32603, "message": "no"}})
        reader.accept(session)
        reader.of_method("fs/read_text_file", session)
        reader.accept(session)

        assert {"1-1": "completed", "1-2": "completed"} == statuses(reader.ended(prompt)[1])


class TestEnds:
    def test_an_editor_that_dies_loses_nothing(self, root: Path) -> None:
        editor = started()
        session = editor.open(root)
        editor.prompt(session, block("b\n", "B\n") + block("y\n", "Y\n", "b.txt"))
        editor.accept(session)
        editor.question(session)
        status, errors = editor.end()

        assert 0 == status
        assert "" == git(root, "status", "--short")
        (saved,) = saved_of(root)
        assert f"editreview --resume {saved.id}" in errors
        assert "Traceback" not in errors

    def test_a_signal_ends_it_while_the_user_thinks(self, root: Path) -> None:
        editor = started()
        session = editor.open(root)
        prompt = editor.prompt(session, block("b\n", "B\n"))
        editor.question(session)
        editor.process.send_signal(signal.SIGTERM)

        assert "cancelled" == editor.ended(prompt)[0]
        assert 130 == editor.end()[0]
        assert 1 == len(saved_of(root))

    def test_an_editor_that_does_not_read_does_not_keep_it_from_ending(self, tmp_path: Path) -> None:
        root = make_tree(tmp_path, {"a.txt": "x" * 150_000 + "\nb\n"})
        editor = Editor(*program("acp", "--no-stats"))
        editor.request("initialize", protocolVersion=1)
        editor.request("session/new", cwd=str(root), mcpServers=[])
        editor.prompt("editreview-1", block("b\n", "B\n"))
        assert editor.process.stdout is not None
        # The rest of the long answer waits in the pipe.
        while b"session/update" not in editor.process.stdout.readline(1_000):
            pass
        editor.process.send_signal(signal.SIGTERM)

        assert 130 == editor.process.wait(60)
        editor.end()


def python(code: str) -> "subprocess.CompletedProcess[bytes]":
    """Run code in a Python of its own."""
    command = [sys.executable, "-P", "-c", code]
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)


def test_without_the_extra_the_message_names_the_command_that_brings_it() -> None:
    done = python(
        "import sys; sys.modules['acp'] = None; from editreview.__main__ import main; sys.exit(main(['acp']))"
    )

    assert (2, b"") == (done.returncode, done.stdout)
    assert b"pip install 'editreview[acp]'" in done.stderr


def test_the_package_of_the_protocol_is_loaded_only_by_the_command() -> None:
    done = python("import sys, editreview.cli; print([n for n in sys.modules if n.split('.')[0] == 'acp'])")

    assert b"[]\n" == done.stdout
