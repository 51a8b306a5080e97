"""Editing a block here, a note on it, and which editor is asked how. The editor itself is in tests/pty."""

import shlex
import subprocess
from pathlib import Path

import pytest

from editreview.review import Verdict
from editreview.review.feedback import make_feedback
from editreview.tui.editors import EditorFailed, edit_text, editor_of
from tests.builders import block, make_repository
from tests.tui.reviewing import reviewing


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "tree", {"a.txt": "above\r\none\r\ntwo\r\nbelow\r\n"})


EDIT = block("one\ntwo\n", "ONE\ntwo\n")


async def test_without_an_editor_the_text_is_edited_here(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where no terminal could be given away, as in these tests: $EDITOR is not asked."""
    monkeypatch.setenv("EDITOR", "false")
    async with reviewing(root, EDIT) as user:
        await user.press("y", "e")
        assert "New text of block 1 in a.txt" in user.text
        await user.press("right", "x", "ctrl+s")
        assert "block 1 edited; y accepts it" in user.state
        assert Verdict.UNDECIDED is user.review.verdict(user.review.proposals[0])
        assert "OxNE" in user.text
        assert "edited" in user.text
        await user.press("y", "p")
        assert (root / "a.txt").read_bytes() == b"above\r\nOxNE\r\ntwo\r\nbelow\r\n"


async def test_an_edit_is_dropped_only_on_the_second_escape(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.delenv("VISUAL", raising=False)
    async with reviewing(root, EDIT) as user:
        await user.press("e", "escape")
        assert "What block 1 makes" not in user.text
        await user.press("e", "x", "escape")
        assert "edited: esc again discards it" in user.text
        await user.press("y", "escape")
        assert "xyONE" in user.text
        await user.press("escape")
        assert "What block 1 makes" not in user.text
        assert user.review.log[user.review.proposals[0].key].edited is None


@pytest.mark.parametrize(
    ("script", "text", "sentence"),
    [
        ('rm "$1"', "x", "the text of sh could not be read: No such file or directory; nothing was changed"),
        ("true", "\ud800", "the text has characters that no file can hold"),
    ],
)
def test_a_text_that_cannot_be_passed_on_is_no_fault_of_the_editor(
    script: str, text: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("editreview.tui.editors.lend_terminal", subprocess.call)
    editor = editor_of({"EDITOR": f"sh -c {shlex.quote(script)} sh"})
    assert editor is not None
    with pytest.raises(EditorFailed, match=f"^{sentence}$"):
        edit_text(editor, text, "a.txt")


async def test_an_unchanged_text_changes_nothing(root: Path) -> None:
    async with reviewing(root, EDIT) as user:
        await user.press("y", "e", "ctrl+s")
        assert "nothing was changed" in user.state
        assert Verdict.ACCEPTED is user.review.verdict(user.review.proposals[0])


async def test_an_edit_can_be_undone(root: Path) -> None:
    async with reviewing(root, EDIT) as user:
        await user.press("e", "x", "ctrl+s")
        assert "xONE" in user.text
        await user.press("u")
        assert "xONE" not in user.text
        await user.press("ctrl+r")
        assert "xONE" in user.text


async def test_text_with_control_characters_is_not_edited_here(root: Path) -> None:
    async with reviewing(root, block("one\n", "\x1b]52;c;eA==\x07\n")) as user:
        await user.press("e")
        assert "it has characters that cannot be displayed" in user.state


async def test_a_note_is_in_the_feedback_and_can_be_undone(root: Path) -> None:
    """Also on a block that is on disk, whose decision stays."""
    async with reviewing(root, EDIT) as user:
        await user.press("i", *"why one", "enter")
        assert "note on block 1 goes with the feedback" in user.state
        assert "note: why one" in user.text
        await user.press("y", "p", "i", "home", "x", "enter")
        assert "On block 1: a.txt\n\nxwhy one" in make_feedback(user.review)
        await user.press("u")
        assert "On block 1: a.txt\n\nwhy one" in make_feedback(user.review)
        await user.press("u")
        assert "restored 1 file" in user.state


async def test_a_note_on_lines_is_in_the_feedback_with_the_lines(tmp_path: Path) -> None:
    """On a range or the line of the cursor; the same rows again show it, and an empty one takes it away."""
    root = make_repository(tmp_path / "tree", {"a.txt": "one\ntwo\nthree\n"})
    async with reviewing(root, block("one\ntwo\nthree\n", "1\ntwo\n3\n4\n")) as user:
        await user.press("v", "j", "j", "j", "i")
        assert "Note on old lines 1–3, new line 1 of block 1" in user.text
        await user.press(*"why", "enter")
        assert "of block 1 goes with the feedback" in user.state
        assert "why" in user.text
        await user.press("escape", "escape", "i", *"all of it", "enter", "y", "p")
        feedback = make_feedback(user.review)
        assert "On block 1: a.txt\n\nall of it\n\nOn its lines (old lines 1–3, new line 1): why\n" in feedback
        assert "````diff\n-one\n+1\n-three\n````" in feedback
        await user.press("u", "u", "u")
        assert "all of it" not in make_feedback(user.review)


async def test_a_note_on_lines_can_be_changed_and_removed(root: Path) -> None:
    async with reviewing(root, EDIT) as user:
        await user.press("s", "i", *"why", "enter", "i")
        assert "Note on" in user.text
        await user.press("end", "!", "enter")
        assert [note.text for note in user.review.log[user.review.proposals[0].key].line_notes] == ["why!"]
        await user.press("i", *["backspace"] * 4, "enter")
        assert "removed" in user.state
        assert "" == make_feedback(user.review, is_under_way=True)


async def test_the_path_and_line_are_copied(root: Path) -> None:
    async with reviewing(root, EDIT) as user:
        await user.press("edit.location")
        assert "a.txt:2" == user.app.clipboard
        assert "a.txt:2 copied" in user.state


async def test_a_file_cannot_be_opened_without_an_editor(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.delenv("VISUAL", raising=False)
    async with reviewing(root, EDIT) as user:
        await user.press("E")
        assert "set $VISUAL or $EDITOR" in user.state
        monkeypatch.setenv("EDITOR", "vi")
        await user.press("E")
        assert "there is no terminal to run an editor in" in user.state


@pytest.mark.parametrize(
    ("variable", "opened", "at_line"),
    [
        ("vim", "vim /x/a.py", "vim +7 /x/a.py"),
        ("/usr/bin/nano -l", "/usr/bin/nano -l /x/a.py", "/usr/bin/nano -l +7 /x/a.py"),
        ("hx", "hx /x/a.py", "hx /x/a.py:7"),
        ("code", "code --wait /x/a.py", "code --wait --goto /x/a.py:7"),
        ("code -w", "code -w /x/a.py", "code -w --goto /x/a.py:7"),
        ("subl -n", "subl -n --wait /x/a.py", "subl -n --wait /x/a.py:7"),
        ("zed", "zed --wait /x/a.py", "zed --wait /x/a.py:7"),
        ("gvim", "gvim -f /x/a.py", "gvim -f +7 /x/a.py"),
        ("kate", "kate --block /x/a.py", "kate --block --line 7 /x/a.py"),
        ("charm", "charm /x/a.py", "charm /x/a.py"),
    ],
)
def test_an_editor_gets_the_line_and_the_wait_option_in_its_own_syntax(
    variable: str, opened: str, at_line: str
) -> None:
    editor = editor_of({"EDITOR": variable})

    assert editor is not None
    assert opened == " ".join(editor.opening(Path("/x/a.py")))
    assert at_line == " ".join(editor.opening(Path("/x/a.py"), 7))


def test_visual_precedes_editor_and_an_invalid_value_is_ignored() -> None:
    visual = editor_of({"VISUAL": "code", "EDITOR": "vi"})

    assert visual is not None
    assert visual.is_windowed
    assert editor_of({"VISUAL": "'", "EDITOR": " "}) is None
