"""Edits that are more than replacing text: each says what it does before anyone says yes."""

import json
from pathlib import Path

import pytest

from tests.builders import make_repository
from tests.tui.reviewing import reviewing

FILES = {
    "src/a.py": '"""What a does."""\n\nFIRST = 1\n',
    "src/old.py": "a\nb\nc\n",
    "notes.md": "# Notes\n\nNone yet.\n",
}
PATCH = "*** Begin Patch\n{}\n*** End Patch\n"
LONG = "/workspace/of/the/model/src/a.py"


def call(**arguments: object) -> str:
    """A call of an edit tool, as JSON."""
    return f"```json\n{json.dumps(arguments)}\n```\n"


@pytest.mark.parametrize(
    ("response", "listed", "match", "message"),
    [
        (
            PATCH.format("*** Delete File: src/old.py"),
            "△ 1 +0 −3 delete",
            " △ deletes the file · 3 lines",
            "",
        ),
        (
            PATCH.format("*** Update File: src/a.py\n*** Move to: src/b.py"),
            "△ 1 → b.py",
            " △ moves to src/b.py · 3 lines, unchanged",
            "",
        ),
        (
            PATCH.format("*** Update File: src/a.py\n*** Move to: lib/b.py"),
            "△ 1 → lib/b.py",
            " △ moves to lib/b.py · 3 lines, unchanged",
            "",
        ),
        (
            "notes.md\n```markdown\n# Notes\n\nOne.\nTwo.\n```\n",
            "· 1 +2 −1 whole file",
            " whole file ✓ · 3 lines → 4 lines",
            "",
        ),
        (
            call(command="insert", path="notes.md", insert_line=1, new_str="Few.\n"),
            "△ 1 +1 −0 by line number",
            " by line number ✓ · 1 match · after L1",
            " △ located by its line number alone; no text was compared",
        ),
        (
            call(command="insert", path="notes.md", insert_line=0, new_str="Few.\n"),
            "△ 1 +1 −0 by line number",
            " by line number ✓ · 1 match · at the top",
            " △ located by its line number alone; no text was compared",
        ),
    ],
    ids=["delete", "move", "move to another folder", "overwrite", "insert", "insert at the top"],
)
async def test_an_operation_is_named(
    tmp_path: Path, response: str, listed: str, match: str, message: str
) -> None:
    """In the list, in the match line, and below it what else to know; once, not twice."""
    root = make_repository(tmp_path / "tree", FILES)
    async with reviewing(root, response) as user:
        assert listed in user.text
        first, second = (line.partition("▕")[2] for line in user.lines[1:3])
        assert [match, message] == [first.rsplit(maxsplit=1)[0].rstrip(), second]


async def test_a_deletion_shows_the_old_text_at_full_width(tmp_path: Path) -> None:
    """The other side would be empty."""
    root = make_repository(tmp_path / "tree", FILES)
    async with reviewing(root, PATCH.format("*** Delete File: src/old.py")) as user:
        assert "src/old.py → deleted" in user.text
        assert "╱" not in user.text
        await user.press("y", "p")
        assert "1 block written" in user.state
        assert not (root / "src/old.py").exists()


async def test_a_dry_run_needs_no_decision(tmp_path: Path) -> None:
    """It says so, y does nothing, and the next block to decide is another one."""
    root = make_repository(tmp_path / "tree", FILES)
    edit = '```\nedit_lines(command="delete", path="notes.md", {})\n```\n\n'
    response = edit.format("start_line=3, end_line=3, dry_run=True") + edit.format("start_line=2, end_line=2")
    async with reviewing(root, response) as user:
        assert (user.position, user.counts) == ("1/2", "△ 1  – 1")
        assert "– 1 +0 −1 dry run" in user.text
        assert " dry run: the response only asks whether it applies" in user.lines[2]
        assert "y accept" not in user.hints
        await user.press("y")
        assert "the response only asks whether the block applies, and it does" in user.state
        await user.press("J", "y")
        assert "every block is decided" in user.state


async def test_a_long_warning_uses_another_line(tmp_path: Path) -> None:
    """The path as written and the corrected one are both visible, also on a small screen."""
    root = make_repository(tmp_path / "tree", FILES)
    edit = call(command="str_replace", path=LONG, old_str="FIRST = 1", new_str="FIRST = 2")
    warning = f"△ {LONG} → src/a.py: the only file of this name with this text"
    async with reviewing(root, edit, size=(60, 24)) as user:
        assert warning in " ".join(line.strip() for line in user.lines[3:5])
        assert "src/a.py → with block 1" in user.lines[5]
        await user.resize(120, 24)
        assert warning in user.lines[2]
        assert "with block 1" in user.lines[3]


async def test_an_edit_of_a_file_that_another_block_deletes_leads_to_that_block(tmp_path: Path) -> None:
    """It fits as soon as that one is rejected."""
    root = make_repository(tmp_path, FILES)
    deletion = "*** Delete File: src/old.py\n*** End Patch\n\n*** Begin Patch\n"
    edit = "*** Update File: src/old.py\n@@\n-b\n+B"
    async with reviewing(root, PATCH.format(deletion + edit)) as user:
        await user.press("J")
        assert "block 1 deletes src/old.py (1 goes there)" in user.lines[2]
        await user.press("1", "n")
        assert user.position.startswith("2/2")
        await user.press("y", "p")
        assert "a\nB\nc\n" == (root / "src/old.py").read_text()
