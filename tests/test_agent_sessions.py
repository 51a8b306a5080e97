"""`--session`: the edits of the last turn of an agent's newest session in a folder."""

import json
import os
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from editreview.agent_sessions import SessionAgent, newest_session
from editreview.errors import UsageError
from tests.builders import files_of, make_repository, make_tree
from tests.programs import run

BEFORE = {"a.py": "one = 10\ntwo = 2\nthree = 3\n"}
"""The tree after a session that changed `one = 1` to `one = 10`."""
SECRET = "what-a-tool-printed"

Written = Callable[[Path, Path], Path]
"""Writes a session of the folder given first below the home given second. Returns its file."""


def lines(*values: object) -> str:
    return "".join(f"{value if isinstance(value, str) else json.dumps(value)}\n" for value in values)


def claude(root: Path, home: Path) -> Path:
    """As Claude Code 2.1 writes it, condensed."""
    common = {"cwd": str(root), "sessionId": "s", "isSidechain": False, "version": "2.1.328"}

    def said(text: str) -> Mapping[str, object]:
        return {"type": "user", "message": {"role": "user", "content": text}, **common}

    def call(id: str, old: str, new: str) -> Mapping[str, object]:
        given = {"file_path": str(root / "a.py"), "old_string": old, "new_string": new}
        block = {"type": "tool_use", "id": id, "name": "Edit", "input": given}
        return {"type": "assistant", "message": {"role": "assistant", "content": [block]}, **common}

    def result(id: str, text: str, **more: object) -> Mapping[str, object]:
        block = {"type": "tool_result", "tool_use_id": id, "content": text}
        error = {"is_error": True} if more.get("is_error") else {}
        rest = {name: value for name, value in more.items() if name != "is_error"}
        return {
            "type": "user",
            "message": {"role": "user", "content": [{**block, **error}]},
            **rest,
            **common,
        }

    repeated = {"role": "user", "content": [{"type": "text", "text": "<system-reminder>what a request had"}]}
    name = "".join(c if c.isalnum() else "-" for c in str(root))
    file = home / ".claude/projects" / name / "5f0e.jsonl"
    text = lines(
        {"type": "queue-operation", "operation": "enqueue", "sessionId": "s"},
        said("first"),
        call("t0", "zero = 0", "zero = 1"),
        result("t0", SECRET),
        said("second"),
        {"type": "attachment", "attachment": {"type": "date"}, **common},
        {"type": "api-request-shape", "shape": {"system": SECRET}, "sessionId": "s"},
        call("t1", "one = 1", "one = 10"),
        {"type": "api-request-blob", "message": repeated, "sessionId": "s"},
        result("t1", f"The file {root}/a.py has been updated successfully."),
        call("t2", "four = 4", "four = 40"),
        result("t2", "<tool_use_error>String to replace not found in file.", is_error=True),
        {**call("t9", "three = 3", "three = 9"), "isSidechain": True},
        call("t3", "two = 2", "two = 20"),
        result("t3", "not now", is_error=True, toolDenialKind="user-rejected"),
        "not JSON",
        {"type": "of a later version", "message": {"role": "user", "content": "unknown"}},
    )
    make_tree(file.parent, {file.name: text})
    return file


def codex(root: Path, home: Path) -> Path:
    """As Codex 0.169 writes it, condensed."""

    def item(kind: str, **more: object) -> Mapping[str, object]:
        return {"timestamp": "t", "type": "response_item", "payload": {"type": kind, **more}}

    def patch(id: str, old: str, new: str) -> Mapping[str, object]:
        text = f"*** Begin Patch\n*** Update File: a.py\n@@\n-{old}\n+{new}\n*** End Patch\n"
        return item(
            "custom_tool_call", id=f"c{id}", status="completed", call_id=id, name="apply_patch", input=text
        )

    def output(id: str, text: str) -> Mapping[str, object]:
        return item("custom_tool_call_output", id=f"o{id}", call_id=id, output=text)

    def said(text: str) -> Mapping[str, object]:
        return item("message", role="user", content=[{"type": "input_text", "text": text}])

    done = "Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nM a.py\n"
    file = home / ".codex/sessions/2026/11/25/rollout-2026-11-25T17-24-06-01a2.jsonl"
    text = lines(
        {"type": "session_meta", "payload": {"id": "s", "cwd": str(root), "base_instructions": "x" * 30_000}},
        said("<environment_context>\n  <cwd>/</cwd>"),
        said("first"),
        patch("p0", "zero = 0", "zero = 1"),
        output("p0", SECRET),
        said("second"),
        {"type": "world_state", "payload": {"full": True}},
        patch("p1", "one = 1", "one = 10"),
        output("p1", done),
        patch("p2", "four = 4", "four = 40"),
        output("p2", "apply_patch verification failed: Failed to find expected lines in a.py"),
        patch("p3", "two = 2", "two = 20"),
        output("p3", "Command blocked by PreToolUse hook: not now. Command: *** Begin Patch\n"),
        {"type": "event_msg", "payload": {"type": "task_complete"}},
        "not JSON",
    )
    make_tree(file.parent, {file.name: text})
    return file


def gemini(root: Path, home: Path) -> Path:
    """As Gemini CLI 0.61 writes it, condensed."""

    def call(id: str, old: str, new: str, status: str, **response: str) -> Mapping[str, object]:
        given = {"file_path": str(root / "a.py"), "instruction": "i", "old_string": old, "new_string": new}
        result = [{"functionResponse": {"id": id, "name": "replace", "response": response}}]
        made = {"id": id, "name": "replace", "args": given, "result": result, "status": status}
        return {"id": f"m{id}", "timestamp": "t", "type": "gemini", "content": "", "toolCalls": [made]}

    def said(text: str) -> Mapping[str, object]:
        return {"id": text, "timestamp": "t", "type": "user", "content": [{"text": text}]}

    folder = home / ".gemini/tmp/tree"
    text = lines(
        {"sessionId": "s", "projectHash": "h", "startTime": "t", "lastUpdated": "t", "kind": "main"},
        {"$set": {"messages": [said(f"<session_context>{SECRET}")]}},
        said("first"),
        call("r0", "zero = 0", "zero = 1", "success", output=SECRET),
        said("second"),
        {"$set": {"lastUpdated": "t"}},
        {"id": "mr1", "timestamp": "t", "type": "gemini", "content": ""},
        call("r1", "one = 1", "one = 10", "success", output="Successfully modified file"),
        {
            "type": "user",
            "content": [{"functionResponse": {"id": "r1", "response": {"output": "Successfully"}}}],
        },
        call("r2", "four = 4", "four = 40", "error", error="Could not find an exact match"),
        call("r3", "two = 2", "two = 20", "cancelled", error="[Operation Cancelled]"),
        "not JSON",
    )
    make_tree(folder, {".project_root": str(root), "chats/session-2026-11-25T17-20-ea75.jsonl": text})
    return folder / "chats/session-2026-11-25T17-20-ea75.jsonl"


def opencode(root: Path, home: Path) -> Path:
    """As OpenCode 1.18 writes it, condensed; its log is not merged yet."""

    def text(words: str) -> Mapping[str, object]:
        return {"type": "text", "text": words}

    def call(id: str, old: str, new: str, status: str, said: str) -> Mapping[str, object]:
        given = {"filePath": str(root / "a.py"), "oldString": old, "newString": new}
        state = {"status": status, "input": given, "error" if status == "error" else "output": said}
        return {"type": "tool", "tool": "edit", "callID": id, "state": state}

    file = home / ".local/share/opencode/opencode.db"
    file.parent.mkdir(parents=True)
    database = sqlite3.connect(file)
    database.executescript(
        "PRAGMA journal_mode=WAL;"
        "CREATE TABLE session (id, parent_id, directory, time_updated);"
        "CREATE TABLE message (id, session_id, time_created, data);"
        "CREATE TABLE part (id, message_id, session_id, data);"
    )
    sessions = [("s1", None, str(root), 5), ("s2", "s1", str(root), 9), ("s3", None, "/elsewhere", 9)]
    database.executemany("INSERT INTO session VALUES (?, ?, ?, ?)", sessions)
    messages: Sequence[tuple[str, Sequence[Mapping[str, object]]]] = [
        ("user", [text("first")]),
        ("assistant", [call("c0", "zero = 0", "zero = 1", "completed", SECRET)]),
        ("user", [text("second")]),
        (
            "assistant",
            [
                {"type": "step-start"},
                call("c1", "one = 1", "one = 10", "completed", "Edit applied successfully."),
                call("c2", "four = 4", "four = 40", "error", "Could not find oldString in the file."),
                call("c3", "two = 2", "two = 20", "error", "The user rejected permission to use this tool"),
            ],
        ),
    ]
    for nth, (role, parts) in enumerate(messages):
        message = (f"m{nth}", "s1", nth, json.dumps({"role": role}))
        database.execute("INSERT INTO message VALUES (?, ?, ?, ?)", message)
        for at, part in enumerate(parts):
            row = (f"p{nth}{at}", f"m{nth}", "s1", json.dumps(part))
            database.execute("INSERT INTO part VALUES (?, ?, ?, ?)", row)
    database.execute("INSERT INTO part VALUES ('q', 'm3', 's1', 'not JSON')")
    database.commit()
    database.close()
    return file


def cline(root: Path, home: Path) -> Path:
    def call(old: str, new: str) -> Mapping[str, object]:
        diff = f"------- SEARCH\n{old}\n=======\n{new}\n+++++++ REPLACE\n"
        use = f"<replace_in_file>\n<path>a.py</path>\n<diff>\n{diff}</diff>\n</replace_in_file>"
        return {"role": "assistant", "content": [{"type": "text", "text": use}]}

    def said(words: str, *more: str) -> Mapping[str, object]:
        return {"role": "user", "content": [{"type": "text", "text": each} for each in (words, *more)]}

    about = f"<environment_details>\n# Current Working Directory ({root}) Files\na.py\n</environment_details>"
    heading = "[replace_in_file for 'a.py'] Result:"
    file = (
        home / ".config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/17/api_conversation_history.json"
    )
    messages = [
        said("<task>\nsecond\n</task>", about),
        call("four = 4", "four = 40"),
        said(heading, "The tool execution failed with the following error: no match", about),
    ]
    make_tree(file.parent, {file.name: json.dumps(messages)})
    return file


AGENTS: Mapping[str, Written] = {"claude": claude, "codex": codex, "gemini": gemini, "opencode": opencode}
each = pytest.mark.parametrize("agent", AGENTS)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "tree.with_dots", BEFORE)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home folder, of this test alone, without the variables that name others."""
    for name in (
        *("CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"),
        *("AIDER_CHAT_HISTORY_FILE", "CLINE_DIR"),
    ):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    return folder


@each
class TestEachAgent:
    def test_refused_and_failed_edits_come_first_and_applied_ones_are_there(
        self, agent: str, root: Path, home: Path
    ) -> None:
        file = AGENTS[agent](root, home)

        ended = run(root, "check", "--session", agent)

        rest = [line for line in ended.out.splitlines() if not line.startswith("    ")]
        assert ended.err.startswith(f"read from {file}, which has 2 turns")
        assert ["◇ 2 a.py", "◇ 3 a.py", "– 1 a.py"] == [
            " ".join(line.split()[:3]).rstrip(",:") for line in rest[:3]
        ]
        assert "the call failed" in rest[0]
        assert "rejected" in rest[1]
        assert "1 block: 1 skipped" == rest[3]
        assert "zero" not in ended.out

    def test_nothing_of_the_session_is_changed(self, agent: str, root: Path, home: Path) -> None:
        AGENTS[agent](root, home)
        before = files_of(home)

        run(root, "apply", "--session", agent)

        # What SQLite shares between those that read is no part of the database.
        after = {path: data for path, data in files_of(home).items() if not path.endswith(("-shm", "-wal"))}
        assert before == {path: after[path] for path in before}
        assert BEFORE["a.py"].encode() == files_of(root)["a.py"]

    def test_what_tools_printed_is_left_out(self, agent: str, root: Path, home: Path) -> None:
        AGENTS[agent](root, home)
        assert SECRET not in newest_session(SessionAgent(agent), root, 0).text

    def test_a_turn_can_be_chosen(self, agent: str, root: Path, home: Path) -> None:
        AGENTS[agent](root, home)
        assert "zero = 1" in newest_session(SessionAgent(agent), root, 1).text
        assert "zero = 1" not in newest_session(SessionAgent(agent), root, -1).text
        ended = run(root, "check", "--session", agent, "--turn", "7")
        assert (2, True) == (ended.status, "there is no turn 7: " in ended.err)

    def test_without_a_session_of_the_folder_it_says_where_it_looked(
        self, agent: str, root: Path, home: Path, tmp_path: Path
    ) -> None:
        other = make_repository(tmp_path / "other", BEFORE)
        nowhere = run(root, "check", "--session", agent)
        file = AGENTS[agent](other, home)

        foreign = run(root, "check", "--session", agent)

        for ended in (nowhere, foreign):
            assert (2, "") == (ended.status, ended.out)
            assert f"no session of {agent} in {root}: looked in {home}" in ended.err
        assert "belong to other folders" in foreign.err
        assert str(file).startswith(foreign.err.split("looked in ")[1].partition(";")[0])

    def test_a_session_that_is_none_is_named(self, agent: str, root: Path, home: Path) -> None:
        file = AGENTS[agent](root, home)
        for rest in file.parent.glob(f"{file.name}-*"):
            rest.unlink()
        head = file.read_bytes().splitlines(keepends=True)[:1] if agent == "codex" else [b""]
        file.write_bytes(b"".join(head) + os.urandom(2000))

        ended = run(root, "check", "--session", agent)

        assert ended.status in (1, 2)
        assert str(file) in ended.err or str(home) in ended.err


SESSIONS = Path(__file__).parent / "agents/sessions"


def put_real_session(agent: str, root: Path, home: Path) -> Path:
    """Put what the agent itself kept of a session where it keeps it. Returns its file."""
    recorded = (SESSIONS / f"{agent}.jsonl").read_text("utf-8").replace("{tree}", str(root))
    if agent == "opencode":
        file = home / ".local/share/opencode/opencode.db"
        file.parent.mkdir(parents=True)
        with closing(sqlite3.connect(file)) as database:
            table = ""
            for line in recorded.splitlines():
                match json.loads(line):
                    case {"table": table, "columns": columns}:
                        database.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
                    case {"row": row}:
                        database.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
            database.commit()
        return file
    name = "".join(c if c.isalnum() else "-" for c in str(root))
    below = {
        "claude": f".claude/projects/{name}/1f6831ee.jsonl",
        "codex": ".codex/sessions/2026/11/25/rollout-2026-11-25T21-11-13-01a2.jsonl",
        "gemini": ".gemini/tmp/tree/chats/session-2026-11-25T21-10-1279.jsonl",
    }[agent]
    make_tree(home, {below: recorded, ".gemini/tmp/tree/.project_root": str(root)})
    return home / below


@pytest.mark.parametrize(
    ("agent", "expected"),
    [
        ("claude", ["◇ 2 a.py", "◇ 3 b.txt", "– 1 a.py", "– 4 new.py"]),
        ("codex", ["◇ 3 a.py", "– 1 a.py", "– 2 new.py"]),
        ("gemini", ["◇ 2 a.py", "– 1 a.py", "– 3 new.py"]),
        ("opencode", ["◇ 2 a.py", "◇ 3 b.txt", "– 1 a.py", "– 4 new.py"]),
    ],
)
def test_the_last_turn_of_a_real_session_opens(
    agent: str, expected: list[str], root: Path, home: Path
) -> None:
    """The files are those that the agents wrote; see `agents/recorded/README.md`."""
    make_tree(root, {"b.txt": "x\ny\n", "new.py": "new = True\n"})
    file = put_real_session(agent, root, home)

    ended = run(root, "check", "--session", agent)

    rest = [line for line in ended.out.splitlines() if not line.startswith("    ")]
    assert f"read from {file}, which has 1 turn\n" == ended.err
    assert expected == [" ".join(line.split()[:3]).rstrip(":,") for line in rest[:-1]]
    assert all("the call failed" in line or "rejected" in line for line in rest if line.startswith("◇"))
    assert all("already" in line for line in rest if line.startswith("–"))


class TestChoosing:
    def test_the_newest_session_of_the_folder_counts(self, root: Path, home: Path, tmp_path: Path) -> None:
        older = claude(root, home)
        newer = older.with_name("newer.jsonl")
        newer.write_text(older.read_text().replace("two = 20", "two = 22"))
        os.utime(older, (1, 1))
        of_other = claude(make_repository(tmp_path / "tree.with_dots-2", BEFORE), home)
        os.utime(of_other, (4_000_000_000, 4_000_000_000))

        found = newest_session(SessionAgent.CLAUDE, root, None)

        assert (newer, True) == (found.file, "two = 22" in found.text)

    def test_a_session_of_a_folder_below_counts_if_its_paths_are_absolute(
        self, root: Path, home: Path
    ) -> None:
        """Paths of Codex are relative to its folder."""
        below = make_tree(root / "below", {"a.py": "x = 1\n"})
        claude(below, home)
        codex(below, home)

        assert "two = 20" in newest_session(SessionAgent.CLAUDE, root, None).text
        with pytest.raises(UsageError, match="no session of codex"):
            newest_session(SessionAgent.CODEX, root, None)

    def test_a_folder_that_was_reached_through_a_link_is_the_same(
        self, root: Path, home: Path, tmp_path: Path
    ) -> None:
        alias = tmp_path / "alias"
        alias.symlink_to(root)
        claude(alias, home)
        assert "two = 20" in newest_session(SessionAgent.CLAUDE, root, None).text

    def test_a_session_behind_a_link_is_found_beside_one_of_a_folder_whose_name_begins_alike(
        self, root: Path, home: Path, tmp_path: Path
    ) -> None:
        """The agent names its folder after the link."""
        file = claude(root, home)
        file.parent.rename(file.parent.with_name("-the-link"))
        claude(make_tree(root.with_name(f"{root.name}-2"), BEFORE), home)

        assert "two = 20" in newest_session(SessionAgent.CLAUDE, root, None).text

    def test_folders_whose_names_are_alike_to_the_agent_are_told_apart(
        self, root: Path, home: Path, tmp_path: Path
    ) -> None:
        claude(make_repository(tmp_path / "tree-with-dots", BEFORE), home)
        with pytest.raises(UsageError, match="no session of claude"):
            newest_session(SessionAgent.CLAUDE, root, None)

    def test_older_sessions_of_gemini_are_read(self, root: Path, home: Path) -> None:
        """A folder named after a digest, and one value of JSON."""
        file = gemini(root, home)
        messages = [json.loads(line) for line in file.read_text().splitlines() if line.startswith('{"id"')]
        folder = home / ".gemini/tmp" / sha256(str(root).encode()).hexdigest()
        make_tree(folder, {"chats/session-1.json": json.dumps({"sessionId": "s", "messages": messages})})
        (home / ".gemini/tmp/tree/.project_root").unlink()

        found = newest_session(SessionAgent.GEMINI, root, None)

        assert ("session-1.json", True) == (found.file.name, "two = 20" in found.text)

    @pytest.mark.parametrize(
        ("agent", "name", "folder"),
        [
            ("claude", "CLAUDE_CONFIG_DIR", ".claude"),
            ("codex", "CODEX_HOME", ".codex"),
            ("gemini", "GEMINI_CLI_HOME", "."),
            ("opencode", "XDG_DATA_HOME", ".local/share"),
        ],
    )
    def test_variables_that_move_sessions_are_honoured(
        self, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, agent: str, name: str, folder: str
    ) -> None:
        AGENTS[agent](root, tmp_path / "moved")
        monkeypatch.setenv(name, str(tmp_path / "moved" / folder))
        assert "two = 20" in newest_session(SessionAgent(agent), root, None).text


class TestLongSessions:
    def test_many_other_turns_are_counted(self, root: Path, home: Path) -> None:
        file = claude(root, home)
        turns = file.read_text() + "".join(
            lines(
                {"type": "user", "message": {"role": "user", "content": f"turn {n}"}},
                {
                    "type": "assistant",
                    "message": {
                        "role": "assistant",
                        "content": [
                            {
                                "type": "tool_use",
                                "id": f"u{n}",
                                "name": "Write",
                                "input": {"file_path": f"n{n}.txt", "content": "x\n"},
                            }
                        ],
                    },
                },
            )
            for n in range(8)
        )
        file.write_text(turns)

        ended = run(root, "check", "--session", "claude")

        assert "10 turns; turns 6, 7, 8 and 9 and 5 before them edit files too: see --turn" in ended.err
        assert "✓ 1 n7.txt" in ended.out


class TestOthers:
    def test_the_history_of_aider_is_in_the_root(self, root: Path) -> None:
        block = "a.py\n<<<<<<< SEARCH\ntwo = 2\n=======\ntwo = 20\n>>>>>>> REPLACE\n"
        history = f"\n# aider chat started at 2026-11-25 10:00:00\n\n#### make it so  \n\n{block}\n"
        make_tree(root, {".aider.chat.history.md": history})

        ended = run(root, "check", "--session", "aider")

        assert 0 == ended.status
        assert "✓ 1 a.py L2 exact" in ended.out

    def test_a_task_of_cline_is_found_by_the_folder_it_was_told(self, root: Path, home: Path) -> None:
        file = cline(root, home)

        ended = run(root, "check", "--session", "cline")

        assert f"read from {file}" in ended.err
        assert "◇ 1 a.py, offer, not applied: the call failed" in ended.out

    @pytest.mark.parametrize("agent", ["aider", "cline"])
    def test_without_one_it_says_where_it_looked(self, root: Path, agent: str) -> None:
        ended = run(root, "check", "--session", agent)
        assert (2, True) == (ended.status, f"no session of {agent} in {root}: looked in" in ended.err)

    def test_a_database_of_another_version_is_named(self, root: Path, home: Path) -> None:
        file = opencode(root, home)
        database = sqlite3.connect(file)
        database.execute("ALTER TABLE part RENAME TO parts")
        database.commit()
        database.close()

        ended = run(root, "check", "--session", "opencode")

        assert (2, True) == (ended.status, f"cannot read the sessions of opencode in {file}" in ended.err)


class TestOptions:
    def test_it_is_a_response_of_its_own(self, root: Path) -> None:
        for others in (["answer.md"], ["--clipboard"]):
            ended = run(root, "check", "--session", "claude", *others)
            assert (2, True) == (ended.status, "cannot be used together" in ended.err)
        ended = run(root, "--session", "claude", "--resume")
        assert (2, True) == (ended.status, "--resume continues a saved review" in ended.err)

    def test_refused_edits_are_not_applied_by_themselves(self, root: Path, home: Path) -> None:
        claude(root, home)
        ended = run(root, "apply", "--session", "claude", "--accept", "fuzzy")
        assert BEFORE["a.py"].encode() == files_of(root)["a.py"]
        assert "1 block: 1 skipped" in ended.err

    def test_the_root_may_be_named(self, root: Path, home: Path, tmp_path: Path) -> None:
        claude(root, home)
        ended = run(tmp_path, "check", "--root", str(root), "--session", "claude")
        assert "◇ 3 a.py" in ended.out
