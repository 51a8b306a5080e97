"""`editreview hook`: the answers to an agent's hook before one of its tools edits a file."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from editreview.commands import hooks as command
from editreview.commands.hook_events import MAX_EVENT_SIZE, TOOLS
from tests.builders import files_of, git, make_repository, make_tree
from tests.programs import run, run_alone
from tests.warm import Ended

TWO = "def one():\n    return 1\n\n\ndef two():\n    return 2\n"
FILES = {"a.py": TWO, ".env": "KEY=abcdefgh\n", "b.txt": "one\ntwo\n"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "tree", FILES)


def event(root: Path, tool: str, given: object, **more: object) -> dict[str, object]:
    """An event as Claude Code sends it."""
    return {
        "session_id": "5f0e",
        "transcript_path": "/nowhere/5f0e.jsonl",
        "cwd": str(root),
        "permission_mode": "default",
        "hook_event_name": "PreToolUse",
        "tool_name": tool,
        "tool_input": given,
        "tool_use_id": "toolu_01",
        **more,
    }


def gemini(root: Path, tool: str, given: object) -> dict[str, object]:
    return event(root, tool, given, hook_event_name="BeforeTool", timestamp="2026-11-25T10:00:00Z")


def patch(root: Path, *lines: str) -> dict[str, object]:
    """An event as Codex sends it."""
    text = "\n".join(["*** Begin Patch", *lines, "*** End Patch", ""])
    return event(root, "apply_patch", {"command": text}, turn_id="1", model="m")


def edit(root: Path, old: str, new: str, path: str = "a.py", **more: object) -> dict[str, object]:
    given = {"file_path": str(root / path), "old_string": old, "new_string": new, **more}
    return event(root, "Edit", given)


def write(root: Path, content: str, path: str) -> dict[str, object]:
    return event(root, "Write", {"file_path": str(root / path), "content": content})


def sent(root: Path, said: Mapping[str, object] | bytes, *options: str) -> Ended:
    data = said if isinstance(said, bytes) else json.dumps(said).encode()
    return run(root, "hook", *options, response=data)


def answer(root: Path, said: Mapping[str, object] | bytes, *options: str) -> tuple[str, str]:
    """The decision and its reason, as Claude Code and Codex read them; nothing for no answer."""
    ended = sent(root, said, *options)
    assert (0, "") == (ended.status, ended.err)
    if not ended.out:
        return "", ""
    inner: dict[str, Any] = json.loads(ended.out)["hookSpecificOutput"]
    assert "PreToolUse" == inner["hookEventName"]
    return inner["permissionDecision"], inner["permissionDecisionReason"]


class TestSound:
    @pytest.mark.parametrize(
        ("tool", "given"),
        [
            ("Edit", {"file_path": "a.py", "old_string": "return 1", "new_string": "return 3"}),
            ("Edit", {"file_path": "new.py", "old_string": "", "new_string": "x = 1\n"}),
            (
                "Edit",
                {"file_path": "a.py", "old_string": "return", "new_string": "yield", "replace_all": True},
            ),
            ("Write", {"file_path": "deep/new.py", "content": "x = 1\n"}),
            ("Write", {"file_path": "a.py", "content": TWO.replace("1", "3")}),
            (
                "MultiEdit",
                {
                    "file_path": "a.py",
                    "edits": [
                        {"old_string": "return 1", "new_string": "return 5"},
                        {"old_string": "return 5", "new_string": "return 6"},
                    ],
                },
            ),
        ],
    )
    def test_a_sound_edit_passes_without_a_word(self, root: Path, tool: str, given: dict[str, Any]) -> None:
        given = {**given, "file_path": str(root / given["file_path"])}
        assert ("", "") == answer(root, event(root, tool, given))
        assert "allow" == answer(root, event(root, tool, given), "--allow-safe")[0]

    def test_nothing_is_written(self, root: Path) -> None:
        before = files_of(root)
        sent(root, edit(root, "return 1", "return 3"), "--allow-safe")
        sent(root, edit(root, "nowhere", "return 3"))
        assert before == files_of(root)
        assert "" == git(root, "status", "--short")
        assert not (root / ".git/editreview").exists()

    def test_what_is_no_edit_passes_without_a_word(self, root: Path) -> None:
        for tool in ("Bash", "Read", "mcp__files__list"):
            assert ("", "") == answer(root, event(root, tool, {"file_path": str(root / ".env")}))
        done = event(root, "Edit", {"file_path": ""}, hook_event_name="PostToolUse")
        assert ("", "") == answer(root, done)

    def test_lines_that_end_in_crlf_are_found_as_the_tool_finds_them(self, root: Path) -> None:
        """Claude Code and Gemini CLI compare line feeds, and write back what was there."""
        make_tree(root, {"c.py": "x = 1\r\ny = 2\r\n"})
        assert ("", "") == answer(root, edit(root, "x = 1\ny = 2\n", "x = 1\ny = 3\n", "c.py"))

    def test_deleting_a_line_is_sound_although_the_tool_takes_its_line_end_too(self, root: Path) -> None:
        assert ("", "") == answer(root, edit(root, "two", "", "b.txt"))


class TestFaulty:
    def test_a_text_that_is_not_there_is_denied_with_the_nearest_lines(self, root: Path) -> None:
        decision, reason = answer(root, edit(root, "def two():\n    return 3\n", "x\n"))

        assert "deny" == decision
        assert reason.startswith(
            "editreview: 1 of 2 old text lines found at lines 5–6 of a.py; first missing: return 3."
        )
        assert "send the edit again with the old text copied exactly from it." in reason
        assert reason.endswith("a.py now:\n5 | def two():\n6 |     return 2")

    def test_a_text_with_other_indentation_is_denied_as_the_tool_replaces_exactly(self, root: Path) -> None:
        decision, reason = answer(root, edit(root, "def one():\n  return 1\n", "def one():\n  return 3\n"))

        assert "deny" == decision
        assert "not in a.py exactly; most like it: lines 1–2 (indentation)" in reason
        assert "1 | def one():\n2 |     return 1" in reason

    def test_a_text_that_is_there_twice_is_denied_with_its_lines(self, root: Path) -> None:
        decision, reason = answer(root, edit(root, "return ", "yield "))
        assert ("deny", True) == (decision, "its text has 2 matches: lines 2, 6" in reason)

    @pytest.mark.parametrize(
        ("old", "new", "why"),
        [
            ("    return 1\n", "    # ... rest of the code ...\n", "placeholder"),
            ("    return 1\n", "    return (\n", "syntax error"),
            ("return 1", "return 1", "must be different"),
        ],
    )
    def test_a_text_that_the_model_can_correct_is_denied(
        self, root: Path, old: str, new: str, why: str
    ) -> None:
        decision, reason = answer(root, edit(root, old, new))
        assert ("deny", True) == (decision, why in reason), reason

    def test_one_fault_denies_all_edits_of_a_call(self, root: Path) -> None:
        edits = [
            {"old_string": "return 1", "new_string": "return 5"},
            {"old_string": "nowhere to be found", "new_string": ""},
        ]
        given = {"file_path": str(root / "a.py"), "edits": edits}
        assert "deny" == answer(root, event(root, "MultiEdit", given))[0]

    def test_the_right_file_is_named_if_the_wrong_one_is_missing(self, root: Path) -> None:
        """The tool takes a path literally, so nothing is corrected silently."""
        make_tree(root, {"src/deep.py": "value_of_deep = 1\n"})
        git(root, "add", ".")
        decision, reason = answer(root, edit(root, "value_of_deep = 1", "value_of_deep = 2", "deep.py"))
        assert ("deny", True) == (decision, "Send the edit for src/deep.py." in reason), reason

    def test_parameters_that_the_tool_ignores_change_nothing(self, root: Path) -> None:
        """A dry run, for one, that is none to the tool."""
        assert "deny" == answer(root, edit(root, "nowhere", "x", dry_run=True))[0]
        assert "deny" == answer(root, edit(root, "nowhere", "x", edits=[]))[0]

    @pytest.mark.parametrize(
        "given",
        [
            {},
            {"file_path": 7, "old_string": "a", "new_string": "b"},
            {"file_path": "a.py", "old_string": ["a"], "new_string": "b"},
            {"file_path": "a.py", "new_string": "b"},
            {"file_path": "a.py", "old_string": "one", "new_string": "\ud800"},
            {"file_path": "a\0.py", "old_string": "one", "new_string": "b"},
            {"file_path": "", "old_string": "one", "new_string": "b"},
            {"file_path": ".", "old_string": "one", "new_string": "b"},
        ],
    )
    def test_a_malformed_call_is_denied(self, root: Path, given: dict[str, object]) -> None:
        assert "deny" == answer(root, event(root, "Edit", given))[0]


class TestDamage:
    """Losses that only the tool would make: they were seen with Claude Code 2.1."""

    def test_another_encoding_is_denied(self, root: Path) -> None:
        make_tree(root, {"l.py": 'n = "caf\xe9 cr\xe8me"\nx = 1\n'.encode("latin-1")})
        decision, reason = answer(root, edit(root, "x = 1", "x = 2", "l.py"))
        assert ("deny", True) == (decision, "which writes UTF-8, would damage it" in reason), reason

    def test_writing_a_whole_file_over_crlf_is_denied(self, root: Path) -> None:
        make_tree(root, {"c.py": "x = 1\r\ny = 2\r\n"})
        decision, reason = answer(root, write(root, "x = 1\ny = 3\n", "c.py"))
        assert ("deny", True) == (decision, "would change the line ends of c.py" in reason)
        assert ("", "") == answer(root, write(root, "x = 1\r\ny = 3\r\n", "c.py"))

    def test_deleting_the_end_of_a_line_is_denied_if_the_next_line_would_be_joined(self, root: Path) -> None:
        make_tree(root, {"j.py": "x = [\n    1,  # one\n    2,\n]\n"})
        decision, reason = answer(root, edit(root, "  # one", "", "j.py"))
        assert ("deny", True) == (decision, "would change j.py in addition to the edit" in reason), reason
        assert ("", "") == answer(root, edit(root, "    1,  # one", "    1,", "j.py"))
        given = {"file_path": "j.py", "old_string": "  # one", "new_string": ""}
        assert "" == sent(root, gemini(root, "replace", given)).out

    def test_whitespace_at_the_end_of_a_part_of_a_line_is_denied_if_more_follows(self, root: Path) -> None:
        """The tool removes it, and with it indentation."""
        assert "deny" == answer(root, edit(root, "def two():\n  ", "def deux():\n  "))[0]
        assert ("", "") == answer(root, edit(root, "def two():\n", "def deux():  \n"))
        make_tree(root, {"p.md": "one two\n"})
        assert ("", "") == answer(root, edit(root, "one ", "1 ", "p.md"))

    def test_line_ends_of_two_kinds_are_left_to_the_user(self, root: Path) -> None:
        make_tree(root, {"m.py": "x = 1\r\ny = 2\n"})
        decision, reason = answer(root, edit(root, "y = 2", "y = 3", "m.py"))
        assert ("ask", True) == (decision, "line ends of two kinds" in reason)


def test_nothing_raw_of_a_file_is_in_an_answer(root: Path) -> None:
    """Agents show reasons on the terminal."""
    make_tree(root, {"e.txt": "first\x1b[2J line\nsecond line of it\n"})
    reason = answer(root, edit(root, "first line\nsecond line of it\nthird", "x", "e.txt"))[1]
    assert "␛[2J" in reason
    assert "\x1b" not in reason


class TestUser:
    def test_a_delicate_file_is_asked_about(self, root: Path) -> None:
        assert ("ask", "editreview: .env may contain secrets.") == answer(root, write(root, "A=1\n", ".env"))
        assert ("", "") == answer(root, write(root, "A=1\n", ".env"), "--allow", ".env")

    def test_no_line_of_a_delicate_file_is_shown_to_the_model(self, root: Path) -> None:
        decision, reason = answer(root, edit(root, "KEY=abcdefgi\n", "KEY=x\n", ".env"))
        assert ("deny", False) == (decision, "abcdefgh" in reason)

    def test_rules_ask_and_deny(self, root: Path) -> None:
        make_tree(root, {".editreview.toml": '[permissions]\nask = ["b.txt"]\ndeny = ["a.py"]\n'})
        assert "ask" == answer(root, edit(root, "one", "1", "b.txt"))[0]
        decision, reason = answer(root, edit(root, "return 1", "return 3"))
        assert ("deny", True) == (decision, "denies it" in reason)
        assert "Leave the file as it is, and tell the user" in reason

    def test_edit_markers_are_asked_about(self, root: Path) -> None:
        """Texts about edits have some."""
        said = edit(root, "    return 1\n", "<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\n")
        assert "ask" == answer(root, said)[0]

    def test_a_secret_is_asked_about(self, root: Path) -> None:
        key = "ghp_" + "a1B2c3D4e5F6" * 3
        assert "ask" == answer(root, write(root, f'TOKEN = "{key}"\n', "t.py"))[0]

    def test_a_path_outside_the_tree_is_asked_about(self, root: Path, tmp_path: Path) -> None:
        make_tree(tmp_path / "other", {"a.py": TWO})
        (root / "link").symlink_to(tmp_path / "other")
        for path in ("../other/a.py", "link/a.py", str(tmp_path / "other/a.py")):
            decision, reason = answer(root, edit(root, "return 1", "return 3", path))
            assert ("ask", True) == (decision, f"is outside {root}" in reason)

    def test_gits_own_folder_is_denied(self, root: Path) -> None:
        assert "deny" == answer(root, write(root, "x", ".git/hooks/pre-commit"))[0]

    def test_what_may_be_there_already_is_asked_about(self, root: Path) -> None:
        make_tree(root, {"d.py": "import os\nimport re\nimport sys\n"})
        said = edit(root, "import os\n", "import os\nimport re\nimport sys\n", "d.py")
        assert "ask" == answer(root, said)[0]

    def test_a_notebook_is_said_not_to_be_checked(self, root: Path) -> None:
        given = {"notebook_path": str(root / "n.ipynb"), "new_source": "x"}
        ended = sent(root, event(root, "NotebookEdit", given))
        note = "editreview: n.ipynb was not checked: edits of notebooks are not"
        assert {"systemMessage": note} == json.loads(ended.out)

    def test_an_edit_whose_syntax_cannot_be_checked_is_left_to_the_rules_of_the_agent(
        self, root: Path
    ) -> None:
        """And the user is told so: it is not said to be sound."""
        make_tree(root, {"long.py": f"a = 1\nb = '{'x' * 3_000}'\n"})
        said = edit(root, "a = 1", "a = 2", "long.py")
        ended = sent(root, said, "--allow-safe")
        (note,) = json.loads(ended.out).values()
        assert note.startswith("editreview: syntax not checked: ")

    def test_the_path_of_a_notebook_is_checked_all_the_same(self, root: Path) -> None:
        make_tree(root, {".editreview.toml": '[permissions]\ndeny = ["*.ipynb"]\n'})
        given = {"notebook_path": str(root / "n.ipynb"), "new_source": "x"}
        assert "deny" == answer(root, event(root, "NotebookEdit", given))[0]


class TestCorrected:
    """Claude Code refuses an old text that is not exact before its hooks run."""

    def test_the_tool_is_given_the_text_of_the_file(self, root: Path) -> None:
        old, new = "def one():\n  return 1", "def one():\n  return 3"
        said = gemini(root, "replace", {"file_path": "a.py", "old_string": old, "new_string": new})
        answered = json.loads(sent(root, said, "--correct").out)

        updated = answered["hookSpecificOutput"]["tool_input"]
        assert "a.py" == updated["file_path"]
        after = TWO.replace(updated["old_string"], updated["new_string"])
        assert TWO.replace("return 1", "return 3") == after
        assert "decision" not in answered
        assert "the edit was given the old text of the file" in answered["systemMessage"]
        assert "allow" == json.loads(sent(root, said, "--correct", "--allow-safe").out)["decision"]

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("def one():\n    return 7", "def one():\n    return 3"),
            ("return", "yield"),
            ("def one():\n  return 1", "def one():\n  # ... rest of the code ..."),
            ("def one():\n  return 1", "def one():\n  return ("),
        ],
    )
    def test_nothing_else_is_corrected(self, root: Path, old: str, new: str) -> None:
        given = {"file_path": "a.py", "old_string": old, "new_string": new}
        said = json.loads(sent(root, gemini(root, "replace", given), "--correct").out)
        assert ["decision", "reason"] == sorted(said)

    def test_claude_code_is_told_the_fault(self, root: Path) -> None:
        assert "deny" == answer(root, edit(root, "def one():\n  return 1", "x"), "--correct")[0]


class TestFolders:
    def test_the_tree_is_that_of_the_event_and_not_of_the_process(self, root: Path, tmp_path: Path) -> None:
        other = make_tree(tmp_path / "elsewhere", {})
        assert ("", "") == answer(other, edit(root, "return 1", "return 3"))

    def test_a_relative_path_begins_in_the_folder_of_the_event(self, root: Path) -> None:
        """Below the top of the work tree too, and although the top has a file of that name."""
        make_tree(root, {"below/b.txt": "three\n"})
        given = {"file_path": "b.txt", "old_string": "three", "new_string": "3"}
        assert ("", "") == answer(root, event(root / "below", "Edit", given))
        lines = ("*** Update File: b.txt", "@@", "-three", "+3")
        assert ("", "") == answer(root, patch(root / "below", *lines))
        assert "deny" == answer(root, patch(root, *lines))[0]

    def test_a_path_through_a_link_to_the_tree_is_inside(self, root: Path, tmp_path: Path) -> None:
        (tmp_path / "alias").symlink_to(root)
        assert ("", "") == answer(root, edit(tmp_path / "alias", "return 1", "return 3"))

    def test_without_git_the_folder_is_the_tree(self, tmp_path: Path) -> None:
        tree = make_tree(tmp_path / "plain", FILES)
        assert ("", "") == answer(tree, edit(tree, "return 1", "return 3"))
        assert "ask" == answer(tree, edit(tmp_path, "return 1", "", "x.py") | {"cwd": str(tree)})[0]

    def test_names_that_other_programs_expand_are_literal(self, root: Path) -> None:
        make_tree(root, {"~/b.txt": "one\n", "$HOME/b.txt": "one\n"})
        for path in ("~/b.txt", "$HOME/b.txt", " b.txt", "b.txt\n"):
            given = {"file_path": path, "old_string": "one", "new_string": "1"}
            assert answer(root, event(root, "Edit", given))[0] in ("", "deny")

    def test_a_path_that_some_programs_expand_is_denied(self, root: Path) -> None:
        """Else it would be read as a new file in the tree, and written to another."""
        for path in ("~/new.txt", " /etc/new.txt", "/etc/new.txt\n"):
            said = event(root, "Write", {"file_path": path, "content": "x"})
            decision, reason = answer(root, said)
            assert ("deny", True) == (decision, "different files to different programs" in reason)


class TestGemini:
    def said(self, root: Path, said: Mapping[str, object], *options: str) -> dict[str, Any]:
        ended = sent(root, said, *options)
        assert (0, "") == (ended.status, ended.err)
        answered: dict[str, Any] = json.loads(ended.out) if ended.out else {}
        return answered

    def test_a_faulty_edit_is_denied_in_its_words(self, root: Path) -> None:
        given = {"file_path": "a.py", "old_string": "return 9", "new_string": "x", "instruction": "change"}
        said = self.said(root, gemini(root, "replace", given))
        assert ["decision", "reason"] == sorted(said)
        assert "deny" == said["decision"]
        assert "old text not found in a.py" in said["reason"]

    def test_what_the_user_decides_is_denied_with_advice(self, root: Path) -> None:
        said = self.said(root, gemini(root, "write_file", {"file_path": ".env", "content": "A=1\n"}))
        assert "deny" == said["decision"]
        assert "Leave the file as it is, and tell the user" in said["reason"]

    def test_a_sound_edit_passes_without_a_word(self, root: Path) -> None:
        given = {"file_path": "a.py", "old_string": "return", "new_string": "yield", "allow_multiple": True}
        assert {} == self.said(root, gemini(root, "replace", given))
        assert "allow" == self.said(root, gemini(root, "replace", given), "--allow-safe")["decision"]

    def test_its_tool_keeps_crlf_of_a_whole_file(self, root: Path) -> None:
        make_tree(root, {"c.py": "x = 1\r\n"})
        assert {} == self.said(root, gemini(root, "write_file", {"file_path": "c.py", "content": "x = 2\n"}))


class TestCodex:
    def test_a_sound_patch_passes_without_a_word_even_if_sound_edits_are_allowed(self, root: Path) -> None:
        """Codex refuses a bare `allow` and goes on with the call."""
        lines = (
            "*** Update File: a.py",
            "@@",
            "-    return 1",
            "+    return 3",
            "*** Add File: n.py",
            "+x = 1",
        )
        assert ("", "") == answer(root, patch(root, *lines), "--allow-safe")

    @pytest.mark.parametrize(
        ("lines", "why"),
        [
            (("*** Update File: a.py", "@@", "-return 1", "+return 3"), "most like it"),
            (("*** Update File: two.txt", "@@", "-x", "+y"), "2 matches"),
            (("*** Update File: a.py", "@@", "-    return 9", "+    return 3"), "not found"),
            (("*** Add File: a.py", "+x = 1"), "exists"),
            (("*** Update File: two.txt", "@@", "-y", "+z", "*** End of File"), "not at the end of the file"),
            (("*** Update File: a.py", "@@ def one():", "+    x = 1"), "goes to the end of the file"),
            (
                ("*** Update File: a.py", "@@", "-    return 2", "+    x", "@@", "-    return 1", "+    x"),
                "order",
            ),
            (
                ("*** Update File: a.py", "@@ def one():", " def one():", "+    x"),
                "below which it is looked for",
            ),
            (("*** Add File: n", "+x", "  *** Add File: m", "+x"), "on a line that is indented"),
            (("*** Add File: n", "+x", "  *** Add File: ../m", "+x"), "out of"),
            (("*** Add File: new.env", "+A=1"), "may contain secrets"),
            (("*** Add File: ../out.py", "+A=1"), "is outside"),
            (("*** Update File: a.py", "*** Move to: ../out.py", "@@", "-    return 1", "+x"), "is outside"),
        ],
    )
    def test_a_patch_that_the_tool_would_apply_wrongly_is_denied(
        self, root: Path, lines: tuple[str, ...], why: str
    ) -> None:
        """It takes the first of several matches, ignores indentation and writes over files."""
        make_tree(root, {"two.txt": "x\ny\nx\n"})
        decision, reason = answer(root, patch(root, *lines))
        assert ("deny", True) == (decision, why in reason), reason

    def test_moves_and_deletions_are_sound(self, root: Path) -> None:
        move = ("*** Update File: b.txt", "*** Move to: sub/b.txt", "@@", "-two", "+2")
        assert ("", "") == answer(root, patch(root, *move))
        assert ("", "") == answer(root, patch(root, "*** Delete File: b.txt"))
        onto = ("*** Update File: b.txt", "*** Move to: a.py", "@@", "-two", "+2")
        assert "deny" == answer(root, patch(root, *onto))[0]

    def test_a_hunk_whose_old_lines_are_blank_is_denied(self, root: Path) -> None:
        """The tool leaves out a last blank line that it does not find."""
        make_tree(root, {"blank.txt": "a\n\nb\n"})
        decision, reason = answer(root, patch(root, "*** Update File: blank.txt", "@@", "-", "+x"))
        assert ("deny", True) == (decision, "are blank" in reason), reason

    def test_several_hunks_in_order_are_sound(self, root: Path) -> None:
        lines = ("@@", "-    return 1", "+    return 3", "@@ def two():", "-    return 2", "+    return 4")
        assert ("", "") == answer(root, patch(root, "*** Update File: a.py", *lines))

    def test_a_line_of_the_text_that_looks_like_a_header_is_no_path(self, root: Path) -> None:
        lines = ("*** Add File: doc.txt", "+*** Update File: ../out.py")
        assert ("", "") == answer(root, patch(root, *lines))


class TestFaults:
    @pytest.mark.parametrize(
        "data",
        [b"", b" \n", b"{", b"[]", b"7", b'"x"', b"\xff\xfe\x00", b"[" * 15_000, b'{"a":' * 3_000],
        ids=["empty", "blank", "cut", "list", "number", "text", "bytes", "deep", "deep object"],
    )
    def test_an_event_that_cannot_be_read_lets_nothing_through(self, root: Path, data: bytes) -> None:
        assert "ask" == answer(root, data, "--for", "claude")[0]
        assert "deny" == answer(root, data, "--for", "codex")[0]
        assert "deny" == json.loads(sent(root, data, "--for", "gemini").out)["decision"]
        unknown = sent(root, data)
        assert (2, "") == (unknown.status, unknown.out)
        assert "could not check this edit" in unknown.err

    def test_an_event_whose_kind_is_no_text_is_checked(self, root: Path) -> None:
        said = edit(root, "nowhere", "x") | {"hook_event_name": 7}
        assert "deny" == answer(root, said)[0]

    def test_an_event_of_nobody_is_blocked(self, root: Path) -> None:
        ended = sent(root, {"hello": 1})
        assert (2, "", True) == (ended.status, ended.out, "name the agent with --for" in ended.err)

    @pytest.mark.parametrize("given", [None, [], "x", 7])
    def test_an_edit_without_parameters_is_asked_about(self, root: Path, given: object) -> None:
        assert "ask" == answer(root, event(root, "Edit", given))[0]

    def test_a_huge_event_is_asked_about(self, root: Path) -> None:
        data = json.dumps(write(root, "x" * (MAX_EVENT_SIZE + 1), "a.py"))
        ended = run_alone(root, "hook", "--for", "claude", response=data)
        inner = json.loads(ended.out)["hookSpecificOutput"]
        assert "ask" == inner["permissionDecision"]
        assert "larger than 32 MB" in inner["permissionDecisionReason"]

    def test_a_large_edit_is_checked(self, root: Path) -> None:
        """A busy machine may need longer than the limit of a hook: there is none here."""
        script = (
            "import editreview.commands.hooks as hook\n"
            "hook._LIMIT_S = 3600\n"
            "from editreview.__main__ import main\n"
            "main(['hook'])\n"
        )
        done = subprocess.run(
            [sys.executable, "-P", "-c", script],
            input=json.dumps(write(root, "x = 1\n" * 50_000, "large.py")).encode(),
            cwd=root,
            capture_output=True,
            check=True,
        )
        assert (b"", b"") == (done.stdout, done.stderr)

    def test_a_wrong_configuration_is_asked_about(self, root: Path, tmp_path: Path) -> None:
        (tmp_path / "config.toml").write_text("[nothing]\n")
        said = edit(root, "return 1", "return 3")
        decision, reason = answer(root, said, "--config", str(tmp_path / "config.toml"))
        assert ("ask", True) == (decision, "could not check this edit: " in reason)

    def test_a_folder_that_is_gone_lets_nothing_through(self, root: Path) -> None:
        said = edit(root, "return 1", "return 3") | {"cwd": str(root / "gone")}
        assert answer(root, said)[0] in ("ask", "deny")

    def test_a_bug_is_asked_about(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Whatever is wrong: what ends with another status lets the edit through."""
        script = (
            "import editreview.commands.hook_answers as hook_answers\n"
            "def broken(*a, **k): raise RuntimeError('broken')\n"
            "hook_answers.answer_to = broken\n"
            "from editreview.__main__ import main\n"
            "main(['hook'])\n"
        )
        done = subprocess.run(
            [sys.executable, "-P", "-c", script],
            input=json.dumps(edit(root, "return 1", "return 3")).encode(),
            cwd=root,
            capture_output=True,
            check=True,
        )
        assert "ask" == json.loads(done.stdout)["hookSpecificOutput"]["permissionDecision"]
        assert b"RuntimeError: broken" in done.stdout

    def test_an_event_that_never_ends_is_answered(self, root: Path) -> None:
        """An agent whose own limit is over lets the edit through."""
        script = (
            "import editreview.commands.hooks as hook\n"
            "hook._LIMIT_S = 0.2\n"
            "from editreview.__main__ import main\n"
            "main(['hook', '--for', 'claude'])\n"
        )
        reading, writing = os.pipe()
        try:
            done = subprocess.run(
                [sys.executable, "-P", "-c", script],
                stdin=reading,
                cwd=root,
                capture_output=True,
                check=False,
            )
        finally:
            os.close(reading)
            os.close(writing)
        assert 0 == done.returncode
        inner = json.loads(done.stdout)["hookSpecificOutput"]
        assert ("ask", True) == (
            inner["permissionDecision"],
            "took longer" in inner["permissionDecisionReason"],
        )

    def test_the_limit_is_below_the_one_that_the_documentation_gives_the_agents(self) -> None:
        assert command._LIMIT_S < 10

    def test_without_an_event_on_a_terminal_it_says_so(self, root: Path) -> None:
        assert 2 == sent(root, b"", "--for", "nobody").status


def test_no_variable_of_the_environment_is_told(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has the agent's tokens."""
    said = [b"", json.dumps(edit(root, "nowhere", "x")).encode(), json.dumps({"x": 1}).encode()]
    for data in said:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "editreview", "hook", "--debug"],
            input=data,
            cwd=root,
            env={**os.environ, "ANTHROPIC_API_KEY": "sk-not-to-be-told"},
            capture_output=True,
            check=False,
        )
        assert b"not-to-be-told" not in done.stdout + done.stderr


def test_only_what_a_check_needs_is_loaded(root: Path) -> None:
    """An agent waits for the answer to each of its edits."""
    script = (
        "import sys\n"
        "from editreview.__main__ import main\n"
        "main(['hook'])\n"
        "print(*sys.modules, file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", script],
        input=json.dumps(edit(root, "return 1", "return 3")).encode(),
        cwd=root,
        capture_output=True,
        check=True,
    )
    loaded = set(done.stderr.decode().splitlines()[-1].split())
    assert "editreview.commands.hook_answers" in loaded
    unneeded = {"textual", "rich", "git", "sqlite3", "rapidfuzz", "tempfile", "wcmatch", "editreview.tui"}
    assert set() == unneeded & loaded


def test_each_tool_is_documented() -> None:
    text = (Path(__file__).parents[2] / "docs/agents.md").read_text("utf-8")
    assert [] == [name for name in TOOLS if name not in text]
