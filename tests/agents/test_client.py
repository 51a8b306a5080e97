"""An agent in a tree of its own: what it asks becomes a response, and what it wrote unasked follows."""

import json
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from editreview.agents.edits import AgentTree
from tests.agents.conversing import _ID, WAIT_S, Conversation, Turn, conversing
from tests.agents.peer import needs_acp
from tests.builders import files_of, make_repository, make_tree

pytestmark = needs_acp

FILES = {"a.txt": "a\nb\nc\n", "b.txt": "x\ny\n", ".gitignore": "*.log\n"}


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    monkeypatch.setenv("AGENT_NOTES", str(folder))
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "root", FILES)


@pytest.fixture
def agent(root: Path, notes: Path) -> Iterator[Conversation]:
    with conversing(root, notes) as conversation:
        yield conversation


def _text_kept(tree: AgentTree) -> str:
    """The text of a file that the agent wrote, in its tree after the end. Removes the tree."""
    try:
        return (tree.folder / "n.txt").read_text()
    finally:
        shutil.rmtree(tree.folder.parent)


class TestStart:
    def test_it_gets_the_environment_no_files_and_the_mode_in_which_it_asks(
        self, agent: Conversation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("SOME_API_KEY", "key")
        assert "" == agent.turn()[1]

        assert "key" == json.loads(agent.recorded("environment")[0])["SOME_API_KEY"]
        (capabilities,) = map(json.loads, agent.recorded("capabilities"))
        assert not any(capabilities.get("fs", {}).values())
        assert not capabilities.get("terminal")
        assert ["default"] == agent.recorded("mode")

    def test_its_tree_has_what_is_not_committed_and_not_tracked(self, root: Path, notes: Path) -> None:
        make_tree(root, {"a.txt": "changed\n", "new/u.txt": "untracked\n", "x.log": "ignored\n"})
        with conversing(root, notes) as agent:
            found = files_of(agent.tree.folder)

        assert {"a.txt": b"changed\n", "b.txt": b"x\ny\n", "new/u.txt": b"untracked\n"} == {
            path: data for path, data in found.items() if path != ".gitignore"
        }

    @pytest.mark.parametrize(
        ("command", "sentence"),
        [
            (["no-such-agent"], "no-such-agent cannot be started: No such file or directory"),
            (["false"], "false does not speak ACP: use --plain"),
            (
                ["sh", "-c", "echo broken >&2; exit 1"],
                "sh has ended before it spoke ACP (if it does not speak ACP, use --plain): broken",
            ),
            (["sh", "-c", "echo hello; echo '[1]'; echo '{\"id\": 0, \"result\": 5}'; cat >&2"], "the agent"),
        ],
    )
    def test_what_is_no_agent_ends_the_turn_with_a_sentence(
        self, root: Path, notes: Path, command: list[str], sentence: str
    ) -> None:
        with conversing(root, notes, command) as agent:
            assert agent.turn()[1].startswith(sentence)
            # So does every further turn.
            assert agent.turn()[1].startswith(sentence)

    def test_edits_of_a_program_that_does_not_speak_acp_follow_its_end(self, root: Path, notes: Path) -> None:
        with conversing(root, notes, ("sh", "-c", "echo B > a.txt; echo Hello")) as agent:
            response, problem = agent.turn()

        assert "+B\n" in response
        assert "sh does not speak ACP: use --plain" == problem

    def test_edits_of_a_program_that_says_nothing_follow_when_it_is_cancelled(
        self, root: Path, notes: Path
    ) -> None:
        written = 'echo B > a.txt; touch "$AGENT_NOTES/written"; sleep 1000'
        with conversing(root, notes, ("sh", "-c", written)) as agent:
            turn = agent.begin()
            deadline = time.monotonic() + WAIT_S
            while not (notes / "written").exists():
                assert time.monotonic() < deadline
            agent.run.cancel()

            assert "+B\n" in turn.to_the_end()
            assert "the agent was ended before it spoke ACP" == agent.ends.get(timeout=WAIT_S)


class TestEdits:
    def test_a_decision_answers_the_agent(self, agent: Conversation) -> None:
        response, problem = agent.turn(
            ["edit", [["a.txt", "b\n", "B\n"]]],
            ["edit-late", [["n.txt", None, "new\n"]]],
            ["edit", [["b.txt", "x\n", "X\n"]]],
            decisions=[True, True, False],
        )

        assert "" == problem
        assert 3 == len(_ID.findall(response))
        assert "diff --git" not in response
        assert (b"a\nB\nc\n", b"new\n", b"x\ny\n") == tuple(
            files_of(agent.tree.folder)[path] for path in ("a.txt", "n.txt", "b.txt")
        )

    def test_a_call_of_several_edits_is_allowed_only_if_all_are(self, agent: Conversation) -> None:
        diffs = [["a.txt", "b\n", "B\n"], ["b.txt", "x\n", "X\n"]]
        agent.turn(["edit", diffs], decisions=[True, False])

        assert {path: text.encode() for path, text in FILES.items()} == files_of(agent.tree.folder)

    def test_it_is_never_allowed_always(self, agent: Conversation) -> None:
        call = {"toolCallId": "q", "content": [{"type": "diff", "path": "a.txt", "newText": "x\n"}]}
        agent.turn(["ask", call], ["ask", {**call, "toolCallId": "r"}], decisions=[True, False])

        assert ["yes", "no"] == agent.recorded("answers")

    def test_what_it_writes_unasked_follows_as_a_diff(self, agent: Conversation) -> None:
        response, _ = agent.turn(
            ["edit", [["a.txt", "b\n", "B\n"]]],
            ["write", "unasked/n.txt", "no end"],
            ["remove", "b.txt"],
            ["write", "x.log", "ignored\n"],
            decisions=[True],
        )
        asked, _, unasked = response.partition("Written without asking:\n")

        assert "a.txt" in asked
        assert "a.txt" not in unasked
        assert "+no end\n\\ No newline at end of file" in unasked
        assert "deleted file mode" in unasked
        assert "x.log" not in unasked

    def test_what_it_writes_although_it_was_refused_follows_too(self, agent: Conversation) -> None:
        response, _ = agent.turn(["edit-anyway", [["a.txt", "b\n", "B\n"]]], decisions=[False])

        assert "-b\n+B\n" in response

    def test_a_file_that_is_no_text_is_told(self, agent: Conversation) -> None:
        _, problem = agent.turn(["write", "bin.dat", "\0\1"], ["write", "x.log", "l"])

        assert "bin.dat is not in the review: bin.dat is a binary file" in problem
        assert "x.log is not in the review: git ignores it" in problem

    def test_what_it_says_is_never_read_as_an_edit(self, agent: Conversation) -> None:
        response, _ = agent.turn(
            ["say", 'Done:\n{"id": "agent-1", "name": "Write"}\n'], ["say", "--- a/a.txt"]
        )

        assert [] == _ID.findall(response)
        assert all(line.startswith("│ ") for line in response.splitlines())

    def test_files_outside_its_tree_are_refused(self, agent: Conversation, root: Path) -> None:
        response, _ = agent.turn(
            ["edit", [[str(root / "a.txt"), "b\n", "B\n"]]], ["edit", [[".git", None, "x"]]]
        )

        assert [] == _ID.findall(response)
        assert 2 == response.count("is not in its tree")
        assert "a\nb\nc\n" == (root / "a.txt").read_text()

    def test_malformed_diffs_are_refused(self, agent: Conversation) -> None:
        good = {"type": "diff", "path": "a.txt", "oldText": "b\n", "newText": "B\n"}
        response, _ = agent.turn(
            ["ask", {"toolCallId": "q", "title": "Two", "content": [good, {**good, "oldText": 1}]}],
            ["ask", {"toolCallId": "r", "title": "Three", "content": [{**good, "newText": None}]}],
        )

        assert "Refused: Two: a part of its content cannot be read" in response
        assert ["no", "no"] == agent.recorded("answers")

    def test_a_question_without_a_diff_is_asked(self, agent: Conversation) -> None:
        turn = agent.begin(["run"])
        id, title, detail = agent.questions.get(timeout=WAIT_S)
        agent.run.decide(id, is_allowed=True)
        turn.to_the_end()

        assert "execute: Run it" == title
        assert '"command": "make"' in detail
        assert ["yes"] == agent.recorded("answers")


class TestTurns:
    def test_a_further_turn_begins_with_what_the_review_makes_of_the_files(
        self, agent: Conversation, root: Path
    ) -> None:
        """Rejected changes are gone from its tree, accepted ones are there, and none is shown twice."""
        agent.turn(
            ["write", "a.txt", "rejected\n"], ["write", "b.txt", "accepted\n"], ["write", "n.txt", "n\n"]
        )
        (root / "b.txt").write_text("accepted\n")
        contents: dict[str, bytes | None] = {"n.txt": b"n\n"}
        steps = json.dumps([["write", "c.txt", "second\n"]])
        response = Turn(agent.run, agent.run.prompt(steps, contents)).to_the_end()

        found = files_of(agent.tree.folder)
        assert (b"a\nb\nc\n", b"accepted\n", b"n\n") == (found["a.txt"], found["b.txt"], found["n.txt"])
        assert "c.txt" in response
        assert not any(name in response for name in ("a.txt", "b.txt", "n.txt"))

    def test_a_further_turn_keeps_the_permissions_of_the_files(self, root: Path, notes: Path) -> None:
        make_tree(root, {"run.sh": "echo 1\n"})
        (root / "run.sh").chmod(0o755)
        with conversing(root, notes) as agent:
            agent.turn(["write", "run.sh", "rejected\n"])
            _, problem = agent.turn()

            assert "" == problem
            assert b"echo 1\n" == files_of(agent.tree.folder)["run.sh"]
            assert (agent.tree.folder / "run.sh").stat().st_mode & 0o100

    def test_a_link_does_not_lead_out_of_the_tree(
        self, agent: Conversation, root: Path, tmp_path: Path
    ) -> None:
        outside = make_tree(tmp_path / "outside", {"a.txt": "outside\n"})
        agent.turn(["write", "d/a.txt", "inside\n"])
        (agent.tree.folder / "d/a.txt").unlink()
        (agent.tree.folder / "d").rmdir()
        (agent.tree.folder / "d").symlink_to(outside)
        agent.turn()

        assert "outside\n" == (outside / "a.txt").read_text()

    def test_a_cancelled_turn_ends_and_what_was_written_is_compared(self, agent: Conversation) -> None:
        turn = agent.begin(["write", "n.txt", "new\n"], ["say", "waiting\n"], ["wait"])
        while "waiting" not in turn.text:
            assert turn.read()
        agent.run.cancel()
        response = turn.to_the_end()

        assert "" == agent.ends.get(timeout=WAIT_S)
        assert "+new" in response
        assert "" == agent.turn()[1]

    def test_a_turn_can_be_cancelled_while_the_agent_starts(self, root: Path, notes: Path) -> None:
        with conversing(root, notes, ("sleep", "1000")) as agent:
            turn = agent.begin(["say", "hello\n"])
            agent.run.cancel()

            assert "" == turn.to_the_end()
            assert "the agent was ended before it spoke ACP" == agent.ends.get(timeout=WAIT_S)
            assert not agent.run.is_busy

    def test_a_request_is_answered_when_the_turn_is_cancelled(self, agent: Conversation) -> None:
        call = {"toolCallId": "q", "content": [{"type": "diff", "path": "a.txt", "newText": "x\n"}]}
        turn = agent.begin(["ask", call])
        while not _ID.findall(turn.text):
            assert turn.read()
        agent.run.cancel()
        while turn.read():
            pass

        assert ["cancelled"] == agent.recorded("answers")


def test_two_agents_work_on_one_tree_at_once(root: Path, notes: Path) -> None:
    with conversing(root, notes) as first, conversing(root, notes) as second:
        turns = [
            agent.begin(["write", f"{name}.txt", "n\n"]) for agent, name in ((first, "m"), (second, "n"))
        ]
        with conversing(root, notes) as third:
            assert "+third" in third.turn(["write", "t.txt", "third\n"])[0]
        responses = [turn.to_the_end() for turn in turns]

    assert [["+++ b/m.txt"], ["+++ b/n.txt"]] == [
        [line for line in response.splitlines() if line.startswith("+++")] for response in responses
    ]


class TestMisbehaving:
    def test_an_agent_that_dies_ends_the_turn_and_what_it_wrote_is_compared(
        self, agent: Conversation
    ) -> None:
        response, problem = agent.turn(
            ["write", "n.txt", "new\n"], ["error", "out of memory\n"], ["die"], decisions=[]
        )

        assert "the agent has ended: out of memory" == problem
        assert "+new" in response

    def test_an_agent_that_dies_while_it_asks(self, agent: Conversation) -> None:
        call = {"toolCallId": "q", "content": [{"type": "diff", "path": "a.txt", "newText": "x\n"}]}
        request = {"id": 1, "method": "session/request_permission"}
        parameters = {"sessionId": "s", "toolCall": call, "options": []}
        line = json.dumps({"jsonrpc": "2.0", **request, "params": parameters}) + "\n"
        response, problem = agent.turn(["raw", line], ["die"], decisions=[True])

        assert "the agent has ended" == problem
        assert 1 == len(_ID.findall(response))

    def test_an_agent_that_hangs_is_ended_with_the_program(self, agent: Conversation) -> None:
        turn = agent.begin(["say", "hanging\n"], ["hang"])
        while "hanging" not in turn.text:
            assert turn.read()
        began = time.monotonic()
        agent.run.close()

        assert time.monotonic() - began < 30
        assert not any(thread.name == "agent" for thread in threading.enumerate())

    def test_an_agent_that_floods_is_read_and_its_words_are_bounded(self, agent: Conversation) -> None:
        response, problem = agent.turn(
            ["flood", 3_000], ["edit", [["a.txt", "b\n", "B\n"]]], decisions=[True]
        )

        assert "" == problem
        assert len(response) < 1_200_000
        assert 1 == len(_ID.findall(response))

    def test_an_edit_may_have_twenty_megabytes(self, agent: Conversation) -> None:
        text = "a line of a large file\n" * 900_000
        response, problem = agent.turn(["edit", [["n.txt", None, text]]], decisions=[True])

        assert len(text) > 20_000_000
        assert "" == problem
        assert 1 == len(_ID.findall(response))
        assert text == (agent.tree.folder / "n.txt").read_text()

    def test_the_files_of_an_agent_that_makes_its_tree_none_of_git_are_kept(
        self, root: Path, notes: Path
    ) -> None:
        with conversing(root, notes) as agent:
            folder = (agent.tree.folder / ".git").read_text().removeprefix("gitdir: ").strip()
            response, problem = agent.turn(["remove", f"{folder}/HEAD"], ["write", "n.txt", "new\n"])

        assert f"it is no longer a git work tree. Its files are kept in {agent.tree.folder}" in problem
        assert "diff --git" not in response
        assert "new\n" == _text_kept(agent.tree)

    def test_files_that_cannot_be_compared_are_kept(
        self, root: Path, notes: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(tree: AgentTree, allowed: object) -> NoReturn:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(AgentTree, "sweep", fail)
        with conversing(root, notes) as agent:
            _, problem = agent.turn(["write", "n.txt", "new\n"])

        why = "its tree cannot be compared: No space left on device"
        assert f"{why}. Its files are kept in {agent.tree.folder}" == problem
        assert "new\n" == _text_kept(agent.tree)

    def test_an_agent_that_does_not_start_is_not_waited_for(
        self, root: Path, notes: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("editreview.agents.client._START_S", 0.2)
        sentence = "the agent did not start within 0 s (if it does not speak ACP, use --plain): loading"
        with conversing(root, notes, ["sh", "-c", "echo loading >&2; sleep 1000"]) as agent:
            assert sentence == agent.turn()[1]

    def test_requests_do_not_overtake_the_calls_that_they_are_about(self, agent: Conversation) -> None:
        """Each names only a call, which was sent just before, all at once."""
        lines: list[str] = []
        for n in range(50):
            diff = {"type": "diff", "path": f"{n}.txt", "newText": f"{n}\n"}
            call = {"sessionUpdate": "tool_call", "toolCallId": f"t{n}", "title": "Edit", "content": [diff]}
            late = {**call, "sessionUpdate": "tool_call_update", "content": [{**diff, "newText": "late\n"}]}
            asked = {"sessionId": "s", "toolCall": {"toolCallId": f"t{n}"}, "options": []}
            for message in (
                {"method": "session/update", "params": {"sessionId": "s", "update": call}},
                {"id": n, "method": "session/request_permission", "params": asked},
                {"method": "session/update", "params": {"sessionId": "s", "update": late}},
            ):
                lines.append(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        response, _ = agent.turn(["raw", "".join(lines)], ["die"], decisions=[True] * 50)

        edits = [json.loads(line)["input"] for line in response.splitlines() if line.startswith("{")]
        assert {(f"{n}.txt", f"{n}\n") for n in range(50)} == {(e["file_path"], e["content"]) for e in edits}

    def test_of_a_flood_of_requests_those_beyond_a_limit_are_not_asked(
        self, agent: Conversation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("editreview.agents.client._MAX_OPEN", 20)
        call = {"content": [{"type": "diff", "path": "a.txt", "newText": "x\n"}]}
        requests = [
            {
                "jsonrpc": "2.0",
                "id": n,
                "method": "session/request_permission",
                "params": {"sessionId": "s", "toolCall": {**call, "toolCallId": f"t{n}"}, "options": []},
            }
            for n in range(200)
        ]
        text = "".join(json.dumps(request) + "\n" for request in requests)
        turn = agent.begin(["raw", text], ["answers", 180])
        while "all answered" not in turn.text:
            assert turn.read()

        assert 20 == len(_ID.findall(turn.text))

    def test_lines_that_are_no_messages_do_no_harm(self, agent: Conversation) -> None:
        lines = 'progress: 5 %\n[1]\n{"id": true}\n{"method": "session/update", "params": []}\n'
        _, problem = agent.turn(["raw", lines], ["edit", [["a.txt", "b\n", "B\n"]]], decisions=[True])

        assert "" == problem
        assert b"a\nB\nc\n" == files_of(agent.tree.folder)["a.txt"]
